"""The checkers of proofs/coq that have a program of their own, verify-KIND, for kinds of certificates of beside.py. See proved.py.

Each is asked about committed certificates and the format's small files, and judges spoilt certificates beside the program and the second
checker of its kind (second_checker.py). Its rules are compared with the executable ones in random games by compare-KIND.
"""
import os
import subprocess
import sys

import strategy_mutants

# By kind: the second checker beside it, by which rules games are played, pairs of rules of which the comparison must find that they differ, and
# how many of the small files are accepted and refused at least. "shown": how go-positions shows games. "changes": what stands instead of what in the
# header of a committed file, and how the checker then exits.
KINDS = {
    "coalitions": {
        "second": "second-checker-coalitions",
        "shown": ("seats",),
        "games": ("kee2013", "kee2013,players=3", "kee2013,players=4", "kee2013,refresh=no,players=3", "kee2013,players=3,alliance=no",
                  "kee2013,suicide=multi,players=3", "kee2013,suicide=yes,players=4", "kee2013,scoring=stone,players=3",
                  "kee2013,players=3,tally=all", "kee2013,refresh=no,suicide=yes,scoring=stone,players=4,alliance=no,tally=all"),
        "other": (("kee2013,players=3,alliance=no", "kee2013,players=3"), ("kee2013,players=3,tally=all", "kee2013,players=3"),
                  ("kee2013,suicide=multi,players=3", "kee2013,suicide=yes,players=3"), ("kee2013,players=3", "kee2013,players=4"),
                  ("kee2013,scoring=stone,players=3", "kee2013,players=3"), ("kee2013,refresh=no,players=3", "kee2013,players=3")),
        "conformance": {0: 13, 1: 40},
        "changed": "1x3-kee2013-players-3-coalitions.proof",
        "changes": ((b"", b"", 0), (b"rules kee2013,players=3\n", b"rules kee2013\n", 2), (b"players=3 ", b"players=3 players=3 ", 2),
                    (b"area players=3", b"stone players=3", 2), (b"... black", b"..@ black", 2), (b"... black", b".../ black", 2), (b"... black", b".XO black", 2),
                    (b"-certificate 1", b"-certificate 2", 2), (b"coalition-nodes 83", b"coalition-nodes 84", 1), (b"-nodes 83", b"-nodes -1", 1),
                    (b" map 0", b" map 1", 1), (b"node 19", b"node 18", 1), (b"node 19", b"node 83", 1), (b"node 19", b"node 4611686018427387903", 1),
                    (b">= 3 points", b">= 4 points", 1), (b"black gets >= 3 points", b"black gets >= 2 points", 0), (b">= 3 points", b">= 3 margin", 1),
                    (b"gets >= 3 points", b"gets >= -4611686018427387904 points", 1), (b"<= 3 points", b"<= 2 points", 1),
                    (b"black,white gets", b"white,black gets", 1), (b"root black gets", b"root black,black gets", 1),
                    (b"most", b"rules", 1), (b"\nmoves\n", b"\nmoves pass\n", 1), (b"\nmoves\n", b"\nmoves A1 A1\n", 1), (b"root", b"play B1", 1)),
    },
    "ing-spight": {
        "second": "second-checker-ing-spight",
        "games": ("ing-spight", "ing-spight,suicide=multi", "ing-spight,suicide=yes", "ing-spight,longest-cycle=4",
                  "ing-spight,longest-cycle=6,suicide=multi"),
        "other": (("ing-spight,longest-cycle=4", "ing-spight"), ("ing-spight,suicide=multi", "ing-spight,suicide=yes"), ("psk", "ing-spight")),
        "conformance": {0: 6, 1: 14},
        "changed": "1x3-ing-spight.proof",
        "changes": ((b"", b"", 0), (b"board 1x3", b"board 01x3", 1), (b"board 1x3", b"board 1x+3", 1), (b"board 1x3", b"board 1_x3", 1),
                    (b"board 1x3", b"board 1x4", 2), (b"\nmoves\n", b"\nmoves B1\n", 1), (b"suicide=no", b"suicide=on", 2)),
    },
    "kee2007": {
        "second": "second-checker-kee2007-ljrg",
        "games": ("kee2007", "kee2007,start=new", "kee2007,suicide=multi", "kee2007,suicide=no", "kee2007,scoring=stone",
                  "kee2007,start=new,suicide=no,scoring=stone"),
        "other": (("kee2007,start=new", "kee2007"), ("kee2007,suicide=multi", "kee2007"), ("kee2007,scoring=stone", "kee2007"), ("ssk", "kee2007")),
        "conformance": {0: 7, 1: 4},
    },
    "ljrg": {
        "second": "second-checker-kee2007-ljrg",
        "games": ("ljrg", "ljrg,removal=no"),
        "other": (("ljrg,removal=no", "ljrg"), ("ljrg", "ljrg,removal=no"), ("kee2007", "ljrg")),
        "conformance": {0: 9, 1: 26},
    },
}
SMALL = 6000 # bytes of a committed certificate


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def same_games(positions, folder, kind, games, theirs, ours):
    """Do lines of the executable rules agree with those of Coq?"""
    with subprocess.Popen([positions, str(games), "1", theirs, *KINDS[kind].get("shown", ())], stdout=subprocess.PIPE) as lines:
        done = run(os.path.join(folder, f"compare-{kind}"), ours, stdin=lines.stdout)
    print(theirs, ours, done.stdout.split("\n")[-2:], done.stderr)
    return lines.returncode == 0 and done.returncode == 0


