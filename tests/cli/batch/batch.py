#!/usr/bin/env python3
"""batch.py PROGRAM CASE: what `solve batch` answers.

agree   the same as `solve --json`, however many threads answer
faults  a line that is wrong costs one answer, which names the key, and nothing else
cancel  a query that is cancelled is answered as far as it came; others go on
ends    the end of the input, Ctrl-C, --max-seconds, and a reader that went away
again   an answer can be asked again as it is
living  strategies end where their player lives
replay  moves are judged as by a replay
store   lookup says what the store knows
"""
import functools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import asking  # noqa: E402
from asking import GOOD, by_id  # noqa: E402
from processes import wait_until_busy, wait_until_full  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
batch = functools.partial(asking.batch, PROGRAM)
# What depends on the machine, on the work done before, or on who asked. Where several plays are as
# good as another, the line may take any.
VARIES = ("id", "verb", "nodes", "entries", "seconds", "peak_memory_bytes", "limits", "threads", "line",
          "line_complete", "cycle_from")
LONG = {"board": "1x13", "rules": "psk,suicide=yes"}  # takes most of a minute


def without_varying(answer):
    return {key: value for key, value in answer.items() if key not in VARIES}


def solve(query):
    arguments = ["--board", query["board"], "--rules", query["rules"]]
    for key, option in (("position", "--position"), ("to_move", "--to-move")):
        if key in query:
            arguments += [option, query[key]]
    if query.get("history"):
        arguments += ["--history", " ".join(query["history"])]
    if query.get("prohibited"):
        arguments += ["--prohibited", " ".join(query["prohibited"])]
    if "komi" in query:
        arguments += ["--komi", str(query["komi"])]
    arguments += ["--value-only"] if query.get("value_only") else []
    arguments += ["--ask", query["ask"]] if "ask" in query else []
    done = subprocess.run([PROGRAM, *arguments, "--json", "--quiet", "--threads", "1", "--memory", "256M"],
                          capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), f"{query}: {done.stderr}"
    return json.loads(done.stdout)


def presets():
    done = subprocess.run([PROGRAM, "rules", "--json"], capture_output=True, text=True, check=True)
    return [preset["name"] for preset in json.loads(done.stdout)["presets"]]


# It takes seconds, and here ten times.
SLOW = ("kee2007", "2x2")


# Their margins are points and a half.
HALVES = ("button",)


def some_queries():
    queries = []
    for rules in presets():
        for board, *more in (("1x3", {}), ("2x2", {"history": ["A1"]}), ("2x2", {"position": "X./.O", "to_move": "white"}),
                             ("1x4", {"komi": 1.5}), ("1x5", {"value_only": True, "history": ["B1", "pass"]}),
                             ("1x4", {"ask": "<=2" if rules not in HALVES else ">=2.5"})):
            if (rules, board) != SLOW:
                queries.append({"id": len(queries), "board": board, "rules": rules, **more[0]})
    queries.append({"id": len(queries), "board": "1x3", "rules": "ljrg", "prohibited": ["B1"]})
    queries.append({"id": len(queries), "board": "1x2", "rules": "psk", "history": ["pass", "pass"]})
    queries.append({"id": len(queries), "board": "1x2", "rules": "psk", "history": ["pass", "pass"], "ask": ">=0"})
    return queries


def agree():
    queries = some_queries()[::3 if "few" in sys.argv[3:] else 1]
    right = {query["id"]: without_varying(solve(query)) for query in queries}
    for threads in ("1", "4"):
        answers, told = batch(queries + [dict(query, id=query["id"] + 1000) for query in queries], "--threads", threads,
                              "--memory", "1G")
        assert told == "", told
        found = by_id(answers, 2 * len(queries))
        for number, answer in found.items():
            # With value_only, a cache may know more of the other plays than was asked for.
            wanted, got = right[number % 1000], without_varying(answer)
            keys = [key for key in wanted if not (wanted["value_only"] and key in
                                                  ("best", "best_complete", "moves", "moves_complete"))]
            if wanted["asked"] is not None:  # and more of the value
                keys = [key for key in keys if key not in ("value", "proven", "at_komi", "line", "line_complete",
                                                           "cycle_from")]
            for key in keys:
                assert got[key] == wanted[key], f"{queries[number % 1000]}: {key} is {got[key]}, not {wanted[key]}"
    for answer in answers[:2 * len(queries)]:
        assert answer["verb"] == "solve" and answer["schema"] == 2, answer
    print(f"{len(queries)} queries, each twice, with 1 and 4 threads")


