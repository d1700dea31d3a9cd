#!/usr/bin/env python3
"""
searches.py PROGRAM (rest SPOIL | long): searches under rules that remove cycles go on where they stopped.

Stopped by --max-nodes they take not much more in all than a run that is not, and come to the same. Killed at random
moments, or with a byte of the store changed, they come to the same, too. What one ruleset has serves no other.
"""
import itertools
import json
import os
import random
import subprocess
import sys

from common import PROGRAM, arguments_of, check, copy, folder, killed_runs, run, same, solve, tests, will_kill
from flips import change
from lmdb_file import File

will_kill()

# What runs in pieces may take together, in parts of one that is not: each goes from the root to where it was again.
MOST = 1.4
# Of small boards a run with a store proves the same in another order.
SMALL = 2.5
BOARDS = [("2x2 ljrg", 60), ("2x3 ljrg,control-ko=free", 1200), ("2x3 ljrg --history A1", 1500),
          ("2x4 ljrg --value-only", 9000)]
LONG = [("1x5 ljrg", 100), ("1x5 ljrg --to-move white --prohibited C1", 100), ("1x6 ljrg", 300), ("1x7 ljrg", 900),
        ("1x6 ljrg,control-permanent=kept", 300), ("2x3 ljrg", 400), ("2x4 ljrg", 9000),
        ("1x8 ljrg", 20000), ("3x3 ljrg", 5000), ("3x3 ljrg --value-only", 20000), ("2x5 ljrg --value-only", 20000),
        ("1x9 ljrg --value-only", 20000)]


def searches_in(store):
    return json.loads(run("store", "info", store, "--json").stdout)["searches"]


def stopped(board, piece):
    plain, _ = solve(board)
    with folder() as store:
        total, runs, nodes = 0, 0, piece
        while nodes >= piece:
            found, err = solve(board, store, "--max-nodes", str(piece), codes=(0, 3))
            nodes, runs = found["nodes"], runs + 1
            total += nodes
            assert err.count("\n") <= 1 and runs < 200, f"{board}: {err} {runs} runs"
            assert found["value"]["min"] is None or found["value"]["min"] <= plain["value"]["min"], board
        same(found, plain, board, ("value", "best", "moves"))
        most = MOST if plain["nodes"] > 20000 else SMALL
        assert runs > 2 and total < most * plain["nodes"], f"{board}: {total} nodes, {plain['nodes']} at once, {runs} runs"
        again, _ = solve(board, store)
        assert again["nodes"] == 0, f"{board}: {again['nodes']} nodes the second time"
        check(store)
        return f"{board}: {runs} runs, {total} nodes, {plain['nodes']} at once"


def pieces():
    for board, piece in BOARDS:
        result = stopped(board, piece)
    return result


def long_pieces():
    for board, piece in LONG:
        print(stopped(board, piece), flush=True)


def each_for_itself():
    """A search is there for its own ruleset and board; it serves other positions of these, and it is not exported."""
    board = "2x4 ljrg"
    with folder() as store, folder() as other:
        solve(board, store, "--value-only")
        found, = searches_in(store)
        assert found["rules"] == "ljrg" and found["board"] == "2x4" and found["lemmas"] > 1000, found
        assert found["numbers"] == 0, "what is done needs no proof numbers"
        for rules in ("2x4 ljrg,control-ko=free", "2x4 ljrg,control-pass=opponent", "2x3 ljrg"):
            plain, _ = solve(rules, None, "--value-only")
            within, _ = solve(rules, store, "--value-only")
            same(within, plain, rules)
            assert within["nodes"] == plain["nodes"], f"{rules} took {within['nodes']} nodes, {plain['nodes']} without"
        after = board + " --history B2 --value-only"
        plain, _ = solve(after)
        within, _ = solve(after, store)
        same(within, plain, after)
        assert within["nodes"] < plain["nodes"] / 2, f"{after} took {within['nodes']} nodes, {plain['nodes']} without"
        before = searches_in(store)
        run("store", "compact", store)
        assert searches_in(store) == before, "compact leaves them out"
        run("store", "import", other, stdin=run("store", "export", store).stdout)
        assert searches_in(other) == [], "they are exported"
        check(store, "--deep", "--all")


