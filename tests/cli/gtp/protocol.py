#!/usr/bin/env python3
"""protocol.py PROGRAM: conversations by the Go Text Protocol, byte by byte and command by command."""
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from engine import Engine, Failure  # noqa: E402
from processes import wait_until_busy, wait_until_full  # noqa: E402

program = sys.argv[1]


def talk(text, *arguments, code=0):
    """What the engine writes for an input."""
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([program, "gtp", *arguments], input=data, capture_output=True, timeout=120, check=False)
    assert done.returncode == code, (text, done)
    return done.stdout.decode()


def check(text, wanted, *arguments):
    got = talk(text, *arguments)
    assert got == wanted, f"{text!r}\n  gives  {got!r}\n  wanted {wanted!r}"


def test_lines():
    check("", "")
    check("protocol_version\n", "= 2\n\n")
    check("protocol_version", "= 2\n\n") # a last line without a newline
    check("12 name\r\n", "=12 solve\n\n")
    check("\n\r\n  \n# a comment\n\t# another\nname # and this\n", "= solve\n\n")
    check(b"\x01na\x02me\x7f\n3\tname\n", "= solve\n\n=3 solve\n\n")
    check(b"0 known_command\tplay\n7 known_command pl\x00ay\n", "=0 true\n\n=7 true\n\n")
    check("2147483647 name\n2147483648 name\n", "=2147483647 solve\n\n? unknown command\n\n")
    check("007 name\n-1 name\n5\n", "=007 solve\n\n? unknown command\n\n?5 unknown command\n\n")
    check("NAME\nn\u00e4me\n", "? unknown command\n\n? unknown command\n\n")
    check("quit\nname\n", "=\n\n")
    check("name x\n", "? syntax error: name takes nothing\n\n")
    check("play b\n", "? syntax error: play takes a colour and a vertex\n\n")
    check("9 name " + "x" * 3000000 + "\n10 name\n", "?9 syntax error: the line has more than 1048576 bytes\n\n=10 solve\n\n")
    assert talk("known_command " + "y" * 1000000 + "\n") == "= false\n\n"
    assert talk("play b \u009b2J\n") == "? invalid color or coordinate\n\n"
    # What the client wrote comes back without what would move a cursor.
    assert talk("kata-set-rule \u009b2J x\n").startswith("? "), "a failure"
    assert "\u009b" not in talk("kata-set-rule \u009b2J x\n")
    # What is no text cannot be set, and is not said to be.
    assert talk(b"kata-set-rule ko \xff\n").startswith("? ")


def test_boards():
    refused = "? unacceptable size: wanted 1 to 25 columns and rows, and at most 361 points\n\n"
    check("boardsize 0\nboardsize 26\nboardsize 20 19\nboardsize x\nboardsize 3:\nboardsize -1\n",
          refused * 3 + "? boardsize not an integer: wanted a size, or columns and rows\n\n" * 2 + refused)
    for size in ("boardsize 3 2", "boardsize 3:2", "rectangular_boardsize 3 2"):
        check(size + "\nplay w c1\nshowboard\n",
              "=\n\n=\n\n= psk, komi 0, move 1, Black to move\n   A B C\n 2 . . . 2\n 1 . . O 1\n   A B C\n"
              "stones lost: Black (X) 0, White (O) 0\n\n")
    check("boardsize 19\nplay b t19\nplay w j1\nplay b i1\ngenmove b\nsolve-value\nsolve-moves\nkata-analyze\nfinal_score\n",
          "=\n\n=\n\n=\n\n? invalid color or coordinate\n\n" +
          "? not decided: Black gets between -361 and 361\n\n" * 5)
    check("set_position b A1 w B1 b A1\nboardsize 3 1\nset_position b A1 w B1 b C1\nset_position b A1 b C1\nsolve-value\n",
          "? invalid color or coordinate: b A1\n\n=\n\n? the chain of 1 stone at A1 has no liberty\n\n=\n\n"
          "= Black gets -3\nlower -3 -3 upper -3 -3 proven true\n\n")
    check("boardsize 5\nset_free_handicap A1 B2\nset_free_handicap C3\nplay w C3\nclear_board\nset_free_handicap pass\n",
          "=\n\n=\n\n? board not empty\n\n=\n\n=\n\n? bad vertex list: pass\n\n")
    check("komi 6.5\nget_komi\nkomi 7.25\nkomi x\nkomi 1e2\nget_komi\nkomi -3\nget_komi\n",
          "=\n\n= 6.5\n\n" + "? unacceptable komi: wanted a whole or half number\n\n" * 3 + "= 6.5\n\n=\n\n= -3\n\n")


