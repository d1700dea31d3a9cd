"""The Ing-Spight Ko Rule from its text, to compare `solve replay` and `solve` with.

usage: reference.py SOLVE plays BOARD GAMES SEED [FIELDS]
       reference.py SOLVE values BOARD PLIES

plays: random games, in which half of the moves are illegal by the program or by this file unless both agree.
values: every start of the board. This file looks so many plies ahead, with the whole history; what either player
forces within them the program must say he forces, and it must not say that the other holds him to less.

Written without the C code: boards are strings, a play is a tuple, cycles are looked for without bounds on the way
back. Exit 0: all agree, and something was compared.
"""
import itertools
import json
import os
import random
import subprocess
import sys
from functools import lru_cache

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

class Rules:
    def __init__(self, rows, cols, longest=8, suicide="no"):
        self.points = range(rows * cols)
        self.longest, self.suicide = longest, suicide
        self.near = [[q for q in self.points
                      if abs(p // cols - q // cols) + abs(p % cols - q % cols) == 1] for p in self.points]
        self.names = ["ABCDEFGHJ"[p % cols] + str(rows - p // cols) for p in self.points]
        self.make = lru_cache(None)(self.make_play)
        self.in_ko = lru_cache(None)(self.is_ko_play)

    def chain(self, board, point):
        found, todo, free = {point}, [point], set()
        while todo:
            for q in self.near[todo.pop()]:
                if board[q] == ".":
                    free.add(q)
                elif board[q] == board[point] and q not in found:
                    found.add(q)
                    todo.append(q)
        return found, free

    def make_play(self, board, who, point):
        """(board after, (who, point, joined, removed)), or None."""
        if board[point] != ".":
            return None
        after = list(board)
        after[point] = who
        removed = set()
        for q in self.near[point]:
            if after[q] not in (".", who):
                chain, free = self.chain(after, q)
                removed |= chain if not free else set()
        for q in removed:
            after[q] = "."
        chain, free = self.chain(after, point)
        if not free:
            if self.suicide == "no" or (self.suicide == "multi" and len(chain) == 1):
                return None
            removed = chain
            for q in chain:
                after[q] = "."
        return "".join(after), (who, point, frozenset(chain - {point}), frozenset(removed))

    def holds_odd(self, boards, plays):
        """Are some of the plays, in their order round and from one of the boards, an odd cycle?"""
        count = len(plays)
        for at in range(count):
            order = plays[at:] + plays[:at]
            states = {(boards[at], "", 0)}
            for play in order:
                for board, last, parity in list(states):
                    if play[0] != last and self.make(board, play[0], play[1]) is not None:
                        after, made = self.make(board, play[0], play[1])
                        if made == play:
                            states.add((after, play[0], 1 - parity))
                            if parity == 0 and after == boards[at]:
                                return True
        return False

    def is_ko_play(self, board, who, point):
        made = self.make(board, who, point)
        if made is None:
            return False
        paths = [([board, made[0]], [made[1]])]
        for length in range(2, self.longest + 1):
            longer = []
            player = "XO"[("XO".index(who) + length - 1) % 2]
            for boards, plays in paths:
                for p in self.points:
                    step = self.make(boards[-1], player, p)
                    if step is None or step[0] in boards[1:]:
                        continue
                    if step[0] == board:
                        if length % 2 == 0 and not self.holds_odd(boards, plays + [step[1]]):
                            return True
                    elif self.least_left(board, step[0]) <= self.longest - length:
                        longer.append((boards + [step[0]], plays + [step[1]]))
            paths = longer
        return False

    @staticmethod
    def least_left(home, board):
        """Plays that the way back takes at least: one for each stone that is missing."""
        return sum(a not in (".", b) for a, b in zip(home, board))

    def odd_cycles(self, board, who, allowed):
        """All odd cycles that who can begin on board, of plays that are allowed."""
        paths = [(board, [])]
        for length in range(1, self.longest + 1):
            player = "XO"[("XO".index(who) + length - 1) % 2]
            longer = []
            for at, plays in paths:
                for p in self.points:
                    step = self.make(at, player, p)
                    if step is not None and step[1] in allowed:
                        longer.append((step[0], plays + [step[1]]))
            paths = longer
            if length % 2:
                yield from (plays for at, plays in paths if at == board)

    def legal(self, turns, board, who, point):
        """turns: (board before, player, point or None, play). Returns the board after, or None."""
        made = self.make(board, who, point)
        if made is None:
            return None
        after, play = made
        if self.in_ko(board, who, point):
            hot = set()
            for before, player, where, _ in reversed(turns):
                if where is None or not self.in_ko(before, player, where):
                    break
                hot.add(where)
            if any(board[q] not in (".", who) for q in play[3] & hot):
                return None
        told = [turn[3] for turn in turns if turn[2] is not None] + [play]
        twice = {one for one in told if told.count(one) >= 2}
        for cycle in self.odd_cycles(after, who, twice) if play in twice else ():
            if cycle[-1] == play and in_order(cycle + cycle, told):
                return None
        return after

    def margin(self, board):
        total, seen = board.count("X") - board.count("O"), set()
        for p in self.points:
            if board[p] == "." and p not in seen:
                region, todo, owners = {p}, [p], set()
                while todo:
                    for q in self.near[todo.pop()]:
                        if board[q] != ".":
                            owners.add(board[q])
                        elif q not in region:
                            region.add(q)
                            todo.append(q)
                seen |= region
                total += len(region) * (owners == {"X"}) - len(region) * (owners == {"O"})
        return total


def in_order(wanted, told):
    """Do the wanted plays come in this order in what is told, the last being the last told?"""
    left = list(wanted[:-1])
    for play in told[:-1]:
        if left and play == left[0]:
            left.pop(0)
    return not left


def ask(solve, *arguments):
    done = subprocess.run([solve, *arguments, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 3), (arguments, done.stderr)
    return json.loads(done.stdout)


def starts(rules):
    for cells in itertools.product(".XO", repeat=len(rules.points)):
        board = "".join(cells)
        if all(board[p] == "." or rules.chain(board, p)[1] for p in rules.points):
            yield board


def rows_of(board, cols):
    return "/".join(board[i:i + cols] for i in range(0, len(board), cols))


def random_games(solve, size, games, seed, fields):
    rows, cols = map(int, size.split("x"))
    named = dict(field.split("=") for field in fields.split(",") if field)
    rules = Rules(rows, cols, int(named.get("longest-cycle", 8)), named.get("suicide", "no"))
    dice, boards, compared, refused = random.Random(seed), list(starts(rules)), 0, 0
    for _ in range(games):
        board, who, turns, moves, told = dice.choice(boards), dice.choice("XO"), [], [], []
        first, start, passes = who, board, 0
        while len(turns) < 40 and passes < 2:
            choices = {p: rules.legal(turns, board, who, p) for p in rules.points if board[p] == "."}
            plain = [p for p in choices if rules.make(board, who, p) is not None]
            told.append((len(moves), {p for p in plain if choices[p] is None}))
            good = [p for p in choices if choices[p] is not None]
            if good and dice.random() < 0.8:
                p = dice.choice(good)
                turns.append((board, who, p, rules.make(board, who, p)[1]))
                board, passes = choices[p], 0
            else:
                p = None
                turns.append((board, who, None, None))
                passes += 1
            moves.append("pass" if p is None else rules.names[p])
            who = "XO"[who == "X"]
        common = ("replay", "--board", size, "--rules", "ing-spight" + ("," + fields if fields else ""), "--position",
                  rows_of(start, cols), "--to-move", "black" if first == "X" else "white", "--moves")
        whole = ask(solve, *common, " ".join(moves))
        assert whole["legal"], (start, first, moves, whole["moves"][-1])
        compared += len(moves)
        for at, points in told:
            for p in points:
                last = ask(solve, *common, " ".join(moves[:at] + [rules.names[p]]))["moves"][-1]
                assert not last["legal"] and last["rule"] == "ing-spight", (start, first, moves[:at], rules.names[p], last)
                refused += 1
    print(f"{size}: {compared} moves legal for both, {refused} refused by both")
    assert compared and (refused or size == "1x1")


def forced(rules, turns, board, who, passes, plies):
    """(what Black forces at least, what White holds him to at least) within so many plies."""
    if passes == 2:
        return rules.margin(board), rules.margin(board)
    if plies == 0:
        return -99, 99
    found = []
    for p in [None, *rules.points]:
        after = board if p is None else rules.legal(turns, board, who, p)
        if after is None:
            continue
        turn = (board, who, p, None if p is None else rules.make(board, who, p)[1])
        found.append(forced(rules, turns + [turn], after, "XO"[who == "X"], passes + 1 if p is None else 0, plies - 1))
    best = max if who == "X" else min
    return best(low for low, _ in found), best(high for _, high in found)


def values(solve, size, plies):
    rows, cols = map(int, size.split("x"))
    rules, met, closed = Rules(rows, cols), 0, 0
    for board in starts(rules):
        for who in "XO":
            low, high = forced(rules, [], board, who, 0, plies)
            value = ask(solve, "--board", size, "--rules", "ing-spight", "--position", rows_of(board, cols), "--to-move",
                        "black" if who == "X" else "white", "--value-only", "--no-store")["value"]
            least = -99 if value["min"] is None else value["min"]
            most = 99 if value["max"] is None else value["max"]
            assert value["min_known"] and value["max_known"], (board, who, value)
            assert low <= least and most <= high, (board, who, low, high, value)
            met += 1
            closed += low == high == least == most
    print(f"{size}: {met} starts, {closed} decided by {plies} plies")
    assert closed


def main():
    solve, mode, size, *rest = sys.argv[1:]
    if mode == "plays":
        random_games(solve, size, int(rest[0]), int(rest[1]), rest[2] if len(rest) > 2 else "")
    else:
        values(solve, size, int(rest[0]))


if __name__ == "__main__":
    main()
