"""Checks what is known about endless play, and replays each line: the way and five laps.

usage: facts.py PROGRAM FACTS-FILE
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

LAPS = 5
CODES = {"endless": 0, "finite": 0, "not decided": 3}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else None


def replay_fault(program, found):
    moves = found["way"] + LAPS * found["lap"]
    _, replay = run([program, "replay", "--board", found["board"], "--rules", found["rules"],
                     "--position", found["position"], "--to-move", found["to_move"],
                     "--moves", " ".join(moves), "--json"])
    played = replay["moves"]
    if len(played) != len(moves) or not all(move["legal"] for move in played):
        return f"replay refuses: {played[-1]}"
    if replay["ended"] is not None:
        return f"replay ends: {replay['ended']}"
    ends = played[len(played) - 1::-len(found["lap"])][:LAPS]
    if len({end["board"] for end in ends}) != 1:
        return "a lap does not lead back"
    return None


def fault(program, fields):
    board, rules, verdict, lap, way, *extra = fields
    code, found = run([program, "endless", "--board", board, "--rules", rules, *extra, "--json"])
    if found is None:
        return f"nothing printed, exit code {code}"
    wanted = {"undecided": "not decided"}.get(verdict, verdict)
    if found["verdict"] != wanted or code != CODES[wanted]:
        return f"verdict {found['verdict']}, exit code {code}"
    if wanted != "endless":
        return None if found["lap"] is None else "a line where there is none"
    if found["shortest"] == lap.startswith("~"):
        return f"shortest: {found['shortest']}"
    if [str(len(found["lap"])), str(len(found["way"]))] != [lap.lstrip("~"), way]:
        return f"way {found['way']}, lap {found['lap']}"
    return replay_fault(program, found)


def main():
    program, file = sys.argv[1:]
    with open(file, encoding="utf-8") as facts:
        lines = [line for line in facts if line.strip() and not line.startswith("#")]
    faults = 0
    for line in lines:
        why = fault(program, line.split())
        if why is not None:
            print(f"{line.strip()}: {why}")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