def test_moves():
    # Either colour begins; between two moves of a colour the other one passed, for undo and the rules, too.
    check("boardsize 1 5\nplay white A1\nplay white A3\nundo\nplay white A3\nundo\nundo\nundo\n",
          "=\n\n" * 7 + "? cannot undo\n\n")
    shown = talk("boardsize 2\nplay b A1\nplay b B2\nshowboard\n")
    assert "move 3, White to move" in shown, shown
    check("boardsize 2\nplay b pass\nplay b A1\nplay w pass\nplay w A1\n",
          "=\n\n=\n\n? illegal move: White is to move, and a pass of White ends the game\n\n=\n\n? illegal move: the game is over\n\n")
    # Under Kee's rules a player may lose his turns: then he may pass, which is none.
    text = talk("boardsize 3 1\nkata-set-rules psk\nplay b A1\nplay w B1\nplay b B1\nplay b A1\n")
    assert text.split("\n\n")[4].startswith("? illegal move: "), text
    check("play b Z9\nplay x A1\ngenmove q\nplay b A\n", "? invalid color or coordinate\n\n" * 2 + "? invalid color\n\n" +
          "? invalid color or coordinate\n\n")
    told = talk("boardsize 3\ngenmove b\nreg_genmove w\n").split("\n\n")[2]
    check("boardsize 3\ngenmove b\nreg_genmove w\nshowboard\nfinal_score\nkomi 0.5\nfinal_score\n",
          f"=\n\n= B2\n\n{told}\n\n" +
          "= psk, komi 0, move 1, White to move\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n"
          "stones lost: Black (X) 0, White (O) 0\n\n= B+9\n\n=\n\n= B+8.5\n\n")
    check("boardsize 3\nplay b B2\nplay w pass\nplay b pass\nfinal_score\nfinal_status_list alive\nfinal_status_list dead\n"
          "final_status_list seki\nfinal_status_list x\ngenmove w\n",
          "=\n\n" * 4 + "= B+9\n\n= B2\n\n=\n\n=\n\n? invalid status: wanted alive, seki or dead\n\n? the game is over\n\n")
    check("boardsize 2\nplay b A1\nplay w A2\nplay b B2\nfinal_status_list alive\n",
          "=\n\n" * 4 + "= B2\nA1\n\n")
    check("boardsize 3\nkomi 20\ngenmove b\n", "=\n\n=\n\n= resign\n\n", "--resign")


def test_bans():
    engine = Engine([program, "gtp", "--rules", "kee2013"])
    engine.command("boardsize 2 1")
    for move in ("b A1", "w B1", "b A1"):
        engine.command("play " + move)
    shown = engine.command("showboard")
    assert "White to move" in shown, shown
    assert engine.command("genmove b") == "pass"
    engine.command("play b pass")
    assert engine.command("showboard") == shown
    engine.command("undo")
    engine.command("undo")
    assert engine.command("showboard") == shown
    try:
        engine.command("play b B1")
        raise AssertionError("a prohibited player put a stone")
    except Failure as failure:
        assert str(failure) == "illegal move: Black is prohibited from playing", failure
    assert engine.command("solve-why b B1") == "B1 is illegal: Black is prohibited from playing"
    engine.command("play w B1") # and on he goes: who is out is passed over
    engine.command("play b pass")
    assert "White to move" in engine.command("showboard")
    engine.command("play w pass")
    assert "the game is over" in engine.command("showboard")
    assert engine.command("final_score") == "W+2"
    assert engine.close() == 0