def other_questions():
    """A short question in between takes nothing from a search that was stopped."""
    board = "3x3 ljrg --value-only"
    plain, _ = solve(board)
    with folder() as store:
        solve(board, store, "--max-nodes", "60000", codes=(3,))
        solve("3x3 ljrg --position XX./XX./.X. --value-only", store)
        solve("3x3 ljrg --history B2 --value-only", store)
        there, = searches_in(store)
        assert there["numbers"] > 20000, there
        solve("3x3 ljrg --value-only", store, "--history", "B2 A1", "--max-nodes", "1000", codes=(0, 3))
        found, _ = solve(board, store)
        same(found, plain, board, ("value",)) # of B2 more is known than a run for the value tells
        assert found["nodes"] < 0.7 * plain["nodes"], f"{found['nodes']} of {plain['nodes']} nodes"


def ask(lines, limits, *more):
    """The answers of batch, by the numbers of the lines."""
    queries = "".join(json.dumps({**line, "id": number, "limits": limits}) + "\n" for number, line in enumerate(lines))
    done = run("batch", "--threads", "1", *more, stdin=queries)
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def agree(lines, found):
    """Are the answers those that there are without a store? Returns how many positions were not over."""
    plain, solved = ask(lines, {}), 0
    for number, line in enumerate(lines):
        one, other = plain[number], found[number]
        assert ("error" in one) == ("error" in other), (one, other)
        if "error" not in one and one["ended"] is None:
            same(other, one, line, ("value", "best", "moves"))
            solved += 1
    return solved


def positions():
    """All positions of 1x4 and 2x2: those that have liberties are answered as without a store."""
    lines = []
    for board in ("1x4", "2x2"):
        for cells in itertools.product(".XO", repeat=4):
            text = "".join(cells) if board == "1x4" else "".join(cells[:2]) + "/" + "".join(cells[2:])
            for mover in ("black", "white"):
                lines.append({"board": board, "rules": "ljrg", "position": text, "to_move": mover})
    with folder() as store:
        ask(lines, {"max_nodes": 25}, "--store", store)
        solved = agree(lines, ask(lines, {}, "--store", store))
        check(store)
    assert solved > 180, solved
    return f"{solved} positions"


def games(count=60):
    """What was proved under some histories serves under others only where it holds: random games with cycles."""
    chance, lines = random.Random(7), []
    boards = (("1x3", "A1 B1 C1"), ("1x4", "A1 B1 C1 D1"), ("2x2", "A1 B1 A2 B2"))
    for board, points in boards * count:
        lines.append({"board": board, "rules": "ljrg", "action": "replay", "history": []})
    for _ in range(24):  # what is not legal is left out, and what ends a game
        for line in lines:
            points = dict(boards)[line["board"]]
            line["history"].append(chance.choice(points.split() * 2 + ["pass", "cycle:1", "cycle:1", "cycle:2"]))
        made = ask(lines, {})
        for number, line in enumerate(lines):
            over = made[number]["ended"] is not None
            line["history"] = made[number]["history"][:-1] if over else made[number]["history"]
    for line in lines:
        del line["action"]
    removed = sum(any("cycle" in play for play in line["history"]) for line in lines)
    with folder() as store:
        ask(lines[::2], {"max_nodes": 300}, "--store", store)
        solved = agree(lines, ask(lines, {}, "--store", store))
    assert solved > 2 * count and removed > 5, (solved, removed)
    return f"{solved} games, {removed} with removals"


def killed(board, times, seed):
    saved = 0
    for there, found, plain in killed_runs(board, times, seed, 0.5, searches_in):
        saved += there != []
        assert not there or there[0]["numbers"] == 0 or found["nodes"] < plain["nodes"], found["nodes"]
    return f"{saved} of {times} had saved a search"


def kills():
    return killed("3x3 ljrg", 1, 5)


