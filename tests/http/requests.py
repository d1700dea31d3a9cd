#!/usr/bin/env python3
"""requests.py SERVER [--long] [--sanitized]: what solver/http does with requests, good ones and others.

SERVER is tests/http/server.c. With --long: 10^5 malformed requests, and clients for a minute.
"""
import json
import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import attacks
import speak

LONG = "--long" in sys.argv
SANITIZED = "--sanitized" in sys.argv
MOST = 1 << 20


def assets(server):
    plain = server.ask("GET", "/")
    assert plain.status == 200 and plain.body.startswith(b"a text of the program"), plain
    attacks.strict(plain)
    assert plain.headers["content-type"] == "text/html" and "content-encoding" not in plain.headers, plain
    packed = server.ask("GET", "/page.js", "Accept-Encoding: deflate, gzip, br")
    assert packed.body == b"packed" and packed.headers["content-encoding"] == "gzip", packed
    assert server.ask("GET", "/page.js", "Accept-Encoding: gzip;q=0").body == plain.body
    tag = packed.headers["etag"]
    again = server.ask("GET", "/page.js", "If-None-Match: " + tag)
    assert again.status == 304 and again.body == b"", again
    assert server.ask("GET", "/page.js", 'If-None-Match: "other"').status == 200


def changes(server):
    return json.loads(server.ask("GET", "/api/changes").body)["changes"]


def routes(server):
    body = json.dumps({"a": "é" * 1000}).encode()
    answer = server.ask("POST", "/api/echo", body=body)
    assert answer.status == 200 and answer.body == body and answer.headers["cache-control"] == "no-store", answer
    attacks.strict(answer)
    full = b"x" * MOST
    assert server.ask("POST", "/api/echo", body=full, kind="application/json; charset=utf-8").body == full
    assert server.ask("POST", "/api/echo", body=b"").status == 200
    refused = server.ask("POST", "/api/refuse", body=b'2x"\n')
    assert refused.status == 422 and json.loads(refused.body) == {
        "error": {"key": "board", "value": '2x"\n', "why": 'wanted "RxC"'}}, refused
    refused = server.ask("GET", "/api/late/3")
    assert refused.status == 422 and json.loads(refused.body) == {"error": {"key": "count", "value": "3", "why": "too late"}}, refused
    kept = server.ask("GET", "/api/file/x.y")
    assert kept.headers["content-disposition"] == 'attachment; filename="a__x.y___X__y.json"', kept
    big = b"y" * (64 << 20)
    answer = server.ask("POST", "/api/size", body=big, kind="application/octet-stream")
    assert json.loads(answer.body) == {"size": len(big)}, answer


def one_connection(server):
    """Many requests over one connection, also before the answers are read."""
    with server.connect() as client:
        for _ in range(20):
            client.sendall(server.request("POST", "/api/echo", body=b"[1]"))
            assert speak.read_until(client, b"[1]").endswith(b"[1]")
        client.sendall(server.request("GET", "/api/changes") * 5 + server.request("GET", "/", "Connection: close"))
        got = speak.read_all(client)
        assert got.count(b"HTTP/1.1 200") == 6, got


def nothing_changes(server):
    before = changes(server)
    attacks.other_names(server)
    attacks.other_paths(server)
    attacks.other_methods(server, "/api/echo")
    attacks.other_bodies(server, "/api/echo", MOST)
    assert changes(server) == before
    attacks.other_pages(server, "/api/echo", b"{}")
    assert changes(server) == before + 4 # those that our own page sends