def test_rules():
    engine = Engine([program, "gtp"])
    for rules in ("psk", "kee2013", "chinese", "aga", "migos"):
        engine.command(f"kata-set-rules {rules}")
    for rules, ko in (('{"ko":"POSITIONAL", "scoring":"AREA", "suicide":true}', "POSITIONAL"), ("chinese", "SIMPLE"),
                      ("koSITUATIONALscoreAREAtaxNONEsui0", "SITUATIONAL")):
        engine.command(f"kata-set-rules {rules}")
        assert f'"ko":"{ko}"' in engine.command("kata-get-rules"), rules
    engine.command("kata-set-rule ko POSITIONAL")
    engine.command("kata-set-rule suicide true")
    told = engine.command("kata-get-rules")
    assert '"ko":"POSITIONAL"' in told and '"suicide":true' in told, told
    engine.command("kata-set-rule repetition nssk")
    assert '"repetition":"nssk"' in engine.command("kata-get-rules")
    engine.command('kata-set-rules {"ko":"SIMPLE","scoring":"AREA","komi":6.5}')
    assert engine.command("get_komi") == "6.5"
    for wrong in ("kata-set-rules nonsense", 'kata-set-rules {"ko":', 'kata-set-rules {"scoring":"TERRITORY"}',
                  "kata-set-rule tax ALL", "kata-set-rule nonsense 1", "kata-set-rule ko NONE", "kata-set-rules kee2013,players=3"):
        before = engine.command("kata-get-rules")
        try:
            engine.command(wrong)
        except Failure:
            assert engine.command("kata-get-rules") == before
            continue
        raise AssertionError(f"{wrong} was taken")
    # Rules change within a game if the game is legal under the new ones.
    for command in ("boardsize 2 1", "kata-set-rules none", "play b A1", "play w B1", "play b A1"):
        engine.command(command)
    try:
        engine.command("kata-set-rules psk")
        raise AssertionError("the rules changed, though the game is illegal under them")
    except Failure as failure:
        assert str(failure) == "move 3 of the game is illegal under psk: recreates the board after move 1", failure
    assert '"repetition":"none"' in engine.command("kata-get-rules")
    engine.command("undo")
    engine.command("kata-set-rules psk")
    assert len(engine.command("list-rules").split("\n")) > 20
    assert engine.close() == 0


def test_turns_under_other_rules():
    """Who played what stays so when the rules change; who is out in one game has turns in another."""
    for rules, other, moves, number, turn in (
            ("none", "kee2013", ("b A1", "w B1", "b A1", "w B1", "b A1"), 5, "White"),
            ("kee2013", "none", ("b A1", "w B1", "b A1", "w B1", "w pass"), 5, "Black")):
        engine = Engine([program, "gtp"])
        for command in ("boardsize 2 1", "kata-set-rules " + rules, *("play " + move for move in moves)):
            engine.command(command)
        shown = engine.command("showboard")
        try:
            engine.command("kata-set-rules " + other)
            raise AssertionError("stones changed their colour")
        except Failure as failure:
            assert str(failure) == f"move {number} of the game is illegal under {other}: it is {turn}'s turn", failure
        assert engine.command("showboard") == shown
        assert engine.close() == 0


