#!/usr/bin/env python3
"""signals.py PROGRAM [few]: every verb that may take long, stopped by SIGINT, SIGTERM and SIGHUP.

The first signal ends it with exit code 3, one line that names the signal, and what was proved by
then: bounds, rows, a store that can be used. The second kills. What the caller has the program
ignore (nohup) stays ignored, and who reads no further costs nothing that is to be kept.
few: each verb meets one of the signals, the next one the next.
"""
import array
import csv
import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from processes import has_signal, seconds_used, status, wait_for  # noqa: E402

PROGRAM = sys.argv[1]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
FEW = "few" in sys.argv[2:]
# Takes half a minute.
LONG_BOARD = ["--board", "1x12", "--rules", "psk,suicide=yes", "--threads", "1"]
LONG = LONG_BOARD + ["--quiet", "--json"]
TABLE = """#: kind values
#: title Two rows
#: source nobody
board\trules\tvalue
1x3\tpsk\t3
1x12\tpsk,suicide=yes\t0
"""


def start(arguments, used=0.0, **more):
    """Starts the program, and waits until it catches signals and has used so many seconds."""
    more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    process = subprocess.Popen([PROGRAM] + arguments, text=True, **more)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): # one after the other; what is ignored stays so
        wait_for(arguments, lambda number=number: any(has_signal(process.pid, kind, number) for kind in ("SigCgt", "SigIgn")))
    wait_for(arguments, lambda: seconds_used(process.pid) >= used)
    return process


def stop(process, number, lines=1):
    """Its output, after the signal; the last of so many lines on stderr names it."""
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, f"{process.args}: exit {process.returncode}: {err}"
    assert err.startswith("solve: stopped") and err.count("\n") == lines, f"{process.args}: {err}"
    assert f"interrupted by {number.name}" in err, f"{process.args}: {err}"
    return out


def data_of(store):
    return os.path.join(store, "data.mdb")


def read_data(store):
    with open(data_of(store), "rb") as file:
        return file.read()


def check_solve(number, folder):
    store, proof = os.path.join(folder, "store"), os.path.join(folder, "proof")
    process = start(LONG + ["--store", store])
    wait_for("lemmas", lambda: os.path.isfile(data_of(store)) and os.path.getsize(data_of(store)) > 65536)
    found = json.loads(stop(process, number))
    assert not found["proven"] and found["nodes"] > 0, found
    info = json.loads(subprocess.run([PROGRAM, "store", "info", store, "--json"], check=True,
                                     capture_output=True, text=True).stdout)
    assert sum(table["lemmas"] for table in info["tables"]) > 0, info
    process = start(["--board", "4x4", "--rules", "psk", "--proof", proof, "--quiet"], used=0.3)
    out = stop(process, number, lines=2)
    assert "not decided" in out, out


def write_tables(folder):
    tables = os.path.join(folder, "tables")
    os.mkdir(tables)
    with open(os.path.join(tables, "two.tsv"), "w", encoding="utf-8") as file:
        file.write(TABLE)
    return tables


def check_rows(out):
    with open(os.path.join(out, "two.csv"), encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["verdict"] for row in rows] == ["verified (certificate checked)", "not decided"], rows
    assert rows[1]["reason"] == "interrupted", rows


def check_tables(number, folder):
    out = os.path.join(folder, "out")
    stop(start(["tables", "--from", write_tables(folder), "--out", out, "--no-store", "--quiet",
                "--threads", "1", "--row-seconds", "1000"], used=0.5), number)
    check_rows(out)


def check_compare(number, _):
    out = stop(start(["compare", "--board", "1x12", "--rules", "psk,suicide=yes,ssk,suicide=yes",
                      "--no-store", "--quiet", "--threads", "1", "--format", "json"], used=0.2), number)
    assert len(json.loads(out)["rulesets"]) == 2, out


def check_table(number, folder):
    stop(start(["table", "--board", "4x4", "--rules", "simple", "--quiet", "--threads", "1", "--store",
                os.path.join(folder, "made")], used=0.2), number)


