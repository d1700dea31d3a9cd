#!/usr/bin/env python3
"""runs.py PROGRAM: what 'solve report' proves, writes, keeps and refuses."""
import fcntl
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from folder import FILES, all_bytes, read, rows, run, write, xxh3

PROGRAM = sys.argv[1]
BOARDS, RULES = "1x1..1x4,2x2", "psk,kee2013,simple,ljrg"
SMALL = ["--boards", BOARDS, "--rules", RULES, "--find-points", "4", "--quiet"]
LONG = "psk,suicide=multi"


def plain(bound):
    """A bound of JSON as the tables have it; null is infinite, of which these rulesets have none."""
    return f"{bound:+d}" if bound else str(bound)


def values(folder):
    """Every cell says what 'solve' says, and the certificate is the one that 'solve --proof' makes."""
    out, proof = os.path.join(folder, "values"), os.path.join(folder, "proof")
    run(PROGRAM, *SMALL, "--out", out)
    cells = rows(out, "report.csv")
    assert [row["board"] for row in cells[::4]] == ["1x1", "1x2", "1x3", "1x4", "2x2"], cells
    for row in cells:
        done = subprocess.run([PROGRAM, "--board", row["board"], "--rules", row["rules"], "--threads", "1", "--json",
                               "--memory", "2G"], capture_output=True, text=True, check=True)
        one = json.loads(done.stdout)
        assert (row["lower"], row["upper"]) == (plain(one["value"]["min"]), plain(one["value"]["max"])), (row, one)
        assert row["best"].split() == one["best"] and row["complete"] == "yes" and one["best_complete"], (row, one)
        assert row["nodes"] == str(one["nodes"]) and row["why"] == "", (row, one)
        subprocess.run([PROGRAM, "--board", row["board"], "--rules", row["rules"], "--threads", "1", "--memory", "2G",
                        "--proof", proof, "--quiet"], capture_output=True, check=True)
        checked = json.loads(subprocess.run([PROGRAM, "verify", proof, "--json"], capture_output=True, check=True).stdout)
        assert row["certificate"] == checked["xxh3_128"], (row, checked)
    return out


def differences(folder, out):
    """Each pair is as 'compare --find' says, board by board."""
    order = sorted(dict.fromkeys(row["board"] for row in rows(out, "report.csv")),
                   key=lambda board: int(board[0]) * int(board[2]))
    for row in rows(out, "differences.csv"):
        assert row["complete"] == "yes" and row["why"] == "", row
        for board in order[:order.index(row["board"]) + 1] if row["board"] else order:
            done = subprocess.run([PROGRAM, "compare", "--board", board, "--rules", row["rules_a"] + "," + row["rules_b"],
                                   "--find", "--threads", "1", "--no-store", "--quiet", "--json"],
                                  capture_output=True, text=True, check=True)
            one = json.loads(done.stdout)
            assert one["find"]["complete"] and one["find"]["found"] == (board == row["board"]), (board, row)
            assert (board in row["equal"].split()) == (not one["find"]["found"]), (board, row)
        if row["board"]:
            assert one["position"] == row["position"], row
            assert [" ".join(x["best"]) for x in one["rulesets"]] == [row["best_a"], row["best_b"]], row
    assert os.listdir(folder)


def same_bytes(folder, out):
    """Threads change nothing; a second run keeps all, and so does one that has no time."""
    first = all_bytes(out)
    other = os.path.join(folder, "threads")
    run(PROGRAM, *SMALL, "--threads", "3", "--out", other)
    assert all_bytes(other) == first
    for more in ([], ["--cell-seconds", "0.000001"]):
        again = json.loads(run(PROGRAM, *SMALL, "--out", other, "--json", *more).stdout)
        assert again["kept"] == len(again["cells"]) and again["complete"], again["kept"]
        now = all_bytes(other)
        # Figures are drawn from what is found again.
        kept = FILES if not more else FILES[:2]
        assert all(now[name] == first[name] for name in kept), more
    run(PROGRAM, *SMALL, "--out", other)
    assert all_bytes(other) == first
    names = [row["file"] for row in rows(other, "checksums.csv")]
    assert names == list(FILES[:4]), names
    for row in rows(other, "checksums.csv"):
        data = read(other, row["file"])
        assert row["bytes"] == str(len(data)) and row["xxh3_128"] == xxh3(data), row


