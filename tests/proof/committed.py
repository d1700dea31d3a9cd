"""Checks the committed certificates: each is accepted and has the XXH3-128 that results/ names.

usage: committed.py SOLVE ROOT
"""
import csv
import json
import os
import shlex
import subprocess
import sys
import tempfile


def verify(solve, path):
    done = subprocess.run([solve, "verify", path, "--json"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        print(done.stderr.strip())
        return None
    return json.loads(done.stdout)


def main():
    solve, root = sys.argv[1:]
    folder = os.path.join(root, "results", "certificates")
    with open(os.path.join(root, "results", "certificates.csv"), encoding="utf-8",
              newline="") as lines:
        rows = {row["command"].split()[-1]: row for row in csv.DictReader(lines)}
    failed, names = False, sorted(os.listdir(folder))
    for name in names:
        found = verify(solve, os.path.join(folder, name))
        if found is None or name not in rows or found["xxh3_128"] != rows[name]["xxh3_128"]:
            print(f"{name}: not accepted, or not the one that results/certificates.csv names")
            failed = True
    # The smaller half is made again, too, and must come out the same.
    with tempfile.TemporaryDirectory() as out:
        for name in sorted(names, key=lambda name: int(rows[name]["bytes"]))[:len(names) // 2]:
            command = shlex.split(rows[name]["command"])[1:-1] + [os.path.join(out, name), "--quiet"]
            subprocess.run([solve] + command, check=True, stdout=subprocess.DEVNULL)
            with open(os.path.join(out, name), "rb") as made, open(
                    os.path.join(folder, name), "rb") as kept:
                if made.read() != kept.read():
                    print(f"{name}: does not come out the same")
                    failed = True
    print(f"{len(names)} certificates")
    return 1 if failed or len(names) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
