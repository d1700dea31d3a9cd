#!/usr/bin/env python3
"""
counts.py PROGRAM kills N|stops|others|flips N|exchange: counts of complete games with a store. A
count that was killed or stopped goes on where it was, and comes to the same number, whatever
happened to the store in between.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

from common import PROGRAM, check, copy, folder, run, will_kill, without_sum

will_kill()

GAMES = {"psk": "719178893", "ssk": "1359471437"}
# With little memory it takes longer.
MEMORY = "8M"


def arguments_of(rules, *more, board="1x4", memory=MEMORY):
    return ["count", "--board", board, "--rules", rules, "--memory", memory, "--threads", "1",
            "--json", "--quiet", *more]


def count(rules, *more, **kwargs):
    done = run(*arguments_of(rules, *more, **kwargs))
    found = json.loads(done.stdout)
    if kwargs.get("board", "1x4") == "1x4":
        assert found["games"] == GAMES[rules] and found["exact"], done.stdout
    return found, done.stderr


def timed(rules, **kwargs):
    began = time.monotonic()
    found, err = count(rules, **kwargs)
    assert err == "", err
    return found, time.monotonic() - began


def is_at_once(store, rules):
    """What was counted is there; and it rests on the same results as a run without a store."""
    again, err = count(rules, "--store", store)
    assert again["nodes"] == 0 and again["method"] == "from the store" and err == "", again


def end_at_random(rules, store, longest, how, chance, codes):
    process = subprocess.Popen([PROGRAM, *arguments_of(rules, "--store", store)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(chance.uniform(0, longest))
    process.send_signal(how)
    out, err = process.communicate(timeout=300)
    assert process.returncode in codes, f"exit {process.returncode}: {err}"
    if process.returncode == 0:
        assert json.loads(out)["games"] == GAMES[rules], out
    if process.returncode == 3:
        assert json.loads(out)["games"] is None and "stopped before" in err, out + err
    return process.returncode == 0


def kills():
    """Killed again and again, each time at a random moment of what is left; then to its end."""
    chance = random.Random(1)
    for rules in GAMES:
        plain, longest = timed(rules)
        left, stores, nodes = int(sys.argv[3]) // len(GAMES), 0, 0
        while left > 0:
            with folder() as place:
                store, ended = os.path.join(place, "store"), False
                most = longest * 0.9
                while left > 0 and not ended:
                    left -= 1
                    ended = end_at_random(rules, store, most, signal.SIGKILL, chance,
                                          (0, -signal.SIGKILL))
                    most = max(most * 0.8, longest * 0.3)
                last, err = count(rules, "--store", store)
                assert err == "", err
                stores, nodes = stores + 1, nodes + last["nodes"]
                check(store)
                is_at_once(store, rules)
        assert nodes < stores * plain["nodes"], (nodes, stores)
        print(f"1x4 {rules}: {int(sys.argv[3]) // len(GAMES)} kills, {stores} stores; the last runs "
              f"needed {nodes // stores} of {plain['nodes']} nodes", flush=True)


def stops():
    """Stopped by Ctrl-C and by a limit: nothing of it is lost but what memory does not hold."""
    for rules in GAMES:
        plain, longest = timed(rules, memory="1G")
        with folder() as place:
            store = os.path.join(place, "store")
            process = subprocess.Popen(
                [PROGRAM, *arguments_of(rules, "--store", store, memory="1G")],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(longest * 0.6)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=300)
            assert process.returncode in (0, 3), err
            first = json.loads(out)
            assert (first["games"] is None) == (process.returncode == 3), out
            last, err = count(rules, "--store", store, memory="1G")
            # A walk that was begun is begun again at each depth.
            assert err == "" and first["nodes"] + last["nodes"] < plain["nodes"] + 2000, \
                (first["nodes"], last["nodes"], plain["nodes"])
            check(store)
            is_at_once(store, rules)
        print(f"1x4 {rules}: {first['nodes']} nodes, then {last['nodes']}; in one run "
              f"{plain['nodes']}", flush=True)


def others():
    """Only the same arena and the same kind of numbers share results."""
    with folder() as place:
        store = os.path.join(place, "store")
        plain, _ = count("ssk", "--store", os.path.join(place, "own"))
        count("psk", "--store", store)
        other, _ = count("ssk", "--store", store)
        assert other["nodes"] == plain["nodes"], "ssk used what psk has found"
        for more in (["--lengths", "plays"], ["--lengths", "turns"], ["--history", "B1"],
                     ["--history", "B1 pass"], ["--position", "X.."]):
            wanted = json.loads(run(*arguments_of("psk", *more, board="1x3")).stdout)
            for _ in range(2):
                run(*arguments_of("psk", "--store", store, board="1x3"))
                found = json.loads(run(*arguments_of("psk", "--store", store, *more,
                                                     board="1x3")).stdout)
                assert found["games"] == wanted["games"], (more, found["games"])
                assert found["lengths"] == wanted["lengths"], (more, found["lengths"])
        # Two processes with one store, at the same time.
        both = [subprocess.Popen([PROGRAM, *arguments_of(rules, "--store", os.path.join(place, "2"))],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for rules in ("psk", "ssk", "psk")]
        for process, rules in zip(both, ("psk", "ssk", "psk")):
            out, err = process.communicate(timeout=300)
            assert process.returncode == 0 and err == "", err
            assert json.loads(out)["games"] == GAMES[rules], out
        check(os.path.join(place, "2"))
        is_at_once(os.path.join(place, "2"), "ssk")


def flips():
    """A byte is changed: the number is right, or a line says that the store is damaged."""
    chance, told = random.Random(3), {"mended": 0, "untouched": 0, "refused": 0}
    with folder() as place:
        sealed, store = os.path.join(place, "sealed"), os.path.join(place, "store")
        process = subprocess.Popen([PROGRAM, *arguments_of("psk", "--store", sealed)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.8)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=300)
        for i in range(int(sys.argv[3])):
            copy(sealed, store)
            name = os.path.join(store, "data.mdb")
            at = chance.randrange(os.path.getsize(name))
            with open(name, "r+b") as data:
                data.seek(at)
                old = data.read(1)[0]
                data.seek(at)
                data.write(bytes([old ^ chance.randrange(1, 256)]))
            if i % 4 == 3 and os.path.exists(os.path.join(store, "sealed")):
                os.remove(os.path.join(store, "sealed"))
            done = run(*arguments_of("psk", "--store", store), codes=(0, 1))
            if done.returncode == 0:
                assert json.loads(done.stdout)["games"] == GAMES["psk"], f"at {at}: {done.stdout}"
                assert all("damaged" in line for line in done.stderr.splitlines()), done.stderr
                told["mended" if done.stderr else "untouched"] += 1
            else:
                assert "damaged" in done.stderr or "not a store" in done.stderr, done.stderr
                told["refused"] += 1
    print(", ".join(f"{number} {what}" for what, number in told.items()))


def strangers(text, store):
    """Results that say they are of a count whose graph they do not fit: nothing is made of them."""
    lines = [line.split(" ") for line in without_sum(text).splitlines()]
    names = sorted({line[1] for line in lines if line[0] == "count"})
    other = dict(zip(names, reversed(names)))
    for line in lines:
        if line[0] == "count":
            line[1] = other[line[1]]
    run("store", "import", store, stdin="\n".join(" ".join(line) for line in lines) + "\n")
    found, _ = count("psk", "--store", store)
    assert len(names) == 2 and found["nodes"] > 0, found


def exchange():
    """Exported and imported: the same store again, whose answers say that they were imported."""
    with folder() as place:
        store, other = os.path.join(place, "store"), os.path.join(place, "other")
        count("psk", "--store", store)
        count("psk", "--store", store, "--lengths", "plays", board="1x3")
        text = run("store", "export", store).stdout
        info = json.loads(run("store", "info", store, "--json").stdout)["counts"]
        assert info["counts"] == 2 and info["results"] > 1000 and info["imported"] == 0, info
        told = run("store", "import", other, stdin=text).stdout
        assert f"{info['results']} results of counts" in told, told
        assert run("store", "export", other).stdout == text
        copied = json.loads(run("store", "info", other, "--json").stdout)["counts"]
        assert copied["imported"] == copied["results"] == info["results"], copied
        found, err = count("psk", "--store", other)
        assert found["nodes"] == 0 and "imported" in err, err
        # What is imported over what was counted here takes nothing from it.
        run("store", "import", store, stdin=text)
        is_at_once(store, "psk")
        run("store", "compact", store)
        is_at_once(store, "psk")
        strangers(text, os.path.join(place, "strangers"))
        bad = text.replace("\ncount ", "\ncount 00", 1)
        refused = run("store", "import", os.path.join(place, "bad"), stdin=bad, codes=(1,))
        assert "line 2: " in refused.stderr, refused.stderr


{"kills": kills, "stops": stops, "others": others, "flips": flips,
 "exchange": exchange}[sys.argv[2]]()
