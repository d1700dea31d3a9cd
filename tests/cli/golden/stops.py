#!/usr/bin/env python3
"""stops.py PROGRAM [sanitized]: runs that do not come to their end. Exit code 1 if anything is wrong.

Whatever stops it, the program exits with 3, says why in one line on stderr, and prints the bounds
that it has proved, in valid JSON. How much work it takes to stop is not asked of a program with sanitizers.
"""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

KEYS = ["schema", "verb", "version", "board", "graph", "rules", "rules_fields", "position", "to_move",
        "prohibited", "history", "final", "next", "ended", "winner", "score", "komi", "best_order",
        "value_only", "asked", "limits", "store", "value", "proven", "at_komi", "best", "best_complete", "moves",
        "moves_complete", "line", "line_complete", "cycle_from", "stopped", "nodes", "entries", "threads",
        "seconds", "peak_memory_bytes"]
# Takes most of a minute, and needs no tables worth mentioning.
LONG = ["--board", "1x13", "--rules", "psk,suicide=yes", "--threads", "1", "--quiet", "--json"]
SMALL = ["--board", "2x3", "--rules", "kee2013", "--threads", "1", "--quiet", "--json"]
# Too large for tables: strategies without repetition are looked for.
STRATEGIES = ["--board", "3x6", "--rules", "kee2013", "--threads", "1", "--quiet", "--json"]
PROGRAM = os.path.abspath(sys.argv[1])
SANITIZED = "sanitized" in sys.argv[2:]


