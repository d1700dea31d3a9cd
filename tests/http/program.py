#!/usr/bin/env python3
"""program.py PROGRAM [--long] [--sanitized]: what others may send to `solve explore`, and how it ends.

With --long: 10^5 malformed requests, 200 slow clients for a minute, and more kills.
"""
import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import attacks
import speak

PROGRAM = os.path.abspath(sys.argv[1])
LONG = "--long" in sys.argv
SANITIZED = "--sanitized" in sys.argv
QUERY = {"board": "2x2", "rules": "psk"}
HARD = {"kind": "solve", "board": "4x4", "rules": "psk", "position": "XX../..../..../...O"}


def start(*arguments, **more):
    return speak.Server(PROGRAM, "explore", "--port", "0", "--threads", "1", "--memory", "128M", *arguments,
                        port_in=r":(\d+)/", stderr=subprocess.PIPE, **more)


def post(server, path, value):
    answer = server.ask("POST", path, body=json.dumps(value).encode())
    assert answer.status == 200, answer
    return json.loads(answer.body)


def runs(server):
    return json.loads(server.ask("GET", "/api/runs").body)["runs"]


def state(server, run):
    return next(one["state"] for one in runs(server) if one["run"] == run)


def solve(server, query):
    """Asks for a run and waits for its result."""
    run = post(server, "/api/runs", {"kind": "solve", **query})["run"]
    got = server.raw(server.request("GET", f"/api/runs/{run}/events", "Connection: close"))
    events = speak.without_chunks(got.split(b"\r\n\r\n", 1)[1])
    assert events.count(b"event: result\ndata: ") == 1 and events.endswith(b"\n\n"), events
    return json.loads(events.split(b"event: result\ndata: ")[1])


def log():
    """--verbose has a line for each request, with the status that was sent."""
    with start("--no-store", "--verbose") as server:
        tag = server.ask("GET", "/").headers["etag"]
        server.ask("GET", "/", "If-None-Match: " + tag)
        server.ask("GET", "/nothing")
        server.process.send_signal(signal.SIGTERM)
        said = server.process.communicate(timeout=60)[1]
        assert [line for line in said.splitlines() if line.startswith("GET")] == ["GET / 200", "GET / 304", "GET /nothing 404"], said


def addresses():
    """What it prints first: the page's address, with the game of the options."""
    for arguments, wanted in (([], ""), (["--board", "2x3", "--rules", "kee2013"], "#board=2x3&rules=kee2013"),
                              (["--rules", "PSK,suicide=yes"], "#rules=psk,suicide=yes"),
                              (["--board", "2x2", "--position", "X./..", "--to-move", "white", "--komi", "-0.5",
                                "--history", "B2 pass"],
                               "#board=2x2&rules=psk&position=X./..&to_move=white&komi=-0.5&history=B2,pass")):
        with start("--no-store", *arguments) as server:
            assert server.first_line == f"http://127.0.0.1:{server.port}/{wanted}\n", server.first_line
    # A graph file with a drawing: the points where it has them.
    with tempfile.NamedTemporaryFile("w", suffix=".graph") as file:
        file.write("a b c\na b\nb c\nc a\n#:   a\n#:  / \\\n#: b---c\n")
        file.flush()
        with start("--no-store", "--graph", file.name) as server:
            text = server.first_line.split("graph=")[1].split("&")[0]
            graph = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
            assert graph["drawing"] == [[0.5, 0], [0, 1], [1, 1]], graph
            query = {"board": "a", "graph": {key: graph[key] for key in ("points", "edges")}, "rules": "psk"}
            assert post(server, "/api/view", query)["next"] == "black"
    with start("--no-store", "--address", "0.0.0.0", "--host", "go.example,proxy.example:81") as server:
        for host, status in (("go.example", 200), ("proxy.example:81", 200), ("evil.example", 421), (server.host, 200)):
            assert server.ask("GET", "/", host=host).status == status, host
        server.process.send_signal(signal.SIGTERM)
        _, err = server.process.communicate()
        assert "--address 0.0.0.0: whoever reaches this port can use the page, without a password" in err, err
    with start("--no-store") as server:
        done = subprocess.run([PROGRAM, "explore", "--no-store", "--port", str(server.port)], capture_output=True,
                              text=True, check=False)
        assert done.returncode == 1 and done.stdout == "", done
        assert done.stderr == f"solve: --port {server.port}: port {server.port} of 127.0.0.1 is in use by another program\n"


def nothing_changes(server):
    """What others send starts nothing and stops nothing."""
    before = runs(server)
    attacks.other_names(server)
    attacks.other_paths(server)
    attacks.other_methods(server, "/api/view")
    attacks.other_bodies(server, "/api/view", 1 << 20)
    attacks.other_pages(server, "/api/view", json.dumps(QUERY).encode())
    for line in ("Origin: https://evil.example", "Sec-Fetch-Site: cross-site"):
        attacks.refused(server.ask("POST", "/api/runs", line, body=json.dumps(HARD).encode()), 403, "origin")
    assert runs(server) == before
    for name in ("A" * 300, "kee2013.tsv", "-", "kee2013+", ".", "a/b"): # what names no file
        for folder in ("tables", "certificates"):
            attacks.refused(server.ask("GET", f"/api/{folder}/{name}"), 404)


