"""Judges the small rows of the published tables again; they must come out as results/ has them.

usage: reproduce.py SOLVE ROOT POINTS WANTED

Rows of boards of at most POINTS points are tried. Exit 1 if a row differs, if one of them is not
decided that results/ has decided, or if fewer than WANTED rows were compared.
"""
import csv
import os
import subprocess
import sys
import tempfile


def points(row):
    rows, cols = row["board"].split("x")
    return int(rows) * int(cols)


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def main():
    solve, root, most, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    tables = sorted(n[:-4] for n in os.listdir(os.path.join(root, "tables")) if n.endswith(".tsv"))
    compared, failed = 0, False
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([solve, "tables", "--from", os.path.join(root, "tables"), "--out", out,
                        "--max-points", str(most), "--row-seconds", "600", "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        for table in tables:
            kept = read(os.path.join(root, "results"), table + ".csv")
            fresh = read(out, table + ".csv")
            if len(kept) != len(fresh):
                print(f"{table}: {len(fresh)} rows, results/ has {len(kept)}")
                failed = True
            for old, new in zip(kept, fresh):
                if points(old) > most or "not decided" in (old.get("verdict"), new.get("verdict")):
                    if points(old) <= most and old.get("verdict") != new.get("verdict"):
                        print(f"{table}: {old} has become {new}")
                        failed = True
                    continue
                compared += 1
                if old != new:
                    print(f"{table}: {old}\n  has become {new}")
                    failed = True
    print(f"{compared} rows compared")
    return 1 if failed or compared < wanted else 0


if __name__ == "__main__":
    sys.exit(main())
