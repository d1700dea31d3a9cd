#!/usr/bin/env python3
"""
faults.py PROGRAM PRELOAD KINDS N [NAME...]: each command of JOBS (or those named) is run with one
failing call (faults.c): of each of KINDS, "alloc,read,...", the N calls picked from all that the
command makes (N of "all": all of them, each twice): that call fails, or all after it do, too.

Whatever fails: the command ends, by no signal, says one line if it failed, or one of each thing that
it has to print or to keep, and has printed all that it should if it did not; the store is sound then, knows what it knew, and the command does what it
should when it is run again, be it after a second failing call in between; nothing is left behind.
"""
import difflib
import json
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "store"))
from common import PROGRAM, copy, folder  # noqa: E402

PRELOAD = os.path.abspath(sys.argv[2])
ROWS = Path(__file__).resolve().parent.parent / "cli" / "tables" / "small"
PLOTTED = ROWS.parent.parent / "plot" / "small.csv"
FIVE = ["--board", "1x5", "--rules", "psk"]
FOUR = ["--board", "1x4", "--rules", "psk"]
HALF = ["--board", "1x3", "--rules", "button", "--quiet", "--threads", "1"]
QUIET = ["--json", "--quiet", "--threads", "1"]
LEAVES = ["--board", "1x5", "--rules", "kee2013", "--strategy-leaves", *QUIET]
TABLE = ["--board", "1x5", "--rules", "simple", "--store", "{}/store", "--threads", "1", "--quiet"]
KNOWN = ["store", "query", "{}/store", *FIVE, "--json"]
# What a command has to keep besides what it prints: each may have a line where it fails.
KEEPS = {"--store", "--proof", "--sgf-out", "--picture", "--out"}
# How the one line begins of a command that failed; OpenMP's own has no other way.
SAYS = ("solve: ", "libgomp: Out of memory")
# What differs from run to run, or with what a store knows.
VARIES = ("seconds", "peak_memory_bytes", "nodes", "entries", "line", "bytes", "was_there",
          "resumed", "method", "limits", "kept")
VARYING = re.compile(r"\d+\.\d\d s\b|\b[0-9a-f]{32}\b")
# What a store's folder may hold at the end, and what another folder may.
STORE_FILES = {"data.mdb", "lock.mdb", "users", "sealed"}
OUTSIDE = {"store", "other", "proof", "proof.stopped", "rows", "export", "tables", "graph", "queries", "commands", "report", "drawn.svg"}


class Job:
    """A command; {} in an argument is the job's folder."""

    def __init__(self, name, command, before=(), stdin=None, keeps=(), makes=None,
                 says_less=None):
        self.name = name
        self.command = command
        self.before = before    # commands that make the folder's content, or functions of it
        self.stdin = stdin      # name of a file of the folder
        self.keeps = keeps      # commands that answer the same afterwards
        self.says_less = says_less  # may it print the first instead of the second?
        self.makes = makes      # a command that proves that a run with exit code 0 did its work


def break_seal(where):
    (Path(where) / "store" / "sealed").unlink()


def spoil(where):
    """A record of the store is wrong: what is sound is copied to a new file when it is opened."""
    path = Path(where) / "store" / "data.mdb"
    data = bytearray(path.read_bytes())
    at = data.rindex(b"1x5") + 40
    data[at] ^= 4
    path.write_bytes(data)


def export_of(where):
    with open(Path(where) / "export", "wb") as out:
        subprocess.run([PROGRAM, "store", "export", f"{where}/other"], stdout=out, check=True)


def queries_of(where):
    """Lines for a batch; the last is wrong."""
    lines = ({"id": 1, "board": "1x3", "rules": "psk"}, {"id": 2, "board": "1x3", "rules": "ljrg", "history": ["B1"]},
             {"id": 3, "board": "1x3", "rules": "ssk", "history": ["B1", "B1"]})
    (Path(where) / "queries").write_text("".join(json.dumps(line) + "\n" for line in lines))


