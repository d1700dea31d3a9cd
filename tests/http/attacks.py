"""What others may send to a server that is not for them. Used for the server of tests/http and for
the program; each function leaves the server as it found it."""
import json
import random
import time

import speak

STRICT = {"x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin"}


def refused(answer, status, key=None):
    """One line that says what is wrong, and nothing of what was asked for."""
    assert answer.status == status, (status, answer)
    assert answer.body.count(b"\n") == 1 and answer.body.endswith(b"\n"), answer
    error = json.loads(answer.body)["error"]
    assert set(error) == {"key", "value", "why"} and (key is None or error["key"] == key), answer
    strict(answer)


def strict(answer):
    for name, value in STRICT.items():
        assert answer.headers.get(name) == value, (name, answer)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert "set-cookie" not in answer.headers and "access-control-allow-origin" not in answer.headers, answer


def other_names(server):
    """A name that leads here is not ours."""
    port = server.port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}",
                 f"127.0.0.1.evil.example:{port}", f"localhost.:{port}", f"evil@127.0.0.1:{port}", f"127.1:{port}",
                 f"0.0.0.0:{port}", f"127.0.0.1:{port} ", f" x127.0.0.1:{port}", f"127.0.0.1:{port}:80", "::1",
                 f"[::1:{port}", f"2130706433:{port}", f"127.0.0.1:0{port}", ":", f":{port}"):
        if host.strip() == server.host:
            continue # blanks around a value are none of its
        for method, path in (("GET", "/"), ("GET", "/page.js"), ("POST", "/api/echo")):
            answer = server.ask(method, path, host=host, body=b"{}" if method == "POST" else None)
            refused(answer, 421, "host")
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}", f"[::1]:{port}"):
        assert server.ask("GET", "/", host=host).status == 200, host
    assert server.raw(server.request("GET", "/", host=None)).startswith(b"HTTP/1.1 400 ")
    assert server.ask("GET", "/", f"Host: {server.host}").status == 400
    answer = server.raw(b"GET / HTTP/1.0\r\n\r\n")
    assert b" 421 " in answer.split(b"\r\n")[0], answer


def other_pages(server, path, body):
    """Only our own page may ask; path and body are of a POST that is right."""
    port, own = server.port, f"Origin: http://{server.host}"
    for line in ("Origin: null", "Origin: https://evil.example", f"Origin: http://localhost:{port}",
                 f"Origin: https://{server.host}", f"Origin: http://{server.host}.evil.example",
                 "Origin: http://127.0.0.1", f"Origin: http://127.0.0.1:{port + 1}", "Origin:", "Origin: http://",
                 f"Origin: {server.host}", f"Origin: http://evil@{server.host}", f"Origin: http://{server.host}/",
                 "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: ",
                 "Sec-Fetch-Site: Same-Origin"):
        refused(server.ask("POST", path, line, body=body), 403, "origin")
    refused(server.ask("POST", path, own, "Sec-Fetch-Site: cross-site", body=body), 403, "origin")
    assert server.ask("POST", path, own, own, body=body).status == 400
    for lines in ((), (own,), ("Sec-Fetch-Site: same-origin",), (own, "Sec-Fetch-Site: none")):
        assert server.ask("POST", path, *lines, body=body).status == 200, lines
    for name in ("/page.js", "/nothing"): # what a script of another page could include
        refused(server.ask("GET", name, "Sec-Fetch-Site: cross-site"), 403, "origin")
    assert server.ask("GET", "/", "Sec-Fetch-Site: cross-site").status == 200 # a link leads here
    # What a form of another page can send without being asked about it.
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
                 "application/jsonp", "text/plain; application/json"):
        refused(server.ask("POST", path, body=body, kind=kind), 415, "type")
    answer = server.ask("OPTIONS", path, "Origin: https://evil.example", "Access-Control-Request-Method: POST")
    assert answer.status in (403, 405), answer


def other_paths(server):
    """Only names that there are."""
    for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "/page.js/../../etc/passwd", "//page.js",
                 "/./page.js", "/page.js/", "/page.js%00", "/page%2ejs", "/PAGE.JS", "/page.js?", "/page.js?x=1", "/?x",
                 "/page.js#x", "/page.js\\", "/\\..\\x", "page.js", "*", "http://127.0.0.1/page.js", "/api/", "/api",
                 "/index.html", "/page.js;x", "/" + "a" * 20000, "/" + "%41" * 3000, "/~root", "/page.js\t", "/\xff\xfe"):
        answer = server.ask("GET", path)
        if path in ("/page.js?",): # no query, but for the mark
            continue
        assert answer.status in (400, 404, 414, 431, 413), (path, answer)
        if answer.status == 404:
            refused(answer, 404, "path")


def other_methods(server, path):
    """path: of a POST."""
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "GET", "HEAD", "post", "PROPFIND", "X" * 300):
        answer = server.ask(method, path)
        assert answer.status in (400, 405), (method, answer)
    for method in ("PUT", "DELETE", "POST", "PATCH", "OPTIONS", "get"):
        refused(server.ask(method, "/", body=b"{}"), 405, "method")
    assert server.ask("HEAD", "/page.js").status == 200 and server.ask("HEAD", "/page.js").body == b""


