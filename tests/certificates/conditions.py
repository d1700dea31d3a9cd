#!/usr/bin/env python3
"""Certificates of strategies that go against one condition of the checker and no other.

    conditions.py SOLVE FOLDER

The conditions are those of solver/certificate/strategy_soundness.md. A checker that leaves one out accepts
the file that it alone refuses; beside each lies a file of the same claim that is accepted.

(d) 1x5, O.OX., White to move, White's strategy for "white forces <= 5", which passing does. He plays
    E1 instead and takes D1: O.O.O. Black answers with B1 and takes A1: .XO.O, an image of the start,
    on which White has moved. That he may not take B1 back at once makes it another state. From then
    on he passes.

(e) A board of 15 points, White to move, Black's strategy. Black x has an eye and, in reach, the stones
    d1 and d2 (at e); White w has an eye. Black's s can be taken by y, White's u by p, l and q.
      White y takes s. Black p. White passes, on a board that is worth less than the claim. Black l.
      White v. Black q takes u. White v2. Black s takes y, v and v2. White u takes p, l and q:
    it is the start, which is worth enough and which White left with a stone, and he has passed in
    between. Black has not moved on that board, and no stone of his brought a board back. What else
    White plays is answered, mostly by e. The rules that put nobody out accept it.

(answered) 1x6, XX.XO., White to move, White's strategy for "white forces <= 1". White takes a ko, Black
    passes, and White answers by a stone. Without that reply he comes to no such end. Where two passes end
    the game, or a player is out who retakes a ko, a file with such replies is refused.

(out) 3x5, ..O../.OOO./..O.., Black to move. White refreshes twice and is out, Black plays A1 alone: he gets 15. White's
    strategy from there for "white forces <= -15" would need stones of White's. The accepted file says what Black gets.
"""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

BROUGHT_BACK = "the opponent brings back a board on which the player moved"
ANSWERED = "under these rules no pass that frees a ko is answered"
OUT = "the game does not go on"
PASSED = "the opponent brings a board back and has passed in between"

# File, ruleset (None: its own), and why it is refused (None: it is accepted).
CASES = [
    ("out-refused", None, OUT),
    ("out-accepted", None, None),
    ("d-refused", None, BROUGHT_BACK),
    ("d-accepted", None, None),
    ("e-refused", None, PASSED),
    ("e-refused", "kee2013,refresh=no,tally=all", PASSED),
    ("e-refused", "psk", None),
    ("e-refused", "ssk", None),
    ("e-refused", "simple", None),
    ("e-accepted", None, None),
    ("e-refused", "migos", PASSED),
    ("e-accepted", "migos", None),
    ("answered", None, None),
    ("answered", "psk", ANSWERED),
    ("answered", "kee2013", ANSWERED),
]


def check(solve, file, rules, why):
    command = [solve, "verify", str(file)] + (["--rules", rules] if rules else [])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if why is None:
        good = done.returncode == 0 and done.stdout.endswith("accepted\n")
    else:
        good = done.returncode == 1 and f": {why}" in done.stderr
    if not good:
        print(f"{' '.join(command)}: wanted {why or 'accepted'}:\n{done.stdout}{done.stderr}")
    return good


def main():
    solve, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    good = [check(solve, folder / (name + ".proof"), rules, why) for name, rules, why in CASES]
    sys.exit(0 if all(good) else 1)


main()
