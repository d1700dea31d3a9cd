#!/usr/bin/env python3
"""differences.py PROGRAM ROOT: what results/ says of differences between rules is what scripts/ write today: all
of the smallest boards, checksums and counts of the others, ten differences with two certificates each."""
import csv
import gzip
import hashlib
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM, ROOT = sys.argv[1:]
RESULTS = os.path.join(ROOT, "results")
AGAIN = ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2"]


def script(name):
    path = os.path.join(ROOT, "scripts", name)
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(path)) # as when it is run
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run(name, *arguments):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", name), "--solve", PROGRAM, *arguments], check=True,
                          capture_output=True, text=True)
    return done.stdout


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def rows(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def data_set(folder):
    """Small boards come out again, also from what a run left that was stopped; sums and counts are those of the files."""
    kept, positions = os.path.join(RESULTS, "positions"), script("positions")
    boards = [argument for board in AGAIN for argument in ("--board", board)]
    run("positions", "--out", folder, *boards)
    with open(os.path.join(folder, "work", "2x2-psk-2000000.txt"), "r+b") as notes:
        notes.truncate(100)  # in the midst of a line
    run("positions", "--out", folder, *boards)
    for board in AGAIN:
        name = board + ".csv.gz"
        assert gzip.decompress(read(folder, name)) == gzip.decompress(read(kept, name)), board
    sums = dict(reversed(line.split("  ")) for line in read(kept, "SHA256SUMS").decode().splitlines())
    assert len(sums) == 2 * len(positions.BOARDS), len(sums)
    for name, digest in sums.items():
        content = read(kept, name) if name.endswith(".gz") else gzip.decompress(read(kept, name + ".gz"))
        assert hashlib.sha256(content).hexdigest() == digest, name
    counts, smallest = positions.compare(kept, positions.BOARDS)
    assert [[str(cell) for cell in row] for row in counts] == [list(row.values()) for row in rows(kept, "pairs.csv")]
    assert smallest == [list(row.values()) for row in rows(kept, "smallest.csv")]
    assert positions.summary(positions.BOARDS, counts, smallest) == read(kept, "README.md").decode()
    claim = {"move": None, "infinite": None, "player": "black", "claim": "forces", "bound": ">=", "margin": 1}
    assert positions.claimed([claim]) is None
    assert positions.claimed([claim, claim | {"player": "white", "bound": "<=", "margin": 2}]) is None
    assert positions.claimed([claim, claim | {"player": "white", "bound": "<="}]) == "1"


def reported(kept):
    """The smallest positions are those that the report found in another way."""
    report = {(row["rules_a"], row["rules_b"]): row for row in rows(RESULTS, "report", "differences.csv")}
    both = 0
    for row in rows(kept, "smallest.csv"):
        other = report.get((row["rules_a"], row["rules_b"]))
        if other is not None and other["position"] != "" and row["to_move"] == "black":
            assert (row["board"], row["position"]) == (other["board"], other["position"]), row
            both += 1
    assert both > 10, both


def main():
    with tempfile.TemporaryDirectory() as folder:
        data_set(folder)
        reported(os.path.join(RESULTS, "positions"))
        said = run("positions", "--sample", "10", "--seed", "2")
        assert "20 certificates accepted" in said, said
        run("empty-boards", "--out", folder, "--points", "6")
        kept = {(row["board"], row["rules"]): row["value"] for row in rows(RESULTS, "empty-boards.csv")}
        found = rows(folder, "empty-boards.csv")
        assert len(found) == 8 * 3 and all(kept[row["board"], row["rules"]] == row["value"] for row in found)
        run("real-games", "--out", folder, "--board", "2x3")
        assert rows(folder, "real-games.csv") == [row for row in rows(RESULTS, "real-games.csv") if row["board"] == "2x3"]


main()