def test_asked_of_the_other():
    """Either colour may begin; to ask what White would do does not make him the one to move."""
    engine = Engine([program, "gtp", "--board", "1x3"])
    for command in ("reg_genmove w", "solve-why w B1", "lz-genmove_analyze x", "play w Z9"):
        try:
            engine.command(command)
        except Failure:
            pass
        assert "Black to move" in engine.command("showboard"), command
    engine.command("set_position b A1")
    try:
        engine.command("play w A1")
        raise AssertionError("a stone on a stone")
    except Failure as failure:
        assert "occupied" in str(failure), failure
    assert "Black to move" in engine.command("showboard")
    engine.command("play w B1")
    engine.command("play w pass") # Black passed before
    engine.command("undo")
    engine.command("undo")
    assert "move 0" in engine.command("showboard")
    assert engine.close() == 0


def test_half_points():
    """Half a point to who passes first is in every value."""
    engine = Engine([program, "gtp", "--rules", "button"])
    engine.command("boardsize 3 1")
    assert engine.command("solve-value").split("\n") == ["Black gets 2.5", "lower 2.5 2.5 upper 2.5 2.5 proven true"]
    assert engine.command("solve-moves").split("\n") == ["A1 -2.5", "B1 2.5 best", "C1 -2.5", "pass -2.5"]
    assert engine.command("solve-sboard") == "-2.5 2.5 -2.5"
    assert engine.command("solve-why pass").startswith("pass is legal; after it Black gets -2.5: 5 less than the best")
    assert engine.command("solve-gfx").endswith("TEXT Black gets 2.5")
    assert engine.close() == 0


def test_values():
    engine = Engine([program, "gtp", "--rules", "simple"])
    engine.command("boardsize 3 2")
    assert engine.command("solve-value").split("\n") == ["Black forces -6, White forces 6", "between the two: endless play",
                                                          "lower -6 -6 upper 6 6 proven true"]
    assert engine.command("solve-moves").split("\n")[:2] == ["A2 -6", "B2 -6/6 best"]
    assert engine.command("solve-endless").startswith("Play can go on for ever")
    assert "cycle: " in engine.command("solve-endless")
    assert engine.command("final_score") == "0"
    engine.command("kata-set-rules psk")
    assert engine.command("solve-why A1").startswith("A1 is legal; after it Black gets -6: 6 less than the best\nline: A1 ")
    assert engine.command("solve-why w A1").startswith("A1 is legal; after it Black gets 6: 6 less than the best")
    assert engine.command("solve-why pass").startswith("pass is legal; after it Black gets 0: a best move")
    for move in ("b A1", "w B1", "b A2", "w B2"):
        engine.command("play " + move)
    assert engine.command("solve-why B2") == "B2 is illegal: B2 is occupied"
    gfx = engine.command("solve-gfx").split("\n")
    assert gfx[-1].startswith("TEXT Black gets ") and any(line.startswith("LABEL C1 ") for line in gfx), gfx
    board = engine.command("solve-sboard").split("\n")
    assert [len(row.split()) for row in board] == [3, 3], board
    for line in engine.command("gogui-analyze_commands").split("\n"):
        kind, label, command = line.split("/")
        assert kind in ("gfx", "sboard", "string", "hstring", "hpstring", "none"), line
        assert engine.command("known_command " + command.split()[0]) == "true", line
    listed = engine.command("list_commands").split("\n")
    assert len(set(listed)) == len(listed) > 30
    # "recreates the board after move ..." is what solve-why says of a repetition.
    engine.command("boardsize 4 1")
    for move in ("b B1", "w C1", "b D1", "w C1"):
        try:
            engine.command("play " + move)
        except Failure as failure:
            why = engine.command("solve-why " + move)
            assert str(failure).removeprefix("illegal move: ") in why, (str(failure), why)
    assert engine.close() == 0


def test_repetition():
    """A ko: taking back at once is illegal, and solve-why says which board comes back."""
    engine = Engine([program, "gtp", "--board", "3x4"])
    for move in ("b B3", "w C3", "b A2", "w D2", "b B1", "w C1", "b C2", "w B2"):
        engine.command("play " + move)
    why = engine.command("solve-why C2")
    assert why.startswith("C2 is illegal: recreates the board after move 7"), why
    try:
        engine.command("play b C2")
    except Failure as failure:
        assert str(failure) == "illegal move: recreates the board after move 7", failure
    else:
        raise AssertionError("a ko was taken back")
    assert engine.close() == 0


