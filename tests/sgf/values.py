#!/usr/bin/env python3
"""values.py PROGRAM GAME: the values in a tree are those of its positions, solved one by one; all legal moves are
there; the best line is the main one; and the real game GAME is judged by all rulesets in time: its first 200 moves
under the sanitizers."""
import json
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from records import make, move_of, parse

program, game = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def solve(*arguments):
    done = subprocess.run([program, *arguments, "--json"], capture_output=True, check=True, timeout=600)
    return json.loads(done.stdout)


def shown(value):
    """A value as a label has it."""
    low, high = value["min"], value["max"]
    assert value["min_known"] and value["max_known"], value
    words = ["-inf" if low is None else f"{low:+d}" if low else "0", "+inf" if high is None else f"{high:+d}" if high else "0"]
    return words[0] if low == high and low is not None else "/".join(words)


def check(node, moves, depth, rows, arguments, count):
    """The node of a position after moves, that has all moves for so much deeper."""
    found = solve(*arguments, "--history", " ".join(moves))
    answers = {entry["move"]: entry for entry in found["moves"]}
    below = {move_of(child, rows): child for child in node[1]}
    if not found["moves"]:
        assert not below, moves
        return count
    assert set(below) == set(answers), (moves, set(below) ^ set(answers))
    labels = dict(label.split(":") for label in node[0].get("LB", []))
    stones = [move for move in answers if move not in ("pass", "refresh") and not move.startswith("cycle")]
    assert len(labels) == len(stones), (moves, labels)
    assert len(node[0].get("TR", [])) == len([move for move in found["best"] if move in stones]), moves
    for move, entry in answers.items():
        child, value = below[move], entry["value"]
        if move in stones:
            point = [child[0][color][0] for color in "BW" if color in child[0]][0]
            assert labels[point] == shown(value), (moves, move, labels[point], value)
        if value["min"] is not None and value["min"] == value["max"] and \
                not ("V" not in child[0] and "C" in child[0] and "the game is over" in child[0]["C"][0]):
            assert child[0]["V"] == [str(value["min"])], (moves, move, child[0])
        count += 1
        if depth > 1:
            count = check(child, moves + [move], depth - 1, rows, arguments, count)
    return count


def check_line(path, rows, arguments, history):
    """The main variation is a line that keeps the value to its end."""
    found = solve(*arguments, "--history", " ".join(history))
    with open(path, encoding="utf-8") as file:
        node = parse(file.read())[0]
    moves = []
    while node[1]:
        node = node[1][0]
        moves.append(move_of(node, rows))
    assert moves[:len(history)] == history, moves
    ended = solve(*arguments, "--history", " ".join(moves))
    assert ended["ended"] == "scored" and ended["score"]["margin"] == found["value"]["min"] == found["value"]["max"], moves


def walk(path, rows, arguments, history, depth):
    with open(path, encoding="utf-8") as file:
        node = parse(file.read())[0]
    for move in history:
        node = node[1][0]
        assert move_of(node, rows) == move
    return check(node, history, depth, rows, arguments, 0)


with tempfile.TemporaryDirectory() as folder:
    made = make(program, folder)
    two, kee = ["--board", "2x2", "--rules", "psk"], ["--board", "1x3", "--rules", "kee2013"]
    count = walk(made["tree"], 2, two, ["A1"], 3) + walk(made["kee"], 1, kee, [], 2)
    count += walk(made["ljrg"], 1, ["--board", "1x3", "--rules", "ljrg"], ["B1", "pass", "A1", "C1", "B1"], 1)
    check_line(made["tree"], 2, two, ["A1"])
    check_line(made["line"], 2, ["--board", "2x3", "--rules", "ssk"], [])

    # A tree that time cuts off is whole as a file, and says so.
    cut = os.path.join(folder, "cut.sgf")
    done = subprocess.run([program, "--board", "2x3", "--rules", "psk", "--tree", "40", "--max-seconds", "0.5", "--quiet",
                           "--sgf-out", cut], capture_output=True, check=False, timeout=60)
    assert done.returncode == 3 and b"not proved, or not reached" in done.stderr, done
    with open(cut, encoding="utf-8") as file:
        assert len(parse(file.read())) == 1
    assert sorted(os.listdir(folder)) == sorted([os.path.basename(path) for path in made.values()] + ["cut.sgf"])

    # A record at the end of which it is read again is the same position.
    again = solve("--sgf", made["position"] + ":0")
    assert (again["position"], again["to_move"], again["rules"]) == ("X../.O.", "white", "psk,suicide=multi"), again

    moves = 361
    if "sanitized" in sys.argv: # what is wrong with memory shows in the first ones
        moves = 200
        with open(game, encoding="ascii") as file:
            nodes = file.read().rstrip().rstrip(")").split(";")
        game = os.path.join(folder, "begun.sgf")
        with open(game, "w", encoding="ascii") as file:
            file.write(";".join(nodes[:moves + 2]) + ")")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    judged = solve("replay", "--sgf", game, "--rules", "all")
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert len(judged["plays"]) == moves and len(judged["rulesets"]) > 10
    assert all(one["played"] == moves for one in judged["rulesets"]), judged["parts"]
    assert seconds < (50 if "sanitized" in sys.argv else 5), seconds
print(f"{count} values of moves; {moves} moves under {len(judged['rulesets'])} rulesets: {seconds:.2f} s")
