#!/usr/bin/env python3
"""shelf.py PROGRAM ROOT: tables, certificates and exports of `solve explore`, over its server.

Every row leads to a game that the rules allow; the answers are as their schemas say; certificates are
the files of results/, byte by byte, and are checked; what is exported says what is known, and no more; no
name leads to another file.
"""
import http.client
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import jsonschema

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Page, start  # noqa: E402

ROOT = sys.argv[2]


def validate(name, answer):
    folder = os.path.join(ROOT, "docs", "schema")
    with open(os.path.join(folder, "common.json"), encoding="utf-8") as file:
        common = json.loads(file.read().replace("common.json#", "#"))
    with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
        schema = json.loads(file.read().replace("common.json#", "#"))
    schema["$defs"] = common["$defs"]
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(answer)


def raw(page, method, path, body=None, kind="application/json"):
    """Status, bytes and the name that a browser keeps them under."""
    page.connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
    answer = page.connection.getresponse()
    content, named = answer.read(), answer.getheader("Content-Disposition") or ""
    return answer.status, content, named.partition('filename="')[2].rstrip('"')


def check_tables(page):
    status, answer = page.get("/api/tables")
    assert status == 200
    validate("explore-tables", answer)
    names = [table["name"] for table in answer["tables"]]
    assert names == sorted(name[:-4] for name in os.listdir(os.path.join(ROOT, "tables")) if name.endswith(".tsv"))
    looked, lines = 0, 0
    for name in names:
        status, table = page.get(f"/api/tables/{name}")
        assert status == 200
        validate("explore-table", table)
        for row in table["rows"]:
            assert len(row["cells"]) == len(table["columns"])
            if row["query"] is None:
                continue
            lines += row["line_moves"] is not None
            looked += 1
            if looked % 7 == 0:  # a sample: the unit test plays all of them
                view = page.view({**row["query"], "history": row["line_moves"] or row["query"]["history"]})
                assert view["legal"] and view["board"] == row["query"]["board"], row
    assert looked > 200 and lines > 100, (looked, lines)


def check_certificates(page):
    status, answer = page.get("/api/certificates")
    assert status == 200
    validate("explore-certificates", answer)
    there = [one for one in answer["certificates"] if one["there"]]
    folder = os.path.join(ROOT, "results", "certificates")
    assert {one["name"] for one in there} == {name for name in os.listdir(folder) if name.endswith(".proof")}
    small = [one for one in there if os.path.getsize(os.path.join(folder, one["name"])) <= 1 << 16]
    for one in small[::30]:  # larger ones may need more memory than a check gets here
        with open(os.path.join(folder, one["name"]), "rb") as file:
            kept = file.read()
        status, content, name = raw(page, "GET", f"/api/certificates/{one['name']}")
        assert (status, content, name) == (200, kept, one["name"])
        result = page.result({"kind": "check", "certificate": one["name"]})
        assert result["accepted"] and result["xxh3_128"] == one["hash"] and result["board"] == one["board"], result
    spoilt = bytearray(kept)
    spoilt[-20] ^= 1
    for content, accepted in ((kept, True), (bytes(spoilt), False), (b"none", False), (b"", False)):
        status, answer, _ = raw(page, "POST", "/api/certificates", content, "application/octet-stream")
        if status != 200:
            assert not accepted and json.loads(answer)["error"]["why"], answer
            continue
        event, result = list(page.events(json.loads(answer)["run"]))[-1]
        assert (event == "result" and result["accepted"]) == accepted, result
    status, answer = page.post("/api/runs", {"kind": "check", "certificate": "nothing.proof"})
    assert status >= 400 and "nothing.proof" in json.dumps(answer), answer


BEGINS = {"svg": b"<", "png": b"\x89PNG", "pdf": b"%PDF", "sgf": b"(;FF[4]", "json": b'{"schema":2'}


def check_exports(page):
    query = {"board": "2x3", "rules": "kee2013", "history": ["B2"]}
    for kind in ("heat", "line"):  # nothing is known yet: nothing is invented
        status, content, _ = raw(page, "POST", "/api/export/svg", json.dumps({**query, "picture": kind}))
        assert status >= 400 and "not known" in json.loads(content)["error"]["why"], content
    status, content, _ = raw(page, "POST", "/api/export/sgf", json.dumps(query))
    assert status == 200 and b"LB[" not in content and b";B[ba]" in content
    known = page.result({"kind": "solve", **query})
    status, content, _ = raw(page, "POST", "/api/export/json", json.dumps(query))
    exported = json.loads(content)
    assert {key: exported[key] for key in ("value", "best", "moves")} == {
        key: known[key] for key in ("value", "best", "moves")}
    for kind, begin in BEGINS.items():
        status, content, name = raw(page, "POST", f"/api/export/{kind}", json.dumps({**query, "picture": "heat"}))
        if status == 400 and kind in ("png", "pdf") and b"cairo" in content:
            continue  # this build has none
        assert status == 200 and content.startswith(begin) and name == f"2x3-kee2013-B2.{kind}", (status, content[:80], name)
        if kind == "sgf":
            assert b"LB[aa:+6]" in content and b"TR[bb]" in content
    for path, body in (("/api/export/exe", query), ("/api/export/svg", {**query, "picture": "lion"}),
                       ("/api/export/svg", {**query, "picture": 3}), ("/api/export/sgf", {**query, "board": "0x3"})):
        status, content, _ = raw(page, "POST", path, json.dumps(body))
        assert 400 <= status < 500 and json.loads(content)["error"]["why"], (path, content)
    for key, body in (("graph", {"graph": {"points": ["a", "b"], "edges": [["a", "b"]]}, "rules": "psk"}),
                      ("rules", {"board": "2x3", "rules": "kee2013,players=3"}), ("board", {"board": "1x60", "rules": "psk"}),
                      ("prohibited", {"board": "1x3", "rules": "ljrg", "prohibited": ["B1"], "history": ["A1"]}),
                      ("variations", {**query, "variations": [["Z9"]]}), ("variations", {**query, "variations": 3})):
        status, content, _ = raw(page, "POST", "/api/export/sgf", json.dumps(body))
        error = json.loads(content)["error"]  # in words of the query: who sent it knows no options
        assert status == 400 and error["key"] == key and "--" not in error["why"], (body, content)


def check_names(page):
    """Nothing but what is listed; nothing in words that a file system reads."""
    for where in ("/api/tables/", "/api/certificates/"):
        for name in ("", "nothing", "..", ".", "../kee2013", "..%2fkee2013", "%2e%2e/x", "/etc/passwd", "//etc/passwd",
                     "kee2013.tsv", "certificates.csv", "certificates/2x3-psk.proof", "kee2013%00", "kee2013/", ".git"):
            try:
                status, content, _ = raw(page, "GET", where + name)
            except (http.client.HTTPException, OSError):
                status, content = 400, b"{}"
                page.connection.close()
            assert 400 <= status < 500 and b"root:" not in content and b"#: kind" not in content, (where, name, status)
    status, _, _ = raw(page, "POST", "/api/tables", "{}")
    assert status == 405, status


def main():
    with start("--no-store") as server:
        page = Page(server)
        check_tables(page)
        check_certificates(page)
        check_exports(page)
        check_names(page)
    print("tables, certificates, exports: as they should be")


if __name__ == "__main__":
    main()
