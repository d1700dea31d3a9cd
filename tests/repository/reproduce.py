"""scripts/reproduce on a small part: certificates of one board come out as they are committed; a run that is stopped goes
on; two do not work in one folder; what was changed is told; parts ask the program that is given; and every file of results/ is made by a part or is one
of those that are not made. A run of scripts/lengths that was stopped goes on with what is not there.

usage: reproduce.py SOLVE ROOT
"""
import csv
import fnmatch
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SKIPPED = 77


# A program that decides nothing, and notes each call.
UNDECIDED = """#!/bin/sh
[ "$1" = plot ] && exit 0
echo "$*" >>"$(dirname "$0")/calls"
echo '{"value":{"min":null,"max":null},"nodes":5,"entries":1,"proven":false,"stopped":"nodes"}'
exit 3
"""


def lengths_calls(tree, *options):
    """How many questions scripts/lengths asks in the tree."""
    calls = os.path.join(tree, "calls")
    if os.path.exists(calls):
        os.remove(calls)
    subprocess.run([os.path.join(tree, "scripts/lengths"), "--solve", os.path.join(tree, "solve"), "--most", "2", *options],
                   check=True, stderr=subprocess.DEVNULL)
    with open(calls, encoding="ascii") as lines:
        return len(lines.readlines())


def lengths_go_on(root):
    """Of a file that was cut off the rest is asked for with --go-on; without it what is not proved is, too."""
    with tempfile.TemporaryDirectory() as tree:
        for name in ("scripts/lengths", "scripts/script_arguments.py", "results/certificates.csv"):
            os.makedirs(os.path.join(tree, os.path.dirname(name)), exist_ok=True)
            shutil.copy(os.path.join(root, name), os.path.join(tree, name))
        solve, rows = os.path.join(tree, "solve"), os.path.join(tree, "results/lengths.csv")
        with open(solve, "w", encoding="ascii") as out:
            out.write(UNDECIDED)
        os.chmod(solve, 0o755)
        whole = lengths_calls(tree, "--go-on")
        with open(rows, encoding="ascii") as lines:
            kept = lines.readlines()
        with open(rows, "w", encoding="ascii") as out:
            out.writelines(kept[:-3])
        found = lengths_calls(tree, "--go-on"), lengths_calls(tree)
        with open(rows, encoding="ascii") as lines:
            same = lines.readlines() == kept
    return [] if found == (3, whole) and same else [f"scripts/lengths asked {found}, wanted 3 and {whole}; same file: {same}"]


def stopped_in_background(command, work, by):
    """One that ignores SIGINT at first, as shells have it with '&', ends by a signal; as long as it works no other one does there."""
    wrong, out = [], os.path.join(work, "certificates.out")
    if os.path.exists(out):
        os.remove(out)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as child:
        while child.poll() is None and not os.path.exists(out):
            time.sleep(0.05)
        other = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        if other.returncode != 2 or "another run works there" not in other.stderr:
            wrong.append(f"a second run: exit code {other.returncode}: {other.stderr}")
        child.send_signal(by)
        try:
            child.wait(timeout=30)
        except subprocess.TimeoutExpired:
            child.kill()
        if child.wait() != 130:
            wrong.append(f"{by.name}: exit code {child.returncode}")
    return wrong


def parts_are_asked(script):
    """Each part asks the program that is given and builds nothing: what is to be made is away then, and no build goes without."""
    wrong, parts = [], {"tables": "greedy.md", "proved-rows": "kee-v6.csv", "report": "report/report.csv"}
    with tempfile.TemporaryDirectory() as work:
        solve = os.path.join(work, "solve")
        with open(solve, "w", encoding="ascii") as out:
            out.write('#!/bin/sh\necho "asked $1"\n')
        os.chmod(solve, 0o755)
        done = subprocess.run([script, "--work", work, "--solve", solve] + [word for part in parts for word in ("--part", part)],
                              capture_output=True, text=True, check=False)
        for part, name in parts.items():
            with open(os.path.join(work, part + ".out"), encoding="utf-8") as out:
                said = out.read()
            if done.returncode != 1 or "asked " not in said or f"results/{name}  differs: not made\n" not in done.stdout:
                wrong.append(f"part {part}: exit code {done.returncode}: {done.stdout}{said}")
        if os.path.exists(os.path.join(work, "tree/build")):
            wrong.append("a part builds")
    return wrong


