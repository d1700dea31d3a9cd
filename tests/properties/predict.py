#!/usr/bin/env python3
"""What `solve predict` says against what the tables really take.

usage: predict.py SOLVE BENCH_TABLES BOARD ...

The number of boards must be right, plays and bytes within a fifth; so must be what the process
grows by, where that is much more than what any process takes; and what `table` takes. Prints a row
a board.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

WITHIN = 0.2
GROWTH_LEAST = 4 << 20


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def predict(solve, board, memory, rules="psk"):
    return json.loads(run(solve, "predict", "--board", board, "--rules", rules, "--threads", "1",
                          "--memory", memory, "--json"))


def measure(bench, board):
    words = run(bench, board, "psk", "1").split()
    found = {name: int(words[words.index(name) + 1])
             for name in ("boards", "plays", "bytes", "peak")}
    found["seconds"] = sum(float(words[words.index(name) + 2])
                           for name in ("close", "reverse", "attractor", "every"))
    return found


def differs(board, what, told, found):
    if abs(told - found) <= WITHIN * found:
        return False
    print(f"{board}: {what}: predicted {told}, found {found}")
    return True


def check(solve, bench, board):
    told, found = predict(solve, board, "16G"), measure(bench, board)
    parts = told["bytes"]
    held = parts["positions"] + parts["reverse_plays"] + parts["attractor"]
    peak, seconds = held + parts["making"], sum(told["seconds"].values())
    print(f"| {board} | {told['boards']} | {found['boards']} | {told['plays']:.0f} | "
          f"{found['plays']} | {held / 2**20:.2f} | {found['bytes'] / 2**20:.2f} | "
          f"{peak / 2**20:.1f} | {found['peak'] / 2**20:.1f} | {seconds:.2f} | "
          f"{found['seconds']:.2f} |", flush=True)
    wrong = told["boards"] != str(found["boards"]) or not told["boards_exact"]
    if wrong:
        print(f"{board}: boards: predicted {told['boards']}, found {found['boards']}")
    wrong |= differs(board, "plays", told["plays"], found["plays"])
    wrong |= differs(board, "bytes", held, found["bytes"])
    if found["peak"] >= GROWTH_LEAST:
        wrong |= differs(board, "growth", peak, found["peak"])
    return wrong


def peak_of(solve, *options):
    done = subprocess.run([solve, "--rules", "spight", "--value-only", "--json", "--threads", "1", "--quiet", *options],
                          capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["peak_memory_bytes"]


def check_choice(solve):
    """What predict says of the tables is what a run does, under rules where lists come first."""
    least = peak_of(solve, "--board", "1x1") # what any run takes, with the libraries
    needed = predict(solve, "3x4", "16G", "spight")["bytes"]["memory_needed"]
    wrong = False
    for memory, wanted in ((needed * 0.99, "too large"), (needed * 1.01, "made")):
        told = predict(solve, "3x4", str(int(memory)), "spight")["tables"]
        peak = peak_of(solve, "--board", "3x4", "--memory", str(int(memory)), "--max-nodes", "3000") - least
        print(f"3x4, {memory / 2**20:.1f} MiB: {told}, peak {peak / 2**20:.1f} MiB")
        # The tables alone take half of it; 3000 nodes take little.
        made = "made" if peak > memory / 2 else "too large"
        if told != wanted or made != wanted:
            print(f"3x4 with {memory:.0f} bytes: predicted {told}, was {made}, wanted {wanted}")
            wrong = True
    return wrong


def check_announced(solve):
    """A run tells beforehand when its tables take long, and --quiet silences it."""
    command = [solve, "--board", "3x6", "--rules", "psk", "--memory", "14G", "--max-seconds", "0.3",
               "--value-only", "--threads", "1"]
    told = "tables of 26062314 boards take about"
    loud = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    quiet = subprocess.run([*command, "--quiet"], capture_output=True, text=True,
                           check=False).stderr
    if told in loud and told not in quiet:
        return False
    print(f"3x6: not announced, or although quiet:\n{loud}{quiet}")
    return True


def check_table(solve, board, rules, memory, method):
    """What predict says of `table` is what that takes."""
    common = ["--board", board, "--rules", rules, "--threads", "1", "--memory", memory, "--json"]
    told = json.loads(run(solve, "predict", *common))["table"]
    with tempfile.TemporaryDirectory() as folder:
        made = json.loads(run(solve, "table", *common, "--quiet", "--store", folder))
    wrong = told["method"] != made["method"] or made["method"] != method
    if method == "lists":
        wrong |= told["file"] is not None or told["outside"] != 0
    else:
        dense = made["dense"]
        held, mapped = int(dense["memory_bytes"]), int(dense["mapped_bytes"])
        wrong |= differs(board, "bytes of the table", told["memory"], held + mapped)
        wrong |= differs(board, "bytes of its file", told["file"], int(dense["file_bytes"]))
        wrong |= (told["outside"] > 0) != (mapped > 0) or told["outside"] > mapped
    if wrong:
        print(f"{board}, {rules}, {memory}: table: predicted {told}, was {made}")
    return wrong


def main():
    solve, bench, *boards = sys.argv[1:]
    print("| board | boards | | plays | | tables, MiB | | peak, MiB | | seconds | |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    wrong = [board for board in boards if check(solve, bench, board)]
    wrong = check_choice(solve) or wrong
    for case in (("2x3", "simple", "1G", "lists"), ("2x7", "simple", "1G", "dense"), ("2x7", "psk", "1G", "dense"),
                 ("2x6", "psk", "100K", "dense"), ("3x4", "3-plays", "500K", "dense")):
        wrong = check_table(solve, *case) or wrong
    wrong = check_announced(solve) or wrong
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
