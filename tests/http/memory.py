#!/usr/bin/env python3
"""memory.py SERVER PRELOAD [--long]: memory that the server does not get.

Each call for memory of a short session fails once (without --long every fifth): the server says in
one line that it cannot start, or it runs on; the client whose call it was is refused or dropped, and
the next is served.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import speak

SERVER, PRELOAD = map(os.path.abspath, sys.argv[1:3])
EVERY = 1 if "--long" in sys.argv else 5


def use(server):
    """A bit of everything; whatever comes back."""
    for request in (server.request("GET", "/", "Connection: close"),
                    server.request("POST", "/api/echo", "Connection: close", body=b"{}"),
                    server.request("POST", "/api/refuse", "Connection: close", body=b"x"),
                    server.request("GET", "/api/file/x", "Connection: close"),
                    server.request("GET", "/nothing", "Connection: close"),
                    server.request("GET", "/api/count/2", "Connection: close")):
        got = server.raw(request)
        assert got == b"" or got.startswith(b"HTTP/1.1 "), got


def session(number, folder):
    """Returns whether the call of that number was made; counts all calls if it is 0."""
    report = os.path.join(folder, "report")
    environment = {"LD_PRELOAD": PRELOAD, "FAULT_KIND": "alloc", "FAULT_AT": str(number), "FAULT_REPORT": report}
    try:
        server = speak.Server(SERVER, env_more=environment, stderr=subprocess.PIPE)
    except speak.NotStarted as failed:
        assert failed.code in (1, 2) and failed.said.count("\n") <= 1, (number, failed.code, failed.said)
    else:
        with server:
            use(server)
            if number > 0:
                assert server.ask("GET", "/").status == 200, number
                assert server.ask("POST", "/api/echo", body=b"[7]").body == b"[7]", number
            _, err = server.process.communicate(timeout=30)
            assert server.process.returncode == 0, (number, server.process.returncode, err)
    if not os.path.exists(report):
        return False
    with open(report, encoding="ascii") as file:
        said = file.read().split()
    os.remove(report)
    return int(said[-1]) if number == 0 else said != []


def main():
    with tempfile.TemporaryDirectory() as folder:
        calls = session(0, folder)
        failed = sum(bool(session(number, folder)) for number in range(1, calls + 1, EVERY))
        print(f"{calls} calls for memory, {failed} of them failed, one at a time")
        assert calls > 50 and failed > calls // EVERY // 2, (calls, failed)


main()