FAULTS = [
    # line, key, words of why
    (b"nonsense", None, "no JSON"),
    (b"{", None, "no JSON"),
    (b'{"id": 1} {"id": 2}', None, "no JSON"),
    (b"[1]", None, "wanted a JSON object"),
    (b'"text"', None, "no JSON"),
    (b"null", None, "no JSON"),
    (b"\x00", None, "no JSON"),
    (b'{"board": "1x\\u0000"}', None, "no JSON: no text here has a \\u0000, at byte 20"),
    (b'{"board": {"1x\\u0000": 1}}', None, "no JSON: no text here has a \\u0000, at byte "),
    (b'{"board": "\xff\xfe"}', None, "no JSON"),
    (b'{"id": ' + b"[" * 5000 + b"]" * 5000 + b"}", None, "no JSON"),
    (b'{"id": 1, "id": 2}', None, "duplicate"),
    (b'{"id": {"a": 1, "a": 2}}', None, "duplicate"),
    (b'{"id": 123456789012345678901234567890}', None, "no JSON"),
    (b'{"id": 1e999}', None, "no JSON"),
    ({**GOOD, "bord": 1}, "bord", "did you mean 'board'"),
    ({**GOOD, "boardXSize": 3}, "boardXSize", "board"),
    ({**GOOD, "coalition": True}, "coalition", 'query: wanted "action": "coalitions"'),
    ({**GOOD, "max_nodes": 3}, "max_nodes", 'query: wanted "limits": {"max_nodes": N}'),
    ({**GOOD, "moves": [["B", "A1"]]}, "moves", "history"),
    ({**GOOD, "schema": 1}, "schema", "wanted 2"),
    ({**GOOD, "action": "sovle"}, "action", "wanted solve"),
    ({"rules": "psk"}, "board", "missing"),
    ({"board": "1x3"}, "rules", "missing"),
    ({"board": "0x3", "rules": "psk"}, "board", "0x3"),
    ({"board": 3, "rules": "psk"}, "board", "wanted text"),
    ({"board": "9x9", "rules": "psk"}, "board", "81 points"),
    ({"graph": {"points": ["a b"], "edges": []}, "rules": "psk"}, "graph", "wanted"),
    ({"graph": {"points": ["a"], "edges": [["a", "c"]]}, "rules": "psk"}, "graph", "c"),
    ({"graph": [1], "rules": "psk"}, "graph", "wanted"),
    ({"board": "1x3", "rules": "pssk"}, "rules", "did you mean"),
    ({"board": "1x3", "rules": 7}, "rules", "wanted text"),
    ({"board": "1x3", "rules": "kee2013,players=3"}, "rules", "3 players"),
    ({**GOOD, "rules_fields": {"family": "superko", "repetition": "ssk"}}, "rules_fields", "not the fields"),
    ({**GOOD, "position": "XX"}, "position", "row 1 ends"),
    ({**GOOD, "position": ["X.."]}, "position", "wanted rows"),
    ({**GOOD, "to_move": "red"}, "to_move", "wanted \"black\" or \"white\""),
    ({"action": "replay", "board": "1x3", "rules": "kee2013,players=3", "to_move": "fourth"}, "to_move", "\"white\" or \"third\""),
    ({"action": "replay", "board": "1x3", "rules": "kee2013,players=4", "to_move": "red"}, "to_move", "\"third\" or \"fourth\""),
    ({**GOOD, "history": "A1"}, "history", "array"),
    ({**GOOD, "history": ["Z9"]}, "history", "Z9"),
    ({**GOOD, "history": ["A1", 3]}, "history", "play 2"),
    ({**GOOD, "history": ["A1", "A1"]}, "history", "play 2 is not legal: A1 is occupied"),
    ({**GOOD, "prohibited": ["A1"]}, "prohibited", "ljrg"),
    ({"board": "1x3", "rules": "ljrg", "prohibited": ["A1", "A1"]}, "prohibited", "once"),
    ({**GOOD, "komi": 0.3}, "komi", "half"),
    ({**GOOD, "komi": "1"}, "komi", "half"),
    ({**GOOD, "komi": 2000}, "komi", "half"),
    ({**GOOD, "value_only": 1}, "value_only", "true or false"),
    ({**GOOD, "ask": 1}, "ask", "a claim such as"),
    ({**GOOD, "ask": "24"}, "ask", "'24' is no claim: wanted one such as"),
    ({**GOOD, "ask": ">=0.5"}, "ask", "whole points"),
    ({**GOOD, "asked": {"claim": "more"}}, "asked", "'more' is no claim: wanted one such as"),
    ({**GOOD, "asked": 3}, "asked", "a claim such as"),
    ({**GOOD, "action": "coalitions", "ask": ">=1"}, "ask", "wanted none"),
    ({**GOOD, "living": "yes"}, "living", "true or false"),
    ({"board": "1x3", "rules": "repetition-draws", "living": True}, "living", "rules under which strategies prove something"),
    ({**GOOD, "action": "coalitions", "living": True}, "living", "wanted none"),
    ({**GOOD, "action": "coalitions"}, "rules", "kee2013"),
    ({"board": "3x5", "rules": "kee2013,players=3", "action": "coalitions"}, "rules", "at most 11"),
    ({**GOOD, "limits": 3}, "limits", "object"),
    ({**GOOD, "limits": {"max_second": 3}}, "max_second", "did you mean 'max_seconds'"),
    ({**GOOD, "limits": {"max_nodes": 0}}, "max_nodes", "whole number from 1"),
    ({**GOOD, "limits": {"max_nodes": 1.5}}, "max_nodes", "whole number"),
    ({**GOOD, "limits": {"max_seconds": 0}}, "max_seconds", "from 0.000000001"),
    ({**GOOD, "limits": {"max_seconds": 1e-12}}, "max_seconds", "from 0.000000001"),
    ({**GOOD, "limits": {"memory": 1}}, "memory", "65536"),
    ({**GOOD, "limits": {"threads": 0}}, "threads", "whole number from 1"),
    ({**GOOD, "action": "lookup"}, None, "--store"),
]


