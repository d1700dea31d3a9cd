#!/usr/bin/env python3
"""batch.py PROGRAM [POSITIONS]: POSITIONS (10,000) small positions, answered by one `solve batch` and by a process
each, of which 300 are run. Prints seconds of the clock and of the processor, and how many times as many a second
the batch answers. Exit 1 if its answers differ from those of the processes, or if it is less than 20 times.
"""
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

BOARDS = [(2, 2), (1, 4), (1, 3), (1, 2), (1, 5)]
PROCESSES, WANTED = 300, 20
MACHINE = ("id", "verb", "nodes", "entries", "seconds", "peak_memory_bytes", "limits", "threads", "line",
           "line_complete", "cycle_from")


def near(rows, columns, p):
    row, column = divmod(p, columns)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < rows and 0 <= c < columns:
            yield r * columns + c


def is_legal(cells, rows, columns):
    """Has every chain a liberty?"""
    free = {p for p, cell in enumerate(cells) if cell == "."}
    reached = set(free)
    waiting = [q for p in free for q in near(rows, columns, p)]
    while waiting:
        p = waiting.pop()
        if p not in reached:
            reached.add(p)
            waiting += [q for q in near(rows, columns, p) if cells[q] == cells[p]]
    return len(reached) == len(cells)


def positions(rows, columns):
    for cells in itertools.product(".XO", repeat=rows * columns):
        if is_legal(cells, rows, columns):
            yield "/".join("".join(cells[r * columns:(r + 1) * columns]) for r in range(rows))


def queries(program, count):
    told = json.loads(subprocess.run([program, "rules", "--json"], capture_output=True, check=True).stdout)
    rules = [preset["name"] for preset in told["presets"]]
    chance, known = random.Random(1), {board: list(positions(*board)) for board in BOARDS}
    for number in range(count):
        rows, columns = chance.choice(BOARDS)
        yield {"id": number, "board": f"{rows}x{columns}", "rules": rules[number % len(rules)],
               "position": chance.choice(known[rows, columns]), "to_move": chance.choice(["black", "white"])}


def measured(work):
    """What work() returns, seconds of the clock, and of the processor in the processes that it started."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    found = work()
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return found, seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_batch(program, file, threads):
    done = subprocess.run([program, "batch", "--threads", threads, "--memory", "1G", file], capture_output=True,
                          check=True)
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def run_processes(program, asked):
    found = {}
    for query in asked:
        done = subprocess.run([program, "--board", query["board"], "--rules", query["rules"], "--position",
                               query["position"], "--to-move", query["to_move"], "--json", "--quiet", "--threads",
                               "1", "--memory", "1G"], capture_output=True, check=True)
        found[query["id"]] = json.loads(done.stdout)
    return found


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    asked = list(queries(program, count))
    sample = random.Random(2).sample(asked, min(PROCESSES, count))
    print("| how | positions | seconds | of the processor | a second of it |\n|---|---|---|---|---|")
    right, seconds, work = measured(lambda: run_processes(program, sample))
    rate = len(sample) / work
    print(f"| a process each | {len(sample)} | {seconds:.2f} | {work:.2f} | {rate:.0f} |")
    least = None
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        file.writelines(json.dumps(query) + "\n" for query in asked)
        file.flush()
        for threads in ("1", "2"):
            answers, seconds, work = measured(lambda threads=threads: run_batch(program, file.name, threads))
            print(f"| batch, --threads {threads} | {count} | {seconds:.2f} | {work:.2f} | {count / work:.0f} |")
            least = min(least or count / work, count / work)
            assert len(answers) == count, len(answers)
            for number, wanted in right.items():
                for key in set(wanted) - set(MACHINE):
                    assert answers[number][key] == wanted[key], f"{asked[number]}: {key}: {answers[number][key]}"
    print(f"{least / rate:.1f} times as many a second as with a process each")
    return least / rate < WANTED


sys.exit(main())
