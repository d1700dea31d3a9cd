#!/usr/bin/env python3
"""schema.py PROGRAM SCHEMAS CASE [NTH]: is the JSON of the program as the schemas in the folder SCHEMAS say?

golden   the commands of the golden files, with --json; or each NTH of them
more     stopped runs, games that are over, odd names, stores, tables, batches: every verb that prints JSON
mutants  the schemas are strict: no output without one of its keys, or with another, is accepted, whatever
         depth it has
"""
import copy
import glob
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "golden"))
from golden import link_folder  # noqa: E402
from processes import wait_until_busy  # noqa: E402

PROGRAM, SCHEMAS, CASE = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
NTH = int(sys.argv[4]) if len(sys.argv) > 4 else 1
# Where the name of a key says nothing: maps from names to values, what a user chose, and what is read past.
OPEN = {"rules_fields", "fields", "choices", "id", "rules"}
validators, met = {}, {}


def load(name):
    """The validator of a schema, in one document with the common definitions."""
    if name not in validators:
        with open(os.path.join(SCHEMAS, "common.json"), encoding="utf-8") as file:
            common = json.load(file)
        with open(os.path.join(SCHEMAS, name + ".json"), encoding="utf-8") as file:
            text = file.read()
        assert "common.json#/$defs/" in text, name
        schema = json.loads(text.replace("common.json#/$defs/", "#/$defs/"))
        assert not set(schema.get("$defs", {})) & set(common["$defs"]), name
        schema["$defs"] = {**json.loads(json.dumps(common["$defs"])
                                        .replace("common.json#", "#")), **schema.get("$defs", {})}
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[name] = jsonschema.Draft202012Validator(schema)
    return validators[name]


def name_of(answer, of_batch):
    return "batch" if of_batch else answer["verb"].replace(" ", "-")


def check(text, what, of_batch=False):
    """Every line of text is an object as its schema says."""
    for line in text.splitlines():
        answer = json.loads(line)
        name = name_of(answer, of_batch)
        wrong = [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
                 for error in load(name).iter_errors(answer)]
        assert not wrong, f"{what}: {name}.json: {wrong[:3]}"
        if answer.get("best_complete") and answer.get("moves"):
            assert answer["best"], f"{what}: {name}: all best plays are known, and there is none"
        if of_batch and "error" not in answer:  # may be asked again
            load("query").validate({key: value for key, value in answer.items()
                                    if key not in ("action", "cancelled")})
        met.setdefault(name, []).append(answer)


def run(*arguments, codes=(0,), folder=None, **more):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=folder, check=False, timeout=60, **more)
    assert done.returncode in codes, f"{arguments}: exit {done.returncode}: {done.stderr}"
    return done.stdout.decode()


def golden():
    """As the golden files have them, and with --json where it may be added."""
    count = 0
    for name in sorted(glob.glob(os.path.join(HERE, "..", "golden", "*.golden"))):
        if os.path.basename(name) in ("help.golden", "errors.golden"):
            continue
        with open(name, encoding="utf-8") as file:
            shown = re.findall(r"^\$ solve (.*)\n(?:(?!\$ ).*\n)*?exit (\d+)$", file.read(), re.M)
        with tempfile.TemporaryDirectory() as into:
            folder = link_folder(os.path.dirname(os.path.abspath(name)), into)
            # What is refused prints no JSON.
            for command in [command for command, code in shown if code != "2"][::NTH]:
                words = [word for word in shlex.split(command) if word not in ("--quiet", "--no-boards")]
                if "--last" in words:
                    del words[words.index("--last"):words.index("--last") + 2]
                if "--format" in words:
                    del words[words.index("--format"):words.index("--format") + 2]
                words += [] if "--json" in words else ["--json"]
                text = run(*words, codes=(0, 1, 2, 3), folder=folder)
                if "--sgf-out" in words or not text.startswith("{"):
                    continue
                check(text, command)
                count += 1
    assert count > 120 // NTH, f"only {count} outputs"
    print(f"{count} outputs")


def stop_at_work(number, *arguments):
    with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until_busy(process)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 3, f"{arguments}: {process.returncode} {err}"
    return out.decode()


LARGE = ["--board", "4x4", "--rules", "spight", "--threads", "1", "--memory", "256M"]


