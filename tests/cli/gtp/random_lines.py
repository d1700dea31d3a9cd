#!/usr/bin/env python3
"""random_lines.py PROGRAM LINES: an engine gets that many lines, made at random from what clients send and from
garbage. Each line that is a command gets one answer with its id, in order, and the engine lives on."""
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# A build with sanitizers is slow, and the machine may be loaded; a hang lasts for ever.
SECONDS_A_LINE = 2

SIZES = ["1", "2", "2", "2 1", "3 1", "1 4", "2 3", "3", "3 2", "4", "5", "9 7", "19", "25 14", "0", "26", "-1", "x", "3:2", "1:", ":",
         "999999999999"]
VERTICES = ["A1", "a1", "B1", "B2", "C1", "C3", "A4", "D2", "T19", "I5", "Z1", "pass", "PASS", "resign", "refresh", "cycle:1+A1",
            "cycle:1", "cycle:99", "A0", "A-1", "AA1", "", "1A", "A99999999999", "tt", "\u00e9", "A1A1"]
COLOURS = ["b", "w", "B", "W", "black", "White", "c", "", "empty"]
# ljrg is not among them: to score a board it finds who controls what, which may take minutes on 5x5.
RULES = ["psk", "ssk", "basic", "kee2013", "kee-v6", "simple", "none", "migos", "3-plays", "chinese", "aga", "nz", "spight",
         "fixed-ko", "repetition-draws", "japanese", "psk,suicide=yes", "psk,", ",", "=", "kee2013,players=4", "{}", "{",
         '{"ko":"POSITIONAL","scoring":"AREA"}', '{"ko":"SIMPLE","scoring":"AREA","suicide":true,"komi":3}', '{"ko":1}', "[" * 3000,
         '{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI"}', "koPOSITIONALscoreAREAtaxNONEsui1", "koX"]
NUMBERS = ["0", "0.5", "-3", "7", "1000", "1001", "1e3", "nan", "inf", "-", ".", "0x10", "99999999999999999999", "0.25", "+1", "1."]
FILES = ["a.sgf", "b.sgf", "none.sgf", "a b.sgf", ".", "a.sgf 3", "a.sgf 0", "a.sgf 99999", "nowhere/x.sgf"]
KEYS = ["interval", "maxmoves", "minmoves", "rootInfo", "ownership", "avoid", "allow", "x"]
ANALYSES = ["kata-analyze", "lz-analyze", "analyze", "kata-genmove_analyze", "lz-genmove_analyze", "genmove_analyze"]
PLAIN = ["protocol_version", "name", "version", "list_commands", "cputime", "gogui-interrupt", "gogui-analyze_commands", "clear_board",
         "get_komi", "undo", "undo", "showboard", "final_score", "printsgf", "kata-get-rules", "list-rules", "solve-value",
         "solve-moves", "solve-endless", "solve-gfx", "solve-sboard"]


def words(dice):
    """A line that a client may send."""
    pick = dice.choice
    kinds = [
        (3, lambda: "boardsize " + pick(SIZES)), (1, lambda: "rectangular_boardsize " + pick(SIZES) + " " + pick(SIZES)),
        (30, lambda: f"play {pick(COLOURS)} {pick(VERTICES)}"), (12, lambda: "genmove " + pick(COLOURS)),
        (2, lambda: "reg_genmove " + pick(COLOURS)), (20, lambda: pick(PLAIN)), (3, lambda: "komi " + pick(NUMBERS)),
        (3, lambda: "kata-set-rules " + pick(RULES)),
        (3, lambda: "kata-set-rule " + pick(["ko", "suicide", "repetition", "refresh", "tax", "x"]) + " " +
            pick(["SIMPLE", "true", "yes", "no", "psk", "x", "multi"])),
        (3, lambda: "solve-why " + pick(["", pick(COLOURS) + " "]) + pick(VERTICES)),
        (2, lambda: "final_status_list " + pick(["alive", "dead", "seki", "x"])),
        (2, lambda: f"time_settings {pick(NUMBERS)} {pick(NUMBERS)} {pick(NUMBERS)}"),
        (2, lambda: f"time_left {pick(COLOURS)} {pick(NUMBERS)} {pick(NUMBERS)}"), (2, lambda: "known_command " + pick(PLAIN)),
        (2, lambda: "set_position " + " ".join(pick(COLOURS) + " " + pick(VERTICES) for _ in range(dice.randrange(6)))),
        (1, lambda: "set_free_handicap " + " ".join(pick(VERTICES) for _ in range(dice.randrange(4)))),
        (2, lambda: "loadsgf " + pick(FILES)), (2, lambda: "printsgf " + pick(FILES[:4])),
        (4, lambda: f"{pick(ANALYSES)} {pick(COLOURS)} {pick(NUMBERS)} " +
            " ".join(pick(KEYS) + " " + pick(NUMBERS) for _ in range(dice.randrange(3)))),
        (1, lambda: "# interrupt"),
    ]
    return dice.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])[0]()


