#!/usr/bin/env python3
"""selfplay.py PROGRAM [--long | --few | --fewest]: the engine plays from small boards under many rulesets: against itself, where
the result is the value, and as either colour against a player who moves at random, where its result is
never worse than the value. Each game is judged by `solve replay`, which plays it by the executable rules."""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from engine import Engine

BOARDS = ["1x1", "1x2", "1x3", "1x4", "2x2"]
FEW_BOARDS = ["1x2", "1x3", "2x2"]
LONG_BOARDS = ["1x5", "2x3", "1x6", "1x7", "1x8", "2x4", "3x3"]
RULES = ["psk", "ssk", "nssk", "basic", "chinese", "simple", "none", "kee2013", "kee-v6", "3-plays", "migos", "spight",
         "fixed-ko", "repetition-draws", "new-zealand", "japanese-play", "pauli-original"]
KOMI = ["0", "0.5", "-2"]
# A game that is longer goes round; it may do so only where that is the value.
TURNS_MAX = 400
INFINITE = 1000000


def outcome(engine, komi):
    """The value at the komi, for Black; and whether it is that of endless play."""
    words = engine.command("solve-value").split("\n")[-1].split(" ")
    lower, upper = int(words[1]), int(words[4])
    assert words[1] == words[2] and words[4] == words[5] and words[-1] == "true", words
    between = min(max(lower, komi), max(upper, lower)) if lower <= upper else lower
    return between - komi, lower < komi < upper


def judge(program, board, rules, komi, moves):
    """Black's result at the komi; None: the game did not end. Every move must be legal."""
    done = subprocess.run([program, "replay", "--board", board, "--rules", rules, "--moves", " ".join(moves), "--json"],
                          capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert all(move["legal"] for move in told["moves"]) and not told["not_played"], done.stdout
    if told["ended"] == "won":
        return INFINITE if told["winner"] == "black" else -INFINITE
    if told["ended"] in ("tie", "no-result"):
        return 0
    return told["score"]["margin"] - komi if told["ended"] else None


def random_move(engine, dice):
    """Any legal move but one that GTP does not know."""
    moves = [line.split(" ")[0] for line in engine.command("solve-moves").split("\n")]
    return dice.choice([one for one in moves if one != "refresh"])


def play(engine, board, rules, komi, players, dice):
    """players[c]: does the engine move for colour c? Returns the moves by the rules, in order."""
    engine.command("clear_board")
    moves = []
    while len(moves) < TURNS_MAX:
        shown = engine.command("showboard").split("\n")[0]
        if "the game is over" in shown:
            break
        colour = "black" if "Black to move" in shown else "white"
        if players[colour == "white"]:
            move = engine.command(f"genmove {colour}")
        else:
            move = random_move(engine, dice)
            engine.command(f"play {colour} {move}")
        moves.append(move)
    return moves


def main():
    program, long, fewest = sys.argv[1], "--long" in sys.argv, "--fewest" in sys.argv
    few = fewest or "--few" in sys.argv
    dice = random.Random(1)
    games = longest = 0
    for board in FEW_BOARDS if few else BOARDS + (LONG_BOARDS if long else []):
        rows, columns = board.split("x")
        # On larger boards it takes long to find who controls what.
        small = ["ljrg"] * (board in ("1x1", "1x2", "1x3")) + ["ing-spight"] * (board in BOARDS)
        # The fewest: each ruleset on one of the boards.
        asked = RULES[FEW_BOARDS.index(board)::len(FEW_BOARDS)] if fewest else RULES
        for rules in asked + small:
            engine = Engine([program, "gtp", "--rules", rules, "--threads", "1", "--memory", "256M"])
            engine.command(f"boardsize {columns} {rows}")
            for komi in KOMI if long else KOMI[:1] if few else KOMI[:2]:
                engine.command("clear_board")
                engine.command(f"komi {komi}")
                value, endless = outcome(engine, float(komi))
                for players in ((True, True), (True, False), (False, True)):
                    moves = play(engine, board, rules, komi, players, dice)
                    judged = judge(program, board, rules, float(komi), moves)
                    where = f"{board} {rules} komi {komi} {players} {' '.join(moves)}"
                    games += 1
                    if judged is None:
                        # Both go round where that is the value; who moves at random may go round, too.
                        assert endless, f"{where}: no end, but the value is {value}"
                        continue
                    longest = max(longest, len(moves))
                    limit = lambda number: max(min(number, INFINITE / 2), -INFINITE / 2)
                    judged, wanted = limit(judged), limit(value)
                    if players[0]:
                        assert judged >= wanted, f"{where}: {judged}, the value is {value}"
                    if players[1]:
                        assert judged <= wanted, f"{where}: {judged}, the value is {value}"
            assert engine.close() == 0
            assert engine.log == [], engine.log
    print(f"{games} games, the longest that ended has {longest} turns")


main()