def long_kills():
    return killed("2x5 ljrg", 10, 6)


def changed(board, piece, times, seed):
    """With a byte of the store changed what is damaged is told and dropped; the answer is the same."""
    chance, counts = random.Random(seed), {"untouched": 0, "dropped": 0, "refused": 0}
    plain, _ = solve(board)
    with folder() as place:
        whole, store = os.path.join(place, "whole"), os.path.join(place, "store")
        solve(board, whole, "--max-nodes", str(piece), codes=(3,))
        for i in range(times):
            copy(whole, store)
            at = change(store, chance)
            if i % 2 == 0:
                os.remove(os.path.join(store, "sealed"))  # as a killed run leaves it
            done = run(*arguments_of(board, "--store", store), codes=(0, 1))
            if done.returncode == 1:
                assert "damaged" in done.stderr or "not a store" in done.stderr, f"{at}: {done.stderr}"
                counts["refused"] += 1
                continue
            same(json.loads(done.stdout), plain, f"byte {at}")
            counts["dropped" if done.stderr else "untouched"] += 1
            check(store)
    assert counts["dropped"] > 0, counts
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def spoilt():
    """A record of any kind that is spoilt is dropped and told of, and the answer is the same."""
    board, kinds = "2x4 ljrg --value-only", set()
    plain, _ = solve(board)
    with folder() as place:
        whole, store = os.path.join(place, "whole"), os.path.join(place, "store")
        solve(board, whole, "--max-nodes", "20000", codes=(3,))
        for key, at, size in File(os.path.join(whole, "data.mdb")).records:
            if not (len(key) == 13 and key[0] in (1, 2, 3) or key == b"\0") or key[0] in kinds:
                continue
            kinds.add(key[0])
            copy(whole, store)
            file = File(os.path.join(store, "data.mdb"))
            file.put(at + size - 3, file.number(at + size - 3, 1) ^ 1, 1)
            file.write()
            found, err = solve(board, store)
            same(found, plain, f"kind {key[0]}")
            assert "1 record was dropped" in err, f"kind {key[0]}: {err}"
    assert kinds == {0, 1, 2, 3}, kinds


def long_flips():
    return changed("3x3 ljrg --value-only", 60000, 300, 4)


def threads(board="3x3 ljrg", seconds="0.4", times=1):
    """Threads search on while one of them saves."""
    plain, _ = solve(board)
    arguments = [word for word in arguments_of(board) if word not in ("--threads", "1")] + ["--threads", "2"]
    with folder() as store:
        for _ in range(times):
            run(*arguments, "--store", store, "--max-seconds", seconds, codes=(0, 3))
            check(store)
        assert searches_in(store)
        done = run(*arguments, "--store", store)
        same(json.loads(done.stdout), plain, board)


def long_threads():
    threads("2x5 ljrg", "0.7", 10)


def little_memory():
    """A run that has no room for a search goes its own way, and leaves it as it is."""
    board = "3x3 ljrg --value-only --memory 1M"
    with folder() as store:
        solve("3x3 ljrg --value-only", store, "--max-nodes", "50000", codes=(3,))
        before = searches_in(store)
        found, _ = solve(board, store, codes=(3,))
        assert searches_in(store) == before, (before, searches_in(store))
        assert found["nodes"] > 1000, found["nodes"]


def many_chunks():
    """What the head says is there, and is not, is not looked for piece by piece."""
    board = "1x5 ljrg"
    plain, _ = solve(board)
    with folder() as store:
        solve(board, store, "--max-nodes", "1000", codes=(3,))
        done = subprocess.run([os.path.abspath(sys.argv[3]), store, "chunks"], capture_output=True, text=True, check=True)
        assert done.stdout == "1\n", done.stdout
        found, _ = solve(board, store, "--max-seconds", "20")
        same(found, plain, board)


if sys.argv[2] == "long":
    tests(long_pieces, positions, long_kills, long_flips, threads, long_threads)
else:
    tests(pieces, each_for_itself, other_questions, games, kills, spoilt, little_memory, many_chunks)
