#!/usr/bin/env python3
"""page.py PROGRAM RESULTS: the page of 'solve report', and the one in RESULTS.

The page is whole HTML, needs nothing from elsewhere, shows every cell of the table and leads nowhere that
is not there. What is in RESULTS is made again from its tables, and its small boards from nothing.
"""
import hashlib
import html.parser
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from folder import all_bytes, read, rows, run

PROGRAM, RESULTS = sys.argv[1:]
VOID = {"meta", "br", "img", "link", "hr", "input"}
SMALL = "1x1..1x4,2x2"


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.text, self.tables = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        assert tag not in ("script", "img", "link", "iframe", "object"), tag
        for name, value in attrs:
            assert not name.startswith("on") and name != "src", name
            assert "://" not in (value or "") or name == "xmlns", (name, value)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes["href"]] if "href" in attributes else []
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            assert tag == "td" or attributes.get("scope") in ("col", "row"), attributes
            self.tables[-1][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        self.text.append(data)
        if "td" in self.open or ("th" in self.open and "table" in self.open):
            self.tables[-1][-1][-1] += data


def shown(row):
    """A value as the page shows it."""
    text = f"{row['lower']} to {row['upper']}" if row["why"] and row["lower"] else ""
    text = text or row["lower"] if row["lower"] == row["upper"] or row["why"] else f"{row['lower']} / {row['upper']}"
    return (text or "?").replace("-", "\N{MINUS SIGN}")


def check_page(folder):
    page = Page(read(folder, "index.html").decode("utf-8"))
    text = "".join(page.text)
    assert len(set(page.ids)) == len(page.ids), "an id twice"
    for link in page.links:
        assert link.startswith("#") and link[1:] in page.ids, link
    cells = rows(folder, "report.csv")
    rules = list(dict.fromkeys(row["rules"] for row in cells))
    boards = list(dict.fromkeys(row["board"] for row in cells))
    values = page.tables[0]
    assert values[0] == ["board", *rules] and [line[0] for line in values[1:]] == boards, values
    for i, row in enumerate(cells):
        cell = values[1 + i // len(rules)][1 + i % len(rules)]
        assert cell.startswith(shown(row)) and row["best"] in cell, (row, cell)
        assert ("\N{CHECK MARK}" in cell) == (row["certificate"] != ""), (row, cell)
        assert row["certificate"] in text and row["line"] in text and row["why"] in text, row
    pairs = rows(folder, "differences.csv")
    matrix = page.tables[1]
    for row in pairs:
        cell = matrix[1 + rules.index(row["rules_a"])][rules.index(row["rules_b"])]
        assert cell.startswith(row["board"] + ", figure " if row["board"] else "none on "), (row, cell)
        assert not row["board"] or row["position"] in text, row
    for row in rows(folder, "checksums.csv"):
        assert row["file"] in ("index.html", "plot.svg") or row["xxh3_128"] in text, row
    assert read(folder, "plot.svg").decode("utf-8") in read(folder, "index.html").decode("utf-8")
    return page


def without_drawings(folder):
    """The tables and the page. What drawings look like has tests of its own."""
    files = all_bytes(folder)
    return [files["report.csv"], files["differences.csv"], re.sub(b"(?s)<svg .*?</svg>", b"", files["index.html"])]


def check_results(folder):
    """The files are those that their checksums name, and what the program writes now."""
    for line in read(RESULTS, "SHA256SUMS").decode("ascii").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256(read(RESULTS, name)).hexdigest() == digest, name
    cells = rows(RESULTS, "report.csv")
    rules = ",".join(dict.fromkeys(row["rules"] for row in cells))
    boards = ",".join(dict.fromkeys(row["board"] for row in cells))
    copy, small = os.path.join(folder, "copy"), os.path.join(folder, "small")
    shutil.copytree(RESULTS, copy)
    run(PROGRAM, "--boards", boards, "--rules", rules, "--out", copy, "--quiet", code=None)
    assert without_drawings(copy) == without_drawings(RESULTS), "solve report makes other files of results/report"
    run(PROGRAM, "--boards", SMALL, "--rules", rules, "--find-points", "4", "--out", small, "--quiet")
    committed = {(row["board"], row["rules"]): row for row in cells}
    for row in rows(small, "report.csv"):
        assert committed[row["board"], row["rules"]] == row, row
    pairs = {(row["rules_a"], row["rules_b"]): row for row in rows(RESULTS, "differences.csv")}
    for row in rows(small, "differences.csv"):
        one = pairs[row["rules_a"], row["rules_b"]]
        assert not row["board"] or {**one, "equal": ""} == {**row, "equal": ""}, (row, one)


def main():
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        run(PROGRAM, "--boards", "1x1..1x4", "--rules", "psk,ssk,none,fixed-ko,ljrg", "--out", out, "--quiet")
        page = check_page(out)
        assert "complete" in "".join(page.text)
        check_page(RESULTS)
        check_results(folder)


if __name__ == "__main__":
    main()
