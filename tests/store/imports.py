#!/usr/bin/env python3
"""
imports.py PROGRAM [few]: what comes as a text is looked at before it is believed, is marked as imported
until it is proved here, and takes nothing away from what is there. few: no search for strategies among it.
"""
import json
import random
import re
import sys

from common import check, folder, run, same, solve, tests, without_sum

NAME = "superko,repetition=psk,suicide=no,scoring=area,ending=passes2,cycle=endless,pass-stones=no"
PLAYS = ("0:0:0:-6:-6:-6:-6 1:1:1:1:1:1:1 2:0:2:-1:-1:-1:-1 3:0:2:-1:-1:-1:-1 4:1:1:1:1:1:1 "
         "5:0:0:-6:-6:-6:-6 pass:0:6:-1:-1:-1:-1")
LINE = "1 4 2 pass pass"


def value_of(found):
    return found["value"]["min"], found["value"]["max"]


def text_of(*lines):
    return "\n".join(["solve-store-export 1 proofs 1", *lines, "end", ""])


def root(moves="", flags=6, bounds="1:1:1:1", plays=PLAYS, line=LINE, cycle=-1):
    """The position of 1x6 under psk, which is worth +1."""
    return f"root {NAME} 1x6|......|b|{moves}|0|{flags} 161 {cycle} {bounds}|{plays}|{line}"


def export(store):
    return run("store", "export", store).stdout


def info(store):
    return json.loads(run("store", "info", store, "--json").stdout)


def refused(store, text, *words):
    done = run("store", "import", store, stdin=text, codes=(1,))
    assert done.stderr.count("\n") == 1 and all(word in done.stderr for word in words), done.stderr + text


def changed_bytes():
    """Whichever bit of an export changes, it is refused."""
    with folder() as one, folder() as place:
        solve("1x4 psk", one)
        run("table", "--board", "1x3", "--rules", "simple", "--store", one, "--quiet")
        text, chance = export(one), random.Random(4)
        for _ in range(60):
            at, bit = chance.randrange(len(text)), chance.randrange(7)
            spoilt = text[:at] + chr(ord(text[at]) ^ 1 << bit) + text[at + 1:]
            refused(place + "/none", spoilt, "standard input, line ")
        for spoilt in (text[:-1] + "x", text.rsplit("\n", 2)[0] + "\n", text + "end\n",
                       text.replace("export 2", "export 1")):
            refused(place + "/none", spoilt, "standard input, line ")
        told = run("store", "import", place + "/two", stdin=text).stdout
        assert "1 position," in told and ", 1 table;" in told and "no hash" not in told, told
        told = run("store", "import", place + "/three", stdin=without_sum(text)).stdout
        assert "the text has no hash" in told, told


def not_of_the_board():
    """A root that its board contradicts is no root."""
    wrong = [(root(line="1 4 4 pass pass"), "illegal move"), (root(line="9 4 2 pass pass"), "board"),
             (root(line="63 4 2 pass pass"), "board"), (root(line="1 4 2 pass"), "come to an end"),
             (root(line="1 4 2 pass pass pass"), "goes on after the end"),
             (root(line="pass pass"), "come to its value"), (root(line=LINE, cycle=6), "root"),
             (root(plays=PLAYS.replace(" 5:0", " 20:0")), "legal"),
             (root(plays=PLAYS.replace(" 4:1:1", " 1:1:1")), "legal"),
             (root(plays=PLAYS.replace(" 5:0:0:-6:-6:-6:-6", "").replace(":6:", ":5:")), "legal"), (root(plays=""), "legal"),
             (root(plays=PLAYS.replace("1:1:1:1:1:1:1", "1:0:1:1:1:1:1")), "best"),
             (root(plays=PLAYS.replace("2:0:2", "2:1:2")), "best"),
             (root(plays=PLAYS.replace("2:0:2:-1:-1:-1:-1", "2:0:2:5:5:5:5")), "better than the position"),
             (root(bounds="5:5:5:5"), "best"), (root(bounds="7:7:7:7"), "margins"),
             (root(bounds="2:1:1:1"), "root"), (root(bounds="2:2:1:1"), "root"),
             (root(moves="0 0"), "illegal"), (root(moves="7"), "before it"),
             (root().replace("|......|", "|.....X.|"), "position"),
             (root().replace("|......|", "|XXXXXX|"), "position"),
             (root().replace("|b||0|", "|b||00|"), "written"), (root().replace("|b|", "|x|"), "b or w")]
    with folder() as place:
        for line, word in wrong:
            refused(place + "/none", text_of(line), "line 2: this is no root", word)
        run("store", "import", place + "/good", stdin=text_of(root()))
        check(place + "/good")
        found, told = solve("1x6 psk", place + "/good")
        same(found, solve("1x6 psk")[0], "1x6", ("value", "best", "moves", "line"))
        assert found["nodes"] == 0 and "rests on what was imported and is not proved here: a deep check of all of it proves it" in told, told
    return f"{len(wrong)} roots"