def faults():
    lines = []
    for number, (line, _, _) in enumerate(FAULTS):
        lines += [line if isinstance(line, bytes) else dict(line, id=f"fault {number}"), dict(GOOD, id=number)]
    lines += [b"", b"  ", b'{"id": "' + b"x" * (17 << 20) + b'"}', dict(GOOD, id="last")]
    answers, _ = batch(lines, "--threads", "2")
    wrong = [answer for answer in answers if "error" in answer]
    right = by_id([answer for answer in answers if "error" not in answer], len(FAULTS) + 1)
    assert "last" in right and all(answer["proven"] for answer in right.values())
    told = {answer["line"]: answer for answer in wrong}
    assert len(told) == len(wrong) == len(FAULTS) + 1, len(wrong)
    for number, (line, key, words) in enumerate(FAULTS):
        answer = told[2 * number + 1]
        error = answer["error"]
        assert error["key"] == key and words in error["why"], f"{line}: {error}"
        assert answer["id"] == (None if isinstance(line, bytes) else f"fault {number}"), answer
        assert "\n" not in error["why"] and not error["why"].endswith("."), error
    assert "too long" in told[2 * len(FAULTS) + 3]["error"]["why"], told
    # A value is shown as it was written.
    for line, value in (({**GOOD, "komi": 0.3}, "0.3"), ({**GOOD, "asked": 3}, "3")):
        (answer,), _ = batch([line])
        assert answer["error"]["value"] == value, answer
    # A line without an end is one, too; so is one that ends as on Windows.
    done = subprocess.run([PROGRAM, "batch"], input=b'{"action": "version", "id": 1}\r\n{"action": "version", "id": 2}',
                          capture_output=True, check=True)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2], done.stdout
    print(f"{len(FAULTS) + 1} faults")