def check_endless(number, _):
    process = start(["endless", "--board", "2x7", "--rules", "simple", "--json"], used=0.2)
    process.send_signal(number)
    found = json.loads(process.communicate(timeout=120)[0])
    assert process.returncode == 3 and found["verdict"] == "not decided", found
    assert found["reason"] == f"interrupted by {number.name}", found


def check_coalitions(number, _):
    out = stop(start(["--board", "2x3", "--rules", "kee2013,players=3", "--json", "--quiet"], used=0.2), number)
    found = json.loads(out)
    assert found["stopped"] == "interrupted" and not found["proven"] and len(found["coalitions"]) == 7, found


def check_count(number, _):
    out = stop(start(["count", "--board", "2x3", "--rules", "psk", "--memory", "1G", "--json"], used=0.2), number)
    found = json.loads(out)
    assert found["verdict"] == "not counted" and found["stopped"] == "interrupted", found
    assert found["games"] is None and found["estimate"] is None and not found["exact"], found


def check_count_graph(number, _):
    """While the graph of all boards is made, which takes longer than anybody waits."""
    for task in [], ["--longest"], ["--estimate"]:
        process = start(["count", "--board", "4x4", "--rules", "psk", "--memory", "1G", "--quiet"] + task, used=0.3)
        began = time.monotonic()
        stop(process, number)
        assert time.monotonic() - began < 20, f"count {task}: it takes too long to stop"


def check_control(number, _):
    out = stop(start(["control", "--board", "4x4", "--json"], used=0.2), number)
    assert not json.loads(out)["proven"], out


def check_batch(number, _):
    """The query at hand is answered as far as it came, and the one that waits; more are not waited for."""
    process = start(["batch", "--threads", "1"], stdin=subprocess.PIPE)
    for name, board in ("long", "1x12"), ("next", "1x3"):
        query = {"id": name, "board": board, "rules": "psk,suicide=yes"}
        process.stdin.write(json.dumps(query) + "\n")
    process.stdin.write('{"action": "version"}\n')
    process.stdin.flush()
    # That it answers the last line says that it has read the others.
    assert json.loads(process.stdout.readline())["action"] == "version"
    answers = {answer["id"]: answer for answer in map(json.loads, stop(process, number).splitlines())}
    assert set(answers) == {"long", "next"}, answers
    assert answers["long"]["stopped"] == "interrupted" and not answers["long"]["proven"], answers


def solved_store(folder):
    store = os.path.join(folder, "solved")
    subprocess.run([PROGRAM, "--board", "1x10", "--rules", "psk", "--value-only", "--threads", "1",
                    "--store", store, "--quiet"], capture_output=True, check=True)
    return store


def check_deep(number, store):
    stop(start(["store", "check", store, "--deep", "--sample", "100000"], used=0.2), number)


def blocked_export(store):
    """An export that nobody reads: the pipe is full."""
    process = start(["store", "export", store])

    def is_full():
        waiting = array.array("i", [0])
        fcntl.ioctl(process.stdout, termios.FIONREAD, waiting)
        return waiting[0] >= 60000 and status(process.pid)["State"].startswith("S")

    wait_for("export", is_full)
    return process


