#!/usr/bin/env python3
"""lines.py PROGRAM [all]: a line that a store has is told as without one, with the place where it begins to go round for ever:
at once, where a limit stops the run, and where its value was asked for alone. 2x2 is asked about under each third ruleset, or all."""
import json
import sys

from common import folder, run, same, solve, tests

BOARDS = ("1x2", "2x2")
ENDS = [f"{ko},cycle={end}{more}" for ko in ("none", "simple") for end in ("endless", "tie", "no-result")
        for more in ("", ",ending=passes3", ",suicide=multi", ",scoring=stone")]
TOLD = ("value", "line", "line_complete", "cycle_from")


def rulesets():
    presets = [preset["name"] for preset in json.loads(run("rules", "--json").stdout)["presets"]]
    return [rules for rules in presets + ENDS if "no store" not in refusal(rules)]


def refusal(rules):
    """A store has nothing of rules under which the first pass brings points, and this says so."""
    with folder() as store:
        done = run("solve", "--board", "1x1", "--rules", rules, "--quiet", "--value-only", "--store", store, codes=(0, 2))
        return "no store" if "first-pass" in done.stderr else ""


def lines():
    of_all, whole = rulesets(), sys.argv[2:] == ["all"]
    cycles = 0
    for number, rules in enumerate(of_all):
        with folder() as store, folder() as values:
            for board in BOARDS if whole or number % 3 == 0 else BOARDS[:1]:
                name = f"{board} {rules}"
                plain, _ = solve(name)
                cycles += plain["cycle_from"] is not None
                for more in ((), (), ("--max-nodes", "1"), ("--value-only",)):
                    same(solve(name, store, *more)[0], plain, f"{name} {more}", TOLD)
                alone, _ = solve(name, None, "--value-only")
                for more in (("--value-only",), ("--value-only", "--max-nodes", "1")):
                    same(solve(name, values, *more)[0], alone, f"{name} {more}", TOLD)
                stopped, _ = solve(name, values, "--max-nodes", "1", codes=(0, 3))
                if stopped["line_complete"] and stopped["line"] == alone["line"]:  # others are as good
                    same(stopped, alone, name, TOLD)
    assert cycles > (30 if whole else 15), cycles
    return f"{len(of_all)} rulesets, {cycles} lines that go round"


tests(lines)
