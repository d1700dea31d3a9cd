"""A server that runs, and clients that speak with it by hand."""
import os
import re
import select
import socket
import subprocess
import time


class Answer:
    def __init__(self, raw):
        head, _, self.body = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.raw = raw
        self.status = int(first.split(" ")[1]) if first.startswith("HTTP/1.") else 0
        self.headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            assert name.lower() not in self.headers, (name, raw)
            self.headers[name.lower()] = value.strip()

    def __repr__(self):
        return f"{self.raw[:1000]!r}"


def rss(pid):
    """KiB that the process has in memory."""
    with open(f"/proc/{pid}/status", encoding="ascii") as lines:
        return int(re.search(r"VmRSS:\s+(\d+)", lines.read())[1])


class NotStarted(Exception):
    def __init__(self, process):
        said = process.communicate()[1]
        super().__init__(f"{process.args}: exit {process.returncode}: {said}")
        self.code, self.said = process.returncode, said or ""


class Server:
    """A program that prints its port first; it ends at the end of its input, or by a signal."""

    def __init__(self, *command, port_in=r"^(\d+) ", env_more=(), **options):
        # What the sanitizer keeps to tell of later is not the program's.
        environment = os.environ | {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=4"} | dict(env_more)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
                                        **options)
        line = self.process.stdout.readline()
        if not re.search(port_in, line):
            raise NotStarted(self.process)
        self.port = int(re.search(port_in, line)[1])
        self.host = f"127.0.0.1:{self.port}"
        self.first_line = line

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def connect(self, receive=0, timeout=20):
        client = socket.socket()
        if receive:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        client.settimeout(timeout)
        client.connect(("127.0.0.1", self.port))
        return client

    def request(self, method, path, *headers, host="", body=None, kind="application/json"):
        """The bytes of a request; host None: no Host; headers: lines."""
        lines = [f"{method} {path} HTTP/1.1"]
        if host is not None:
            lines.append("Host: " + (host or self.host))
        if body is not None:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, *headers, "", ""]).encode("latin-1") + (body or b"")

    def raw(self, sent):
        """What comes back, to the end of the connection."""
        with self.connect() as client:
            try:
                client.sendall(sent)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return read_all(client)

    def ask(self, method, path, *headers, **more):
        answer = self.raw(self.request(method, path, "Connection: close", *headers, **more))
        return Answer(answer)


def read_all(client):
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def read_until(client, wanted, timeout=20):
    """Reads until the bytes are there, or the end."""
    got, until = b"", time.monotonic() + timeout
    while wanted not in got and time.monotonic() < until:
        if not select.select([client], [], [], 1)[0]:
            continue
        part = client.recv(65536)
        if not part:
            break
        got += part
    return got


def without_chunks(body):
    """A chunked body as it was meant; the last chunk must be there."""
    parts = []
    while True:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        if length == 0:
            return b"".join(parts)
        parts.append(body[:length])
        assert body[length:length + 2] == b"\r\n", body
        body = body[length + 2:]


def is_closed(client):
    """Did the other side close?"""
    try:
        client.setblocking(False)
        return client.recv(65536) == b""
    except BlockingIOError:
        return False
    except (ConnectionResetError, BrokenPipeError):
        return True