def refused(arguments, *said, code=2):
    done = run(PROGRAM, *arguments, code=code)
    lines = done.stderr.strip().split("\n")
    assert len(lines) == 1 and all(text in lines[0] for text in said) and done.stdout == "", (arguments, done)


def mutants(out):
    """A file that was changed is refused and stays; so is another list of boards."""
    before = all_bytes(out)
    chance = random.Random(22)
    for name in ("report.csv", "differences.csv"):
        for _ in range(12):
            data = bytearray(before[name])
            at = chance.randrange(len(data))
            data[at] = (data[at] + chance.randrange(1, 256)) % 256
            changed = bytes(data) if chance.random() < 0.7 else before[name][:at]
            write(changed, out, name)
            refused([*SMALL, "--out", out], name, "was changed since it was written")
            assert read(out, name) == changed
        write(before[name], out, name)
    write(b"file,bytes\n", out, "checksums.csv")
    refused([*SMALL, "--out", out], "report.csv", "was changed")
    os.remove(os.path.join(out, "checksums.csv"))
    refused([*SMALL, "--out", out], "report.csv", "was changed")
    write(before["checksums.csv"], out, "checksums.csv")
    for boards, rules, said in (("1x1..1x3,2x2", RULES, "1x4 under psk"), (BOARDS, "psk,kee2013,simple", "under ljrg"),
                                (BOARDS, "kee2013,psk,simple,ljrg", "psk and kee2013")):
        refused(["--boards", boards, "--rules", rules, "--out", out, "--find-points", "4", "--quiet"], said)
    assert all_bytes(out) == before


def forge(out, board, rules, change):
    """Changes a row, and the checksum with it."""
    text = read(out, "report.csv").decode()
    line = next(line for line in text.split("\n") if line.startswith(f"{board},{rules}," if rules else f"{board},"))
    text = text.replace(line, change(line)).encode()
    sums = read(out, "checksums.csv").decode()
    sums = re.sub("report.csv,.*", f"report.csv,{len(text)},{xxh3(text)}", sums).encode()
    write(text, out, "report.csv")
    write(sums, out, "checksums.csv")


def forged(folder):
    """With the certificates a row is noticed whose checksum was forged, too; and a certificate that is
    damaged or of another board is made anew."""
    out, proofs = os.path.join(folder, "forged"), os.path.join(folder, "proofs")
    asked = ["--boards", "1x3,1x4,2x2", "--rules", "psk", "--out", out, "--proof-dir", proofs, "--quiet"]
    run(PROGRAM, *asked)
    before = all_bytes(out)
    names = ["1x3-psk.proof", "1x4-psk.proof", "2x2-psk.proof"]
    assert sorted(os.listdir(proofs)) == names
    good = {name: read(proofs, name) for name in names}
    for bad in (good[names[1]], b"", good[names[0]][:-1]):
        write(bad, proofs, names[0])
        assert json.loads(run(PROGRAM, *asked, "--json").stdout)["complete"]
        assert read(proofs, names[0]) == good[names[0]] and all_bytes(out) == before
    for change in (lambda line: line.replace("+4,+4", "+3,+3"), lambda line: line.replace("B1 C1", "B1")):
        forge(out, "1x4", "psk", change)
        kept = all_bytes(out)
        done = run(PROGRAM, *asked, code=1)
        assert "1x4 under psk" in done.stderr and "move the folder away" in done.stderr, done.stderr
        assert all_bytes(out) == kept
        for name, data in before.items():
            write(data, out, name)