def begun_takes_nothing_away():
    """A record that was only begun leaves a solved one as it is; also where nothing else is known."""
    boards = (("1x8 psk", "200"),
              ("4x5 psk --position ...../...X./O.XOX/..O.. --value-only --memory 256M", "20000"))
    for board, nodes in boards[:1] if "few" in sys.argv[2:] else boards:
        with folder() as one, folder() as two:
            found, _ = solve(board, one)
            solve(board, two, "--max-nodes", nodes, codes=(3,))
            text, before = export(two), export(one)
            run("store", "import", one, stdin=text)
            again, told = solve(board, one)
            same(again, found, board, ("value", "best", "proven"))
            assert again["nodes"] == 0 and told == "", told
            roots = [line for line in before.splitlines() if line.startswith("root ")]
            run("store", "import", two, stdin=before)
            again, told = solve(board, two)
            same(again, found, board, ("value", "best", "proven"))
            assert again["nodes"] == 0 and "rests on what was imported" in told, told
            assert [line for line in export(two).splitlines() if line.startswith("root ")] == roots


def marks():
    """info tells what was imported, until it is proved here."""
    with folder() as one, folder() as two:
        solve("1x5 ssk", one)
        solve("1x6 psk", one)
        run("table", "--board", "2x2", "--rules", "simple", "--store", one, "--quiet")
        run("table", "--board", "1x4", "--rules", "psk", "--store", one, "--quiet")
        run("store", "import", two, stdin=export(one))
        told, before = info(two), export(two)
        assert [table["imported"] for table in told["tables"]] == [t["lemmas"] for t in told["tables"]]
        assert [r["imported"] for r in told["roots"]] == ["value", "value"], told["roots"]
        assert [table["imported"] for table in told["positions"]] == [True, True]
        assert all(not x["imported"] or x["imported"] == "no"
                   for key in ("tables", "roots", "positions") for x in info(one)[key])
        for line in ("--board 1x5 --rules ssk", "--board 2x2 --rules simple"):
            done = run("store", "query", two, *line.split())
            assert "rests on what was imported" in done.stderr, done.stderr
        # What follows from what was imported is no more proved here than that.
        history = "1x6 psk --history C1 --value-only"
        found, notice = solve(history, two)
        same(found, solve(history)[0], history, ("value",))
        assert "rests on what was imported" in notice
        assert {r["imported"] for r in info(two)["roots"]} == {"value"}
        out = run("store", "check", two, "--deep", "--all").stdout.splitlines()
        assert len(out) == 4 and all(" 0 not decided, 0 refuted" in line for line in out[1:]), out
        told = info(two)
        assert {table["imported"] for table in told["tables"]} == {0}, told["tables"]
        assert {r["imported"] for r in told["roots"]} == {"no"}, told["roots"]
        assert {table["imported"] for table in told["positions"]} == {False}
        run("store", "import", two, stdin=before)
        assert {r["imported"] for r in info(two)["roots"]} == {"no"}, "what is proved is marked again"
        assert run("store", "query", two, "--board", "1x5", "--rules", "ssk").stderr == ""


def lies():
    """A false root and a false table are seen by a check of all; one of the two also by the sample."""
    false = root(flags=2, bounds="5:5:5:5", line="", plays=PLAYS.replace(":1:1:1:1 ", ":5:5:5:5 "))
    with folder() as store:
        run("store", "import", store, stdin=text_of(false))
        assert value_of(solve("1x6 psk", store)[0]) == (5, 5)
        for how in ([], ["--all"]):
            done = run("store", "check", store, "--deep", *how, codes=(1,))
            assert "a position is wrong: " in done.stderr and done.stderr.count("\n") == 1
        # Whoever proves it again himself is believed.
        found, told = solve("1x6 psk", store, "--proof", store + "/proof")
        assert value_of(found) == (1, 1) and "contradict" in told, told
        found, told = solve("1x6 psk", store)
        assert value_of(found) == (1, 1) and found["nodes"] == 0 and told == "", told
    with folder() as one, folder() as two:
        run("table", "--board", "2x2", "--rules", "simple", "--store", one, "--quiet")
        text = without_sum(export(one))
        key, value = re.search(r"^values (00\w+) (\w+)$", text, re.M).groups()
        chunk = bytearray.fromhex(value)
        codes = 5 + 2 * int.from_bytes(chunk[1:3], "little")
        nobody = text.replace(value, (chunk[:codes] + bytes(len(chunk) - codes)).hex()) \
            if chunk[3:5] == b"\0\0" else text.replace(value, bytes(chunk[:codes]).hex())
        everybody = bytes(chunk[:codes]) + b"\x99" * (len(chunk) - codes)
        refused(two, text.replace(value, everybody.hex()), "no part of a table")
        run("store", "import", two, stdin=nobody)
        done = run("store", "check", two, "--deep", "--all", codes=(1,))
        assert "a table of positions is wrong: " in done.stderr, done.stderr
        refused(one, nobody, "contradicts what is in the store")
        assert without_sum(export(one)) == text, "the table that was made here is gone"


