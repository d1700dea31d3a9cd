#!/usr/bin/env python3
"""peers.py SOLVE FOLDER ...: other programs beside SOLVE, on the same questions, and prints a table.

usage: peers.py [--threads LIST] [--runs N] [--seconds S] [--boards LIST] SOLVE FOLDER ...

A FOLDER holds another program's sources; nothing is fetched, and nothing is written there. What it is and how
it is asked says a recipe: FOLDER/peer.json, or that one of tests/bench/peers whose `needs` are in FOLDER:

    name, needs   the program, and files of its folder by which it is known
    build         commands, in a copy of the folder; [] if it needs none
    rules         the ruleset of SOLVE that is the same game
    boards        the boards that it is asked
    threads       the most threads that it can use
    value         command, regex: it tells the value of the board, or
    reaches       command, regex, yes: can Black reach a margin? It is asked for the value that SOLVE finds and
                  for one more; the value is right if it says yes and no

{rows}, {cols}, {threads} and {margin} in a command are filled in; the regex has one group. SOLVE is asked for the value
(--value-only) and for a certificate of it (--proof) apart. Each is run N times (3), by turns; a run ends after S seconds (600). The
table has the medians of processor seconds, of both players' questions together, and the most memory (a program of another language
takes 15 MiB at least, those of this script); the ratio is the other program's processor seconds by ours. A certificate is made by one
thread. Exit 1 if a value differs in any run, or one of our runs fails; 2 on wrong usage.
"""
import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# Of SOLVE; what another program takes it takes.
MEMORY = "8G"


class Refused(Exception):
    pass


def check_recipe(path, recipe):
    of = recipe["value"] if "value" in recipe else recipe["reaches"]
    try:
        groups = re.compile(of["regex"]).groups
        unknown = set(re.findall(r"\{(\w+)\}", " ".join(of["command"]))) - {"rows", "cols", "threads", "margin"}
    except (KeyError, TypeError, re.error) as why:
        raise Refused(f"{path}: {why}") from why
    if groups != 1:
        raise Refused(f"{path}: regex '{of['regex']}': wanted one group")
    if unknown:
        raise Refused(f"{path}: {{{unknown.pop()}}}: wanted {{rows}}, {{cols}}, {{threads}} or {{margin}}")
    if not re.fullmatch(r"\w[\w.-]*", recipe["name"]):
        raise Refused(f"{path}: name '{recipe['name']}': wanted letters, digits, '-', '_', '.'")


def read_recipe(folder):
    own = os.path.join(folder, "peer.json")
    known = [os.path.join(HERE, "peers", name) for name in sorted(os.listdir(os.path.join(HERE, "peers")))]
    for path in [own] if os.path.exists(own) else known:
        try:
            with open(path, encoding="utf-8") as file:
                recipe = json.load(file)
            missing = {"name", "needs", "build", "rules", "boards", "threads"} - set(recipe)
        except (OSError, ValueError, TypeError) as why:
            raise Refused(f"{path}: {why}") from why
        if missing or ("value" in recipe) == ("reaches" in recipe):
            raise Refused(f"{path}: wanted {', '.join(sorted(missing)) or 'value or reaches, one of them'}")
        check_recipe(path, recipe)
        if all(os.path.exists(os.path.join(folder, name)) for name in recipe["needs"]):
            return recipe
    raise Refused(f"'{folder}': no peer.json there, and no program that tests/bench/peers knows")


def build(recipe, folder, work):
    copied = tempfile.mkdtemp(prefix=recipe["name"] + "-", dir=work)
    shutil.copytree(folder, copied, ignore=shutil.ignore_patterns(".git"), dirs_exist_ok=True)
    for command in recipe["build"]:
        try:
            done = subprocess.run(command, cwd=copied, capture_output=True, text=True, check=False)
        except OSError as why:
            raise Refused(f"{recipe['name']}: {' '.join(command)}: {why.strerror}") from why
        if done.returncode != 0:
            raise Refused(f"{recipe['name']}: {' '.join(command)} failed: {done.stderr.strip()[-300:]}")
    return copied


def measure(command, folder, seconds):
    """Output, processor seconds and MiB; None instead of the output if it did not end."""
    with tempfile.TemporaryFile() as out:
        try:
            child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                                     stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as why:
            raise Refused(f"{command[0]}: {why.strerror}") from why
        until = time.monotonic() + seconds
        pid, late = 0, False
        while pid == 0:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid == 0:
                if not late and time.monotonic() > until:
                    os.killpg(child.pid, signal.SIGKILL)
                    late = True
                time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    return (None if late or child.returncode != 0 else text), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def ours(program, board, rules, threads, proof, folder, seconds):
    command = [program, "--board", board, "--rules", rules, "--value-only", "--json", "--quiet", "--memory", MEMORY,
               "--threads", str(threads)] + (["--proof", "value.proof"] if proof else [])
    text, spent, memory = measure(command, folder, seconds)
    if text is None:
        return None, spent, memory
    found = json.loads(text)
    value = found["value"]
    return (value["min"] if value["min"] == value["max"] else None), spent, found["peak_memory_bytes"] / 2**20