def says_less(found, wanted):
    """Rows of a table: not decided, or not certified, where memory was short, is no wrong row."""
    def rows(printed):
        return [row for table in printed[0]["tables"] for row in table["rows"]]

    return len(rows(found)) == len(rows(wanted)) and all(
        one["verdict"] == "not decided" or
        one["verdict"].split()[0] == other["verdict"].split()[0] and
        all(one[key] == other[key] for key in ("board", "rules", "claimed", "computed", "best"))
        for one, other in zip(rows(found), rows(wanted)))


def proves_less(found, wanted):
    return len(found) == len(wanted) and " 0 refuted" in found[1]


def answers_less(found, wanted):
    """Answers of a batch: one that was stopped as memory was short says so."""
    def less(one, other):
        return one == other or one["id"] == other["id"] and one.get("stopped") == "memory" and \
            not (one["proven"] and one["moves_complete"])

    return len(found) == len(wanted) and all(map(less, found, wanted))


def reports_less(found, wanted):
    """Cells of a report: not decided, or not certified, where memory was short."""
    def less(one, other):
        return one["why"] != "" or all(one[key] == other[key] for key in one if key not in ("certificate", "nodes", "entries"))

    return len(found) == len(wanted) and all(map(less, found[0]["cells"], wanted[0]["cells"])) and \
        len(found[0]["cells"]) == len(wanted[0]["cells"]) and found[0]["differences"] == wanted[0]["differences"]


def commands_of(where):
    """Lines of a GTP client."""
    lines = ("boardsize 2 1", "set_position b A1 w B1", "kata-genmove_analyze b", "boardsize 3 1", "play b A1", "solve-why w A1",
             "play w C1", "solve-why w A1", "play w B1", "solve-why w B1", "undo", "kata-set-rules ssk", "showboard", "printsgf")
    (Path(where) / "commands").write_text("".join(line + "\n" for line in lines))


def cuts_line(found, wanted):
    """A result whose best line was cut as memory was short, and says so."""
    if len(found) != len(wanted) or not all(isinstance(one, dict) and "line_complete" in one for one in found):
        return False
    told = {"line_complete", "cycle_from", "stopped"}
    return all(one == other or one["stopped"] == "memory" and not one["line_complete"] and
               all(one[key] == other[key] for key in other if key not in told)
               for one, other in zip(found, wanted))


def plays_less(found, wanted):
    """Answers of a GTP engine: the first that is another is a failure, which says that memory was short. What comes
    after it is of another game. Lines may be cut: the protocol has no word for that."""
    def answers(printed):
        return re.sub(r"visits \d+", "visits", "\n".join(printed)).split("\n\n")

    def same(one, other):
        parts, wholes = (re.split(r"( pv(?: (?:pass|[A-Z]\d+))*)", answer) for answer in (one, other))
        return len(parts) == len(wholes) and all(
            part == whole if at % 2 == 0 else f"{whole} ".startswith(f"{part} ")
            for at, (part, whole) in enumerate(zip(parts, wholes)))

    others = [one for one, other in zip(answers(found), answers(wanted)) if not same(one, other)]
    return others == [] or re.match(r"\? (out of memory|not decided)", others[0]) is not None


SOLVED = [*FIVE, *QUIET, "--store", "{}/store"]
COUNT = ["count", "--board", "1x3", "--rules", "psk", *QUIET, "--store", "{}/store"]
REPORT = ["report", "--boards", "1x1..1x2", "--rules", "psk,nssk", "--out", "{}/report", *QUIET]
OTHER = [*FOUR, *QUIET, "--store", "{}/other"]