def contradictions():
    """Of what is proved here and what comes the former stays; of two that came neither."""
    false = root(flags=2, bounds="5:5:5:5", line="", plays=PLAYS.replace(":1:1:1:1 ", ":5:5:5:5 "))
    with folder() as store:
        solve("1x6 psk", store)
        before = export(store)
        refused(store, text_of(false), "line 2: it contradicts what is in the store")
        assert export(store) == before
    with folder() as store:
        run("store", "import", store, stdin=text_of(root()))
        done = run("store", "import", store, stdin=text_of(false), codes=(1,))
        assert "contradicts" in done.stderr and "record was dropped" in done.stderr, done.stderr
        assert info(store)["roots"] == []
        found, told = solve("1x6 psk", store)
        assert value_of(found) == (1, 1) and told == "", told


def false_lemma():
    """A lemma that contradicts the plays is no answer."""
    with folder() as store:
        solve("1x6 psk", store)
        text = without_sum(export(store))
    lemma = "\nlemma b 6 forces 99999999"
    text = re.sub(r"\nroot .*", "", text)
    text = text.replace("\nstate ...... b 0 0", "\nstate ...... b 0 0" + lemma)
    assert text.count(lemma) == 1
    with folder() as store:
        run("store", "import", store, stdin=text)
        done = run("store", "query", store, "--board", "1x6", "--rules", "psk", "--json", codes=(3,))
        assert "cannot all be true" in done.stderr and not json.loads(done.stdout)["proven"]
        found, told = solve("1x6 psk", store)
        assert value_of(found) == (1, 1) and "cannot all be true" in told, told
        assert info(store)["roots"] == []


def lemmas_beyond_the_board():
    """What a lemma speaks of is on its board."""
    table = f"table {NAME} 1x3"
    good = ["state ... b 0 0", "lemma b 3 forces 9 10:X..:-"]
    with folder() as place:
        run("store", "import", place + "/good", stdin=text_of(table, *good))
        for line, wrong in ((2, "state ... b 0 4"), (2, "state ... b 0 64"), (2, "state ... b 4 0"),
                            (3, "lemma b 3 forces 9 320:X..:-"), (3, "lemma b 3 forces 9 8320:X..:-"),
                            (3, "lemma b 3 forces 9 4010:X..:-"), (3, "lemma b 3 forces 9 10:X..X:-")):
            lines = [table, *good]
            lines[line - 1] = wrong
            refused(place + "/none", text_of(*lines), f"line {line + 1}: ")
        # The rules remember boards, nothing else: a lemma that speaks of more is left out.
        other = [table, good[0], "lemma b 3 forces 9 14:X..:-", "lemma w 3 forces 9 8010:X..:*"]
        run("store", "import", place + "/other", stdin=text_of(*other))
        found, _ = solve("1x3 psk", place + "/other")
        same(found, solve("1x3 psk")[0], "1x3", ("value", "best"))
        run("store", "check", place + "/other", "--deep", codes=(0, 1))


