"""Judges the small rows of the published tables again; they must come out as results/ has them.

usage: reproduce.py SOLVE ROOT POINTS WANTED [all]

Rows of boards of at most POINTS points are tried; with "all" those that take minutes, too. Exit 1 if a row differs, if one of them is decided
in one place only, if fewer than WANTED rows were compared, or if the certificate that a row names is
not written, not accepted or another one.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# On boards of more points there are too many games to count, or to look for the longest, in a few seconds.
MOST = {"complete-games": 3, "longest-games": 3}
# On four points kee2007 takes more than all else together, on more minutes.
MOST_QUICK = {"greedy": 3}
# Time enough that a busy machine decides the same rows; of all rows as much as results/ was made with.
SECONDS, SECONDS_ALL = "100", "1500"
# Estimates take minutes.
LEFT_OUT = ["estimates"]
# What is known of such a row besides its value depends on the time, too.
UNDECIDED = "not decided within the time"


def points(row):
    rows, cols = row["board"].split("x")
    return int(rows) * int(cols)


def read(folder, table):
    with open(os.path.join(folder, table + ".csv"), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def judge(solve, root, table, most, seconds, out):
    subprocess.run([solve, "tables", table, "--from", os.path.join(root, "tables"), "--out", out,
                    "--max-points", str(most), "--row-seconds", seconds, "--quiet", "--no-store",
                    "--proof-dir", out],
                   check=True, stdout=subprocess.DEVNULL)
    return read(out, table)


def check_certificates(solve, table, rows, out):
    """How many rows name a certificate; prints those whose file is not that."""
    count, wrong = 0, 0
    for number, row in enumerate(rows, 1):
        if not row.get("certificate"):
            continue
        count += 1
        done = subprocess.run([solve, "verify", os.path.join(out, f"{table}-{number}.proof"), "--json"],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0 or json.loads(done.stdout)["xxh3_128"] != row["certificate"]:
            print(f"{table}, row {number}: not its certificate: {done.stderr}{done.stdout}")
            wrong += 1
    return count, wrong


def main():
    solve, root, points_most, wanted = *sys.argv[1:3], int(sys.argv[3]), int(sys.argv[4])
    quick, seconds = ({}, SECONDS_ALL) if sys.argv[5:] == ["all"] else (MOST_QUICK, SECONDS)
    compared, certified, failed = 0, 0, False
    for file in sorted(os.listdir(os.path.join(root, "tables"))):
        table, suffix = os.path.splitext(file)
        if suffix != ".tsv" or table in LEFT_OUT:
            continue
        most = min(points_most, (MOST | quick).get(table, points_most))
        with tempfile.TemporaryDirectory() as out:
            fresh = judge(solve, root, table, most, seconds, out)
            count, wrong = check_certificates(solve, table, fresh, out)
        certified, failed = certified + count, failed or wrong > 0
        kept = read(os.path.join(root, "results"), table)
        if len(kept) != len(fresh):
            print(f"{table}: {len(fresh)} rows, results/ has {len(kept)}")
            failed = True
        for old, new in zip(kept, fresh):
            if points(old) > most:
                continue
            compared += 1
            if old.get("reason") == new.get("reason") == UNDECIDED and old["value"] == new["value"]:
                continue
            if old != new:
                print(f"{table}: {old}\n  has become {new}")
                failed = True
    print(f"{compared} rows compared, {certified} certificates")
    return 1 if failed or compared < wanted or certified == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