JOBS = [
    Job("solve", [*FIVE, *QUIET]),
    Job("solve-text", ["--board", "1x3", "--rules", "kee2013", "--quiet", "--threads", "1"]),
    Job("solve-kee-v6", ["--board", "1x3", "--rules", "kee-v6", *QUIET]),
    Job("solve-ljrg", ["--board", "1x3", "--rules", "ljrg", *QUIET]),
    Job("store-new", [*FIVE, *QUIET, "--store", "{}/store"]),
    Job("store-more", [*FOUR, *QUIET, "--store", "{}/store"], before=[SOLVED], keeps=[KNOWN]),
    Job("store-solved", SOLVED, before=[SOLVED], keeps=[KNOWN]),
    Job("store-unsealed", [*FOUR, *QUIET, "--store", "{}/store"], before=[SOLVED, break_seal],
        keeps=[KNOWN]),
    Job("store-damaged", SOLVED, before=[SOLVED, spoil]),
    Job("store-query", KNOWN, before=[SOLVED], keeps=[KNOWN]),
    Job("store-info", ["store", "info", "{}/store", "--json"], before=[SOLVED], keeps=[KNOWN]),
    Job("store-check", ["store", "check", "{}/store"], before=[SOLVED, break_seal], keeps=[KNOWN]),
    Job("store-deep", ["store", "check", "--deep", "{}/store"], before=[SOLVED],
        keeps=[KNOWN], says_less=proves_less),
    Job("store-export", ["store", "export", "{}/store"], before=[SOLVED], keeps=[KNOWN]),
    Job("store-import", ["store", "import", "{}/store"], before=[SOLVED, OTHER, export_of],
        stdin="export", keeps=[KNOWN],
        makes=["store", "query", "{}/store", *FOUR, "--json"]),
    Job("store-compact", ["store", "compact", "{}/store"], before=[SOLVED], keeps=[KNOWN]),
    Job("count-csv", ["count", "--board", "1x2", "--rules", "psk", "--lengths", "turns", "--format", "csv", "--quiet",
                      "--threads", "1"]),
    Job("count-new", COUNT, makes=COUNT),
    Job("count-more", [*COUNT, "--lengths", "plays"], before=[SOLVED, COUNT], keeps=[KNOWN, COUNT]),
    Job("count-known", COUNT, before=[COUNT], keeps=[COUNT]),
    Job("table", ["table", *TABLE, "--json"], makes=["store", "query", "{}/store", *TABLE[:4], "--json"]),
    Job("proof", [*FOUR, *QUIET, "--proof", "{}/proof"], makes=["verify", "{}/proof"]),
    Job("proof-again", [*FOUR, *QUIET, "--proof", "{}/proof"],
        before=[[*FOUR, *QUIET, "--proof", "{}/proof"]], keeps=[["verify", "{}/proof"]]),
    # A stopped run keeps what is there; where that cannot be read it writes beside it.
    Job("proof-kept", [*FOUR, *QUIET, "--max-nodes", "1", "--proof", "{}/proof"],
        before=[[*FOUR, *QUIET, "--proof", "{}/proof"]], keeps=[["verify", "{}/proof"]]),
    # With strategies behind its nodes, written and read. Without the memory to prove all again it may be larger.
    Job("proof-leaves", [*LEAVES, "--proof", "{}/proof"], makes=["verify", "{}/proof", "--json"]),
    Job("verify-leaves", ["verify", "{}/proof", "--json"], before=[[*LEAVES, "--proof", "{}/proof"]]),
    # PNG and PDF are not here: without memory fontconfig may look for a font for ever.
    Job("picture", ["--board", "1x3", "--rules", "psk", *QUIET, "--picture", "{}/drawn.svg"]),
    Job("plot", ["plot", str(PLOTTED), "--picture", "{}/drawn.svg"]),
    Job("plot-nodes", ["plot", str(PLOTTED), "--kind", "nodes", "--picture", "{}/drawn.svg", "--json"]),
    Job("verify", ["verify", "{}/proof", "--json"],
        before=[[*FOUR, *QUIET, "--proof", "{}/proof"]]),
    # Under rules that give half a point.
    Job("verify-half", ["verify", "{}/proof"], before=[[*HALF, "--proof", "{}/proof"]]),
    Job("verify-half-json", ["verify", "{}/proof", "--json"], before=[[*HALF, "--proof", "{}/proof"]]),
    Job("tables", ["tables", "--from", str(ROWS), "--out", "{}/rows", "--no-store", "--threads", "1",
                   "--quiet", "--format", "json"], says_less=says_less),
    Job("report", REPORT, makes=REPORT, says_less=reports_less),
    Job("report-again", REPORT, before=[REPORT], keeps=[REPORT], says_less=reports_less),
    Job("compare", ["compare", "--board", "1x3", "--rules", "psk,nssk", "--format", "json",
                    "--quiet", "--no-store", "--threads", "1"]),
    Job("endless", ["endless", "--board", "1x2", "--rules", "none", "--json"]),
    Job("control", ["control", "--board", "1x3", "--position", ".X.", "--json"]),
    Job("predict", ["predict", "--board", "1x4", "--rules", "psk", "--threads", "1",
                    "--memory", "64M", "--json"]),
    Job("replay", ["replay", "--board", "1x3", "--rules", "kee2013", "--moves", "A1 B1", "--json"]),
    Job("batch", ["batch", "--threads", "1", "--memory", "64M", "{}/queries"], before=[queries_of],
        says_less=answers_less),
    Job("gtp", ["gtp", "--board", "1x3", "--rules", "psk", "--threads", "1", "--memory", "64M"], before=[commands_of],
        stdin="commands", says_less=plays_less),
    Job("rules", ["rules"]),
]