def check_runs(folder):
    odd = os.path.join(folder, "star\udcff.graph")
    with open(odd.encode("utf-8", "surrogateescape"), "wb") as file:
        file.write(b"a b c\na b\na c\n")
    for arguments in (["--graph", odd, "--rules", "psk"], ["--graph", odd, "--rules", "ljrg"],
                      ["--board", "1x3", "--rules", "psk", "--history", "pass pass", "--komi", "0.5"],
                      ["--board", "1x2", "--rules", "none"], ["--board", "2x2", "--rules", "kee2013"],
                      ["--board", "1x3", "--rules", "ljrg", "--prohibited", "A1"],
                      ["--board", "1x2", "--rules", "kee2013,players=3,refresh=no"],
                      ["--board", "1x2", "--rules", "kee2013", "--coalition", "black", "--history", "pass pass"],
                      ["replay", "--graph", odd, "--rules", "psk", "--moves", "a pass a"],
                      ["replay", "--board", "2x2", "--rules", "kee2013,players=3", "--moves", "A1 B1 A2 B2 pass"],
                      ["replay", "--board", "1x3", "--rules", "ljrg", "--prohibited", "A1", "--moves", "B1 C1 A1"],
                      ["replay", "--board", "1x3", "--rules", "psk,ssk,none", "--moves", "B1 pass A1 C1 B1 pass pass"],
                      ["count", "--board", "1x3", "--rules", "psk", "--lengths", "turns"],
                      ["count", "--board", "1x3", "--rules", "none"], ["count", "--graph", odd, "--legal"],
                      ["count", "--board", "1x4", "--rules", "psk", "--longest"],
                      ["predict", "--board", "4x5", "--rules", "psk"], ["predict", "--board", "2x2", "--rules", "ljrg"],
                      ["control", "--board", "2x3", "--position", "X.X/XX."], ["rules"],
                      ["plot"], ["plot", "--kind", "nodes", "--picture", os.path.join(folder, "nodes.svg")],
                      ["endless", "--board", "1x2", "--rules", "none"], ["endless", "--board", "1x2", "--rules", "psk"],
                      ["compare", "--no-store", "--board", "1x3", "--rules", "psk,none", "--history", "A1 B1 A1"],
                      ["compare", "--no-store", "--board", "1x2", "--rules", "all"],
                      ["compare", "--board", "1x3", "--rules", "kee2013,players=3,kee2013,players=3,refresh=no", "--history", "B1"],
                      ["compare", "--no-store", "--board", "1x4", "--rules", "psk,ssk", "--find"],
                      ["report", "--boards", "1x1..1x3", "--rules", "psk,none,ljrg", "--out", os.path.join(folder, "report")],
                      ["report", "--boards", "1x2", "--rules", "psk", "--find-points", "0"]):
        check(run(*arguments, "--json"), arguments)
    for arguments in (["report", "--boards", "3x4", "--rules", "psk,suicide=multi", "--cell-seconds", "0.1"],
                      [*LARGE, "--max-nodes", "10"], [*LARGE, "--max-seconds", "0.1"],
                      ["count", "--board", "3x3", "--rules", "psk", "--max-seconds", "0.3", "--memory", "256M"],
                      ["count", "--board", "3x3", "--rules", "psk", "--estimate", "--max-seconds", "0.3"],
                      ["count", "--board", "1x2", "--rules", "kee2013,refresh=no", "--estimate", "--games", "1000"],
                      ["count", "--board", "3x3", "--rules", "psk", "--longest", "--max-seconds", "0.3"],
                      ["count", "--board", "1x2", "--rules", "kee2013,players=3", "--max-seconds", "0.3"],
                      ["count", "--board", "13x14", "--legal", "--max-seconds", "0.1"],
                      ["endless", "--board", "2x2", "--rules", "kee-v6,counts=first"],
                      ["endless", "--board", "2x7", "--rules", "simple", "--max-seconds", "0.2"]):
        check(run(*arguments, "--json", codes=(3,)), arguments)
    for arguments in (LARGE, ["count", "--board", "3x3", "--rules", "psk", "--memory", "256M"],
                      ["count", "--board", "4x4", "--rules", "psk", "--estimate", "--within", "0.0001%"]):
        check(stop_at_work(signal.SIGINT, *arguments, "--json"), arguments)