def narrowed(folder):
    """The bounds of a value that is not decided stay, too, and are taken together with those of a later run;
    bounds that what is proved now does not lie in are another result."""
    out = os.path.join(folder, "narrowed")
    asked = ["--boards", "1x12", "--rules", LONG, "--out", out, "--threads", "1", "--quiet", "--find-points", "0",
             "--cell-seconds", "0.000000001"]
    run(PROGRAM, *asked, code=3)
    name = f"1x12,\"{LONG}\""
    assert (rows(out, "report.csv")[0]["lower"], rows(out, "report.csv")[0]["upper"]) == ("-12", "+12"), rows(out, "report.csv")
    for lower, upper in (("-1", "+12"), ("-12", "+5"), ("-2", "+3")):
        forge(out, name, None, lambda line: re.sub(r"(^.*?,).\d+,.\d+,", rf"\g<1>{lower},{upper},", line))
        done = run(PROGRAM, *asked, "--json", code=3)
        row = rows(out, "report.csv")[0]
        assert (row["lower"], row["upper"], row["why"]) == (lower, upper, "not decided within the time"), row
        assert json.loads(done.stdout)["kept"] == 0, done.stdout
    out = os.path.join(folder, "apart")
    asked = ["--boards", "1x3", "--rules", "psk", "--out", out, "--threads", "1", "--quiet", "--find-points", "0"]
    run(PROGRAM, *asked)
    forge(out, "1x3", "psk", lambda line: re.sub(r"\+3,\+3,(.*),$", r"-3,+2,\1,not tried", line))
    assert rows(out, "report.csv")[0]["why"] == "not tried"
    done = run(PROGRAM, *asked, code=1)
    assert "1x3 under psk: the value is from -3 to +2 there, and this run proved from +3 to +3" in done.stderr, done.stderr


def many(folder):
    """More rulesets than a plot has lines: there is none, and all the rest is written."""
    out = os.path.join(folder, "many")
    fields = [f",suicide={suicide},scoring={scoring}" for suicide in ("no", "multi", "yes") for scoring in ("area", "territory", "stone")]
    names = [name + more for name in ("psk", "ssk", "nssk", "psk,repetition=own", "simple", "none", "simple,cycle=tie", "none,cycle=tie",
                                      "simple,cycle=no-result", "none,cycle=no-result", "fixed-ko", "spight",
                                      "repetition-draws", "kee2013", "kee2013,tally=all", "kee2013,refresh=no",
                                      "kee2013,refresh=no,tally=all") for more in fields]
    names += [name + ",ending=passes3" for name in names if name.startswith(("psk", "ssk", "nssk", "simple", "none"))]
    names += [name + ",pass-stones=yes" for name in names
              if name.startswith(("psk", "ssk", "nssk", "simple", "none")) and "territory" in name]
    asked = ["--boards", "1x1,1x2", "--out", out, "--quiet", "--find-points", "0"]
    run(PROGRAM, *asked, "--rules", ",".join(names))
    assert len(names) > 300 and len(rows(out, "report.csv")) == 2 * len(names), len(names)
    assert sorted(os.listdir(out)) == ["checksums.csv", "index.html", "report.csv"], os.listdir(out)
    assert 'id="plot"' not in read(out, "index.html").decode()


def uncertified(folder):
    """Where a value has no certificate the table and the page say why; the file has none."""
    for board, memory, why in (("1x13", "2G", "none: wants --proof-dir"), ("2x4", "64K", "none: a limit or a signal came first")):
        out = os.path.join(folder, "uncertified-" + board)
        done = run(PROGRAM, "--boards", board, "--rules", "simple", "--find-points", "0", "--memory", memory, "--threads", "1",
                   "--quiet", "--out", out)
        row = rows(out, "report.csv")[0]
        assert done.stdout.splitlines()[1].endswith("  " + why) and row["certificate"] == row["why"] == "", (done.stdout, row)
        assert f'<span class="open">{why}</span>' in read(out, "index.html").decode(), why