def rows_are_told(script):
    """Which rows of a table differ, but for times."""
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        command = [script, "--work", work, "--solve", "/bin/true", "--part", "real-games", "--compare"]
        subprocess.run(command, capture_output=True, check=False)
        path = os.path.join(work, "tree/results/real-games.csv")
        with open(path, encoding="utf-8") as lines:
            rows = list(csv.reader(lines))
        changed = rows[3]
        for cells, wanted in ((rows, "same"), ([row if row != changed else changed[:-1] + ["another"] for row in rows],
                                                f"differs in 1 of {len(rows) - 1} rows: {' '.join(changed[:2])}"),
                              ([row for row in rows if row != changed], f"differs in 1 of {len(rows) - 1} rows: {' '.join(changed[:2])}"),
                              ([rows[0] + ["more"]] + rows[1:], "differs: other columns, or another order"),
                              (rows[:1] + rows[:0:-1], "differs: other columns, or another order")):
            with open(path, "w", encoding="utf-8", newline="") as out:
                csv.writer(out, lineterminator="\n").writerows(cells)
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if f"results/real-games.csv  {wanted}\n" not in done.stdout:
                wrong.append(f"wanted: {wanted}: {done.stdout}{done.stderr}")
    return wrong


def main():
    solve, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    if not os.path.exists(os.path.join(root, ".git")):
        return SKIPPED
    script, wrong = os.path.join(root, "scripts", "reproduce"), lengths_go_on(root)
    wrong += parts_are_asked(script)
    with tempfile.TemporaryDirectory() as work:
        command = [script, "--work", work, "--solve", solve, "--part", "certificates", "--board", "1x3"]
        log, slow = os.path.join(work, "log"), os.path.join(work, "slow")
        with open(slow, "w", encoding="ascii") as out:
            out.write("#!/bin/sh\nexec sleep 600\n")
        os.chmod(slow, 0o755)
        stopped = [slow if word == solve else word for word in command]
        for by in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            wrong += stopped_in_background(stopped, work, by)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or "results/certificates/1x3-psk.proof  same\n" not in done.stdout:
            wrong.append(f"gone on: exit code {done.returncode}: {done.stdout}{done.stderr}")
        with open(log, encoding="utf-8") as lines:
            if "part certificates: " not in lines.read():
                wrong.append("the log has no seconds")
        with open(os.path.join(work, "tree/results/certificates/1x3-psk.proof"), "ab") as out:
            out.write(b"x")
        done = subprocess.run(command + ["--compare"], capture_output=True, text=True, check=False)
        if done.returncode != 1 or "results/certificates/1x3-psk.proof  differs" not in done.stdout:
            wrong.append(f"changed: exit code {done.returncode}")
    wrong += rows_are_told(script)
    listed = subprocess.run([script, "--list"], capture_output=True, text=True, check=True).stdout.replace(";", " ").split()
    for name in {word for word in listed if word.startswith(("scripts/", "tests/", "proofs/"))}:
        path = os.path.join(root, name)
        if not (os.access(path, os.X_OK) or name.endswith(".py") and os.path.exists(path)):
            wrong.append(f"{name} cannot be called")
    for folder, _, names in os.walk(os.path.join(root, "results")):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), os.path.join(root, "results"))
            if not any(fnmatch.fnmatchcase(path, one) for one in listed):
                wrong.append(f"results/{path} is not made by a part")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