def other_bodies(server, path, most):
    """path: of a POST that takes so many bytes."""
    def post(*lines, body=b""):
        return speak.Answer(server.raw(server.request("POST", path, "Connection: close", "Content-Type: application/json",
                                                      *lines) + body))
    refused(post(), 411, "body")
    refused(post("Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n"), 411, "body")
    refused(post(f"Content-Length: {most + 1}"), 413, "body")
    refused(post("Content-Length: 1073741824"), 413, "body")
    for lines in (["Content-Length: -1"], ["Content-Length: 99999999999999999999999"], ["Content-Length: 2x"],
                  ["Content-Length: 0x10"], ["Content-Length: "], ["Content-Length: 2", "Content-Length: 3"],
                  ["Content-Length: +2"], ["Content-Length: 2, 2"]):
        assert post(*lines, body=b"{}").status in (400, 411, 413), (lines, post(*lines, body=b"{}"))
    answer = speak.Answer(server.raw(server.request("GET", "/page.js", "Connection: close", "Content-Length: 2") + b"{}"))
    assert answer.status == 400, answer


def great_body(server, path, megabytes=1024):
    """A gibibyte: refused after its headers, whatever else is sent."""
    start, sent = time.monotonic(), 0
    before = speak.rss(server.process.pid)
    with server.connect() as client:
        client.sendall(server.request("POST", path, "Content-Type: application/json",
                                      f"Content-Length: {megabytes << 20}"))
        try:
            while sent < megabytes << 20:
                sent += client.send(b"x" * 65536)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            pass
    assert sent < 64 << 20, f"{sent} bytes were read"
    assert speak.rss(server.process.pid) < before + (16 << 10)
    return f"{sent >> 10} KiB went into the sockets, {time.monotonic() - start:.2f} s"


def malformed(server, number, seed=1, more=()):
    """Requests with bytes changed, lost and put in; some by nobody's rules at all. more: to be spoilt,
    too."""
    chance = random.Random(seed)
    models = [*more, server.request("GET", "/"), server.request("GET", "/page.js", "Accept-Encoding: gzip"),
              server.request("POST", "/api/echo", body=b'{"a": 1}'),
              server.request("GET", "/api/changes", "Connection: keep-alive", "Cookie: a=b", "Range: bytes=0-9"),
              server.request("POST", "/api/echo", "Expect: 100-continue", body=b"[]")]
    seen = {}
    for _ in range(number):
        sent = bytearray(chance.choice(models))
        for _ in range(chance.randrange(1, 8)):
            at, what = chance.randrange(len(sent) + 1), chance.randrange(5)
            if what == 0:
                sent[at:at + chance.randrange(1, 9)] = b""
            elif what == 1:
                sent[at:at] = chance.choice([b"\0", b"\r\n", b"\n", b" ", b":", b"%00", b"\xff", b"Host: x\r\n", b"\r\n\r\n",
                                             b"A" * 5000, b"\t", b"HTTP/1.1"])
            elif what == 2 and at < len(sent):
                sent[at] = chance.randrange(256)
            elif what == 3:
                sent[at:] = sent[:chance.randrange(len(sent) + 1)]
            elif chance.random() < 0.2:
                sent = bytearray(chance.randbytes(chance.randrange(1, 3000)))
        with server.connect(timeout=0.01) as client:
            try:
                client.sendall(sent)
                if chance.random() < 0.3:
                    client.shutdown(1)
                first = client.recv(12) if chance.random() < 0.5 else b"not read"
            except TimeoutError:
                first = b"waits"
            except OSError: # the server closed
                first = b"reset"
        kind = first[9:12] if first.startswith(b"HTTP") else first[:8]
        seen[kind] = seen.get(kind, 0) + 1
    assert server.process.poll() is None
    return ", ".join(f"{key.decode('latin-1')}: {seen[key]}" for key in sorted(seen))


def slow_clients(server, number, seconds, limit):
    """Each sends a byte now and then. Others are served meanwhile; after limit seconds each of them is
    dropped. seconds: how long they try."""
    clients = [server.connect() for _ in range(number)]
    text, until, slowest = server.request("GET", "/", "X: " + "y" * 4000), time.monotonic() + seconds, 0
    at, open_clients = 0, list(clients)
    while time.monotonic() < until and open_clients:
        for client in list(open_clients):
            try:
                client.send(text[at:at + 1])
            except OSError:
                open_clients.remove(client)
        at += 1
        start = time.monotonic()
        assert server.ask("GET", "/").status == 200
        slowest = max(slowest, time.monotonic() - start)
        time.sleep(0.1)
    left = [client for client in clients if not speak.is_closed(client)]
    for client in clients:
        client.close()
    assert not left, f"{len(left)} of {number} slow clients are there after {seconds} s (limit {limit} s)"
    return f"others waited {slowest * 1000:.0f} ms at most"