def check_export(number, store):
    """Blocked, as nobody reads; then it ends early, and an import sees that."""
    process = blocked_export(store)
    out = stop(process, number)
    assert len(out) > 60000 and not out.endswith("end\n"), f"export: {len(out)}"
    done = subprocess.run([PROGRAM, "store", "import", store + "-2"], input=out, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 1 and not os.path.exists(store + "-2"), done.stderr


def check_import(number, store):
    process = start(["store", "import", store + "-3"], stdin=subprocess.PIPE)
    process.stdin.write("solve-store-export 2 proofs 1\n")
    process.stdin.flush()
    stop(process, number)
    assert not os.path.exists(store + "-3")


def child_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return next(map(int, children.read().split()), None)
    except FileNotFoundError:
        return None


def stop_child(arguments):
    """Starts the program and stops the child that it has look at the store, whatever is signalled."""
    for _ in range(200):
        process = subprocess.Popen([PROGRAM] + arguments, stdin=subprocess.DEVNULL, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None:
            child = child_of(process.pid)
            if child is None or not all(has_signal(child, "SigIgn", number) for number in SIGNALS):
                continue
            try:
                os.kill(child, signal.SIGSTOP)
            except ProcessLookupError:
                continue
            wait_for("child", lambda: status(child).get("State", "Z")[0] in "TZX")
            if status(child).get("State", "Z")[0] == "T":
                return process
        process.communicate()
    raise AssertionError(f"{arguments}: no child that ignores the signals")


def check_child(number, store):
    """The file is being looked through, or copied: the child is ended, and nothing has changed."""
    for verb in ("compact", "check"):
        process = stop_child(["store", verb, store])
        before = read_data(store)  # what came to its end before it could be stopped has compacted it
        stop(process, number)
        assert read_data(store) == before and "rebuilt.mdb" not in os.listdir(store), verb


def check_reader(store):
    """Who reads the first line only has the program die as others do, without a word."""
    process = start(["store", "export", store])
    assert process.stdout.readline().startswith("solve-store-export")
    process.stdout.close()
    assert process.wait(timeout=60) == -signal.SIGPIPE and process.stderr.read() == ""


def check_second(number, store):
    """Blocked by its output the program cannot come to its end: the second signal kills it."""
    process = blocked_export(store)
    process.send_signal(number)
    wait_for("pending", lambda: not has_signal(process.pid, "ShdPnd", number))
    if number == signal.SIGHUP:
        # The terminal's and the shell's, at almost the same time, are one.
        process.send_signal(number)
        wait_for("pending", lambda: not has_signal(process.pid, "ShdPnd", number))
        assert process.poll() is None
        time.sleep(2.1)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == -number, f"second {number.name}: exit {process.returncode}"


def check_ignored():
    """Under nohup SIGHUP does nothing, and SIGTERM what it does."""
    process = start(LONG, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    used = seconds_used(process.pid)
    wait_for("nohup", lambda: seconds_used(process.pid) > used + 0.1)
    stop(process, signal.SIGTERM)


def broken_pipe(arguments, stream):
    """Runs the program with nobody reading stdout or stderr."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([PROGRAM] + arguments, text=True, check=False,
                          **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: writer}))
    os.close(writer)
    return done


def check_reading():
    """A file that is a pipe which nobody writes to: there is nothing to save, the first signal kills."""
    with tempfile.TemporaryDirectory() as folder:
        graph = os.path.join(folder, "graph.tsv")
        os.mkfifo(graph)
        for arguments in (["--graph", graph, "--rules", "psk"], ["tables", "--from", folder, "--no-store"]):
            for number in SIGNALS:
                process = start(arguments)
                wait_for("pipe", lambda: status(process.pid).get("State", "S").startswith("S"))
                process.send_signal(number)
                process.communicate(timeout=60)
                assert process.returncode == -number, f"{arguments}: {number.name}: {process.returncode}"


def check_pipe():
    """Nobody reads any more: what is known by then is kept all the same; then it dies of that."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        done = broken_pipe(["tables", "--from", write_tables(folder), "--out", out, "--no-store",
                            "--threads", "1", "--row-seconds", "1000"], "stderr")
        assert done.returncode == 3, done
        check_rows(out)
    done = broken_pipe(LONG_BOARD[:1] + ["1x3"] + LONG_BOARD[2:], "stdout")
    assert done.returncode == -signal.SIGPIPE and done.stderr == "", done


def each(checks):
    """Checks, each with the signals that it is tried with."""
    for number, signalled in enumerate(SIGNALS):
        for at, check in enumerate(checks):
            if not FEW or at % len(SIGNALS) == number:
                yield check, signalled


def main():
    # Who runs the tests under nohup has it ignored.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for check, number in each((check_solve, check_tables, check_compare, check_table, check_endless, check_coalitions, check_count,
                               check_count_graph, check_control, check_batch)):
        with tempfile.TemporaryDirectory() as folder:
            check(number, folder)
        print(check.__name__, number.name, "ok", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        store = solved_store(folder)
        for check, number in each((check_deep, check_export, check_import, check_child, check_second)):
            check(number, store)
            print(check.__name__, number.name, "ok", flush=True)
        check_reader(store)
    for check in (check_ignored, check_reading, check_pipe):
        check()
        print(check.__name__, "ok")


main()
