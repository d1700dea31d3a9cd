#!/usr/bin/env python3
"""server.py PROGRAM CASE [COUNT]: what the server of `solve explore` answers.

views  how games stand: as a replay says it; every choice as if it were played
runs   values: as a batch finds them, whatever else is asked for at the same time
pages  two pages at once; one that goes away; a run that is cancelled
known  what a run or a store knows comes at once, and is the same
full   a disk that is full costs no value, and is told
"""
import http.client
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "http"))

import speak  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "schema")
validators = {}
# What depends on the machine, on the work done before, or on who asked. Where several plays are as
# good as another, the line may take any.
VARIES = ("id", "verb", "nodes", "entries", "seconds", "peak_memory_bytes", "limits", "threads", "line",
          "line_complete", "cycle_from", "from", "store")
PLAYERS = ["kee2013,players=3", "kee2013,players=4,alliance=no"]
RING = {"points": ["a", "b", "c", "d", "e"], "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["a", "e"]]}


def start(*arguments, limit=None):
    return speak.Server(PROGRAM, "explore", "--port", "0", "--threads", "2", "--memory", "256M", *arguments,
                        port_in=r":(\d+)/", stderr=subprocess.DEVNULL, preexec_fn=limit)


def validate(name, value):
    """Every answer is as its schema says."""
    if name not in validators:
        with open(os.path.join(SCHEMAS, "common.json"), encoding="utf-8") as file:
            common = json.loads(file.read().replace("common.json#", "#"))
        with open(os.path.join(SCHEMAS, name + ".json"), encoding="utf-8") as file:
            schema = json.loads(file.read().replace("common.json#", "#"))
        schema["$defs"] = common["$defs"]
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[name] = jsonschema.Draft202012Validator(schema)
    wrong = [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
             for error in validators[name].iter_errors(value)]
    assert not wrong, f"{name}.json: {wrong[:3]}"
    return value


class Page:
    """What a page asks, over one connection that stays."""

    def __init__(self, server):
        self.port = server.port
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def get(self, path):
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def post(self, path, value):
        self.connection.request("POST", path, json.dumps(value), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def view(self, query):
        status, view = self.post("/api/view", query)
        assert status == 200, (query, view)
        return validate("explore-view", view)

    def ask(self, run):
        status, answer = self.post("/api/runs", run)
        assert status == 200, (run, answer)
        return validate("explore-run", answer)["run"]

    def events(self, run):
        """Yields the events of a run until the last."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=100)
        connection.request("GET", f"/api/runs/{run}/events")
        stream = connection.getresponse()
        assert stream.status == 200 and stream.getheader("Content-Type").startswith("text/event-stream"), stream.status
        event = None
        for line in stream:
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: "):
                value = json.loads(line[6:])
                yield event, value if event == "result" else validate("explore-run", value)
        connection.close()

    def result(self, run):
        event, value = list(self.events(self.ask(run)))[-1]
        assert event == "result", (run, event, value)
        return validate({"find": "compare", "check": "verify", "coalitions": "solve-coalitions"}.get(run["kind"], run["kind"]), value)


def batch(queries, *options):
    """The answers of a batch, in the order of the queries."""
    text = "".join(json.dumps({**query, "id": i}) + "\n" for i, query in enumerate(queries))
    done = subprocess.run([PROGRAM, "batch", *options], input=text, capture_output=True, text=True, check=True, timeout=200)
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert len(answers) == len(queries)
    return [answers[i] for i in range(len(queries))]


def rulesets():
    done = subprocess.run([PROGRAM, "rules", "--json"], capture_output=True, text=True, check=True)
    return [preset["name"] for preset in json.loads(done.stdout)["presets"]]


def points_of(query):
    if "graph" in query:
        return query["graph"]["points"]
    rows, columns = map(int, query["board"].split("x"))
    return [f"{'ABCDEFGHJKLMN'[x]}{y + 1}" for y in range(rows) for x in range(columns)]


def some_game(chance, rules, length):
    board = chance.choice([{"board": "1x3"}, {"board": "2x2"}, {"board": "1x5"}, {"board": "2x3"}, {"graph": RING}])
    query = {**board, "rules": rules, "komi": chance.choice([0, 0, 0, 0.5, -2])}
    if chance.random() < 0.3:
        query["to_move"] = "white"
    moves = points_of(query) + ["pass"] + ["refresh"] * ("kee2013" in rules) + ["cycle:1"] * (rules == "ljrg")
    query["history"] = [chance.choice(moves) for _ in range(chance.randrange(length))]
    return query


def check_choices(query, view):
    """Every choice is what a replay says of it as the next move."""
    played = {**query, "history": view["history"]}
    answers = batch([{**played, "action": "replay", "history": view["history"] + [choice["move"]]}
                     for choice in view["choices"]])
    for choice, answer in zip(view["choices"], answers):
        move = answer["moves"][-1]
        for key in ("move", "legal", "rule", "reason", "banned", "ended", "score"):
            if choice["legal"] or key in ("move", "legal", "rule", "reason"):
                assert choice[key] == move[key], (query, choice, move)
        assert choice["board"] == (move["board"] if choice["legal"] else None), (query, choice, move)
        if choice["back_to"] is not None and choice["legal"] and choice["banned"] is not None:
            assert choice["board"] == ([view["position"]] + [m["board"] for m in view["moves"]])[choice["back_to"]]
    names = [choice["move"] for choice in view["choices"]]
    assert names[:len(points_of(query))] == [point["name"] for point in view["layout"]["points"]], names
    assert len(set(names)) == len(names) and "pass" in names


def played_on(chance, query, page):
    """A game of legal moves, as views offer them."""
    game = {**query, "history": []}
    for _ in range(chance.randrange(9)):
        view = page.view(game)
        legal = [choice["move"] for choice in view["choices"] if choice["legal"]]
        if not legal:
            break
        game["history"].append(chance.choice(legal))
    return game


def views(count):
    chance = random.Random(22)
    games = []
    with start("--no-store") as server:
        page = Page(server)
        for rules in rulesets() + ["kee2013,refresh=no", "psk,suicide=yes"] + PLAYERS:
            for number in range(count):
                query = some_game(chance, rules, 8)
                games.append(query if number % 3 == 0 else played_on(chance, query, page))
        answers = batch([{**query, "action": "replay"} for query in games])
        for number, (query, answer) in enumerate(zip(games, answers)):
            view = page.view(query)
            for key in answer:
                assert key in ("id", "verb") or view[key] == answer[key], (query, key, view[key], answer[key])
            if view["next"] is None:
                assert view["choices"] == []
            elif number % 6 < 2:
                check_choices(query, view)
    print(f"{len(games)} games")


def agrees(query, got, wanted):
    for key, value in wanted.items():
        assert key in VARIES or got[key] == value, f"{query}: {key} is {got[key]}, not {value}"


def runs(count):
    """Values under all rulesets; two pages ask at once, each in its own order."""
    chance = random.Random(5)
    known = set(rulesets())
    games = []
    with start("--no-store") as server:
        page = Page(server)
        # Games of kee2007 are counted one by one, which takes too long.
        for rules in sorted(known - {"kee2007"}):
            for _ in range(count):
                view = page.view(played_on(chance, some_game(chance, rules, 1), page))
                if view["unsolvable"] is None:
                    games.append({key: view[key] for key in ("board", "graph", "rules", "position", "to_move",
                                                             "prohibited", "history", "komi")})
        wanted = batch(games, "--memory", "256M")
        wrong = []

        def ask(order):
            own = Page(server)
            try:
                for number in order:
                    agrees(games[number], own.result({"kind": "solve", **games[number]}), wanted[number])
                    view = own.view(games[number])
                    assert view["known"] is not None or not wanted[number]["proven"], games[number]
            except Exception as problem:  # pylint: disable=broad-except
                wrong.append(problem)

        orders = [list(range(len(games))), list(range(len(games)))[::-1]]
        pages = [threading.Thread(target=ask, args=(order,)) for order in orders]
        for thread in pages:
            thread.start()
        for thread in pages:
            thread.join()
        assert not wrong, wrong[0]
    print(f"{len(games)} states, each by two pages")


LONG = {"kind": "solve", "board": "5x5", "rules": "ssk"}


def pages(_):
    with start("--no-store") as server:
        one, other = Page(server), Page(server)
        run = one.ask(LONG)
        assert other.ask(LONG) == run  # the same question, one run
        first, second = one.events(run), other.events(run)
        assert next(first)[0] == "progress" and next(second)[0] == "progress"
        first.close()  # one page goes away
        assert next(second)[0] == "progress"
        state = [row for row in other.get("/api/runs")[1]["runs"] if row["run"] == run][0]
        validate("explore-run", other.get("/api/runs")[1])
        validate("explore-about", other.get("/api/about")[1])
        assert state["state"] == "running" and state["kind"] == "solve", state
        # Other questions are answered meanwhile.
        assert other.result({"kind": "solve", "board": "2x3", "rules": "psk"})["proven"]
        found = other.result({"kind": "find", "board": "2x2", "rulesets": ["psk", "kee2013", "none"]})
        assert found["find"]["found"] or found["find"]["complete"], found
        assert other.result({"kind": "endless", "board": "2x2", "rules": "none"})["verdict"] == "endless"
        three = other.result({"kind": "coalitions", "board": "1x3", "rules": "kee2013,players=3"})
        assert [one["points"]["min"] for one in three["coalitions"]] == [3, 0, 0, 3, 3, 0, 3], three
        event, refused = list(other.events(other.ask({"kind": "coalitions", "board": "1x3", "rules": "psk"})))[-1]
        assert event == "failed" and refused["error"]["key"] == "rules", (event, refused)
        names = [row["name"] for row in other.get("/api/certificates")[1]["certificates"] if row["there"]]
        if names:
            assert other.result({"kind": "check", "certificate": names[0]})["accepted"], names[0]
        for wrong, key in (({"kind": "dance"}, "kind"), ({"kind": "solve", "board": "2x3"}, "rules"),
                           ({"kind": "check", "certificate": "../2x3"}, "certificate"),
                           ({"kind": "find", "board": "2x3", "rulesets": "psk"}, "rulesets"),
                           ({"kind": "find", "board": "2x3", "rulesets": ["psk", "PSK"]}, "rulesets"),
                           ({"kind": "find", "board": "1x1", "rulesets": ["psk", "wmsg2008"]}, "rulesets")):
            status, answer = other.post("/api/runs", wrong)
            assert status in (400, 404) and validate("explore-run", answer)["error"]["key"] == key, (wrong, answer)
        assert one.post(f"/api/runs/{run}/cancel", {})[0] == 200
        *progress, (event, result) = second
        assert event == "result" and result["stopped"] == "interrupted" and not result["proven"], (event, result)
        assert all(name == "progress" for name, _ in progress)
        for form, head in (("sgf", b"(;"), ("json", b"{")):
            answer = server.ask("POST", f"/api/export/{form}", body=b'{"board": "2x3", "rules": "psk", "history": ["B1"]}')
            chunked = "chunked" in answer.headers.get("transfer-encoding", "")
            body = answer.body.split(b"\r\n", 1)[1] if chunked else answer.body
            assert answer.status == 200 and body.startswith(head), answer
            assert f'2x3-psk-B1.{form}"' in answer.headers["content-disposition"], answer.headers
        # Whoever comes late gets the same, and who asks again a new run.
        assert list(one.events(run)) == [("result", result)]
        again = one.ask(LONG)
        assert again != run
        assert one.post(f"/api/runs/{again}/cancel", {})[0] == 200
        assert list(one.events(again))[-1][0] in ("result", "failed")
        status, answer = one.get("/api/runs/nobody/events")
        assert status == 404 and "ask again" in answer["error"]["why"], answer


def known(_):
    """What a store knows is there at once, as the run found it; and that is said."""
    with tempfile.TemporaryDirectory() as folder:
        query = {"board": "3x3", "rules": "psk"}
        with start("--store", folder) as server:
            page = Page(server)
            assert page.view(query)["known"] is None
            found = page.result({"kind": "solve", **query})
            view = page.view(query)
            assert view["known"] == {**found, "from": "run"} and view["known_moves"] == []
            server.process.terminate()
            server.process.wait()
        with start("--store", folder) as server:
            page = Page(server)
            began = time.monotonic()
            view = page.view(query)
            first = time.monotonic() - began
            assert view["known"]["from"] == "store" and view["known"]["moves_complete"], view["known"]
            agrees(query, view["known"], found)
            took = []
            for choice in view["choices"]:
                after = {**query, "history": [choice["move"]]}
                began = time.monotonic()
                page.view(after)
                result = page.result({"kind": "solve", **after})
                took.append(time.monotonic() - began)
                value = [move["value"] for move in found["moves"] if move["move"] == choice["move"]]
                assert [result["value"]] == value, (choice, result["value"], value)
        subprocess.run([PROGRAM, "table", "--board", "2x3", "--rules", "simple", "--store", folder, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        chance = random.Random(3)
        with start("--store", folder) as server:  # of a table of values every position is there
            page = Page(server)
            for _ in range(20):
                view = page.view(played_on(chance, {"board": "2x3", "rules": "simple"}, page))
                there = view["known"]
                assert view["next"] is None or there["proven"] and there["moves_complete"], view["history"]
        print(f"the first view took {1000 * first:.1f} ms, a view and all values after a click "
              f"{1000 * sorted(took)[len(took) // 2]:.1f} ms, at most {1000 * max(took):.1f} ms")


def full(_):
    """The store cannot grow: runs go on without it, and the server says so."""
    with tempfile.TemporaryDirectory() as folder:
        with start("--store", folder) as server:
            assert Page(server).result({"kind": "solve", "board": "1x3", "rules": "psk"})["store"] == folder
            server.process.terminate()
            server.process.wait()
        most = 8192 + max(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
        with start("--store", folder, limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))) as server:
            page = Page(server)
            assert page.result({"kind": "solve", "board": "1x9", "rules": "psk"})["proven"]
            until = time.monotonic() + 60  # It is written by a thread of its own, after a while.
            while page.get("/api/about")[1]["store_failure"] is None:
                assert time.monotonic() < until
                time.sleep(0.05)
            assert "cannot write" in validate("explore-about", page.get("/api/about")[1])["store_failure"]
            found = page.result({"kind": "solve", "board": "1x8", "rules": "psk"})
            assert found["proven"] and found["moves_complete"] and found["store"] is None, found
            server.process.terminate()
            assert server.process.wait() == 1
        subprocess.run([PROGRAM, "store", "check", folder], check=True, stdout=subprocess.DEVNULL)


CASES = {"views": (views, 6), "runs": (runs, 6), "pages": (pages, 0), "known": (known, 0), "full": (full, 0)}

if __name__ == "__main__":
    case, times = CASES[sys.argv[2]]
    case(int(sys.argv[3]) if len(sys.argv) > 3 else times)