def check_stores(folder):
    store, proof = os.path.join(folder, "store"), os.path.join(folder, "proof")
    asked = ["--board", "2x2", "--rules", "psk"]
    for claim in (">=1", "<= -3"):
        check(run(*asked, "--ask", claim, "--json"), claim)
    check(run("--board", "1x1", "--rules", "psk", "--ask", ">=1", "--json"), "answered without a search")
    check(run("--board", "1x9", "--rules", "psk", "--ask", ">=1", "--max-nodes", "5", "--json", codes=(3,)), "open")
    check(run(*asked, "--store", store, "--json"), "store")
    check(run("table", *asked[:2], "--rules", "simple", "--store", store, "--json"), "table")
    check(run("table", *asked, "--store", store, "--json"), "table of bounds")
    check(run("table", *asked, "--store", store, "--json"), "table again")
    check(run("count", "--board", "1x3", "--rules", "psk", "--store", store, "--json"), "count in a store")
    check(run("store", "query", store, *asked, "--json"), "query")
    check(run("store", "query", store, "--board", "2x3", "--rules", "ssk", "--json", codes=(3,)), "nothing known")
    check(run("store", "info", store, "--json"), "info")
    for more in ([], ["--deep"], ["--deep", "--all"]):
        check(run("store", "check", store, "--json", *more), more)
    run(*asked, "--proof", proof, "--quiet")
    check(run("verify", proof, "--json"), "verify")
    with open(proof, "rb") as file:
        bytes_ = file.read()
    with open(proof, "wb") as file:
        file.write(bytes_[:len(bytes_) // 2])
    check(run("verify", proof, "--json", codes=(1, 2)), "half a proof")
    run("--board", "1x3", "--rules", "ljrg", "--proof", proof, "--quiet")
    check(run("verify", proof, "--json"), "proof of cycles")


def check_batch(folder):
    queries = [{"id": {"a": [1]}, "board": "2x2", "rules": "psk"}, {"board": "1x3", "rules": "ljrg", "prohibited": ["A1"]},
               {"id": 1.5, "graph": {"points": ["a", "b"], "edges": [["a", "b"]]}, "rules": "psk"},
               {"id": 2, "action": "lookup", "board": "2x2", "rules": "psk"}, {"id": "x", "action": "cancel"},
               {"action": "version"}, {"id": 7, "action": "replay", "board": "1x3", "rules": "ljrg", "history": ["B1", "C1", "A1"]},
               {"id": 8, "action": "replay", "board": "1x3", "rules": "kee2013,players=3", "to_move": "third", "history": ["B1"]},
               {"id": 5, "board": "3x4", "rules": "psk", "limits": {"max_nodes": 5}},
               {"id": 6, "board": "2x2", "rules": {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": True}}]
    for query in queries:
        load("query").validate(query)
    lines = [json.dumps(query) for query in queries] + ["nonsense", '{"bord": 1}', '{"id": 3, "board": "0x0", "rules": "psk"}']
    text = run("batch", "--store", os.path.join(folder, "store"), input="\n".join(lines).encode())
    assert text.count("\n") == len(lines), text
    check(text, "batch", of_batch=True)


def more():
    with tempfile.TemporaryDirectory() as folder:
        check_runs(folder)
        check_stores(folder)
        check_batch(folder)
    place = os.path.join(HERE, "..", "tables")
    for name in ("small", "counted"):
        check(run("tables", "--from", os.path.join(place, name), "--no-store", "--row-seconds", "1", "--quiet",
                  "--json"), name)
    names = {os.path.basename(name)[:-5] for name in glob.glob(os.path.join(SCHEMAS, "*.json"))}
    names -= {name for name in names if name.startswith("explore-")}  # of a server: tests/explore
    assert set(met) == names - {"common", "query"}, f"not met: {names - set(met)}"
    print({name: len(answers) for name, answers in met.items()})


def places(value, path=()):
    """Every object within value: (its path, its keys)."""
    if isinstance(value, dict):
        yield path, list(value)
        for key, item in value.items():
            if key not in OPEN:
                yield from places(item, path + (key,))
    elif isinstance(value, list):
        for index in {0, len(value) - 1} if value else ():
            yield from places(value[index], path + (index,))


def changed(answer, path, change):
    other = copy.deepcopy(answer)
    at = other
    for key in path:
        at = at[key]
    change(at)
    return other


def is_free(name, path, key):
    """May this key be missing? Rows of published tables have the columns of their kind; scores those of the players."""
    return (name == "tables" and len(path) == 4 and key != "board") or \
        ("score" in path or "stands" in path) and key in ("third", "fourth")


def mutants():
    more()
    count = 0
    for name, answers in met.items():
        validator, seen = load(name), set()
        for answer in answers:
            for path, keys in places(answer):
                shape = (tuple(key for key in path if isinstance(key, str)), tuple(keys), str(answer.get("task")))
                if shape in seen:
                    continue
                seen.add(shape)
                tries = [(f"without {key}", lambda at, key=key: at.pop(key)) for key in keys
                         if not is_free(name, path, key)]
                tries.append(("with another key", lambda at: at.update(another=1)))
                tries += [(f"with {key} of another type", lambda at, key=key: at.update({key: {"no": [1]}}))
                          for key in keys if key not in OPEN]
                for what, change in tries:
                    assert not validator.is_valid(changed(answer, path, change)), f"{name}.json accepts {path} {what}"
                    count += 1
    assert count > 1000, f"only {count} mutants"
    for query in ({"bord": "2x2"}, {"komi": 0.3}, {"limits": {"max_second": 1}}, {"history": "A1"}, {"value_only": 1},
                  {"schema": 1}, {"moves": [["B", "A1"]]}):
        assert not load("query").is_valid(query), query
    print(f"{count} mutants")


{"golden": golden, "more": more, "mutants": mutants}[CASE]()