def no_cancel_by_get(server):
    run = post(server, "/api/runs", HARD)["run"]
    for path in (f"/api/runs/{run}/cancel", f"/api/runs/{run}"):
        assert server.ask("GET", path).status in (404, 405), path
    assert state(server, run) in ("queued", "running")
    post(server, f"/api/runs/{run}/cancel", {})
    until = time.monotonic() + 60
    while state(server, run) != "done":
        assert time.monotonic() < until, runs(server)
        time.sleep(0.02)


def events_not_read(server, seconds):
    """Streams that nobody reads cost nothing while a search goes on."""
    run = post(server, "/api/runs", HARD)["run"]
    clients = [server.connect(receive=2048) for _ in range(100)]
    for client in clients:
        client.sendall(server.request("GET", f"/api/runs/{run}/events"))
    time.sleep(0.5)
    assert json.loads(server.ask("POST", "/api/view", body=json.dumps(QUERY).encode()).body)["board"] == "2x2"
    time.sleep(seconds)
    for client in clients:
        client.close()
    post(server, f"/api/runs/{run}/cancel", {})


def ends(number):
    """A signal ends it within a second, with searches under way and streams open."""
    with tempfile.TemporaryDirectory() as folder, start("--store", folder) as server:
        for rules in ("psk", "ssk", "nssk"):
            run = post(server, "/api/runs", HARD | {"rules": rules})["run"]
        clients = [server.connect() for _ in range(20)]
        for client in clients:
            client.sendall(server.request("GET", f"/api/runs/{run}/events"))
        time.sleep(0.3)
        begin = time.monotonic()
        server.process.send_signal(number)
        _, err = server.process.communicate(timeout=60)
        took = time.monotonic() - begin
        assert server.process.returncode == 3 and f"interrupted by {number.name}" in err, (server.process.returncode, err)
        assert took < (30 if SANITIZED else 4), took
        for client in clients:
            client.close()
        return f"{took * 1000:.0f} ms"


def no_output():
    """Where the caller closed the output, the address is not written into a file of the store, but missed."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "explore", "--port", "0", "--store", folder, "--threads", "1", "--memory", "128M"],
                              preexec_fn=lambda: os.close(1), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              timeout=20, check=False)
        assert done.returncode == 1 and "cannot write the output" in done.stderr, done
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                assert b"http:" not in file.read(), name


def killed(times):
    """Killed while it solves: the store is sound, and what was proved is there."""
    with tempfile.TemporaryDirectory() as folder:
        with start("--store", folder) as server:
            value = solve(server, {"board": "2x3", "rules": "psk"})["value"]
            server.process.send_signal(signal.SIGTERM)
            server.process.communicate()
        for at in range(times):
            with start("--store", folder) as server:
                post(server, "/api/runs", HARD)
                known = post(server, "/api/view", {"board": "2x3", "rules": "psk"})["known"]
                assert known is not None and known["value"] == value, known
                time.sleep(0.2 + 0.1 * (at % 7))
                server.process.kill()
                server.process.communicate()
            done = subprocess.run([PROGRAM, "store", "check", folder], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done


def main():
    def step(function, *arguments):
        begin = time.monotonic()
        said = function(*arguments)
        print(f"{function.__name__} ok, {time.monotonic() - begin:.2f} s{': ' + said if said else ''}", flush=True)

    step(addresses)
    step(log)
    with tempfile.TemporaryDirectory() as folder, start("--store", folder) as server:
        more = [server.request("POST", "/api/view", body=json.dumps(QUERY).encode()),
                server.request("GET", "/api/runs/x/events"), server.request("GET", "/api/tables/kee2013"),
                server.request("POST", "/api/export/svg", body=json.dumps(QUERY).encode())]
        step(nothing_changes, server)
        step(attacks.great_body, server, "/api/view")
        step(attacks.malformed, server, 30000 if LONG else 300, 1, more) # what it keeps anyway is there now
        before = speak.rss(server.process.pid)
        step(attacks.malformed, server, 100000 if LONG else 500, 2, more)
        grown = speak.rss(server.process.pid) - before
        print(f"memory: {before} KiB, grown by {grown} KiB")
        assert grown < (32768 if SANITIZED else 8192), grown
        if LONG:
            step(attacks.slow_clients, server, 200, 60, 10)
        step(no_cancel_by_get, server)
        step(events_not_read, server, 30 if LONG else 1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if LONG else (signal.SIGTERM,):
        step(ends, number)
    step(no_output)
    step(killed, 30 if LONG else 2)


signal.signal(signal.SIGHUP, signal.SIG_DFL) # under nohup the program, too, would ignore it
main()
