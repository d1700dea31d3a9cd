#!/usr/bin/env python3
"""pictures.py PROGRAM CASE: pictures show what is true. They are read back, and compared with what the program prints
as JSON, and with boards that a few lines of Python make. CASE is one of those at the end."""
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import go
import svg

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp()
OPEN = set() # how many bounds open shapes were seen to have
QUIET = ["--quiet", "--threads", "1"]


def run(*words, code=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def draw(*words, name="made.svg", code=0):
    """The path of a picture, and what was printed."""
    path = os.path.join(FOLDER, name)
    return path, run(*words, "--picture", path, code=code).stdout


def number(value):
    return "0" if value == 0 else f"+{value}" if value > 0 else f"\u2212{-value}"


def shown(value):
    """A value of JSON as pictures have it."""
    if not (value["min_known"] and value["max_known"]):
        return None
    return number(value["min"]) if value["min"] == value["max"] else f"{number(value['min'])}/{number(value['max'])}"


def size(board):
    return tuple(int(part) for part in board.split("x"))


# --- first plays ---

def ends(board, fields):
    """The least and the greatest margin of an end: bounds there, or beyond, say nothing. There is no limit where prisoners
    count, a player may win outright, or the game may end in a tie or without a result."""
    points, first = board.rows * board.columns, fields.get("first-pass")
    if (fields.get("scoring") == "territory" or fields.get("cycle") in ("tie", "no-result") or
            fields["family"] in ("migos", "repeated-pass", "long-cycle", "3-plays", "repetition-draws", "ljrg")):
        return -math.inf, math.inf
    black, white = {"half": (0.5, -0.5), "one": (1, -1), "white": (0, -1)}.get(first, (0, 0))
    return -points + white, points + black



def check_heat(board, result):
    """A board of values against JSON."""
    plays = {move["move"]: move for move in result["moves"]}
    final = dict(zip([name for name, _ in board.points()], result["final"].replace("/", "")))
    shades = {}
    for name, shapes in board.points():
        named = [shape for shape in shapes if shape.group is not None]
        sign, turn = board.stone(shapes)
        assert sign == final[name] and turn is None, (name, sign, final[name])
        crosses = [shape for shape in shapes if shape.kind == "line"]
        assert len(crosses) == (2 if sign == "." and name not in plays else 0), (name, len(crosses))
        if name not in plays:
            assert not named
            continue
        value, best = shown(plays[name]["value"]), name in result["best"]
        area = [shape for shape in named if shape.kind in ("rect", "circle") and shape.stroke is not None]
        texts = [shape.text for shape in named if shape.kind == "text"]
        assert [shape.kind for shape in area] == ["rect" if best else "circle"], (name, best)
        assert area[0].dashed == (value is None)
        assert named[0].group.startswith(f"{name}: ") and ("best" in named[0].group) == best
        if value is not None:
            assert texts[0] == value, (name, texts, value)
            shades.setdefault(value, set()).add(area[0].fill)
        else:
            left, (least, most) = plays[name]["value"], ends(board, result["rules_fields"])
            bounds = [f"\u2265{number(left['min'])}"] if left["min"] is not None and left["min"] > least else []
            bounds += [f"\u2264{number(left['max'])}"] if left["max"] is not None and left["max"] < most else []
            assert [text for text in texts if text != "\u2260"] == (bounds or ["?"]), (name, texts, left)
            OPEN.add(len(bounds))
    assert all(len(fills) == 1 for fills in shades.values()), shades
    for name, play in plays.items():
        if name in ("pass", "refresh") and shown(play["value"]):
            assert f"{name}: {shown(play['value'])}" in board.note(), (name, board.note())
    return shades


def heat():
    for words in (["--board", "2x3", "--rules", "psk"], ["--board", "2x3", "--rules", "simple"],
                  ["--board", "3x3", "--rules", "kee2013", "--history", "B2 A1 A2"],
                  ["--board", "1x1", "--rules", "psk"], ["--board", "1x6", "--rules", "ssk", "--history", "B1 E1"],
                  ["--board", "2x2", "--rules", "psk", "--history", "A1 B2 A2 B1"],
                  ["--board", "1x4", "--rules", "ljrg"], ["--board", "4x4", "--rules", "psk", "--max-nodes", "1"],
                  ["--board", "3x4", "--rules", "spight", "--max-nodes", "9000"], ["--board", "3x3", "--rules", "psk", "--value-only"],
                  ["--board", "4x5", "--rules", "psk,scoring=territory", "--history", "B4 A4 A3", "--max-nodes", "1"],
                  ["--board", "1x5", "--rules", "repeated-pass", "--max-nodes", "200"],
                  ["--board", "1x4", "--rules", "3-plays", "--max-nodes", "30"],
                  ["--board", "3x3", "--rules", "psk,first-pass=white", "--max-nodes", "1000"],
                  ["--board", "3x3", "--rules", "psk,first-pass=half", "--max-nodes", "1000"]):
        code = 3 if "--max-nodes" in words else 0
        path, printed = draw(*words, *QUIET, "--json", code=code)
        result, picture = json.loads(printed), svg.Picture(path)
        rows, columns = size(result["board"])
        boards = picture.boards(rows, columns)
        check_heat(boards[0], result)
        for move in result["moves"]:
            assert f" {move['move']} " in picture.description, (move, picture.description)
        known = result["proven"]
        assert picture.title.startswith(f"{result['board']}, {result['rules']}, ") and ("not decided" in picture.title) != known
        assert ("dashed: not proved" in picture.texts()) == (not result["moves_complete"])
        if known:
            check_line(boards[1:], result["line"], [result["final"]], len(result["history"]), result["cycle_from"])
    assert OPEN == {0, 1, 2}, OPEN
    # The better, the bluer: the steps of the scale as the source has them.
    steps = ["#0067a3", "#5aa7d4", "#a9d2e9", "#f6f0e3", "#f9cb9c", "#ee9a4d", "#b04a00"]
    for player, history in (("black", []), ("white", ["--history", "pass"])):
        path, printed = draw("--board", "3x3", "--rules", "psk", *history, *QUIET, "--json")
        shades = check_heat(svg.Picture(path).boards(3, 3)[0], json.loads(printed))
        values = sorted(shades, key=lambda text: int(text.replace("\u2212", "-")), reverse=player == "black")
        order = [steps.index(*shades[value]) for value in values]
        assert order == sorted(order) and order[0] == 0 and len(set(order)) == len(order) >= 3, (player, order, values)


# --- lines ---

def read_line(boards):
    """{number: move} of numbered diagrams, with the positions on which they begin: [(first number, position)]."""
    moves, starts = {}, []
    for board in boards:
        before, numbers = [], {}
        for name, shapes in board.points():
            sign, turn = board.stone(shapes)
            before.append("." if turn is not None else sign)
            if turn is not None:
                assert turn not in moves
                numbers[turn] = name
                assert (sign == "X") == (turn % 2 == 1), "Black moves first"
        told = {}
        for part in re.split(r"; ", board.note()):
            found = re.fullmatch(r"([0-9, ]+) (at )?([A-Za-z0-9:+]+)", part)
            if found is None:
                assert part == "" or re.match(r"[0-9]+: ", part), part
                continue
            for turn in found.group(1).split(", "):
                at = found.group(3)
                told[int(turn)] = numbers[int(at)] if found.group(2) and at.isdigit() else at
        assert not set(told) & set(numbers)
        moves |= numbers | told
        position = "".join(before)
        starts.append((min(numbers | told), "/".join(position[i:i + board.columns]
                                                    for i in range(0, len(position), board.columns))))
    return moves, starts


def check_line(boards, line, positions, played=0, cycle=None):
    """positions: after so many of the moves; those that are known."""
    if not line:
        return
    moves, starts = read_line(boards)
    assert moves == {played + i + 1: move for i, move in enumerate(line)}, (moves, line, cycle)
    for first, position in starts:
        if first - 1 - played < len(positions):
            assert position == positions[first - 1 - played], (first, position)


def lines():
    several = 0
    for rows, columns, count, seed in ((1, 1, 1, 1), (1, 5, 14, 2), (2, 2, 18, 3), (2, 3, 25, 4), (3, 3, 40, 5), (9, 9, 150, 6),
                                       (19, 19, 130, 7)):
        game = go.Game(rows, columns).play_random(count, seed)
        words = ["replay", "--board", f"{rows}x{columns}", "--rules", "none", "--moves", " ".join(game.moves)]
        path, _ = draw(*words, "--no-boards")
        boards = svg.Picture(path).boards(rows, columns)
        check_line(boards, game.moves, game.boards)
        several += len(boards) > 1
        path, _ = draw(*words, "--no-boards", "--picture-kind", "position")
        assert [board.position() for board in svg.Picture(path).boards(rows, columns)] == [game.boards[-1]]
        if rows > 3:
            continue
        path, _ = draw(*words, "--picture-kind", "boards")
        picture = svg.Picture(path)
        assert [board.position() for board in picture.boards(rows, columns)] == game.boards
        assert [text for text in picture.texts() if re.match(r"start|[0-9]+ ", text)] == \
            ["start"] + [f"{i + 1} {move}" for i, move in enumerate(game.moves)]
        path, _ = draw(*words, "--picture-kind", "boards", "--last", "3")
        assert [board.position() for board in svg.Picture(path).boards(rows, columns)] == game.boards[max(0, len(game.moves) - 2):] or \
            len(game.moves) <= 3
    assert several >= 4, "too few diagrams: this looks at nothing"
    # A move that is not legal, and what the rules make of others, are told.
    path, _ = draw("replay", "--board", "2x2", "--rules", "psk", "--moves", "A1 B2 A2 B1 A1 A2 A1 B1 pass")
    assert "recreates the board after move 1; 2 more moves were not played" in " ".join(svg.Picture(path).texts())
    path, _ = draw("replay", "--board", "1x3", "--rules", "kee2013", "--moves", "B1 pass A1 C1 B1 A1 refresh C1")
    moves, _ = read_line(svg.Picture(path).boards(1, 3))
    told = json.loads(run("replay", "--board", "1x3", "--rules", "kee2013", "--moves", "B1 pass A1 C1 B1 A1 refresh C1",
                          "--json").stdout)
    assert list(moves.values()) == told["history"] or sorted(moves) == list(range(1, len(told["history"]) + 1))


# --- laps ---

def laps():
    looked = 0
    for board, rules in (("1x2", "none"), ("1x3", "simple"), ("1x4", "none"), ("2x2", "none"), ("2x3", "simple"), ("1x5", "kee-v6")):
        path, printed = draw("endless", "--board", board, "--rules", rules, "--json")
        found, picture = json.loads(printed), svg.Picture(path)
        rows, columns = size(board)
        game = go.Game(rows, columns, suicide=rules == "kee-v6")
        for move in found["way"] + found["lap"]:
            game.play_text(move)
        way, lap = len(found["way"]), len(found["lap"])
        boards = picture.boards(rows, columns)[1:]
        assert [one.position() for one in boards] == game.boards[way:way + lap]
        assert game.boards[way] == game.boards[-1], "it is a lap"
        badges = [shape for shape in picture.shapes if shape.kind == "circle" and shape.radius == 9]
        assert len(badges) == lap
        for i, badge in enumerate(badges):
            label = [shape.text for shape in picture.shapes if shape.kind == "text" and
                     abs(shape.x - badge.x) < 16 and -6 < shape.y - badge.y < 25]
            assert label == [str(way + i + 1), found["lap"][i]], (label, found["lap"][i])
            assert (badge.fill == svg.BLACK) == ((way + i) % 2 == 0)
            here, there = boards[i].wood, boards[(i + 1) % lap].wood
            assert abs(badge.x - (here.x + there.x) / 2) < 1 and abs(badge.y - (here.y + there.y) / 2) < 25
        looked += lap
    assert looked > 15
    run("endless", "--board", "1x1", "--rules", "psk", "--picture", os.path.join(FOLDER, "none.svg"))
    assert not os.path.exists(os.path.join(FOLDER, "none.svg"))


# --- rulesets side by side ---

def compared():
    for words, rulesets in ((["--board", "2x3"], ["psk", "kee2013", "simple"]),
                            (["--board", "2x2", "--history", "A1 B2 A2 B1 A1 A2"], ["psk", "kee2013", "simple"]),
                            (["--board", "2x2", "--history", "A1 B2 A2 B1 A1 A2"], ["simple", "psk"]),
                            (["--board", "2x2", "--history", "A1 B2 A2 B1 A1 A2 A1"], ["psk", "kee2013", "simple"])):
        path, printed = draw("compare", *words, "--rules", ",".join(rulesets), "--no-store", "--json", *QUIET)
        picture, found = svg.Picture(path), json.loads(printed)["rulesets"]
        rows, columns = size(words[1])
        first = None
        for board, rules, one in zip(picture.boards(rows, columns), rulesets, found, strict=True):
            if not one["legal"]:
                assert any(text.startswith(f"{rules}: play") for text in picture.texts()), (rules, picture.texts())
                continue
            alone = json.loads(run(*words, "--rules", rules, "--json", *QUIET).stdout)
            check_heat(board, alone)
            plays = {move["move"]: move["value"] for move in alone["moves"]}
            first = first if first is not None else plays
            for name, shapes in board.points():
                x, y = board.at(*[(r, c) for r in range(rows) for c in range(columns) if board.name(r, c) == name][0])
                marks = [shape for shape in board.inside if shape.text == "\u2260" and
                         0 < shape.x - x < board.step / 2 and 0 < y - shape.y < board.step / 2]
                assert bool(marks) == (first.get(name) != plays.get(name)), (rules, name, len(shapes))
    path, _ = draw("compare", "--board", "2x3", "--rules", "psk,ssk", "--find", "--no-store", *QUIET)
    assert len(svg.Picture(path).boards(2, 3)) == 2


# --- files ---

def png(path, wanted):
    """Width, height and the first rows of pixels, four bytes each, of a PNG."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        part = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + part)
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", part[:10])
            assert (depth, colours) == (8, 6)
        body += part if kind == b"IDAT" else b""
        at += 12 + length
    return width, height, unfilter(zlib.decompress(body), width * 4, min(wanted, height))


def unfilter(raw, length, height):
    rows, before = [], bytearray(length)
    for y in range(height):
        kind, row = raw[y * (length + 1)], bytearray(raw[y * (length + 1) + 1:(y + 1) * (length + 1)])
        for i in range(length if kind else 0):
            left, up, corner = row[i - 4] if i > 3 else 0, before[i], before[i - 4] if i > 3 else 0
            near = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, near)[kind]) % 256
        rows.append(row)
        before = row
    return rows


def files():
    ask = ["--board", "1x3", "--rules", "psk", "--picture-kind", "heat", *QUIET]
    made = {}
    for name in ("a.svg", "a.png", "a.pdf", "A.SVG"):
        path, first = draw(*ask, name=name)
        with open(path, "rb") as file:
            made[name] = file.read()
        path, again = draw(*ask, name=name)
        with open(path, "rb") as file:
            assert made[name] == file.read(), "the same is drawn twice"
        assert first.startswith("1x3, psk") and re.sub(r"\d+\.\d+", "", first) == re.sub(r"\d+\.\d+", "", again)
    assert made["a.svg"] == made["A.SVG"]
    picture = svg.Picture(os.path.join(FOLDER, "a.svg"))
    plays = [shape for shape in picture.shapes if shape.kind in ("circle", "rect") and shape.group]
    width, height, rows = png(os.path.join(FOLDER, "a.png"), round(2 * plays[0].y) + 1)
    assert abs(width - 2 * picture.width) <= 1 and abs(height - 2 * picture.height) <= 1
    for shape in plays:
        if shape.fill != "none":
            x, y = round(2 * (shape.x - 15)), round(2 * shape.y)
            assert "#" + rows[y][4 * x:4 * x + 3].hex() == shape.fill
    assert len(plays) >= 3 and made["a.pdf"].startswith(b"%PDF-") and b"CreationDate" not in made["a.pdf"]
    if shutil.which("pdftotext"):
        words = subprocess.run(["pdftotext", os.path.join(FOLDER, "a.pdf"), "-"], capture_output=True, text=True,
                               check=True).stdout
        for word in ("1x3, psk, Black to move: +3", "first plays", "\u22123", "one of the best plays"):
            assert word in words, (word, words)


def themes():
    ask = ["--board", "1x3", "--rules", "psk", *QUIET]
    made = {theme: svg.Picture(draw(*ask, *(["--picture-theme", theme] if theme else []), name=f"as-{theme}.svg")[0])
            for theme in ("", "auto", "light", "dark")}
    assert made[""].style == made["auto"].style and "prefers-color-scheme:dark" in made["auto"].style
    assert made["light"].style is None and made["dark"].style is None
    for theme, others in (("auto", "light"), ("dark", "light")):
        assert len(made[theme].shapes) == len(made[others].shapes)
    assert [shape.fill for shape in made["auto"].shapes] == [shape.fill for shape in made["light"].shapes]
    assert made["light"].shapes[0].fill == svg.PAPER != made["dark"].shapes[0].fill
    # Where the screen is dark each shape has the dark theme's colour: by its class, or because both are the same.
    dark = dict(re.findall(r"\.solve-f(\d+)\{fill:(#[0-9a-f]{6})\}", made["auto"].style))
    classes = [element.get("class") for element in made["auto"].root.iter() if element.get("fill") is not None]
    for shape, name, wanted in zip(made["auto"].shapes, classes, made["dark"].shapes, strict=True):
        found = re.match(r"solve-f(\d+)", name or "")
        assert (dark.get(found.group(1), shape.fill) if found else shape.fill) == wanted.fill


def graphs():
    path = os.path.join(FOLDER, "o<d>&\"d\".graph")
    for points, edges in (("a b c d e", "ab bc cd de ea"), ("a b c d", "ab ac ad bc bd cd"), ("a", ""), ("a b c", "ab bc"),
                          ("a b", "")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(points + "\n" + "".join(f"{edge[0]} {edge[1]}\n" for edge in edges.split()))
        made, printed = draw("--graph", path, "--rules", "psk", "--picture-kind", "heat", *QUIET, "--json")
        result, picture = json.loads(printed), svg.Picture(made)
        for name in points.split():
            assert name in picture.texts(), name
        lines_drawn = [shape for shape in picture.shapes if shape.kind in ("line", "path") and shape.stroke == "#5f4d32" and
                       (shape.kind == "path" or abs(shape.ends[0] - shape.ends[2]) + abs(shape.ends[1] - shape.ends[3]) > 30)]
        assert len(lines_drawn) == len(edges.split()), (edges, len(lines_drawn))
        groups = {shape.group for shape in picture.shapes if shape.group}
        stones = [move for move in result["moves"] if move["move"] not in ("pass", "refresh")]
        assert len(groups) == len(stones)
        assert picture.title.startswith("o<d>&\"d\".graph, psk")
    # A name that is no text: SVG is XML all the same, and the others are made.
    odd = os.fsencode(FOLDER) + b"/\xff\x01\xc3\xa9.graph"
    shutil.copy(path, odd)
    for name in ("odd.svg", "odd.png", "odd.pdf"):
        made = os.path.join(FOLDER, name)
        subprocess.run([os.fsencode(part) for part in (PROGRAM, "--rules", "psk", "--picture", made, *QUIET, "--graph")] + [odd],
                       capture_output=True, check=True, timeout=60)
        assert name != "odd.svg" or svg.Picture(made).title.startswith("\ufffd?\u00e9.graph, psk"), svg.Picture(made).title


def failures():
    """Nothing is lost, and no half file is left."""
    ask = ["--board", "1x3", "--rules", "psk", *QUIET]
    kept, new = os.path.join(FOLDER, "kept.svg"), os.path.join(FOLDER, "new.png")
    with open(kept, "w", encoding="utf-8") as file:
        file.write("older")
    # No file may grow, as on a full disk. A build with a count of lines cannot write that, either: elsewhere, and
    # without a word.
    uncounted = {**os.environ, "GCOV_PREFIX": FOLDER + ".counts", "GCOV_ERROR_FILE": "/dev/null"}
    for name in (kept, new):
        done = subprocess.run(["bash", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "bash", PROGRAM, *ask, "--picture", name],
                              env=uncounted, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 1 and "value: +3" in done.stdout and "best line: B1" in done.stdout, done
        assert done.stderr.startswith("solve: --picture: ") and done.stderr.count("\n") == 1, done.stderr
    with open(kept, encoding="utf-8") as file:
        assert file.read() == "older"
    assert os.listdir(FOLDER) == ["kept.svg"]
    # The folder goes away while it searches.
    folder = os.path.join(FOLDER, "gone")
    os.mkdir(folder)
    with subprocess.Popen([PROGRAM, "--board", "5x5", "--rules", "psk", *QUIET, "--max-seconds", "1", "--picture",
                           os.path.join(folder, "a.svg")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as solver:
        time.sleep(0.6)
        os.rmdir(folder)
        out, err = solver.communicate(timeout=60)
    assert solver.returncode == 1 and "5x5, psk" in out and "--picture: " in err or \
        solver.returncode == 2 and "there is no folder" in err, (out, err)
    assert os.listdir(FOLDER) == ["kept.svg"]


CASES = {case.__name__: case for case in (heat, lines, laps, compared, files, themes, graphs, failures)}
try:
    CASES[sys.argv[2]]()
finally:
    shutil.rmtree(FOLDER)
    shutil.rmtree(FOLDER + ".counts", ignore_errors=True)