def mutate(dice, line):
    """Bytes are changed, put in, taken out, said twice."""
    line = bytearray(line)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(line) + 1)
        kind = dice.randrange(4)
        if kind == 0:
            line[at:at] = bytes([dice.randrange(256)])
        elif kind == 1 and line:
            del line[at:at + dice.randrange(1, 4)]
        elif kind == 2 and at < len(line):
            line[at] = dice.randrange(256)
        else:
            line[at:at] = line[:dice.randrange(40)]
    return bytes(byte for byte in line if byte != 10)


def make_line(dice):
    kind = dice.randrange(20)
    if kind == 0:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(60))).replace(b"\n", b"")
    line = words(dice).encode()
    return mutate(dice, line) if kind < 5 else line


def is_command(line):
    """By the draft of GTP 2: is anything left of the line?"""
    return re.sub(rb"[\x00-\x20\x7f]", b"", line.split(b"#")[0]) != b""


def safe(line):
    """A line that writes no file but those of FILES, and does not end it."""
    text = re.sub(rb"[\x00-\x08\x0a-\x1f\x7f]", b"", line.split(b"#")[0]).replace(b"\t", b" ").split()
    while text and text[0].isdigit():
        text = text[1:]
    if text[:1] == [b"quit"]:
        return False
    return text[:1] != [b"printsgf"] or len(text) == 1 or b" ".join(text[1:]).decode("latin-1") in FILES[:4]


def feed(process, lines):
    for line, end in lines:
        process.stdin.write(line + end)
    process.stdin.close()


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    lines, ids = [], []
    while len(lines) < count:
        line = make_line(dice)
        if not safe(line):
            continue
        number = len(lines)
        tagged = is_command(line) and not line.lstrip()[:1].isdigit() and dice.randrange(2) == 0
        # A garbled line may begin with digits of its own: those are no id that is known here.
        lines.append(((b"%d " % number if tagged else b"") + line, dice.choice([b"\n", b"\n", b"\r\n"])))
        if is_command(lines[-1][0]):
            ids.append(str(number) if tagged else None)
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([program, "gtp", "--board", "2x2", "--threads", "1", "--memory", "64M", "--max-seconds", "0.02"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        timer = threading.Timer(60 + SECONDS_A_LINE * count, process.kill)
        timer.start()
        threading.Thread(target=feed, args=(process, lines), daemon=True).start()
        log = []
        reader = threading.Thread(target=lambda: log.extend(process.stderr.read().decode(errors="replace").split("\n")))
        reader.start()
        out = process.stdout.read().decode(errors="replace")
        code = process.wait()
        reader.join()
        timer.cancel()
    assert code == 0, f"exit {code}: {log[-30:]}"
    answers = out.split("\n\n")
    assert answers.pop() == "", f"the last answer has no end: {out[-200:]!r}"
    assert len(answers) == len(ids), f"{len(answers)} answers to {len(ids)} commands"
    for answer, tag in zip(answers, ids):
        found = re.match(r"([=?])(\d*)(?: |\n|$)", answer)
        assert found, answer
        assert tag is None or found.group(2) == tag, (answer, tag)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", answer), answer
    told = [line for line in log if line and not line.startswith("solve: gtp: ")]
    assert told == [], told
    failed = sum(answer.startswith("?") for answer in answers)
    print(f"{count} lines, {len(answers)} answers, {failed} of them failures")
    assert 0.2 < failed / len(answers) < 0.9, "most lines should mean something, and many should not"


main()