def test_sgf():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a game.sgf")
        engine = Engine([program, "gtp", "--rules", "ssk"])
        for command in ("boardsize 4 3", "komi 0.5", "play b B2", "play w C2", "play w C3"):
            engine.command(command)
        shown = engine.command("showboard")
        text = engine.command("printsgf")
        engine.command("printsgf " + path)
        with open(path, encoding="utf-8") as file:
            assert file.read().strip() == text.strip()
        engine.command("boardsize 9")
        engine.command("kata-set-rules psk")
        engine.command("loadsgf " + path)
        assert engine.command("showboard") == shown, engine.command("showboard")
        engine.command(f"loadsgf {path} 2")
        assert "move 1, White to move" in engine.command("showboard")
        engine.command("undo")
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)
        for wrong in ("loadsgf /nonexistent/x.sgf", "loadsgf " + folder, "printsgf /nonexistent/x.sgf", "printsgf " + pipe):
            before = engine.command("showboard")
            try:
                engine.command(wrong)
            except Failure as failure:
                assert str(failure).startswith("cannot "), failure
                assert engine.command("showboard") == before
                continue
            raise AssertionError(f"{wrong} was done")
        assert stat.S_ISFIFO(os.stat(pipe).st_mode), "a file took the place of a pipe"
        assert engine.close() == 0


def test_analysis():
    for name, rate in (("lz-analyze", "winrate 10000"), ("kata-analyze", "winrate 1.000000")):
        engine = Engine([program, "gtp", "--board", "3x3"])
        engine.send(f"1 {name} b interval 10 maxmoves 2")
        assert engine.out.readline() == "=1\n"
        line = "proven false"
        while "proven false" in line: # a busy machine is not done within the first while
            line = engine.out.readline()
            assert line.count("info move ") == 2, line
        words = line.split()
        assert words[:3] == ["info", "move", "B2"] and rate in line, line
        assert words[words.index("scoreLead") + 1] == "9.000000" and words[words.index("proven") + 1] == "true", line
        assert words[words.index("order") + 1] == "0" and words.index("pv") > words.index("proven")
        engine.send("2 name")
        assert engine.out.readline() == "\n"
        assert engine.receive() == ["=2 solve"]
        assert engine.close() == 0
    # What takes long stops at the next command, too, and what it knows is streamed.
    engine = Engine([program, "gtp", "--board", "5x5", "--threads", "1", "--memory", "512M"])
    engine.send("1 kata-analyze 20 rootInfo true")
    assert engine.out.readline() == "=1\n"
    line = engine.out.readline()
    assert "proven false" in line and "rootInfo visits" in line, line
    begun = time.monotonic()
    engine.send("2 name")
    while engine.out.readline() != "\n":
        pass
    assert engine.receive() == ["=2 solve"] and time.monotonic() - begun < 60
    for wrong in ("kata-analyze b x", "lz-analyze avoid b A1 3", "kata-analyze interval"):
        try:
            engine.command(wrong)
        except Failure as failure:
            assert str(failure).startswith("syntax error"), failure
            continue
        raise AssertionError(f"{wrong} was done")
    assert engine.close() == 0
    assert talk("boardsize 3\nkata-genmove_analyze b\n").endswith("\nplay B2\n\n")