def ask(recipe, folder, board, threads, margin, seconds):
    of = recipe["value"] if "value" in recipe else recipe["reaches"]
    rows, cols = board.split("x")
    fill = {"rows": rows, "cols": cols, "threads": str(threads), "margin": str(margin)}
    command = [re.sub(r"\{(\w+)\}", lambda found: fill[found.group(1)], word) for word in of["command"]]
    text, spent, memory = measure(command, folder, seconds)
    found = re.search(of["regex"], text) if text is not None else None
    return found.group(1) if found else None, spent, memory


def theirs(recipe, folder, board, threads, value, seconds):
    """What they say the value is: a number, None (no answer), or "other" than ours."""
    if "value" in recipe:
        text, spent, memory = ask(recipe, folder, board, threads, value, seconds)
        return (int(text) if text is not None and re.fullmatch(r"[+-]?\d+", text) else None), spent, memory
    spent, memory, rows_cols = 0, 0, board.split("x")
    points = int(rows_cols[0]) * int(rows_cols[1])
    for margin, wanted in ((value, True), (value + 1, False)):
        if not -points < margin <= points:
            continue  # every board is within these
        text, more, most = ask(recipe, folder, board, threads, margin, seconds)
        spent, memory = spent + more, max(memory, most)
        if text is None:
            return None, spent, memory
        if (text == recipe["reaches"]["yes"]) != wanted:
            return "other", spent, memory
    return value, spent, memory


def median(runs, value):
    """The answer of the runs: one that is not the value if there is any, else None if any has none; the median of the
    seconds; the most memory."""
    answers = [run[0] for run in runs if run[0] not in (None, value)] or [run[0] for run in runs if run[0] is None]
    return (answers[0] if answers else value), statistics.median(run[1] for run in runs), max(run[2] for run in runs)


def show(value):
    return "-" if value is None else f"{value:+d}" if isinstance(value, int) else value


def compare(program, recipe, folder, board, threads, options, work):
    """Runs all by turns, so that what else the machine does meets all of them. Returns whether they agree."""
    value, _, _ = ours(program, board, recipe["rules"], threads, False, work, options.seconds)
    if value is None:
        print(f"| {board} | {recipe['rules']} | {threads} | - | | | | {recipe['name']} | | | | ours failed |", flush=True)
        return False
    plain, proved, peer = [], [], []
    for _ in range(options.runs):
        plain.append(ours(program, board, recipe["rules"], threads, False, work, options.seconds))
        proved.append(ours(program, board, recipe["rules"], threads, True, work, options.seconds))
        peer.append(theirs(recipe, folder, board, threads, value, options.seconds))
    again, own, own_memory = median(plain, value)
    certified, with_proof, _ = median(proved, value)
    said, other, other_memory = median(peer, value)
    told = "differs" if said not in (None, value) else "no answer" if said is None else f"{other / max(own, 0.001):.1f}"
    if again != value or certified != value:
        told = "ours failed"
    print(f"| {board} | {recipe['rules']} | {threads} | {value:+d} | {own:.2f} | "
          f"{f'{with_proof:.2f}' if certified == value else '-'} | {own_memory:.0f} | {recipe['name']} | {show(said)} | {other:.2f} | "
          f"{other_memory:.0f} | {told} |", flush=True)
    return told not in ("differs", "ours failed")


def whole_number(text):
    if not re.fullmatch("[1-9][0-9]{0,5}", text):
        raise argparse.ArgumentTypeError(f"'{text}': wanted a whole number from 1 on")
    return int(text)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS, allow_abbrev=False)
    parser.add_argument("--threads", default=[1, 2], help=argparse.SUPPRESS,
                        type=lambda text: [whole_number(word) for word in text.split(",")])
    parser.add_argument("--runs", default=3, type=whole_number, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", default=600, type=whole_number, help=argparse.SUPPRESS)
    parser.add_argument("--boards", type=lambda text: text.split(","), help=argparse.SUPPRESS)
    parser.add_argument("solve", help=argparse.SUPPRESS)
    parser.add_argument("folders", nargs="+", help=argparse.SUPPRESS)
    return parser.parse_args()


def run(options):
    agree = True
    program = os.path.abspath(options.solve)
    with tempfile.TemporaryDirectory() as work:
        peers = []
        for folder in options.folders:
            if not os.path.isdir(folder):
                raise Refused(f"'{folder}': no folder there: wanted one with another program's sources")
            recipe = read_recipe(folder)
            peers.append((recipe, build(recipe, folder, work)))
        print("| board | rules | threads | value | seconds | with certificate | MiB | other | its value | its seconds | its MiB "
              "| times as quick |")
        print("|---|---|---|---|---|---|---|---|---|---|---|---|")
        for recipe, folder in peers:
            for board in options.boards or recipe["boards"]:
                for threads in options.threads:
                    if threads <= recipe["threads"]:
                        agree &= compare(program, recipe, folder, board, threads, options, work)
    return 0 if agree else 1


def main():
    options = read_options()
    try:
        return run(options)
    except Refused as why:
        print(f"scripts/bench: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
