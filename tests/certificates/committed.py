"""Checks the committed certificates: each is accepted and has the XXH3-128 that results/ names; each
row of the tables that names a certificate names one of results/certificates.csv, and that one names
the row. Together they stay small. Large ones, of which each takes from a third of a second to a minute, are checked alone
(the test 'record' asks of each file whether it is the one that was accepted).
The smallest are made again, too, and must come out the same; again: the smaller half.

usage: committed.py SOLVE ROOT [large | again]
"""
import csv
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# All of them, in bytes.
MOST_BYTES = 20 << 20
# One of more bytes, unpacked, is large.
LARGE_BYTES = 200000


def verify(solve, path):
    done = subprocess.run([solve, "verify", path, "--json"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        print(done.stderr.strip())
        return None
    return json.loads(done.stdout)


def check_rows(root, listed):
    """The rows of results/ that name a certificate that is not listed as theirs, and how many name
    one that is."""
    theirs = {(row["xxh3_128"], verdict.strip()) for row in listed
              for verdict in row["verdicts"].split(",")}
    wrong, right = [], 0
    for table in ("area-values", "drange-1998", "kee-v6", "kee2013"):
        with open(os.path.join(root, "results", table + ".csv"), encoding="utf-8",
                  newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines), 1):
                name = f"{table} {number}"
                certified = row["verdict"].endswith("(certificate checked)")
                if certified != (row["certificate"] != ""):
                    wrong.append(name)
                elif certified and (row["certificate"], name) not in theirs:
                    wrong.append(name)
                right += certified
    return wrong, right


def main():
    solve, root, which = (sys.argv[1:] + [""])[:3]
    folder = os.path.join(root, "results", "certificates")
    with open(os.path.join(root, "results", "certificates.csv"), encoding="utf-8",
              newline="") as lines:
        listed = list(csv.DictReader(lines))
    rows = {row["command"].split()[-1]: row for row in listed}
    wrong, certified = check_rows(root, listed)
    for name in wrong:
        print(f"{name}: results/certificates.csv does not list its certificate")
    failed, names = bool(wrong) or certified == 0 or len(rows) != len(listed), sorted(
        name for name in os.listdir(folder) if name.endswith(".proof"))
    together = sum(os.path.getsize(os.path.join(folder, name)) for name in names)
    if together > MOST_BYTES:
        print(f"{together} bytes are too many for the repository")
        failed = True
    names = [name for name in names
             if (name in rows and int(rows[name]["bytes"]) > LARGE_BYTES) == (which == "large")]
    for name in names:
        found = verify(solve, os.path.join(folder, name))
        if found is None or name not in rows or found["xxh3_128"] != rows[name]["xxh3_128"]:
            print(f"{name}: not accepted, or not the one that results/certificates.csv names")
            failed = True
    made_again = {"large": 0, "again": len(names) // 2}.get(which, len(names) // 8)
    with tempfile.TemporaryDirectory() as out:
        for name in sorted(names, key=lambda name: int(rows[name]["bytes"]))[:made_again]:
            command = shlex.split(rows[name]["command"])[1:-1] + [os.path.join(out, name), "--quiet"]
            subprocess.run([solve] + command, check=True, stdout=subprocess.DEVNULL)
            with open(os.path.join(out, name), "rb") as made, open(
                    os.path.join(folder, name), "rb") as kept:
                if made.read() != kept.read():
                    print(f"{name}: does not come out the same")
                    failed = True
    print(f"{len(names)} certificates, {certified} rows")
    return 1 if failed or len(names) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