def test_clock():
    """With a clock it answers in time though nothing is decided, and says so on stderr."""
    engine = Engine([program, "gtp", "--board", "5x5", "--threads", "1", "--memory", "512M"])
    engine.command("time_settings 0 2 1")
    begun = time.monotonic()
    move = engine.command("genmove b")
    # 2 seconds, and what a loaded machine takes; without a clock it is hours.
    assert time.monotonic() - begun < 60
    assert move not in ("resign", "refresh"), move
    for wrong in ("time_settings a 1 1", "time_settings 1 1", "time_left b x 0", "time_left q 1 0"):
        try:
            engine.command(wrong)
        except Failure:
            continue
        raise AssertionError(f"{wrong} was taken")
    engine.command("time_left w 10.5 0")
    assert engine.close() == 0
    assert any("not decided: Black gets between" in line for line in engine.log), engine.log
    # Without a clock, within a limit: it says what is proved.
    text = talk("genmove b\nshowboard\n", "--max-seconds", "0.5", "--threads", "1", "--memory", "512M")
    assert text.startswith("? not decided: Black gets between -25 and 25\n\n= psk, komi 0, move 0"), text


def test_limits():
    """Half of --memory is for a run: with so little nothing is decided."""
    text = talk("solve-value\n", "--board", "3x3", "--threads", "1", "--memory", "64K")
    assert text.startswith("= not decided: Black gets between"), text


def test_store():
    """What is proved outlasts the engine, under rules that remove cycles, too."""
    with tempfile.TemporaryDirectory() as folder:
        for rules, margin in (("psk", 3), ("ljrg", 2)):
            about = ("--board", "1x3", "--rules", rules)
            assert talk("solve-value\n", "--store", folder, *about).startswith(f"= Black gets {margin}\n")
            known = subprocess.run([program, "store", "query", folder, *about, "--json"], capture_output=True, check=False)
            value = json.loads(known.stdout)["value"]
            assert value["min"] == value["max"] == margin, (rules, value)


def test_stops():
    for number, code in ((signal.SIGTERM, 3), (signal.SIGINT, 3), (signal.SIGHUP, 3)):
        for command in ("", "genmove b", "kata-analyze"):
            engine = Engine([program, "gtp", "--board", "5x5", "--threads", "1", "--memory", "512M"])
            engine.command("name")
            if command:
                engine.send(command)
                wait_until_busy(engine.process)
            engine.process.send_signal(number)
            assert engine.process.wait(timeout=60) == code, (number, command)
            engine.reader.join()
            assert any("interrupted by SIG" in line for line in engine.log), (command, engine.log)
            engine.process.stdin.close()
            engine.out.close()
            engine.process.stdout.close()
            engine.process.stderr.close()
    # Commands that cannot be read.
    folder = os.open("/", os.O_RDONLY)
    unread = subprocess.run([program, "gtp"], stdin=folder, capture_output=True, text=True, check=False)
    os.close(folder)
    assert (unread.returncode, unread.stdout) == (1, ""), unread
    assert unread.stderr == "solve: cannot read commands: Is a directory\n", unread.stderr
    # A client that does not read its answers.
    engine = Engine([program, "gtp"])
    engine.send("list_commands\n" * 300)
    wait_until_full(engine.process)
    engine.process.send_signal(signal.SIGTERM)
    assert engine.process.wait(timeout=20) == 3
    engine.reader.join()
    assert engine.log == ["solve: stopped: interrupted by SIGTERM"], engine.log
    engine.process.stdin.close()
    engine.out.close()
    engine.process.stdout.close()
    engine.process.stderr.close()
    # GoGui's way to stop a command.
    engine = Engine([program, "gtp", "--board", "5x5", "--threads", "1", "--memory", "512M"])
    engine.send("1 genmove b")
    wait_until_busy(engine.process)
    engine.send("# interrupt")
    assert engine.receive()[0].startswith("?1 not decided: Black gets between")
    # It comes so soon that the command has not begun.
    for _ in range(20):
        engine.send("2 genmove b\n# interrupt")
        assert engine.receive()[0].startswith("?2 not decided: Black gets between")
    assert engine.command("name") == "solve"
    assert engine.close() == 0


signal.signal(signal.SIGHUP, signal.SIG_DFL) # under nohup the engine, too, would ignore it
for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(name, "passed", flush=True)
