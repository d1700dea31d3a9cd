#!/usr/bin/env python3
"""lists.py PROGRAM [few]: every list of plays says whether it is complete. Exit code 1 if one does not.

Whatever stops a run, its best plays are among those of a run without limits; a list that calls
itself complete is the whole one, and one that does not lacks the judgement of a play. A search for
a position that rulesets value differently says how far it came. few: each game at one komi.
"""
import csv
import io
import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM, FEW = sys.argv[1], "few" in sys.argv[2:]
GAMES = [
    ["--board", "1x7", "--rules", "psk"],
    ["--board", "2x3", "--rules", "kee2013", "--history", "B2"],
    ["--board", "2x3", "--rules", "simple"],
    ["--board", "2x3", "--rules", "3-plays", "--to-move", "white"],
    ["--board", "1x4", "--rules", "ljrg"],
    ["--board", "1x4", "--rules", "kee-v6"],
    ["--board", "1x3", "--rules", "psk", "--history", "B1 pass pass"],
]
KOMIS = ["0", "-1.5"]
LIMITS = [["--max-nodes", str(nodes)] for nodes in (1, 5, 20, 60, 150, 400)] + [["--value-only"]]


def run(arguments, codes=(0, 3)):
    done = subprocess.run([PROGRAM] + arguments, capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{arguments}: {done.returncode} {done.stderr}"
    return done.stdout


def solve(arguments):
    return json.loads(run(arguments + ["--json", "--quiet", "--threads", "1"]))


def median(value, komi):
    return sorted((value["min"], komi, value["max"]))[1]


def check_whole(name, whole, komi):
    """A run without limits: its best plays are those of the order that it names."""
    assert whole["best_order"] == "median(min,komi,max)" and whole["komi"] == float(komi), name
    assert whole["best_complete"] and whole["moves_complete"], name
    finite = [move for move in whole["moves"]
              if move["value"]["min"] is not None and move["value"]["max"] is not None]
    if whole["moves"] and len(finite) == len(whole["moves"]):
        wanted = median(whole["value"], float(komi))
        best = [move["move"] for move in whole["moves"] if median(move["value"], float(komi)) == wanted]
        assert whole["best"] == best, f"{name}: {whole['best']}, by the order {best}"


def check_part(name, part, whole):
    """What a stopped run says holds, and it says where it lacks something. Returns whether it
    lacked best plays."""
    assert set(part["best"]) <= set(whole["best"]), f"{name}: {part['best']}"
    if part["best_complete"]:
        assert part["best"] == whole["best"], f"{name}: called complete: {part['best']}"
    else:
        assert not all(move["proven"] for move in part["moves"]) or not part["proven"] \
            or not part["moves"], f"{name}: complete after all"
    proven = bool(part["moves"]) and all(move["proven"] for move in part["moves"])
    assert part["moves_complete"] == (proven or whole["ended"] is not None), name
    return part["best"] != whole["best"]


def check_runs():
    lacking = 0
    for number, game in enumerate(GAMES):
        for komi in KOMIS[number % 2:][:1] if FEW else KOMIS:
            asked = game + ["--komi", komi]
            whole = solve(asked)
            check_whole(asked, whole, komi)
            for limit in LIMITS:
                lacking += check_part(asked + limit, solve(asked + limit), whole)
    assert lacking > (10 if FEW else 20), f"only {lacking} lists were cut short: this says little"


def check_query(store, game, whole):
    """What the store tells of a game, as JSON and in the words of a table."""
    query = ["store", "query", store] + game
    part = json.loads(run(query + ["--json"]))
    check_part(query, part, whole)
    rows = list(csv.DictReader(io.StringIO(run(query + ["--format", "csv"]))))[1:]
    words = {row["play"]: row["best"] for row in rows}
    assert [play for play, word in words.items() if word == "yes"] == part["best"], query
    assert ("" not in words.values()) == part["best_complete"], f"{query}: {words}"
    for play, word in words.items():
        assert word in ("", "yes" if play in whole["best"] else "no"), f"{query}: {play} {word}"
    return part["best_complete"]


def check_store(folder):
    """A store that a run for the value alone left, then one without limits."""
    for game in GAMES:
        if "ljrg" in game:
            continue
        whole = solve(game)
        store = os.path.join(folder, "-".join(game).replace(" ", "-"))
        for more in (["--value-only"], []):
            solve(game + more + ["--store", store])
            complete = check_query(store, game, whole)
            assert complete or more, f"{game}: all is solved, and the list is not complete"


def check_compare():
    """A ruleset's list is as complete as the main verb has it."""
    for limit in [[], ["--max-nodes", "60"], ["--max-nodes", "5"]]:
        game = ["--board", "1x7", "--komi", "0.5"]
        rows = json.loads(run(["compare", "--no-store", "--rules", "psk,simple", "--threads", "1", "--quiet",
                               "--format", "json"] + game + limit))["rulesets"]
        for row in rows:
            alone = solve(game + ["--rules", row["rules"]] + limit)
            for key in ("best", "best_complete", "proven", "ended"):
                assert row[key] == alone[key], f"{limit} {row['rules']}: {key} {row[key]}"
        open_ = not all(row["best_complete"] for row in rows)
        assert (rows[1]["plays_differ"] is None) == open_, rows
        text = run(["compare", "--no-store", "--rules", "psk,simple", "--threads", "1", "--quiet"] + game + limit)
        assert ("not all known" in text or "not known" in text) == open_, text


def find(arguments):
    """A search of 3x4, interrupted when it tells that it looked at a position."""
    process = subprocess.Popen([PROGRAM, "compare", "--board", "3x4", "--rules", "psk,psk,suicide=multi", "--find",
                                "--no-store", "--threads", "1"] + arguments, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while "looked at" not in process.stderr.readline():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 3 and "stopped: interrupted" in err and " after " in err, f"{process.returncode} {err}"
    return out


def check_find():
    found = json.loads(find(["--format", "json"]))
    assert found["position"] is None and found["rulesets"] == [], found
    how = found["find"]
    assert not how["found"] and not how["complete"] and how["looked_at"] > 0, how
    assert how["stones"] >= 0 and how["not_decided"] == 0, how
    text = find([])
    assert "no difference in value found on" in text and "there is none" not in text, text

    small = ["compare", "--board", "1x4", "--rules", "psk,ssk", "--find", "--no-store", "--threads", "1"]
    how = json.loads(run(small + ["--format", "json", "--quiet"], [0]))["find"]
    assert how == {"found": False, "complete": True, "looked_at": 23, "not_decided": 0, "stones": 4, "stopped": None}, how
    assert "there is none" in run(small, [0])
    done = subprocess.run([PROGRAM] + small + ["--max-nodes", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "there is none" not in done.stdout, done.stdout
    assert "none differs" not in done.stderr and "were not decided" in done.stderr, done.stderr
    how = json.loads(run(small + ["--max-nodes", "1", "--format", "json"], [3]))["find"]
    assert not how["found"] and not how["complete"] and how["not_decided"] > 0, how

    small = ["compare", "--board", "2x3", "--rules", "psk,ssk", "--find", "--no-store", "--threads", "1", "--quiet"]
    found = json.loads(run(small + ["--format", "json"], [0]))
    assert found["find"]["found"] and found["find"]["complete"] and found["position"] == ".../.OO", found


with tempfile.TemporaryDirectory() as scratch:
    for check in (check_runs, lambda: check_store(scratch), check_compare, check_find):
        check()
print("lists ok")
