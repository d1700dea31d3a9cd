"""The checkers of proofs/coq that have a program of their own, verify-KIND, for kinds of certificates of beside.py. See proved.py.

Each is asked about committed certificates and the format's small files, and judges spoilt certificates beside the program and the second
checker of its kind (second_checker.py). Its rules are compared with the executable ones in random games by compare-KIND.
"""
import os
import subprocess
import sys

# By kind: the second checker beside it, by which rules games are played, pairs of rules of which the comparison must find that they differ, and
# how many of the small files are accepted and refused at least.
KINDS = {
    "ing-spight": {
        "second": "second-checker-ing-spight",
        "games": ("ing-spight", "ing-spight,suicide=multi", "ing-spight,suicide=yes", "ing-spight,longest-cycle=4",
                  "ing-spight,longest-cycle=6,suicide=multi"),
        "other": (("ing-spight,longest-cycle=4", "ing-spight"), ("ing-spight,suicide=multi", "ing-spight,suicide=yes"), ("psk", "ing-spight")),
        "conformance": {0: 6, 1: 14},
    },
    "kee2007": {
        "second": "second-checker-kee2007-ljrg",
        "games": ("kee2007", "kee2007,start=new", "kee2007,suicide=multi", "kee2007,suicide=no", "kee2007,scoring=stone",
                  "kee2007,start=new,suicide=no,scoring=stone"),
        "other": (("kee2007,start=new", "kee2007"), ("kee2007,suicide=multi", "kee2007"), ("kee2007,scoring=stone", "kee2007"), ("ssk", "kee2007")),
        "conformance": {0: 7, 1: 4},
    },
}
SMALL = 6000 # bytes of a committed certificate


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def same_games(positions, folder, kind, games, theirs, ours):
    """Do lines of the executable rules agree with those of Coq?"""
    with subprocess.Popen([positions, str(games), "1", theirs], stdout=subprocess.PIPE) as lines:
        done = run(os.path.join(folder, f"compare-{kind}"), ours, stdin=lines.stdout)
    print(theirs, ours, done.stdout.split("\n")[-2:], done.stderr)
    return lines.returncode == 0 and done.returncode == 0


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
        second = os.path.join(os.path.dirname(given.second), of["second"])
        judge = os.path.join(os.path.dirname(os.path.abspath(__file__)), "second_checker.py")
        done = run(sys.executable, judge, "mutants", second, given.solve, given.root, given.library, kind, str(given.mutants), str(given.seed), verify)
        print(done.stdout, done.stderr, flush=True)
        checkers.wrong += done.returncode != 0