def compare_headers(checkers, given, verify, name, changes):
    """Headers that are changed: the program says the same, where the checker says something."""
    with open(os.path.join(given.certificates, name), "rb") as file:
        whole = file.read()[:-8]
    path = os.path.join(checkers.folder, "changed.proof")
    for old, new, wanted in changes:
        assert old in whole, old
        with open(path, "wb") as file:
            file.write(strategy_mutants.sealed(whole.replace(old, new, 1)))
        done, own = run(verify, path), run(given.solve, "verify", path)
        if done.returncode != wanted or wanted < 2 and (own.returncode == 0) != (wanted == 0):
            checkers.complain(name, old, new, "wanted:", wanted, "found:", done.returncode, done.stdout, done.stderr, own.returncode, own.stderr)


def compare(checkers, given, games, conformance):
    """[conformance]: compare_conformance of proved.py."""
    for kind, of in KINDS.items():
        verify = os.path.join(checkers.folder, f"verify-{kind}")
        same = [same_games(given.positions, checkers.folder, kind, games, rules, rules) for rules in of["games"]]
        if not all(same) or any(same_games(given.positions, checkers.folder, kind, games, *pair) for pair in of["other"]):
            checkers.complain(kind, "has other rules than the executable ones, or the comparison finds nothing")
        names = [os.path.join(given.certificates, name) for name in os.listdir(given.certificates) if f"-{kind}" in name and name.endswith(".proof")]
        names = [name for name in names if os.path.getsize(name) < SMALL]
        done = run(verify, *names)
        if done.returncode != 0 or not names:
            checkers.complain(done.stdout, done.stderr)
        if run(verify, os.path.join(given.certificates, "1x5-psk.proof")).returncode != 2:
            checkers.complain(kind, "does not say that it does not read psk")
        conformance(checkers, given, verify, of["conformance"])
        if "changes" in of:
            compare_headers(checkers, given, verify, of["changed"], of["changes"])
        second = os.path.join(os.path.dirname(given.second), of["second"])
        judge = os.path.join(os.path.dirname(os.path.abspath(__file__)), "second_checker.py")
        done = run(sys.executable, judge, "mutants", second, given.solve, given.root, given.library, kind, str(given.mutants), str(given.seed), verify)
        print(done.stdout, done.stderr, flush=True)
        checkers.wrong += done.returncode != 0