def slow_function(server):
    """A function of a route that takes long holds up nobody; eight of them take turns."""
    threads = [threading.Thread(target=server.ask, args=("POST", "/api/nap"), kwargs={"body": b"{}"}) for _ in range(8)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    assert server.ask("GET", "/").status == 200
    quick = time.monotonic() - start
    for thread in threads:
        thread.join()
    assert quick < time.monotonic() - start, quick # the page came before they were done


def all_bodies(server):
    """80 MiB of bodies may come at a time: a second of 64 has to wait."""
    with server.connect() as client:
        client.sendall(server.request("POST", "/api/size", "Content-Type: application/octet-stream",
                                      f"Content-Length: {64 << 20}") + b"x")
        time.sleep(0.1)
        lines = ("Connection: close", "Content-Type: application/octet-stream", f"Content-Length: {64 << 20}")
        attacks.refused(speak.Answer(server.raw(server.request("POST", "/api/size", *lines))), 503, "body")
        assert server.ask("POST", "/api/echo", body=b"{}").status == 200
    deadline = time.monotonic() + 20
    while True: # the first is gone, and so is its share
        answer = server.ask("POST", "/api/size", body=b"x" * (64 << 20), kind="application/octet-stream")
        if answer.status == 200:
            break
        assert time.monotonic() < deadline, answer
        time.sleep(0.05)


def streams(server, number=100):
    clients = [server.connect() for _ in range(number)]
    for client in clients:
        client.sendall(server.request("GET", "/api/count/5"))
    for client in clients:
        got = speak.read_until(client, b"\r\n0\r\n\r\n")
        assert b"text/event-stream" in got and b"event: tick\ndata: 5\n\n" in got, got
        numbers = [int(line[6:]) for line in got.split(b"\n") if line.startswith(b"data: ")]
        assert numbers == sorted(set(numbers)) and numbers[-1] == 5, numbers
        client.close()


def streams_left(server, number=100):
    """Clients that go away midway, some without having read anything; and some never read."""
    clients = [server.connect(receive=4096) for _ in range(number)]
    for at, client in enumerate(clients):
        client.sendall(server.request("GET", "/api/count/1000000"))
        if at % 3 == 0:
            speak.read_until(client, b"data: ") # some number: a slow reader is not told each
    for client in clients[::2]:
        client.close()
    assert server.ask("GET", "/").status == 200
    return clients[1::2]


def too_many_streams(server):
    clients = []
    for _ in range(256):
        client = server.connect()
        client.sendall(server.request("GET", "/api/count/1000000"))
        clients.append(client)
    heads = [speak.read_until(client, b"\r\n\r\n") for client in clients]
    assert all(b" 200 " in head[:20] for head in heads)
    attacks.refused(server.ask("GET", "/api/count/1"), 503, "server")
    assert server.ask("POST", "/api/echo", body=b"{}").status == 200
    for client in clients:
        client.close()


def quiet_stream(server):
    """A stream that says nothing for longer than clients may be silent stays, and shows that it is there."""
    with server.connect(timeout=60) as client:
        client.sendall(server.request("GET", "/api/count/0"))
        got = speak.read_until(client, b":\n\n\r\n" * 100, 45)
        assert got.count(b":\n\n") >= 3 and not speak.is_closed(client), got


def crowd(server):
    """More clients than there are places, who ask nothing: whoever asks is served."""
    clients = []
    for _ in range(700):
        client = server.connect()
        clients.append(client)
    start = time.monotonic()
    assert server.ask("GET", "/").status == 200
    waited = time.monotonic() - start
    for client in clients:
        client.close()
    return f"waited {waited * 1000:.0f} ms"


def slow_bodies(server):
    """A body that comes byte by byte is not waited for longer than five seconds."""
    with server.connect() as client:
        client.sendall(server.request("POST", "/api/echo", "Content-Type: application/json", "Content-Length: 100000"))
        start = time.monotonic()
        try:
            while time.monotonic() < start + 25 and not speak.is_closed(client):
                client.setblocking(True)
                client.send(b"x")
                time.sleep(0.1)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert 4.8 < time.monotonic() - start < 24, time.monotonic() - start


def end(server, readers):
    """It stops at once, with streams open, bodies half sent and a function at work."""
    half = server.connect()
    half.sendall(server.request("POST", "/api/echo", "Content-Type: application/json", "Content-Length: 1000") + b"x")
    nap = server.connect()
    nap.sendall(server.request("POST", "/api/nap", body=b"{}"))
    time.sleep(0.1)
    start = time.monotonic()
    out, _ = server.process.communicate()
    took = time.monotonic() - start
    words = out.split()
    assert server.process.returncode == 0 and words[1] == words[3] and int(words[1]) > 200, out
    assert took < (10 if SANITIZED else 2), took
    for client in [half, nap, *readers]:
        client.close()
    return f"{took * 1000:.0f} ms; {out.strip()}"


def other_hosts(program):
    """Names that it is said to have besides; and a port that is taken."""
    with speak.Server(program, "0", "go.example", "proxy.example:81") as server:
        for host, status in (("go.example", 200), (f"go.example:{server.port}", 200), ("GO.example", 200),
                             ("go.example:81", 421), ("proxy.example:81", 200), ("proxy.example", 421),
                             (server.host, 200), ("x.go.example", 421)):
            assert server.ask("GET", "/", host=host).status == status, host
        for origin in ("https://go.example", "http://go.example"):
            assert server.ask("POST", "/api/echo", "Origin: " + origin, host="go.example", body=b"{}").status == 200
        attacks.refused(server.ask("POST", "/api/echo", "Origin: https://go.example", host=server.host, body=b"{}"), 403)
        for arguments, said in (([str(server.port)], "is in use by another program\n"), (["0", "a b"], "is no host"),
                                (["0", "x/y"], "is no host"), (["0", ""], "is no host"), (["0", "x:y"], "is no host")):
            done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
            assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, done


def main():
    program = os.path.abspath(sys.argv[1])
    with speak.Server(program) as server:
        def step(function, *arguments):
            start = time.monotonic()
            said = function(server, *arguments)
            shown = f": {said}" if isinstance(said, str) else ""
            print(f"{function.__name__} ok, {time.monotonic() - start:.2f} s{shown}", flush=True)
            return said
        for function in (assets, routes, one_connection, nothing_changes, slow_function, all_bodies, streams,
                         slow_bodies, crowd, too_many_streams):
            step(function)
        step(attacks.malformed, 200) # what it keeps anyway is there now
        before = speak.rss(server.process.pid)
        step(attacks.great_body, "/api/echo")
        step(attacks.malformed, 100000 if LONG else 2000, 2)
        step(attacks.slow_clients, 200, 60 if LONG else 12, 1)
        step(crowd)
        if LONG:
            step(quiet_stream)
        grown = speak.rss(server.process.pid) - before
        print(f"memory: {before} KiB, grown by {grown} KiB")
        assert grown < (32768 if SANITIZED else 4096), grown
        step(end, step(streams_left))
    other_hosts(program)
    print("other_hosts ok")


main()
