#!/usr/bin/env python3
"""ends.py PROGRAM: of several best moves the engine plays the one that ends the game soonest when ahead, and the one that
lasts longest when behind. Here a naive search says how soon an end can be forced: it plays every line of another engine
by play and undo, and knows nothing but final_score of games that are over."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from engine import Engine, Failure

COLOURS = ("black", "white")
DEPTH = 5
POSITIONS = 60


def is_over(engine):
    return "the game is over" in engine.command("showboard").split("\n")[0]


def margin(engine):
    """Black's at the end."""
    told = engine.command("final_score")
    return 0 if told == "0" else float(told[2:]) * (1 if told[0] == "B" else -1)


def tries(engine, colour, moves):
    """Plays the legal ones of moves, one after the other."""
    for move in moves:
        try:
            engine.command(f"play {COLOURS[colour]} {move}")
        except Failure:
            continue
        yield move
        engine.command("undo")


def forced(engine, points, mover, player, due, depth):
    """Can player force within depth turns that the game is over with his due, as Black's margin?"""
    if is_over(engine):
        return margin(engine) >= due if player == 0 else margin(engine) <= due
    if depth == 0:
        return False
    found = [False]
    for _ in tries(engine, mover, points + ["pass"]):
        won = forced(engine, points, 1 - mover, player, due, depth - 1)
        if won == (mover == player):
            engine.command("undo")
            return won
        found = [True]
    return mover != player and found[0]


def distance(engine, points, mover, player, due):
    """Turns to the end after the move just played; None: more than DEPTH."""
    for depth in range(DEPTH + 1):
        if forced(engine, points, mover, player, due, depth):
            return depth
    return None


def check(ours, naive, points, moves):
    """Returns whether the position told the engine's choice from others."""
    for engine in (ours, naive):
        engine.command("clear_board")
        for number, move in enumerate(moves):
            engine.command(f"play {COLOURS[number % 2]} {move}")
    mover = len(moves) % 2
    value = int(ours.command("solve-value").split("\n")[-1].split()[1])
    best = [line.split()[0] for line in ours.command("solve-moves").split("\n") if line.endswith(" best")]
    chosen = ours.command(f"reg_genmove {COLOURS[mover]}")
    assert chosen in best, (moves, chosen, best)
    ahead = value == 0 or (value > 0) == (mover == 0)
    player = mover if ahead else 1 - mover
    far = {move: distance(naive, points, 1 - mover, player, value) for move in tries(naive, mover, best)}
    number = lambda one: DEPTH + 1 if one is None else one
    wanted = (min if ahead else max)(number(one) for one in far.values())
    assert number(far[chosen]) == wanted, (moves, value, chosen, far)
    return len(set(far.values())) > 1


def main():
    program, dice = sys.argv[1], random.Random(3)
    telling = positions = 0
    for columns, rows in ((2, 1), (3, 1), (4, 1), (2, 2)):
        points = [f"{'ABCD'[c]}{r + 1}" for c in range(columns) for r in range(rows)]
        command = [program, "gtp", "--rules", "psk", "--board", f"{rows}x{columns}", "--threads", "1", "--memory", "64M"]
        ours, naive = Engine(command), Engine(command)
        for _ in range(POSITIONS // 4):
            moves = []
            ours.command("clear_board")
            for number in range(dice.randrange(8)):
                move = dice.choice(points + ["pass"])
                try:
                    ours.command(f"play {COLOURS[number % 2]} {move}")
                except Failure:
                    break
                moves.append(move)
                if is_over(ours):
                    moves.pop()
                    break
            telling += check(ours, naive, points, moves)
            positions += 1
        assert ours.close() == 0 and naive.close() == 0
    print(f"{positions} positions, in {telling} of them best moves differ in how soon the end is")
    assert telling > 3, "this looks at nothing"


main()