def interrupted(folder):
    """A signal leaves what is proved; a later run goes on, and loses nothing."""
    out = os.path.join(folder, "interrupted")
    asked = ["--boards", "1x3,3x4", "--rules", LONG, "--out", out, "--threads", "1"]
    with subprocess.Popen([PROGRAM, "report", *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline().startswith("1/2 1x3"), "no progress"
        process.send_signal(signal.SIGTERM)
        shown, said = process.communicate(timeout=60)
    assert process.returncode == 3 and "interrupted by SIGTERM" in said and "+3" in shown, (shown, said)
    first = rows(out, "report.csv")
    assert first[0]["lower"] == "+3" and first[0]["certificate"] and first[1]["why"] == "interrupted", first
    done = run(PROGRAM, *asked, "--quiet", "--cell-seconds", "0.1", "--json", code=3)
    assert json.loads(done.stdout)["kept"] == 1 and rows(out, "report.csv")[0] == first[0]
    page = read(out, "index.html").decode()
    assert "not decided within the time" in page and "1 of 2 values proved, 1 with a certificate" in page


def killed(folder):
    """While files are replaced checksums.csv has both sums of each: whatever is there is taken."""
    old, new, out = (os.path.join(folder, name) for name in ("old", "new", "killed"))
    asked = ["--boards", "1x1..1x3", "--rules", "psk,ssk", "--quiet"]
    run(PROGRAM, *asked, "--out", old, "--find-points", "2")
    run(PROGRAM, *asked, "--out", new)
    before, after = all_bytes(old), all_bytes(new)
    both = after["checksums.csv"] + before["checksums.csv"].split(b"\n", 1)[1]
    os.mkdir(out)
    for names in ((), ("report.csv",), ("report.csv", "differences.csv"), FILES[:3], FILES[:4]):
        for name in FILES[:4]:
            write((after if name in names else before)[name], out, name)
        write(both, out, "checksums.csv")
        run(PROGRAM, *asked, "--out", out)
        assert all_bytes(out) == after, names


def busy(folder):
    """Two runs in one folder: the second is told so."""
    out = os.path.join(folder, "busy")
    os.mkdir(out)
    descriptor = os.open(out, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    refused(["--boards", "1x1", "--rules", "psk", "--out", out, "--quiet"], "another run writes there", code=1)
    os.close(descriptor)


def refusals(folder):
    file = os.path.join(folder, "file")
    write(b"", file)
    for arguments, said in ((["--rules", "psk"], "--boards is missing"), (["--boards", "1x1"], "--rules is missing"),
                            (["--boards", "1x1..", "--rules", "psk"], "--boards"),
                            (["--boards", "9x9", "--rules", "psk"], "at most 64"),
                            (["--boards", "1x1", "--rules", "psk,psk"], "twice"),
                            (["--boards", "1x1", "--rules", "kee2013,players=3"], "two players"),
                            (["--boards", "1x1", "--rules", '{"ko":"POSITIONAL","komi":7}'], "komi"),
                            (["--boards", "1x1", "--rules", "psk", "--find-points", "65"], "--find-points"),
                            (["--boards", "1x1", "--rules", "psk", "--cell-seconds", "0"], "--cell-seconds"),
                            (["--boards", "1x1", "--rules", "psk", "--seconds"], "--out"),
                            (["--boards", "1x1", "--rules", "psk", "--out", file], "--out"),
                            (["--boards", "1x1", "--rules", "psk", "--out", file + "/a/b"], "--out")):
        refused(arguments, said)


def seconds(folder):
    """Times are in a file of their own, and only if asked for."""
    out = os.path.join(folder, "seconds")
    run(PROGRAM, "--boards", "1x3", "--rules", "psk,simple", "--out", out, "--seconds", "--quiet")
    assert len(rows(out, "seconds.csv")) == 2
    for row in rows(out, "seconds.csv"):
        assert float(row["seconds"]) >= 0 and float(row["proof_seconds"]) >= 0, row


def main():
    with tempfile.TemporaryDirectory() as folder:
        out = values(folder)
        differences(folder, out)
        same_bytes(folder, out)
        mutants(out)
        forged(folder)
        narrowed(folder)
        many(folder)
        interrupted(folder)
        uncertified(folder)
        killed(folder)
        busy(folder)
        refusals(folder)
        seconds(folder)


if __name__ == "__main__":
    main()