def fill(command, where):
    return [word.replace("{}", where) for word in command]


def run(command, where, stdin=None, fault=None):
    """fault: kind, number, lasting. Returns what subprocess.run() does; .fired says if it failed."""
    report = f"{where}.fault"
    env = dict(os.environ)
    if fault:
        kind, number, lasting = fault
        env |= {"LD_PRELOAD": PRELOAD, "FAULT_KIND": kind, "FAULT_AT": str(number),
                "FAULT_REPORT": report}
        if lasting:
            env["FAULT_LASTING"] = "1"
    with open(f"{where}/{stdin}" if stdin else os.devnull, "rb") as source:
        done = subprocess.run([PROGRAM, *fill(command, where)], env=env, stdin=source, check=False,
                              capture_output=True, text=True, timeout=120)
    done.report = Path(report).read_text() if os.path.exists(report) else ""
    Path(report).unlink(missing_ok=True)
    done.plain, done.difference = plain(done, where), ""
    done.says = [line for line in done.stderr.replace(where, "{}").splitlines() if line.startswith(SAYS)]
    return done


def steady(found):
    """An object without what varies, as far down as there are objects."""
    return {key: steady(value) if isinstance(value, dict) else value for key, value in found.items()
            if key not in VARIES and not key.startswith("seconds_")}


def plain(done, where):
    """What a command printed, without what varies; its lines that are no JSON as they are."""
    lines = []
    for line in VARYING.sub("*", done.stdout.replace(where, "{}")).splitlines():
        try:
            found = json.loads(line)
            lines.append(steady(found))
        except (ValueError, AttributeError):
            lines.append(line)
    return lines


def words_of(lines):
    """What can be compared piece by piece."""
    return [word for line in lines for word in (
        [f"{key}: {value}" for key, value in line.items()] if isinstance(line, dict) else [line])]


def make(job, where):
    os.mkdir(where)
    for step in job.before:
        if callable(step):
            step(where)
        else:
            done = run(step, where)
            assert done.returncode == 0, f"{job.name}: {step}: {done.stderr}"


