#!/usr/bin/env python3
"""try_peers.py BENCH SOLVE: other programs beside ours: made-up ones that are right, wrong, slow, broken or no programs."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

BENCH, SOLVE = (os.path.abspath(name) for name in sys.argv[1:3])
RECIPE = {"name": "made-up", "needs": ["answer.py"], "build": [], "rules": "psk", "boards": ["1x3", "2x2"], "threads": 1}
ANSWER = "import sys; board, margin = sys.argv[1], int(sys.argv[2]); value = {'1x3': 3, '2x2': 1}[board]\n"


def bench(*args):
    return subprocess.run([sys.executable, BENCH, "--runs", "1", *args], text=True, capture_output=True, check=False)


def make(name, answer, **more):
    os.mkdir(name)
    with open(os.path.join(name, "answer.py"), "w", encoding="utf-8") as file:
        file.write(ANSWER + answer)
    with open(os.path.join(name, "peer.json"), "w", encoding="utf-8") as file:
        json.dump(RECIPE | {"name": name} | more, file)
    return name


def command(regex, **more):
    return {"command": [sys.executable, "answer.py", "{rows}x{cols}", "{margin}"], "regex": regex} | more


def rows(done):
    """By board and threads: the last column and what the other one said."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()[2:]]
    return {(cells[0], cells[2]): (cells[8], cells[11]) for cells in lines}


def refused(words, *args):
    done = bench(*args)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and words in done.stderr, done


def main():
    value = command(r"value (-?\d+)")
    reaches = command("(yes|no)", yes="yes")
    right = make("right", "print('value', value)", value=value)
    asked = make("asked", "print('yes' if value >= margin else 'no')", reaches=reaches, threads=2)
    done = bench(SOLVE, right, asked)
    assert done.returncode == 0, done
    found = rows(done)
    assert set(found) == {("1x3", "1"), ("2x2", "1"), ("1x3", "2"), ("2x2", "2")}, found
    assert all(float(ratio) > 0 for _, ratio in found.values()), found
    assert [found[key][0] for key in sorted(found)] == ["+3", "+3", "+1", "+1"], found
    # Wrong on one board; wrong in one of the two questions; nothing that can be read; an error; too slow.
    for name, answer, how, code, told in [
            ("wrong", "print('value', value if board == '1x3' else -1)", {"value": value}, 1, ("-1", "differs")),
            ("half", "print('yes')", {"reaches": reaches}, 1, ("other", "differs")),
            ("mute", "print('who knows')", {"value": value}, 0, ("-", "no answer")),
            ("broken", "print('value', value); sys.exit(1)", {"value": value}, 0, ("-", "no answer")),
            ("slow", "import time; time.sleep(50 if board == '2x2' else 0); print('value', value)", {"value": value}, 0,
             ("-", "no answer"))]:
        done = bench("--seconds", "2", SOLVE, make(name, answer, **how))
        assert done.returncode == code and rows(done)["2x2", "1"] == told, done
    assert rows(done)["1x3", "1"][0] == "+3", done
    # A build is made in a copy.
    built = make("built", "", value=value, build=[[sys.executable, "-c", "open('answer.py', 'w').write('print(\"value 3\")')"]],
                 boards=["1x3"])
    before = os.listdir(built), os.stat(os.path.join(built, "answer.py")).st_mtime_ns
    assert bench(SOLVE, built).returncode == 0
    assert before == (os.listdir(built), os.stat(os.path.join(built, "answer.py")).st_mtime_ns)
    refused("false failed", SOLVE, make("unbuilt", "", value=value, build=[["false"]]))
    refused("value or reaches", SOLVE, make("neither", ""))
    refused("no folder there", SOLVE, "nowhere")
    refused("wanted one group", SOLVE, make("ungrouped", "", value=command("value")))
    refused("{nope}", SOLVE, make("filled", "", value=command("(.)") | {"command": ["echo", "{nope}"]}))
    refused("No such file", SOLVE, make("absent", "", value=command("(.)") | {"command": ["./not-there"]}))
    refused("No such file", os.path.abspath("not-there"), right)
    # Wrong in one run of three; ours that fails.
    changing = "import os; n = len(os.listdir('.')); open(f'run{n}', 'w').close(); print('value', value if n != 3 else -4)"
    done = bench("--runs", "3", SOLVE, make("changing", changing, value=value, boards=["2x2"]))
    assert done.returncode == 1 and rows(done)["2x2", "1"] == ("-4", "differs"), done
    with open("ours.sh", "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\ncase "$*" in *--proof*) exit 1;; esac\nexec {SOLVE} "$@"\n')
    os.chmod("ours.sh", 0o755)
    done = bench(os.path.abspath("ours.sh"), right, right)
    assert done.returncode == 1 and {told for _, told in rows(done).values()} == {"ours failed"}, done
    os.mkdir("empty")
    refused("no peer.json there", SOLVE, "empty")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
print("ok")
