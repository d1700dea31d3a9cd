"""What the tests of the store share. PROGRAM is the first argument of each of them."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import __main__
import usage  # noqa: E402

usage.check(__main__.__doc__)

PROGRAM = os.path.abspath(sys.argv[1])
KEYS = ("value", "best", "moves")


def folder():
    """A new folder, removed at the end of a with block."""
    return tempfile.TemporaryDirectory(prefix="solve-store-")


def will_kill():
    """For tests that kill processes: at its end the address sanitizer looks for leaks from another
    process, and whoever of the two is killed, the one that is left complains or waits for ever."""
    os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"


def run(*arguments, codes=(0,), stdin=None, **more):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          input=stdin, timeout=300, **more)
    assert done.returncode in codes, \
        f"{' '.join(arguments)}: exit {done.returncode}, not {codes}\n{done.stderr}"
    return done


def arguments_of(board, *more):
    """board: "1x9 psk" and perhaps more options."""
    words = board.split()
    return ["--board", words[0], "--rules", words[1], "--json", "--quiet", "--threads", "1",
            *words[2:], *more]


def solve(board, store=None, *more, codes=(0,), **kwargs):
    """The JSON object and stderr."""
    where = ["--store", store] if store else []
    done = run(*arguments_of(board, *where, *more), codes=codes, **kwargs)
    return (json.loads(done.stdout) if done.stdout else None), done.stderr


def same(found, wanted, name, keys=KEYS):
    for key in keys:
        assert found[key] == wanted[key], f"{name}: {key} is {found[key]}, not {wanted[key]}"


def check(store, *more):
    done = run("store", "check", store, *more)
    assert ": sound: " in done.stdout and done.stderr == "", done.stdout + done.stderr
    return done.stdout


def killed_runs(board, times, seed, first, look):
    """Kills runs when the part first or more of the time that one takes, and a little, is over. Each store is sound, and the next
    run comes to the same; yields what look(store) said before it, what that run found, and what one without a store finds."""
    chance = random.Random(seed)
    plain, _ = solve(board)
    with folder() as store:
        began = time.monotonic()
        solve(board, store)
        longest = (time.monotonic() - began) * 1.1
    for _ in range(times):
        with folder() as store:
            process = subprocess.Popen([PROGRAM, *arguments_of(board, "--store", store)],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            time.sleep(chance.uniform(longest * first, longest))
            process.send_signal(signal.SIGKILL)
            _, err = process.communicate()
            assert process.returncode in (0, -signal.SIGKILL) and err == "", err
            check(store)
            there = look(store)
            found, err = solve(board, store)
            assert err == "", err
            same(found, plain, board)
            yield there, found, plain


def without_sum(text):
    """An export as version 1 of the text form has it, without a hash: it can be changed."""
    lines = text.splitlines()
    assert lines[0] == "solve-store-export 2 proofs 1" and lines[-1].startswith("end "), lines[0]
    return "\n".join(["solve-store-export 1 proofs 1", *lines[1:-1], "end", ""])


def copy(store, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(store, to)
    return to


def tests(*list_of_tests):
    for test in list_of_tests:
        result = test()
        print(test.__name__, result or "ok", flush=True)