class Trial:
    """One run of a job with a failing call, in a copy of its start."""

    def __init__(self, job, start, wanted, fault, second):
        self.job, self.start, self.wanted = job, start, wanted
        self.fault, self.second = fault, second
        self.stays = False      # a file could not be deleted
        self.where = f"{start}-{fault[0]}-{fault[1]}-{fault[2]}"

    def fail(self, text, done):
        raise AssertionError(f"{self.job.name}, call {self.fault}, then {self.second}: {text}\n"
                             f"exit {done.returncode}\n{done.difference}\n{done.stderr[-2000:]}")

    def judge(self, done, wanted, lenient=True):
        """lenient: it may fail, with one line."""
        if done.returncode not in (wanted.returncode, *((1, 2, 3) if lenient else ())):
            self.fail("a bad end", done)
        if "damaged" in done.stderr and self.job.name != "store-damaged":
            self.fail("it calls damaged what is not", done)
        less = lenient and (self.job.says_less or cuts_line)
        if done.returncode == wanted.returncode and done.plain != wanted.plain \
                and not (less and less(done.plain, wanted.plain)):
            done.difference = "".join(f"{line}\n" for line in difflib.unified_diff(
                words_of(wanted.plain), words_of(done.plain), n=0, lineterm=""))
            self.fail("it printed something else and says nothing", done)
        lines = sum(line not in wanted.says for line in done.says)
        if done.returncode in (1, 2) and done.returncode != wanted.returncode \
                and not 1 <= lines <= 1 + len(KEEPS.intersection(self.job.command)):
            self.fail("not one line", done)

    def clean(self, done):
        if self.stays:
            return
        for name in os.listdir(self.where):
            if name not in OUTSIDE:
                self.fail(f"{name} is left", done)
        store = f"{self.where}/store"
        for name in os.listdir(store) if os.path.isdir(store) else ():
            if name not in STORE_FILES:
                self.fail(f"{name} is left in the store", done)

    def sound(self):
        store = f"{self.where}/store"
        if os.path.exists(f"{store}/data.mdb") and self.job.name != "store-damaged":
            done = run(["store", "check", "{}/store"], self.where)
            if done.returncode != 0 or ": sound: " not in done.stdout or done.stderr != "":
                self.fail("the store is not sound", done)

    def again(self):
        for command, wanted in self.wanted["keeps"]:
            self.judge(run(command, self.where), wanted, lenient=False)
        done = run(self.job.command, self.where, self.job.stdin)
        self.judge(done, self.wanted["run"], lenient=False)
        self.clean(done)
        self.sound()

    def __call__(self):
        copy(self.start, self.where)
        try:
            done = run(self.job.command, self.where, self.job.stdin, self.fault)
            if "failed" not in done.report:
                return False
            self.judge(done, self.wanted["run"])
            if self.job.makes and done.returncode == 0:
                command, wanted = self.wanted["makes"]
                self.judge(run(command, self.where), wanted, lenient=False)
            self.stays = "stays" in done.report
            if self.second:
                done = run(self.job.command, self.where, self.job.stdin, self.second)
                self.judge(done, self.wanted["run"])
                self.stays |= "stays" in done.report
            self.sound()
            self.again()
            return True
        finally:
            subprocess.run(["rm", "-rf", self.where], check=True)


def what_is_wanted(job, start):
    where = copy(start, f"{start}-wanted")
    wanted = {"keeps": [(command, run(command, where)) for command in job.keeps],
              "run": run(job.command, where, job.stdin)}
    assert wanted["run"].returncode in (0, 3), f"{job.name}: {wanted['run'].stderr}"
    if job.makes:
        wanted["makes"] = (job.makes, run(job.makes, where))
    return wanted


def calls_of(job, start, kind):
    """How many calls of a kind the job makes, in the process that makes most of them."""
    where = copy(start, f"{start}-count")
    done = run(job.command, where, job.stdin, (kind, 0, False))
    return max((int(line.split()[2]) for line in done.report.splitlines()), default=0)


def trials_of(job, start, kinds, most, chance):
    wanted = what_is_wanted(job, start)
    for kind in kinds:
        count = calls_of(job, start, kind)
        numbers = range(1, count + 1)
        if count > most:
            numbers = sorted(chance.sample(numbers, most))
        for number in numbers:
            second = (chance.choice(kinds), chance.randint(1, max(count, 1)), chance.random() < 0.5)
            lasting = chance.random() < 0.5
            both = [(lasting, None), (not lasting, second)]
            for once, again in both if most == sys.maxsize else [chance.choice(both)]:
                yield Trial(job, start, wanted, (kind, number, once), again)


def main():
    kinds = sys.argv[3].split(",")
    most = sys.maxsize if sys.argv[4] == "all" else int(sys.argv[4])
    names, chance = sys.argv[5:], random.Random(7)
    total = bad = 0
    with folder() as top, ThreadPoolExecutor(2) as pool:
        for job in JOBS:
            if names and job.name not in names:
                continue
            start = f"{top}/{job.name}"
            make(job, start)
            fired = 0
            for future in [pool.submit(trial)
                           for trial in trials_of(job, start, kinds, most, chance)]:
                try:
                    fired += future.result()
                except AssertionError as error:
                    bad += 1
                    print(error, flush=True)
            assert fired > 0 or kinds == ["sync"], f"{job.name}: no call failed"
            print(f"{job.name}: {fired} failing calls", flush=True)
            total += fired
    print(f"{total} failing calls, {bad} bad")
    assert bad == 0


main()