def start(arguments):
    return subprocess.Popen([PROGRAM] + arguments, stdin=subprocess.DEVNULL, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(name, process, code, timeout=60):
    out, err = process.communicate(timeout=timeout)
    assert process.returncode == code, f"{name}: exit {process.returncode}, not {code}: {err}"
    found = json.loads(out)
    assert out.count("\n") == 1 and list(found) == KEYS, f"{name}: {out}"
    proven = found["proven"] and all(move["proven"] for move in found["moves"])
    assert proven == (code == 0), f"{name}: {out}"
    if code == 3:
        assert err.startswith("solve: stopped before proven: ") and err.count("\n") == 1, err
    return found, err


def check_bounds(name, found, value):
    lower, upper = found["value"]["min"], found["value"]["max"]
    assert lower is None or lower <= value, f"{name}: lower {lower}"
    assert upper is None or upper >= value, f"{name}: upper {upper}"


def check_interrupt():
    process = start(LONG)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    asked = time.monotonic()
    _, err = finish("interrupt", process, 3)
    assert "interrupted" in err, err
    assert time.monotonic() - asked < 20, "interrupt: it takes too long to stop"


def check_other_verbs():
    """Verbs that have much to do and are interrupted say so."""
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store")
        subprocess.run([PROGRAM, "--board", "1x10", "--rules", "psk", "--value-only", "--threads", "1",
                        "--store", store, "--quiet"], capture_output=True, check=True)
        for arguments in (["compare", "--board", "3x4", "--rules", "psk,psk,suicide=multi", "--find",
                           "--no-store", "--quiet", "--threads", "1"],
                          ["store", "check", store, "--deep", "--sample", "100000"]):
            process = start(arguments)
            time.sleep(1.0)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            assert process.returncode == 3, f"{arguments}: exit {process.returncode} {err}"
            assert err.startswith("solve: stopped: interrupted") and err.count("\n") == 1, err


def check_first_plays():
    """A board too large for tables: what a pass is worth is left open, and no limit is to blame. With memory for
    dense tables it is found, here before they are made."""
    position = ["--board", "4x5", "--position", "OOX.O/OXX.X/.X.XX/.OOX.", "--rules", "simple", "--threads", "1",
                "--quiet", "--json"]
    found, err = finish("first plays", start(position + ["--memory", "1G"]), 3)
    check_bounds("first plays", found, 20)
    assert found["proven"] and not found["moves"][-1]["proven"], found
    assert "first plays" in err, err
    if SANITIZED:
        return
    found, _ = finish("all first plays", start(position + ["--memory", "8G"]), 0)
    assert all(move["proven"] for move in found["moves"]), found


def check_claims():
    """All values are proved, and with so little memory not all claims are certified: that was asked for, too."""
    short = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, kib in enumerate(range(400, 520, 10)):
            process = start(["--board", "1x7", "--rules", "kee2013", "--threads", "1", "--quiet", "--json", "--memory", f"{kib}K",
                             "--proof", os.path.join(folder, str(number))])
            out, err = process.communicate(timeout=60)
            found = json.loads(out)
            proven = found["proven"] and all(move["proven"] for move in found["moves"])
            assert (found["stopped"] == "memory") == (process.returncode == 3), (process.returncode, found)
            if proven and process.returncode == 3:
                assert "proved without one: --memory is used up" in err, err
                short += 1
    assert short > 0


def check_seconds():
    began = time.monotonic()
    _, err = finish("seconds", start(LONG + ["--max-seconds", "0.5"]), 3)
    assert "--max-seconds" in err, err
    assert time.monotonic() - began < 20, "seconds: it takes too long to stop"


def check_count_seconds():
    for task in (["4x4", "--rules", "psk"], ["4x4", "--rules", "psk", "--lengths", "turns"],
                 ["4x4", "--rules", "psk", "--longest"], ["4x4", "--rules", "psk", "--estimate"],
                 ["3x3", "--rules", "kee2013"]):
        began = time.monotonic()
        done = subprocess.run([PROGRAM, "count", "--memory", "1G", "--max-seconds", "0.5", "--quiet", "--board"] + task,
                              check=False, capture_output=True, text=True)
        assert done.returncode == 3 and "--max-seconds" in done.stderr, done
        assert time.monotonic() - began < 20, f"count {task}: it takes too long to stop"
    # That play must end is known whether or not there was time for an estimate.
    done = subprocess.run([PROGRAM, "count", "--estimate", "--json", "--quiet", "--max-seconds", "0.001", "--board", "5x5", "--rules", "psk"],
                          check=False, capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert done.returncode == 3 and told["verdict"] == "not estimated" and told["finite"] is True, done


def check_lost_output():
    """What cannot be written is told with its cause, whatever was done since, and the picture is drawn all the same."""
    with tempfile.TemporaryDirectory() as folder, open("/dev/full", "w", encoding="utf-8") as full:
        picture = os.path.join(folder, "picture.png")
        done = subprocess.run([PROGRAM, "--board", "1x3", "--rules", "psk", "--picture", picture], check=False, stdout=full,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 1 and os.path.exists(picture), done
        assert done.stderr == "solve: cannot write the output: No space left on device\n", done.stderr


def path_of(points):
    """A board of one line whose JSON is longer than what is buffered of it: names of points are long."""
    names = [f"{'n' * 12}{number}" for number in range(points)]
    return " ".join(names) + "\n" + "".join(f"{a} {b}\n" for a, b in zip(names, names[1:]))


NOWHERE = "/proc/no-such-folder"


def check_one_lost():
    """One thing that cannot be written takes no other with it. Each has a line with its option's name."""
    with tempfile.TemporaryDirectory() as folder, open("/dev/full", "w", encoding="utf-8") as full:
        def run(arguments, lines, written, stdout=subprocess.DEVNULL):
            done = subprocess.run([PROGRAM, *arguments], check=False, stdout=stdout, stderr=subprocess.PIPE, text=True,
                                  cwd=folder)
            told = [line for line in done.stderr.splitlines() if not line.startswith("solve: stopped ")]
            assert done.returncode == 1 and len(told) == len(lines), done
            assert all(line.startswith(f"solve: {start}") for line, start in zip(told, lines)), done
            assert sorted(set(os.listdir(folder)) - {"names"}) == sorted(written), (arguments, os.listdir(folder))
            for name in written:
                os.remove(os.path.join(folder, name))

        with open(os.path.join(folder, "names"), "w", encoding="utf-8") as names:
            names.write(path_of(63))
        lost = "cannot write the output: No space left on device"
        board = ["--board", "1x3", "--rules", "psk", "--quiet"]
        files = {"--proof": "p", "--sgf-out": "s", "--picture": "p.svg"}
        for bad in files:
            options = {**files, bad: f"{NOWHERE}.svg"}
            run(board + [word for option in options.items() for word in option],
                [f"{bad}: cannot write {NOWHERE}.svg: "], [name for option, name in files.items() if option != bad])
        run(board + ["--proof", NOWHERE, "--sgf-out", NOWHERE + "2", "--picture", "p.svg"],
            [f"--proof: cannot write {NOWHERE}: ", f"--sgf-out: cannot write {NOWHERE}2: "], ["p.svg"])
        names = ["--graph", "names", "--rules", "psk", "--quiet", "--json"]
        run(names + ["--max-nodes", "1", "--picture", "p.svg"], [lost], ["p.svg"], full)
        run(["replay", *names[:4], "--moves", "pass", "--json", "--picture", "p.svg"], [lost], ["p.svg"], full)
        many = ["compare", "--board", "1x3", "--rules", "all", "--no-store", "--quiet"]
        run(many + ["--json", "--sgf-out", "s", "--picture", "p.svg"], [lost], ["p.svg", "s"], full)
        run(many + ["--sgf-out", NOWHERE, "--picture", "p.svg"], [f"--sgf-out: cannot write {NOWHERE}: "], ["p.svg"])
        with open(os.path.join(folder, "names"), "w", encoding="utf-8") as names:
            names.write(path_of(3))
        run(["--graph", "names", "--rules", "kee2013,players=4", "--quiet", "--json", "--proof", "p"], [lost], ["p"], full)


def check_count_large_nodes():
    """With the lengths of games a node of the count may be a megabyte. The processor's time tells, on a busy machine, too:
    as many nodes as of small ones, and putting results together that are worthless, take five seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PROGRAM, "count", "--board", "2x3", "--rules", "new-zealand", "--lengths", "plays", "--threads", "1",
                           "--max-seconds", "0.5", "--quiet"], check=False, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 3 and "--max-seconds" in done.stderr, done
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert took < 2, f"count: it takes {took} s of the processor to stop"


def check_many_left():
    """The rulesets that are left after Ctrl-C take no time: what tables of such a board take is a second's work for each."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = start(["compare", "--board", "1x64", "--rules", "all", "--no-store", "--memory", "1G", "--quiet", "--threads", "1"])
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert process.returncode == 3 and "interrupted by SIGINT" in err and "wmsg2008" in out, err
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert took < 5, f"compare: it takes {took} s of the processor to stop"


def check_control():
    """Who controls what on this board takes half a minute: it is left out in time, and the game is told."""
    game = ["--board", "4x4", "--rules", "ljrg", "--moves", "B1 C4 C3 D2", "--json"]
    process = start(["replay", *game])
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 3 and err.startswith("solve: stopped: interrupted by SIGINT: "), err
    found = json.loads(out)
    assert found["legal"] and len(found["moves"]) == 4 and found["stands"] is None, found
    query = {"action": "replay", "board": "4x4", "rules": "ljrg", "history": ["B1", "C4", "C3", "D2"],
             "limits": {"max_seconds": 0.2}}
    done = subprocess.run([PROGRAM, "batch"], input=json.dumps(query), capture_output=True, text=True, check=True, timeout=10)
    assert json.loads(done.stdout)["stands"] is None, done
    done = subprocess.run([PROGRAM, "gtp", "--rules", "ljrg", "--board", "4x4", "--max-seconds", "0.2"], text=True, timeout=10,
                          input="play b B1\nplay w C4\nplay b C3\nplay w D2\nplay b pass\nplay w pass\nfinal_score\n",
                          capture_output=True, check=True)
    assert done.stdout.endswith("? not decided: the board cannot be scored\n\n"), done


def check_nodes():
    for nodes in [1, 2, 10, 50, 100, 200, 300]:
        name = f"nodes {nodes}"
        found, err = finish(name, start(SMALL + ["--max-nodes", str(nodes)]), 3)
        assert "--max-nodes" in err and found["nodes"] <= nodes, f"{name}: {found['nodes']} {err}"
        found, err = finish(name, start(STRATEGIES + ["--max-nodes", str(nodes)]), 3)
        assert "--max-nodes" in err and found["nodes"] <= nodes, f"{name}: {found['nodes']} {err}"
        check_bounds(name, found, 0)
    found, _ = finish("no limit", start(SMALL), 0)
    check_bounds("no limit", found, 0)
    again, _ = finish("again", start(SMALL), 0)
    for one in (found, again):
        del one["seconds"], one["peak_memory_bytes"], one["limits"]["memory"]
    assert found == again, "two runs with one thread differ"


def check_memory():
    for size in ["64K", "128K", "256K", "512K", "1M", "4M"]:
        process = start(SMALL + ["--memory", size])
        out, err = process.communicate(timeout=120)
        assert process.returncode in (0, 3), f"memory {size}: {process.returncode} {err}"
        check_bounds(f"memory {size}", json.loads(out), 0)


def busy_seconds(board):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    finish(board, start(["--board", board, "--rules", "psk", "--max-seconds", "0.01", "--quiet", "--json"]), 3)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def check_long_boards():
    """What is estimated before the search takes about as long on a long board as on a shorter one."""
    shorter, longer = (sum(busy_seconds(board) for _ in range(5)) for board in ("1x40", "1x64"))
    assert longer < 6 * shorter, f"1x64 {longer} s, 1x40 {shorter} s"


MEASURED = (check_long_boards, check_count_large_nodes, check_many_left)
for check in (check_interrupt, check_other_verbs, check_first_plays, check_claims, check_seconds, check_count_seconds, check_lost_output,
              check_one_lost, check_control, check_nodes, check_memory, *(() if SANITIZED else MEASURED)):
    check()
    print(check.__name__, "ok")