def lemmas_below():
    """A lemma that asks what is forced from what is on record is kept as it is, proved again, and used only where
    dense tables tell that."""
    table, state = f"table {NAME} 1x6", "state ...... b 0 0"
    good, false = "lemma b 1 forces 161 below:1", "lemma b 6 forces 99999999 below:1"
    with folder() as place:
        for wrong in ("below:7", "below:-7", "below:x", "below:", "below:1 below:1", "10:X.....:- below:1"):
            refused(place + "/none", text_of(table, state, f"lemma b 1 forces 161 {wrong}"), "line 4: ")
        run("store", "import", place + "/good", stdin=text_of(table, state, good))
        assert f"\n{good}\n" in export(place + "/good") and info(place + "/good")["format"] == 7
        told = run("store", "check", place + "/good", "--deep").stdout
        assert "1 lemma proved again, 0 not decided, 0 refuted" in told, told
        # One that asks less takes its place; one that asks more does not.
        for asked, kept in ((" below:0", 0), (" below:-1", 0), (" below:2", 2), (" below:1", 2), ("", None)):
            run("store", "import", place + "/more", stdin=text_of(table, state, good.replace(" below:1", asked)))
            assert re.findall(r"below:(.*)", export(place + "/more")) == [str(kept)] * (kept is not None), asked
        # A false one: lists know nothing of what is on record.
        run("store", "import", place + "/false", stdin=text_of(table, state, false))
        done = run("store", "check", place + "/false", "--deep", codes=(1,))
        assert "a lemma is wrong: " in done.stderr and "below:1" in done.stderr, done.stderr
        found, told = solve("1x6 psk", place + "/false")
        assert value_of(found) == (1, 1) and "cannot all be true" not in told, told
        # It wants a board on record from which more is forced: that is no history.
        run("store", "import", place + "/never", stdin=text_of(table, state, false + " 10:.XXXX.:*"))
        told = run("store", "check", place + "/never", "--deep").stdout
        assert "0 lemmas proved again, 1 not decided, 0 refuted" in told, told
        # Under rules without such leaves it says nothing.
        solve("1x6 simple", place + "/simple")
        table = re.search(r"table .*", export(place + "/simple")).group()
        run("store", "import", place + "/other", stdin=text_of(table, state, false))
        told = run("store", "check", place + "/other", "--deep").stdout
        assert "0 lemmas proved again, 1 not decided, 0 refuted" in told, told
        found, told = solve("1x6 simple", place + "/other")
        same(found, solve("1x6 simple")[0], "1x6 simple", ("value", "best"))


def graph_file():
    """A root on the board of a graph file comes with the board, so that it can be looked at."""
    graph = "a b c d\na b\nb c\nc d\nd a\n"
    with folder() as one, folder() as place:
        with open(place + "/ring", "w", encoding="ascii") as file:
            file.write(graph)
        asked = ["--graph", place + "/ring", "--rules", "psk", "--quiet", "--json", "--threads", "1"]
        first = json.loads(run(*asked, "--store", one).stdout)
        text = without_sum(export(one))
        line = next(line for line in text.splitlines() if line.startswith("root "))
        only = [line for line in text.splitlines() if line.startswith(("graph ", "table "))] + [line]
        run("store", "import", place + "/two", stdin=text_of(*only))
        check(place + "/two")
        again = json.loads(run(*asked, "--store", place + "/two").stdout)
        same(again, first, "ring", ("value", "best", "moves", "line"))
        assert again["nodes"] == 0
        spoilt = line[:line.rindex("|") + 1] + "0 0"
        refused(place + "/none", text_of(*only[:-1], spoilt), "illegal move")
        # Without the board nobody can look at it; whoever asks knows the board and does.
        run("store", "import", place + "/three", stdin=text_of(spoilt))
        again = json.loads(run(*asked, "--store", place + "/three").stdout)
        same(again, first, "ring", ("value", "best", "moves"))


def parts_of_a_table():
    """A part of a table, or one that is short of boards, is left out."""
    with folder() as one, folder() as two:
        run("table", "--board", "2x5", "--rules", "simple", "--store", one, "--quiet")
        text, before = without_sum(export(one)), export(one)
        lines = [line for line in text.splitlines() if line.startswith("values ")]
        assert len(lines) > 2
        for part in (text.replace(lines[-1] + "\n", ""), text.replace(lines[0] + "\n", "")):
            told = run("store", "import", two, stdin=part).stdout
            assert "left out: 1 table that is not whole" in told and " 0 tables;" in told, told
            assert info(two)["positions"] == []
            run("store", "import", one, stdin=part)
            assert export(one) == before
        swapped = text.replace(lines[0], "@").replace(lines[1], lines[0]).replace("@", lines[1])
        refused(two, swapped, "does not follow")


def usage():
    for words, named in ((["--all"], "--deep"), (["--deep", "--all", "--sample", "4"], "contradict")):
        with folder() as store:
            solve("1x3 psk", store)
            done = run("store", "check", store, *words, codes=(2,))
            assert done.stderr.count("\n") == 1 and named in done.stderr, done.stderr



tests(changed_bytes, not_of_the_board, begun_takes_nothing_away, marks, lies, contradictions, false_lemma,
      lemmas_beyond_the_board, lemmas_below, graph_file, parts_of_a_table, usage)
