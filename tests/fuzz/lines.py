#!/usr/bin/env python3
"""lines.py PROGRAM ndjson|sgf COUNT [SEED]: input for other programs, spoilt at random.

ndjson  that many lines for `solve batch`: an answer to each, in one line that is JSON, with the line's number
        if it is an error; lines that were not spoilt are answered without one
sgf     that many game records, loaded by one `solve gtp`: each is loaded, or refused in one line; what was
        loaded is written, and comes back the same. Some are given to `solve replay --sgf` and to
        `solve --sgf` too, which end well or say why not in one line

No crash, no hang, nothing said of a sanitizer. The input that went wrong is kept, and named.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM, COUNT = os.path.abspath(sys.argv[1]), int(sys.argv[3])
DICE = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
# A build with sanitizers is slow, and the machine may be loaded; a hang lasts for ever.
SECONDS_A_LINE = 1

# --- spoiling ---


def mutate(data, words):
    """Bytes are changed, put in, taken out, said twice; words are put in."""
    data = bytearray(data)
    for _ in range(DICE.choice([1, 1, 1, 2, 3, 8])):
        at = DICE.randrange(len(data) + 1)
        kind = DICE.randrange(7)
        if kind == 0:
            data[at:at] = bytes([DICE.randrange(256)])
        elif kind == 1:
            del data[at:at + DICE.choice([1, 1, 2, 5, 40])]
        elif kind == 2 and at < len(data):
            data[at] ^= 1 << DICE.randrange(8)
        elif kind == 3:
            begin = DICE.randrange(len(data) + 1)
            data[at:at] = data[begin:begin + DICE.choice([1, 3, 20, 200])]
        elif kind == 4:
            del data[at:]
        else:
            data[at:at] = DICE.choice(words)
    return bytes(data)


# --- NDJSON ---

RULES = ["psk", "ssk", "nssk", "simple", "none", "kee2013", "kee-v6", "migos", "spight", "fixed-ko", "repetition-draws",
         "psk,suicide=yes", "PSK", "tromp-taylor", "New Zealand", "ljrg",
         {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": True}]
BOARDS = [("1x1", ".", ["pass"]), ("1x3", "X.O", ["B1"]), ("2x2", "X./.O", ["A1", "B2"]), ("1x4", "X...", ["B1", "D1"])]
GRAPH = {"points": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]]}
JSON_WORDS = [word.encode() for word in (
    "null", "true", '"', "{", "}", "[", "]", ",", ":", "-1", "1e999", "1e-9", "99999999999999999999", "0.25", "NaN", '"id":', '"komi":',
    '"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', "\\", '"board":"', "0x0", '"history":["pass"]', "[" * 3000, '{"a":' * 3000,
    '"action":"cancel"', '"action":"lookup"', '"action":"version"', '"action":"replay"', '"threads":0', '"max_nodes":-5', '"prohibited":["A1"]', "\u00e9",
    '"schema":2', '"rules_fields":{}', '"graph":{"points":[],"edges":[]}', '"edges":[["a","a"]]', " ", "\t", "\r")] + [
    b"\xff", b"\xc3", b"\x00", b"\xf0\x9f\x98\x80"]
SMALL = 6  # points of a board that is solved at once


def query(number):
    board, position, moves = DICE.choice(BOARDS)
    found = {"id": number, "board": board, "rules": DICE.choice(RULES), "value_only": DICE.random() < 0.5,
             "limits": {"max_nodes": DICE.choice([1, 20, 100])}}
    if DICE.random() < 0.1:
        found["graph"] = GRAPH
        moves, position = ["a", "c"], "X.O"
    elif DICE.random() < 0.3:
        found["position"] = position
        moves = ["pass"]
    if DICE.random() < 0.4:
        found["history"] = DICE.sample(moves, DICE.randrange(min(len(moves), 2) + 1))
    if DICE.random() < 0.2:
        found["komi"] = DICE.choice([0, 0.5, -7, 7.5])
    if DICE.random() < 0.1:
        found["to_move"] = DICE.choice(["black", "white"])
        found.pop("history", None)
    if DICE.random() < 0.1:
        found["limits"]["max_seconds"] = DICE.choice([0.01, 5])
    return found


def is_short(line):
    """Is it an error, or answered soon? Only what says so itself is: a board of some points, or a limit."""
    text = line.decode("utf-8", "replace")
    limits = re.findall(r'"max_(?:nodes|seconds)" *: *(\d{1,3})\b(?![.eE]?[\d+-])', text)
    sizes = [int(a) * int(b) for a, b in re.findall(r"(\d+)\D{0,4}[xX*\u00d7\s]\D{0,4}(\d+)", text)]
    large = any(size > SMALL for size in sizes) or text.count('["') > 12
    return not large or any(int(limit) > 0 for limit in limits)


def json_lines():
    """[(line, number of what was not spoilt or None)]"""
    found = []
    while len(found) < COUNT:
        whole = json.dumps(query(len(found)), ensure_ascii=DICE.random() < 0.5).encode()
        kind = DICE.randrange(10)
        if kind == 0:
            line = bytes(DICE.randrange(256) for _ in range(DICE.randrange(1, 60)))
        else:
            line = whole if kind < 3 else mutate(whole, JSON_WORDS)
        line = line.replace(b"\n", b"")
        if line.strip(b" \t\r\v\f") == b"" or not is_short(line):
            continue
        found.append((line, len(found) if line == whole else None))
    return found


def keep(name, data):
    path = os.path.join(tempfile.gettempdir(), name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def check_error(answer, count):
    error = answer["error"]
    assert set(error) == {"key", "value", "why"}, answer
    assert isinstance(error["why"], str) and error["why"] and "\n" not in error["why"], answer
    assert 1 <= answer["line"] <= count, answer
    return answer["line"]


def ndjson():
    lines = json_lines()
    data = b"".join(line + b"\n" for line, _ in lines)
    process = subprocess.Popen([PROGRAM, "batch", "--threads", "2", "--memory", "512M", "--no-store"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    timer = threading.Timer(60 + SECONDS_A_LINE * COUNT, process.kill)
    timer.start()
    out, told = process.communicate(data)
    timer.cancel()
    path = keep("fuzz-lines.ndjson", data)
    assert process.returncode == 0, f"exit {process.returncode}, input in {path}: {told[-3000:].decode()}"
    assert told == b"", f"input in {path}: {told[-3000:].decode()}"
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == COUNT, f"{len(answers)} answers to {COUNT} lines, input in {path}"
    errors = [check_error(answer, COUNT) for answer in answers if "error" in answer]
    assert len(errors) == len(set(errors)), f"a line with two errors, input in {path}"
    good = {number + 1 for _, number in lines if number is not None}
    assert not good & set(errors), f"errors at lines {sorted(good & set(errors))[:5]} that are right, input in {path}"
    ids = {json.dumps(answer["id"]) for answer in answers if "error" not in answer}
    assert {str(line - 1) for line in good} <= ids, f"a line without its id, input in {path}"
    os.remove(path)
    print(f"{COUNT} lines, {len(errors)} of them errors")
    assert 0.2 < len(errors) / COUNT < 0.95, "most lines should be wrong, and not all"


# --- SGF ---

RECORDS = [
    "(;FF[4]GM[1]SZ[3]KM[0.5]RU[psk];B[bb];W[aa];B[])",
    "(;FF[4]GM[1]CA[UTF-8]SZ[3:2]AB[aa][ba]AW[ca]PL[W]KM[-7];W[bb]C[a \\] b\\\nc];B[tt])",
    "(;GM[1]SZ[4]AB[aa:bb]AE[ba]AW[dd];B[dc](;W[cc]N[one];B[cd])(;W[cd](;B[cc])(;B[])))",
    "(;FF[3]GaMe[1]SiZe[2]RUles[Japanese];Black[aa];White[bb])",
    "(;GM[1]SZ[19]RU[Chinese]KM[7.5]HA[2]AB[dd][pp];W[dp];B[pd];W[tt];B[tt])",
    "\n(;GM[1]\nSZ[2]\nRU[NZ]\nCA[ISO-8859-1]PB[J\u00e9r\u00f4me]\n;B[aa]BL[12.5]\n;W[ab]LB[aa:1][bb:2]TR[ab]\n)(;GM[1]SZ[5];B[cc])",
    "(;GM[1]SZ[2];B[aa];W[ab];B[bb];W[ab];B[];W[];)",
    "(;GM[1]SZ[1:4]AW[aa]AB[ac];AE[aa];B[aa]MN[7]KO[])",
    "(;GM[1]SZ[52];B[AA];W[zZ])",
]
SGF_WORDS = [word.encode() for word in (
    "(", ")", ";", "[", "]", "\\", ":", "(;", "B[aa]", "W[]", "B[tt]", "AB[aa:zz]", "AB[zz:aa]", "AE[aa]", "PL[B]", "PL[x]", "SZ[0]",
    "SZ[26]", "SZ[3:]", "SZ[99999999999]", "KM[1e9]", "KM[nan]", "KM[0.25]", "RU[nosuch]", "RU[ljrg]", "HA[9]", "CA[UTF-16]", "CA[x]", "FF[5]",
    "GM[2]", "KO[]", "MN[0]", "XX[", "C[" + "x" * 5000 + "]", "\u00e9", "]" * 50, "(;B[aa]" * 2000, "(" * 5000, ";" * 5000,
    "AB" + "[aa]" * 2000, "\r\n", " ")] + [b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"\xc3"]


def record():
    """A record, mostly spoilt."""
    whole = DICE.choice(RECORDS).encode(DICE.choice(["utf-8", "latin-1"]))
    kind = DICE.randrange(20)
    if kind == 0:
        return bytes(DICE.randrange(256) for _ in range(DICE.randrange(200)))
    return whole if kind < 5 else mutate(whole, SGF_WORDS)


class Engine:
    """`solve gtp`, which loads and writes records."""

    def __init__(self, folder):
        self.log = open(os.path.join(folder, "stderr"), "w+b")
        self.process = subprocess.Popen([PROGRAM, "gtp", "--rules", "psk", "--threads", "1", "--memory", "64M"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=folder)

    def ask(self, commands):
        """The answers to commands, without the blank line after each."""
        timer = threading.Timer(60 + SECONDS_A_LINE * len(commands), self.process.kill)
        timer.start()
        feeder = threading.Thread(target=self.feed, args=("".join(command + "\n" for command in commands).encode(),))
        feeder.start()
        answers, lines = [], []
        while len(answers) < len(commands):
            line = self.process.stdout.readline()
            assert line, f"the engine ended with {self.process.wait()}: {self.told()[-3000:]}"
            if line == b"\n" and lines:
                answers.append(b"".join(lines).decode("utf-8"))
                lines = []
            else:
                lines.append(line)
        feeder.join()
        timer.cancel()
        return answers

    def feed(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended: ask() says how

    def told(self):
        self.log.seek(0)
        return self.log.read().decode("utf-8", "replace")

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        assert code == 0, f"the engine ended with {code}: {self.told()[-3000:]}"
        assert "Sanitizer" not in self.told() and "runtime error" not in self.told(), self.told()[-3000:]
        self.log.close()


def check_round(engine, folder, names):
    """Loads records; what is written of them is loaded, too, and is the same again."""
    commands = [command for name in names for command in (f"loadsgf {name}", "printsgf", "showboard")]
    answers = engine.ask(commands)
    loaded = []
    for i, name in enumerate(names):
        load, written, shown = answers[3 * i:3 * i + 3]
        if load[0] == "=":
            assert written[0] == "=" and shown[0] == "=", (name, written, shown)
            loaded.append((name, written, shown))
            with open(os.path.join(folder, name + ".out"), "w", encoding="utf-8") as file:
                file.write(written[len("= "):])
        else:
            assert load[0] == "?" and load.count("\n") == 1 and len(load) > 20, (name, load)
    answers = engine.ask([command for name, *_ in loaded for command in (f"loadsgf {name}.out", "printsgf", "showboard")])
    for i, (name, *wanted) in enumerate(loaded):
        again, *found = answers[3 * i:3 * i + 3]
        assert again[0] == "=" and found == wanted, (name, again, wanted, found)
    return len(loaded)


def check_programs(folder, name):
    for options in (["replay"], ["--value-only", "--max-nodes", "10", "--threads", "1", "--memory", "64M", "--quiet"]):
        done = subprocess.run([PROGRAM, *options, "--sgf", os.path.join(folder, name), "--rules", "psk"], capture_output=True,
                              timeout=60, check=False)
        assert done.returncode in (0, 2, 3), (options, done)
        told = done.stderr.decode("utf-8", "replace")
        assert done.returncode != 2 or told.count("\n") == 1 and told.startswith("solve: "), (options, told)


def sgf():
    loaded = programs = 0
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(folder)
        for begin in range(0, COUNT, 500):
            names = [f"{number}.sgf" for number in range(begin, min(begin + 500, COUNT))]
            records = {name: record() for name in names}
            for name, data in records.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
            try:
                loaded += check_round(engine, folder, names)
                for name in names[::50]:
                    programs += 1
                    check_programs(folder, name)
            except AssertionError:
                kept = os.path.join(tempfile.gettempdir(), "fuzz-lines-sgf")
                os.makedirs(kept, exist_ok=True)
                for name, data in records.items():
                    with open(os.path.join(kept, name), "wb") as file:
                        file.write(data)
                print(f"the records are in {kept}")
                raise
            for name in os.listdir(folder):
                if name != "stderr":
                    os.remove(os.path.join(folder, name))
        engine.end()
    print(f"{COUNT} records, {loaded} of them loaded; {programs} given to the program itself")
    assert 0.1 < loaded / COUNT < 0.9, "many records should mean something, and many should not"


{"ndjson": ndjson, "sgf": sgf}[sys.argv[2]]()
