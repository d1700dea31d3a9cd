"""Searches that are long enough for several threads: the same answers as with one thread, also
where what is proved is kept in a store. Run it in a build with the thread sanitizer, too
(scripts/test --race).

usage: threads.py PROGRAM [long | few]

Of two searches of a kind the longer ones are for "long". few: one of each engine.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM = os.path.abspath(sys.argv[1])
FEW = ("2x3 kee2013", "3x4 psk --value-only", "1x9 psk,scoring=territory", "2x4 ljrg --value-only")
LONG = ("1x11 ssk --value-only", "1x10 psk")
SEARCHES = FEW if "few" in sys.argv[2:] else (
    *FEW, "1x10 kee2013 --value-only", "3x4 kee-v6", "1x10 psk,suicide=yes --value-only", "2x5 simple", "2x4 kee2013", "3x3 ljrg",
    *(LONG if "long" in sys.argv[2:] else ()))


def solve(search, threads, *more):
    board, rules, *options = search.split()
    done = subprocess.run([PROGRAM, "--board", board, "--rules", rules, *options, "--json",
                           "--quiet", "--threads", str(threads), *more],
                          capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0 and done.stderr == "", f"{search}: {done.returncode} {done.stderr}"
    return json.loads(done.stdout)


def main():
    together = 0
    for search in SEARCHES:
        alone = solve(search, 1)
        with tempfile.TemporaryDirectory() as store:
            for more in ((), ("--store", store)):
                found = solve(search, 3, *more)
                together += found["threads"] > 1
                assert found["value"] == alone["value"], f"{search}: {found['value']}"
                if "--value-only" not in search:
                    assert found["best"] == alone["best"], f"{search}: {found['best']}"
                    assert found["moves"] == alone["moves"], search
    assert together >= len(SEARCHES), f"only {together} searches used several threads"


main()
