#!/usr/bin/env python3
"""kept.py SOLVE: what 'tables --out DIR' leaves of what earlier runs proved.

A row that is proved is never replaced by one that was not tried, or not finished; nothing is written
unasked; what is there and cannot be kept stays, and the run says so before it begins.
"""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE = os.path.abspath(sys.argv[1])
VALUES = """#: kind values
#: title Values
#: source nobody
#: rules psk
board\tafter\tvalue\tplays
1x3\t\t3\t1-2
1x4\t\t4\t1-2
1x5\t\t0\tpass
1x5\t1-2\t0\t
2x2\t\t1\t
"""
OPENINGS = """#: kind openings
#: title Openings
#: source nobody
#: rules psk
board\tbest\tsecond\tthird
1x3\t3\t-3\t-
1x5\t0\t0\t0p
"""
LEGAL = """#: kind legal
#: title Legal positions
#: source nobody
board\tnumber
1x3\t15
2x2\t57
"""
GREEDY = """#: kind greedy
#: title Greed
#: source nobody
board\tline\tgreedy
1x2\t1-1 1-2\t1-1
"""
TABLES = {"values": VALUES, "openings": OPENINGS, "legal": LEGAL, "greedy": GREEDY}


class Case:
    """A folder of tables and one of results."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="solve-kept-")
        self.tables, self.out = (os.path.join(self.folder, name) for name in ("tables", "out"))
        os.mkdir(self.tables)
        for name, text in TABLES.items():
            self.write_table(name, text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def write_table(self, name, text):
        with open(os.path.join(self.tables, name + ".tsv"), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *arguments, code=0, out=True, store=None):
        more = ["--out", self.out] if out else []
        more += [] if "--row-seconds" in arguments else ["--row-seconds", "100"]
        done = subprocess.run([SOLVE, "tables", "--from", self.tables, *(["--store", store] if store else ["--no-store"]), *more,
                               *arguments],
                              capture_output=True, text=True, check=False, cwd=self.folder)
        assert done.returncode == code, f"{arguments}: exit {done.returncode}: {done.stderr}"
        return done

    def read(self, name, suffix=".csv"):
        with open(os.path.join(self.out, name + suffix), encoding="utf-8", newline="") as file:
            return file.read()

    def write(self, name, text, suffix=".csv"):
        with open(os.path.join(self.out, name + suffix), "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def rows(self, name):
        return list(csv.DictReader(self.read(name).splitlines()))

    def all(self):
        return {name: self.read(name, suffix) for name in TABLES for suffix in (".csv", ".md")}


def consistent(case, name):
    """The Markdown has the same rows, and counts them."""
    text, rows = case.read(name, ".md"), case.rows(name)
    lines = [line for line in text.splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip().replace("\\", "") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    wanted = [[cell.replace("\\", "").strip() for cell in row.values()] for row in rows]
    assert cells == wanted, [pair for pair in zip(cells, wanted) if pair[0] != pair[1]]
    if "verdict" in rows[0]:
        verified = sum(row["verdict"].startswith("verified") for row in rows)
        assert f"{len(rows)} rows: {verified} verified" in text, text


def limits():
    """Rows not tried, and rows not finished, leave everything as it was."""
    with Case() as case:
        first = case.run("--quiet").stdout
        assert "kept" not in first
        before = case.all()
        for name in TABLES:
            consistent(case, name)
        for limit in (["--max-points", "1"], ["--row-seconds", "0.000001"]):
            done = case.run(*limit)
            assert case.all() == before, f"{limit}: something has changed"
            assert "5 of them kept from an earlier run" in done.stdout, done.stdout
            assert "values: 5 rows are kept from" in done.stderr, done.stderr
        found = json.loads(case.run("--max-points", "3", "--format", "json", "--quiet").stdout)
        kept = {table["name"]: table["kept"] for table in found["tables"]}
        assert kept["values"] == 4 and kept["legal"] == 1 and kept["greedy"] == 0, kept
        assert case.all() == before


def unasked():
    """Without --out nothing is written."""
    with Case() as case:
        case.run("values", out=False)
        assert sorted(os.listdir(case.folder)) == ["tables"], os.listdir(case.folder)


def interrupted():
    """A signal leaves what was proved before."""
    with Case() as case:
        case.write_table("values", VALUES + "1x12\t\t2\t1-2\n")
        case.run("values", "--max-points", "5")
        before = case.rows("values")
        process = subprocess.Popen([SOLVE, "tables", "values", "--from", case.tables, "--no-store", "--out",
                                    case.out, "--row-seconds", "1000", "--threads", "1"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        after = case.rows("values")
        assert process.returncode == 3 and after[:5] == before[:5], after
        assert after[5]["verdict"] == "not decided", after[5]


def other_tables():
    """Rows in another order, new ones, repeated ones, and other claims about what was computed."""
    with Case() as case:
        case.run("--quiet")
        head, rows = VALUES[:VALUES.index("1x3")], VALUES[VALUES.index("1x3"):].splitlines()
        case.write_table("values", head + "\n".join(reversed(rows)) + "\n2x3\t\t0\t\n" + rows[0] + "\n")
        old = case.rows("values")
        case.run("values", "--max-points", "1")
        assert case.rows("values")[:5] == old[::-1], case.rows("values")
        assert case.rows("values")[5]["verdict"] == "not decided" and case.rows("values")[6] == old[0]
        consistent(case, "values")

        # The value and the plays are proved, whatever is claimed.
        case.write_table("values", head + "1x3\t\t2\t1-2\n1x4\t\t4\tpass\n2x2\t\t1\t1-1\n1x5\t1-2\t2\t\n"
                         "1x3\t1-1\t2\t\n1x5\t\t5\t\n")
        case.run("values", "--max-points", "1")
        found = {(row["board"], row["after"]): row for row in case.rows("values")}
        wrong = found["1x3", ""]
        assert wrong["verdict"] == "wrong (certificate checked)" and wrong["reason"] == "the value", wrong
        assert wrong["computed"] == "+3" and wrong["best"] == "1-2" and wrong["certificate"] != "", wrong
        assert found["1x4", ""]["verdict"] == "not decided" and found["1x4", ""]["computed"] == "+4", found
        assert found["2x2", ""]["verdict"] == "not decided" and found["2x2", ""]["computed"] == "+1", found
        lines = [row["line"] for row in old if (row["board"], row["after"]) == ("1x5", "")]
        assert lines[0].count(";") > 0 and found["1x5", ""]["line"] == lines[0].split(";")[0], (lines, found)
        assert found["1x5", "1-2"]["verdict"].startswith("wrong"), found
        assert found["1x3", "1-1"]["computed"] == "", "of another position"

        # "All of the best" is another claim than "among the best".
        case.write_table("values", head.replace("plays", "first") + "1x5\t\t0\t1-2\n")
        case.run("values")
        assert case.rows("values")[0]["verdict"].startswith("verified"), case.rows("values")
        case.write_table("values", head + "1x5\t\t0\t1-2\n")
        case.run("values", "--max-points", "1")
        assert not case.rows("values")[0]["verdict"].startswith("verified"), case.rows("values")

        case.write_table("openings", OPENINGS.replace("-3\t-", "-3\t-3p").replace("0\t0\t0p", "0\t0p\t2"))
        case.write_table("legal", LEGAL.replace("15", "16"))
        case.write_table("greedy", GREEDY.replace("1-2\t1-1", "pass\t1-1"))
        case.run("openings", "legal", "greedy", "--max-points", "1")
        rows = case.rows("openings")
        assert rows[0]["verdict"].startswith("verified") and rows[0]["claimed"] == "3 -3 -3p", rows
        assert rows[1]["verdict"].startswith("wrong") and rows[1]["reason"] == "the third is not 2", rows
        assert [row["verdict"] for row in case.rows("legal")] == ["wrong", "verified"]
        assert all(row["value"] == "" for row in case.rows("greedy")), "greed of another line"


def other_rules():
    """What was proved under other rules is nothing."""
    with Case() as case:
        case.run("values", "--quiet")
        case.write_table("values", VALUES.replace("rules psk", "rules psk,suicide=multi"))
        case.run("values", "--max-points", "1")
        assert all(row["computed"] == "" for row in case.rows("values"))


def formulas():
    """A cell that is kept from being a formula is still the same cell."""
    with Case() as case:
        case.run("openings", "--quiet")
        good = case.read("openings")
        case.write("openings", good.replace(",+3,", ",'+3,").replace("3 -3 -", "'3 -3 -").replace("'3", "3"))
        case.run("openings", "--max-points", "1")
        assert case.read("openings") == good, "an apostrophe was taken for text"


def certificates():
    """A certificate is not lost by a run that makes none, and comes where there was none."""
    with Case() as case:
        case.write_table("values", VALUES[:VALUES.index("1x3")] + "1x3\t\t3\t\n2x7\t\t14\t\n")
        case.run("values")
        small, large = case.rows("values")
        assert small["certificate"] != "" and large["verdict"] == "verified" and large["certificate"] == ""
        good = case.read("values")
        changed = good.replace("verified (certificate checked)", "verified").replace(small["certificate"], "")
        lines = changed.splitlines(True)
        lines[2] = lines[2].replace("verified", "verified (certificate checked)").replace("\n", "0123abcd\n")
        case.write("values", "".join(lines))
        assert case.rows("values")[1]["certificate"] == "0123abcd"
        case.run("values")
        assert case.rows("values")[0] == small, case.rows("values")
        assert case.read("values").splitlines(True)[2] == lines[2], case.rows("values")


def unwritten():
    """A certificate that cannot be written takes no verdict with it, and the run says so and fails."""
    with Case() as case:
        proofs = os.path.join(case.folder, "proofs")
        os.makedirs(os.path.join(proofs, "openings-1.proof"))
        done = case.run("openings", "--proof-dir", proofs, "--quiet", code=1)
        assert done.stderr == f"solve: --proof-dir: cannot write {proofs}/openings-1.proof: it is a folder or a device\n", done
        rows = case.rows("openings")
        assert all(row["verdict"] == "verified (certificate checked)" and row["certificate"] != "" for row in rows), rows
        assert done.stdout.count("certificate checked") == 2 and os.path.exists(f"{proofs}/openings-2.proof"), done


def foreign():
    """A table in Latin-1, and what it leaves: JSON has to be UTF-8."""
    with Case() as case:
        with open(os.path.join(case.tables, "values.tsv"), "w", encoding="latin-1") as file:
            file.write(VALUES[:VALUES.index("board")] + "board\tvalue\tstatus\n1x3\t3\tge\u00e4ndert\n")
        for _ in range(2):
            row, = json.loads(case.run("values", "--out", case.out, "--format", "json", out=False).stdout)["tables"][0]["rows"]
            assert row["status"] == "ge?ndert" and row["verdict"].startswith("verified"), row


def refused():
    """What is there and cannot be read is not lost, and told in one line, before anything is solved."""
    with Case() as case:
        case.run("values", "--quiet")
        good = case.read("values")
        lines = good.splitlines(True)
        bad = [good[:-20], good[:-1], good.replace("verified", "verifiedd", 1), "", "\n", "a,b\nc,d\n",
               good.replace("computed", "result", 1), good.replace(lines[1], lines[1][:-1] + ",more\n"),
               good.replace(lines[1], "1x3,psk\n"), good.replace('"', "", 1) if '"' in good else "x\"y\n",
               good + lines[1].replace("+3", "+2"), good.replace("1x3,", ",", 1), good + "\0",
               good.replace("1x3,", "1x3\x1b[31m,", 1), good.replace("\n", "\r\n")]
        for text in bad:
            case.write("values", text)
            done = case.run("values", "--row-seconds", "1000", code=2)
            assert done.stderr.count("\n") == 1 and "values.csv" in done.stderr, done.stderr
            assert done.stderr.startswith("solve: --out '"), done.stderr
            assert case.read("values") == text, "it was changed"
        os.remove(os.path.join(case.out, "values.csv"))
        done = case.run("values", code=2)
        assert "values.csv is missing" in done.stderr, done.stderr
        os.mkfifo(os.path.join(case.out, "values.csv"))
        assert "is no file" in case.run("values", code=2).stderr
        # Both were computed: nobody knows which is right.
        os.remove(os.path.join(case.out, "values.csv"))
        case.write("values", good.replace(",+3,", ",+2,", 1))
        done = case.run("values", code=1)
        assert "one is wrong" in done.stderr and case.read("values") == good.replace(",+3,", ",+2,", 1), done
        assert "1x3" in done.stdout, "what was found is printed"
        assert sorted(os.listdir(case.out)) == ["values.csv", "values.md"], os.listdir(case.out)


def lines():
    """A value that certificates prove has no line: that of then stays, and where there was none the cell is empty."""
    with Case() as case:
        store, proof = (os.path.join(case.folder, name) for name in ("store", "2x2.proof"))
        subprocess.run([SOLVE, "--board", "2x2", "--rules", "psk", "--value-only", "--no-store", "--proof", proof],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run([SOLVE, "store", "add", store, proof], check=True, stdout=subprocess.DEVNULL)
        certified = ["values", "--row-seconds", "0.000001"]

        def the_row():
            consistent(case, "values")
            return next(row for row in case.rows("values") if row["board"] == "2x2")

        case.run(*certified, store=store)
        assert (the_row()["computed"], the_row()["line"]) == ("+1", ""), the_row()
        case.run("values")
        solved, text = the_row(), case.read("values")
        assert solved["line"].endswith("pass pass"), solved
        case.run(*certified, store=store)
        assert case.read("values") == text
        # The row claims something else now, so that nothing but its line is taken over.
        case.write_table("values", VALUES.replace("2x2\t\t1", "2x2\t\t2"))
        case.run(*certified, store=store)
        assert the_row()["verdict"].startswith("wrong"), the_row()
        assert the_row()["line"] == solved["line"], the_row()
        # A line of then that does not go to its end says no more than none.
        case.write("values", case.read("values").replace(solved["line"], solved["line"].split()[0] + " ..."))
        case.run("values")
        assert the_row()["line"] == solved["line"], the_row()


def at_once():
    """Two runs that write to one folder lose nothing of each other."""
    with Case() as case:
        for _ in range(3):
            runs = [subprocess.Popen([SOLVE, "tables", "--from", case.tables, "--no-store", "--out", case.out,
                                      "--quiet", *limit], stdout=subprocess.DEVNULL)
                    for limit in ([], ["--max-points", "3"], ["--max-points", "1"])]
            assert [process.wait() for process in runs] == [0, 0, 0]
            decided = [row["verdict"] for row in case.rows("values")]
            assert "not decided" not in decided, decided
            shutil.rmtree(case.out)


for test in (limits, unasked, interrupted, other_tables, other_rules, formulas, certificates, unwritten, foreign, refused,
             lines, at_once):
    test()
    print(test.__name__, "ok", flush=True)