class Running:
    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, "batch", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def ask(self, **query):
        self.process.stdin.write(json.dumps(query).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def end(self, code):
        out, err = self.process.communicate(timeout=60)
        assert self.process.returncode == code, f"exit {self.process.returncode}, not {code}: {err}"
        return [json.loads(line) for line in out.splitlines()], err.decode()


def cancel():
    running = Running("--threads", "1", "--memory", "512M")
    running.ask(id="first", **LONG)
    running.ask(id=["waits", 1], **LONG)
    running.ask(id="small", **GOOD)
    wait_until_busy(running.process)
    for number, one in enumerate(("first", ["waits", 1])):
        running.ask(action="cancel", id=one)
        # Either may be written first.
        told, stopped = sorted((running.answer(), running.answer()), key=lambda answer: "action" not in answer)
        assert told["action"] == "cancel" and told["cancelled"] == 1 and told["id"] == one, told
        assert stopped["id"] == one and stopped["stopped"] == "interrupted" and not stopped["proven"], stopped
        if number == 0:
            running.ask(action="cancel", id="nobody")
            assert running.answer()["cancelled"] == 0
    told = running.answer()
    assert told["id"] == "small" and told["proven"] and told["value"]["min"] == 3, told
    assert running.end(0) == ([], "")


def ends():
    for limits, word in (({"max_nodes": 5}, "nodes"), ({"max_seconds": 0.2}, "time")):
        told = batch([dict(LONG, limits=limits)])[0][0]
        assert told["stopped"] == word and not told["proven"], told
        assert {key: told["limits"][key] for key in limits} == limits, told["limits"]
    for number in (signal.SIGINT, signal.SIGTERM):
        running = Running("--threads", "2", "--memory", "512M")
        for name in range(4):
            running.ask(id=name, **LONG)
        # That it answers the last line says that it has read the others.
        running.ask(action="version")
        assert running.answer()["action"] == "version"
        wait_until_busy(running.process)
        running.process.send_signal(number)
        answers, err = running.end(3)
        found = by_id(answers, 4)
        assert all(answer["stopped"] == "interrupted" for answer in found.values()), answers
        assert "interrupted" in err and err.count("\n") == 1, err
    running = Running("--max-seconds", "2", "--threads", "1", "--memory", "512M")
    running.ask(id=1, **LONG)
    running.ask(id=2, **LONG)
    began = time.monotonic()
    answers, err = running.end(3)
    assert [answer["stopped"] for answer in answers] == ["time", "time"] and time.monotonic() - began < 20, answers
    assert "--max-seconds" in err, err
    # Nobody reads the answers, but somebody might.
    with subprocess.Popen([PROGRAM, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        process.stdin.write(b'{"action": "version"}\n' * 2000)
        process.stdin.flush()
        wait_until_full(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 3, process.returncode
        err = process.stderr.read()
        assert b"interrupted by SIGTERM" in err and err.count(b"\n") == 1, err
    # Killed with half a line written to it: nothing hangs, and what was answered was whole.
    running = Running("--threads", "1")
    running.ask(id=1, **GOOD)
    assert running.answer()["proven"]
    running.process.stdin.write(b'{"board": ')
    running.process.stdin.flush()
    running.process.kill()
    running.process.wait(timeout=20)
    running.process.stdin = None
    # Nobody reads the answers any more.
    lines = b"".join(json.dumps(dict(GOOD, id=i)).encode() + b"\n" for i in range(20000))
    with tempfile.NamedTemporaryFile() as file:
        file.write(lines)
        file.flush()
        with subprocess.Popen([PROGRAM, "batch", file.name], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            process.stdout.close()
            assert process.wait(timeout=60) == -signal.SIGPIPE, process.returncode
    done = subprocess.run([PROGRAM, "batch", "/nowhere"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "/nowhere" in done.stderr and done.stderr.count("\n") == 1, done.stderr


def again():
    queries = some_queries()
    graph = {"points": ["a", "b", "c", "d"], "edges": [["a", "b"], ["a", "c"], ["a", "d"]]}
    queries.append({"id": len(queries), "graph": graph, "board": "star", "rules": "psk", "history": ["a"]})
    # What the rules prohibit is not prohibited at the start: the first answer has no such points.
    queries.append({"id": len(queries), "board": "1x1", "rules": "ljrg", "history": ["pass", "pass"]})
    queries.append({"id": len(queries), "board": "1x4", "rules": "ljrg", "position": "OO.O", "prohibited": ["C1"]})
    first, _ = batch(queries, "--threads", "2")
    second, _ = batch(first, "--threads", "2")
    first, second = by_id(first, len(queries)), by_id(second, len(queries))
    assert [first[number]["prohibited"] for number in (len(queries) - 2, len(queries) - 1)] == [[], ["C1"]]
    for number, answer in first.items():
        wanted = without_varying(answer)
        if not answer["value_only"]:
            assert without_varying(second[number]) == wanted, (second[number], wanted)
    print(f"{len(queries)} answers asked again")


def living():
    query = {"board": "3x6", "rules": "psk", "history": ["A2"], "ask": "<=17"}
    nodes = set()
    for more in ({}, {"living": True}):
        [answer], told = batch([{**query, **more, "id": 0}], "--threads", "1", "--memory", "1G")
        assert told == "" and answer["asked"] == {"claim": "<=17", "answer": True}, (told, answer)
        nodes.add(answer["nodes"])
    assert len(nodes) == 2, f"the same search with living strategies and without: {nodes}"


def some_replays():
    dice = random.Random(5)
    rows = [(board, rules, [], [column + row for column in columns for row in "12"[:int(board[0])]])
            for board, columns in (("1x3", "ABC"), ("2x2", "AB"))
            for rules in ("psk", "ssk,suicide=yes", "chinese", "3-plays", "ljrg", "spight", "kee2013,players=3")]
    rows += [("9x9", "aga", [], ["E5", "D5", "E4"]), ("1x4", "ljrg", ["C1"], ["A1", "B1", "C1", "D1"])]
    for board, rules, prohibited, points in rows:
        for mover in ("black", "white", "third")[:3 if "players" in rules else 2]:
            yield {"board": board, "rules": rules, "to_move": mover, "prohibited": prohibited,
                   "history": [dice.choice(points + ["pass"]) for _ in range(dice.randrange(1, 7))]}
    # A cycle for which a player is banned.
    yield {"board": "1x2", "rules": "kee2013", "to_move": "black", "history": ["pass", "refresh", "A1"]}
    yield {"board": "1x3", "rules": "psk", "position": "X.O", "history": []}


def replay():
    queries = [dict(query, id=i, action="replay") for i, query in enumerate(some_replays())]
    answers, told = batch(queries)
    found = by_id(answers, len(queries))
    assert not told, told
    for query in queries:
        arguments = ["--prohibited", " ".join(query["prohibited"])] if query.get("prohibited") else []
        arguments += ["--position", query["position"]] if "position" in query else ["--to-move", query["to_move"]]
        done = subprocess.run([PROGRAM, "replay", "--board", query["board"], "--rules", query["rules"], "--moves",
                               " ".join(query["history"]), "--json", *arguments], capture_output=True, check=True)
        wanted, got = json.loads(done.stdout), dict(found[query["id"]])
        assert got.pop("id") == query["id"] and got == wanted and list(got) == list(wanted), (got, wanted)
    legal = [answer["legal"] for answer in answers]
    assert 5 < sum(legal) < len(legal) - 5, f"{sum(legal)} of {len(legal)} are legal"
    assert any(move["banned"] for answer in answers for move in answer["moves"]), "nobody is banned"
    # Asked again, it makes the moves that were made.
    second, _ = batch([dict(answer, action="replay") for answer in answers])
    for number, answer in by_id(second, len(queries)).items():
        first = found[number]
        assert answer["legal"] and answer["not_played"] == [] and answer["stands"] == first["stands"], (answer, first)
        assert answer["moves"] == first["moves"][:len(first["history"])], (answer, first)
    # What is no move, and a history that is not legal where it is to be solved, are errors.
    asked = {"board": "1x3", "rules": "psk"}
    answers, _ = batch([dict(asked, id=1, action="replay", history=["B1", "D1"]),
                        dict(asked, id=2, action="replay", history="B1"),
                        dict(asked, id=3, history=["B1", "B1"]), dict(asked, id=4, to_move="third"),
                        dict(asked, id=5, rules="kee2013,players=3"), dict(asked, id=6, board="9x9")])
    keys = {answer["id"]: answer["error"]["key"] for answer in answers}
    assert keys == {1: "history", 2: "history", 3: "history", 4: "to_move", 5: "rules", 6: "board"}, keys
    print(f"{len(queries)} replays")


def coalitions():
    asked = {"board": "1x3", "rules": "kee2013,players=3", "action": "coalitions"}
    answers, _ = batch([dict(asked, id=1), dict(asked, id=2, history=["B1"]), dict(asked, id=3, rules="psk"),
                        dict(asked, id=4, action="solve"), dict(asked, id=5, limits={"max_nodes": 2})])
    found = {answer["id"]: answer for answer in answers}
    assert [one["points"]["min"] for one in found[1]["coalitions"]] == [3, 0, 0, 3, 3, 0, 3], found[1]
    assert found[1]["proven"] and found[2]["proven"] and found[2]["next"] == "white", found[2]
    assert "kee2013" in found[3]["error"]["why"] and "coalitions" in found[4]["error"]["why"], found
    assert not found[5]["proven"] and found[5]["stopped"] == "nodes", found[5]
    again, _ = batch([dict(found[1], action="coalitions")])
    assert again[0]["coalitions"][0]["points"] == found[1]["coalitions"][0]["points"], again


def store():
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "store")
        asked = {"board": "1x6", "rules": "psk"}
        answers, _ = batch([dict(asked, id=1)], "--store", place)
        assert answers[0]["store"] == place and answers[0]["proven"], answers
        answers, _ = batch([dict(asked, id=1, action="lookup"), dict(asked, id=2, rules="ssk", action="lookup"),
                            dict(asked, id=3, rules="ljrg", action="lookup"), dict(asked, id=4, rules="button", action="lookup")],
                           "--store", place, "--threads", "1")
        known, unknown, none, refused = answers
        assert (refused["error"]["key"], refused["error"]["value"]) == ("rules", '"button"'), refused
        assert known["verb"] == "store query" and known["limits"] is None, known
        assert known["value"]["min"] == known["value"]["max"] and known["proven"], known
        assert not unknown["proven"] and unknown["id"] == 2, unknown
        assert not none["proven"] and none["rules"] == "ljrg" and none["id"] == 3, none
        queries = [dict(query, id=i) for i, query in enumerate(
            {"board": board, "rules": rules} for board in ("2x2", "1x5") for rules in ("psk", "ssk", "kee2013"))]
        with_store, _ = batch(queries + queries[::-1], "--store", place, "--threads", "4")
        plain, _ = batch(queries)
        plain = by_id(plain, len(queries))
        for answer in with_store:
            assert answer["value"] == plain[answer["id"]]["value"], answer
        # No end can be forced, so that no margin of the board bounds what is: that is no contradiction.
        endless = [{"id": i, "board": "1x3", "rules": rules, "value_only": True} for i, rules in enumerate(
            ("none,suicide=yes,cycle=no-result", "migos,suicide=yes", "repetition-draws,suicide=yes", "simple,cycle=tie"))]
        solved, _ = batch(endless, "--store", place)
        for asked in endless:
            answers, told = batch([dict(asked, action="lookup")], "--store", place)
            wanted, = (answer for answer in solved if answer["id"] == asked["id"])
            assert not told and wanted["proven"] and answers[0]["value"] == wanted["value"], (told, answers, wanted)
        told = subprocess.run([PROGRAM, "store", "check", place], capture_output=True, text=True, check=True)
        assert ": sound: " in told.stdout, told


{"agree": agree, "faults": faults, "cancel": cancel, "ends": ends, "again": again, "replay": replay,
 "store": store, "coalitions": coalitions, "living": living}[sys.argv[2]]()
