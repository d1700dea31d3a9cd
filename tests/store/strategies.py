#!/usr/bin/env python3
"""
strategies.py PROGRAM (stops [long] | pieces | made SPOIL SEEDS | threads | roomier | kills N | flips N | spoilt SPOIL): runs that search for strategies go on
where they stopped.

Stopped by --max-nodes they take hardly more in all than a run that is not; killed at random moments, or with a byte
of the store changed, or with nonsense about where they were, they come to the same answer. Afterwards the store
answers at once.
"""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))

import processes  # noqa: E402
from common import PROGRAM, check, copy, folder, run, same, will_kill
from flips import change

will_kill()

# Its value is found quickly; most of the work is to judge the first plays.
PLAYS = ["--board", "4x5", "--position", ".X.../X..../.X.X./O.OXO"]
# Most of the work is the value.
VALUE = ["--board", "4x5", "--position", "...../...X./O.XOX/..O..", "--value-only"]
STEP = 15000
# What runs that are stopped every STEP nodes may take together, in parts of one that is not. With one thread it is
# the same every time, and as much but for the making of graphs. With two either takes what it takes by chance.
MOST = {1: 1.1, 2: 1.8}
# So many nodes are spent on one state of a strategy graph that cannot be won (solver/strategy/graph_builder.h).
PATIENCE = 1 << 20


def arguments_of(question, rules, *more, threads=1):
    return [*question, "--rules", rules, "--json", "--quiet", "--memory", "1G", "--threads", str(threads),
            *more]


def solve(question, rules, *more, threads=1):
    """Exit code 3 is for first plays whose bounds are all that strategies tell, too."""
    done = run(*arguments_of(question, rules, *more, threads=threads), codes=(0, 3))
    return json.loads(done.stdout), done.stderr


def strategies_in(store):
    return json.loads(run("store", "info", store, "--json").stdout)["strategies"]


def judged(found):
    """Which plays are as good as the best; bounds of the others may differ from run to run."""
    return found["value"], found["best"], found["proven"]


def stopped(question, rules, plain, store, threads=1):
    step = min(STEP, plain["nodes"] // 3)
    total, runs, nodes = 0, 0, step
    while nodes >= step:
        found, _ = solve(question, rules, "--store", store, "--max-nodes", str(step), threads=threads)
        nodes = found["nodes"]
        total, runs = total + nodes, runs + 1
        assert runs < 50, "it does not go on"
        check(store)
    assert judged(found) == judged(plain), f"{found['value']} {found['best']}"
    assert runs > 2, f"only {runs} runs"
    assert total < MOST[threads] * plain["nodes"], f"{total} nodes, {plain['nodes']} at once"
    return f"{runs} runs, {total} nodes, {plain['nodes']} at once"


def answers_at_once(question, rules, plain, store):
    found, _ = solve(question, rules, "--store", store)
    assert found["nodes"] == 0 and judged(found) == judged(plain), found
    assert len(found["line"]) == len(plain["line"]) or found["line"], "no line"
    played = run("replay", *question[:4], "--rules", rules, "--moves", " ".join(found["line"]), "--json")
    assert all(move["legal"] for move in json.loads(played.stdout)["moves"]), found["line"]


def certificate(question, rules, plain, store):
    """It is made from what is kept, and says as much."""
    with folder() as place:
        claims = []
        for more in ([], ["--store", store]):
            proof = os.path.join(place, "proof")
            found, _ = solve(question, rules, "--proof", proof, *more)
            told = json.loads(run("verify", "--json", proof).stdout)
            claims.append([(c["move"], c["bound"], c["margin"]) for c in told["claims"]])
        assert set(claims[1]) >= set(claims[0]), claims
        assert found["nodes"] < plain["nodes"] / 4, f"{found['nodes']} nodes for a certificate"
        solve(question, rules, "--proof", proof, "--max-nodes", "1", "--store", store)
    answers_at_once(question, rules, plain, store)


def goes_on(question, rules, threads=1):
    plain, _ = solve(question, rules, threads=threads)
    with folder() as place:
        store = os.path.join(place, "store")
        result = stopped(question, rules, plain, store, threads)
        tables = strategies_in(store)
        assert tables and all(table["board"] == "4x5" and table["states"] > 0 for table in tables), tables
        answers_at_once(question, rules, plain, store)
        certificate(question, rules, plain, store)
        tables = strategies_in(store)
        run("store", "compact", store)
        assert strategies_in(store) == tables, "they are not in what is compact"
        answers_at_once(question, rules, plain, store)
        exchanged = os.path.join(place, "exchanged")
        run("store", "import", exchanged, stdin=run("store", "export", store).stdout)
        assert strategies_in(exchanged) == [], "notes are exported"
        answers_at_once(question, rules, plain, exchanged)
    return result


def in_pieces(question, store, *limit, most=400):
    """Runs that are stopped until the value is found. Returns it, and the nodes of each."""
    nodes, found = [], {"proven": False}
    while not found["proven"]:
        found, _ = solve(question, "psk", "--store", store, *limit)
        nodes.append(found["nodes"])
        assert len(nodes) < most, f"{question} {limit}: it does not go on"
    return found, nodes


def cut(piece, most=MOST[1]):
    """One thread that is stopped does what it would have done, but for what mending its graph takes."""
    question = ["--board", "3x6", "--value-only"]
    plain, _ = solve(question, "psk")
    with folder() as store:
        found, nodes = in_pieces(question, store, "--max-nodes", str(piece))
        same(found, plain, f"pieces of {piece}", ("value",))
        assert len(nodes) > 3 and sum(nodes) < most * plain["nodes"], f"{nodes}, {plain['nodes']} at once"
        assert json.loads(run("store", "info", store, "--json").stdout)["format"] >= 12, "no path is kept"
        check(store)
    return f"{len(nodes)} runs, {sum(nodes)} nodes, {plain['nodes']} at once"


def hurried():
    """Pieces of a second, some of which may be too short to learn to guess in, go on, too."""
    question = ["--board", "3x6", "--value-only"]
    plain, _ = solve(question, "psk")
    with folder() as store:
        found, nodes = in_pieces(question, store, "--max-seconds", "1")
        same(found, plain, "pieces of a second", ("value",))
        assert sum(nodes) < MOST[1] * plain["nodes"], f"{nodes}, {plain['nodes']} at once"
    return f"{len(nodes)} runs, {nodes.count(0)} of them without a node, {sum(nodes)} nodes, {plain['nodes']} at once"


def spoilt(program):
    """Where a run was, and what it had learned, is nonsense with right checksums: it costs nodes."""
    question = ["--board", "3x6", "--value-only"]
    plain, _ = solve(question, "psk")
    told = []
    with folder() as place:
        kept, store = os.path.join(place, "kept"), os.path.join(place, "store")
        for part in (2, 10, 86):
            solve(question, "psk", "--store", kept, "--max-nodes", str(plain["nodes"] * part // 100))
            for seed in range(2):
                copy(kept, store)
                done = subprocess.run([program, store, str(seed)], capture_output=True, text=True, check=True)
                assert int(done.stdout) > 2, f"{done.stdout} records"
                found, _ = solve(question, "psk", "--store", store)
                same(found, plain, f"spoilt with {seed} at {part}", ("value", "proven"))
                told.append(found["nodes"])
    return f"{told} nodes, {plain['nodes']} at once"


def spoilt_drafts(program, seeds, plain, kept, store):
    """Of a strategy that was being put together some replies are nonsense: they are taken up, and what is found is true. Now
    and then a reply is taken up that does not win; to find that out takes PATIENCE nodes, twice at most."""
    told = []
    for seed in [None, *range(seeds)]:
        copy(kept, store)
        if seed is not None:
            subprocess.run([program, store, str(seed), "drafts"], stdout=subprocess.DEVNULL, check=True)
        check(store)
        found, said = solve(VALUE, "psk", "--store", store)
        assert "damaged" not in said, said
        same(found, plain, f"a draft spoilt with {seed}", ("value", "proven"))
        told.append(found["nodes"])
    dear = [nodes for nodes in told if nodes >= plain["nodes"] / 2]
    assert told[0] not in dear and len(dear) <= seeds // 8 and max(told) < plain["nodes"] + 2 * PATIENCE, f"{told} of {plain['nodes']}"
    assert sum(nodes != told[0] for nodes in told) > seeds // 2, f"{told} nodes: what is spoilt is not taken up"
    return f"{told[0]} nodes as it was, {told[1:]} spoilt, {plain['nodes']} at once"


def lost_states(program, plain, kept, store):
    """A draft that says that it is whole, and is not, of a search whose states are all lost: it is proved again."""
    copy(kept, store)
    subprocess.run([program, store, "0", "lost"], stdout=subprocess.DEVNULL, check=True)
    found, _ = solve(VALUE, "psk", "--store", store)
    same(found, plain, "without states", ("value", "proven"))
    assert found["nodes"] > plain["nodes"] / 2, f"{found['nodes']} nodes: nothing was lost"
    return f"{found['nodes']} nodes"


def less_memory(plain, kept, store):
    """With less memory than a run before a search goes on as far as it fits, and nothing that was had is lost or called damaged."""
    arguments = arguments_of(VALUE, "psk", "--max-nodes", "20000")

    def states_in(store):
        return [(table["attacker"], table["margin"], table["states"]) for table in strategies_in(store)]

    largest = max(states_in(kept), key=lambda table: table[2])
    for memory, said, stays in (("16M", "learns again", False), ("1M", "stays as it is", True)):
        copy(kept, store)
        arguments[arguments.index("--memory") + 1] = memory
        told = run(*arguments, "--store", store, codes=(0, 3)).stderr
        assert said in told and "damaged" not in told, told
        assert (largest in states_in(store)) == stays, f"{states_in(store)}, not {largest}"
        found, told = solve(VALUE, "psk", "--store", store)
        same(found, plain, f"after {memory}", ("value", "proven"))
        assert "damaged" not in told and found["nodes"] < plain["nodes"] / 2, f"{found['nodes']} nodes"
    return "what fits is used"


def drafts(program, seeds):
    """A run that was stopped while it put a strategy together, and what may have become of what it left."""
    plain, _ = solve(VALUE, "psk")
    with folder() as place:
        kept, store = os.path.join(place, "kept"), os.path.join(place, "store")
        solve(VALUE, "psk", "--store", kept, "--max-nodes", str(plain["nodes"] - 100))
        print("spoilt drafts:", spoilt_drafts(program, seeds, plain, kept, store), flush=True)
        print("without states:", lost_states(program, plain, kept, store), flush=True)
        print("less memory:", less_memory(plain, kept, store), flush=True)


def certified(store, place, *more):
    """The certificate of the first plays, and what the run told."""
    proof = os.path.join(place, "proof")
    found, said = solve(PLAYS, "psk", "--store", store, "--proof", proof, *more)
    assert "damaged" not in said, said
    with open(proof, "rb") as file:
        return file.read(), found


def made(program, seeds):
    """Strategies that were made are kept: the store gives them again as they were, though a limit allows nothing. Where some of
    their replies are nonsense, what is found is true, and is kept from then on."""
    with folder() as place:
        kept, store = os.path.join(place, "kept"), os.path.join(place, "store")
        first, plain = certified(kept, place)
        copy(kept, store)
        solve([*PLAYS[:2], "--position", "XX.X./.O..O/X.X../.O.O."], "psk", "--store", store, "--max-nodes", str(STEP))  # of the same tables
        for where in (kept, store):
            again, found = certified(where, place, "--max-nodes", "1")
            assert found["nodes"] == 0 and judged(found) == judged(plain) and again == first, f"{found['nodes']} nodes"
        told = []
        for seed in range(seeds):
            copy(kept, store)
            subprocess.run([program, store, str(seed), "made"], stdout=subprocess.DEVNULL, check=True)
            check(store)
            _, found = certified(store, place)
            assert judged(found) == judged(plain), f"spoilt with {seed}: {found}"
            mended, again = certified(store, place, "--max-nodes", "1")
            assert again["nodes"] == 0 and judged(again) == judged(plain), f"{seed}: what is nonsense stays"
            told.append((found["nodes"], mended == first))
        assert not all(same for _, same in told), f"{told}: what is spoilt is not taken up"
        return f"{len(first)} bytes without a node; spoilt {told}, {plain['nodes']} nodes at once"


def rulesets_share(others):
    """What is found under one ruleset serves others that strategies cannot tell from it."""
    with folder() as store:
        solve(VALUE, "psk", "--store", store)
        for rules in others:
            plain, _ = solve(VALUE, rules)
            found, _ = solve(VALUE, rules, "--store", store)
            same(found, plain, rules, ("value",))
            assert found["nodes"] < plain["nodes"] / 4, f"{rules}: {found['nodes']} of {plain['nodes']}"
        assert len({table["rules"] for table in strategies_in(store)}) == 1
        solve(VALUE, "kee2013", "--store", store, "--max-nodes", str(STEP))
        assert len({table["rules"] for table in strategies_in(store)}) == 2
        check(store)
        return f"{found['nodes']} of {plain['nodes']} nodes"


def kept_in(store):
    """States in the tables that a killed run left."""
    if not os.path.exists(os.path.join(store, "data.mdb")):
        return 0
    check(store)
    return sum(table["states"] for table in strategies_in(store))


def kill_one(store, seconds, plain):
    """Kills it when it has worked for so many seconds of the processor, whatever runs beside. True if that was in time."""
    process = subprocess.Popen([PROGRAM, *arguments_of(PLAYS, "psk", "--store", store)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    processes.wait_for("work", lambda: process.poll() is not None or processes.seconds_used(process.pid) >= seconds, 300)
    process.send_signal(signal.SIGKILL)
    out, err = process.communicate()
    if process.returncode == -signal.SIGKILL:
        return True
    assert process.returncode == 3, err
    assert judged(json.loads(out)) == judged(plain), out
    return False


def children_seconds():
    """Of the processor, by all processes that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def killed(kills):
    """Until so many are killed and the last of them left a good part of the work, which the next goes on with."""
    chance = random.Random(3)
    before = children_seconds()
    plain, _ = solve(PLAYS, "psk")
    longest, least = children_seconds() - before, 0.4
    with folder() as place:
        store, count, ended = os.path.join(place, "store"), 0, 0
        wanted = plain["nodes"] // 10
        while count < kills or kept_in(store) < wanted:
            if kill_one(store, chance.uniform(least, 1.0) * longest, plain):
                count += 1
                # Where it had little to save yet the next one gets longer.
                least = least if kept_in(store) >= wanted else min(least + 0.1, 0.9)
            else:
                ended += 1
                longest *= 0.9
                shutil.rmtree(store)
            assert count + ended < 10 * kills + 20, "nothing is kept"
        kept = kept_in(store)
        last, _ = solve(PLAYS, "psk", "--store", store)
        assert judged(last) == judged(plain), last
        assert last["nodes"] < plain["nodes"] * 0.9, f"{last['nodes']} of {plain['nodes']} after {kept} states"
        answers_at_once(PLAYS, "psk", plain, store)
        return f"{count} kills, {ended} ended before; the last run needed {last['nodes']} of {plain['nodes']} nodes"


def roomier():
    """What strategies have judged is asked again with room for tables, and stopped: nothing is lost."""
    asked = ["solve", "--board", "3x6", "--rules", "psk", "--position", ".OX.O./.OX.../.OX..X", "--threads", "1",
             "--json", "--quiet"]
    with folder() as place:
        asked += ["--store", os.path.join(place, "store")]
        plain = json.loads(run(*asked, "--memory", "100M", codes=(3,)).stdout)
        assert plain["value"]["min"] == plain["value"]["max"] and plain["best"]
        for more in (["--memory", "13G", "--max-nodes", "1"], ["--memory", "13G", "--max-seconds", "0.5"],
                     ["--memory", "100M"]):
            found = json.loads(run(*asked, *more, codes=(3,)).stdout)
            same(found, plain, " ".join(more), ("value", "best", "moves", "line"))
            check(os.path.join(place, "store"))
        assert found["nodes"] == 0, "it is solved again"
    return "same"


def flipped(flips):
    """A byte of the file is changed: it is refused or mended, and what is found is the same."""
    chance = random.Random(4)
    plain, _ = solve(VALUE, "psk")
    counts = {"untouched": 0, "mended": 0, "refused": 0}
    with folder() as place:
        kept, store = os.path.join(place, "kept"), os.path.join(place, "store")
        solve(VALUE, "psk", "--store", kept, "--max-nodes", str(plain["nodes"] // 2))
        assert sum(table["states"] for table in strategies_in(kept)) > 10000
        for i in range(flips):
            copy(kept, store)
            at = change(store, chance)
            if i % 2 == 1:
                os.remove(os.path.join(store, "sealed"))  # as a killed run leaves it
            done = run(*arguments_of(VALUE, "psk", "--store", store), codes=(0, 1))
            if done.returncode == 1:
                assert "damaged" in done.stderr or "not a store" in done.stderr, f"{at}: {done.stderr}"
                counts["refused"] += 1
                continue
            same(json.loads(done.stdout), plain, f"flip at {at}", ("value", "proven"))
            counts["mended" if done.stderr else "untouched"] += 1
            check(store)
    assert counts["mended"] > 0 or flips < 5, counts
    return ", ".join(f"{n} {what}" for what, n in counts.items())


def claimed():
    """A claim that is asked alone goes on, too, and is answered at once afterwards, with all that it decides."""
    board = ["--board", "2x9"]
    plain, _ = solve([*board, "--ask", ">=1"], "psk")
    with folder() as place:
        store, step, total, runs = os.path.join(place, "store"), plain["nodes"] // 4, 0, 0
        answer = None
        while answer is None:
            found, _ = solve([*board, "--ask", ">=1"], "psk", "--store", store, "--max-nodes", str(step))
            total, runs, answer = total + found["nodes"], runs + 1, found["asked"]["answer"]
            assert runs < 50, "it does not go on"
            check(store)
        assert answer is True and found["value"] == plain["value"], found
        assert runs > 2 and total < MOST[1] * plain["nodes"], f"{runs} runs, {total} nodes, {plain['nodes']} at once"
        for claim, right in ((">=1", True), (">=-3", True), ("<=0", False)):
            found, _ = solve([*board, "--ask", claim], "psk", "--store", store)
            assert found["nodes"] == 0 and found["asked"]["answer"] is right, found
    return f"{runs} runs, {total} nodes, {plain['nodes']} at once"


def main():
    if sys.argv[2] == "stops":
        print("first plays:", goes_on(PLAYS, "psk"), flush=True)
        if sys.argv[3:] == ["long"]:
            print("value:", goes_on(VALUE, "kee-v6"), flush=True)
            print("a claim:", claimed(), flush=True)
        print("the value:", cut(60000, 1.02), flush=True)
        print("shared:", rulesets_share(("ssk", "simple") if sys.argv[3:] == ["long"] else ("simple",)), flush=True)
    elif sys.argv[2] == "pieces":
        for piece in (20000, 5000, 2000):
            print(f"pieces of {piece}:", cut(piece), flush=True)
        print("short ones:", hurried(), flush=True)
    elif sys.argv[2] == "spoilt":
        print("spoilt:", spoilt(os.path.abspath(sys.argv[3])), flush=True)
    elif sys.argv[2] == "drafts":
        drafts(os.path.abspath(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[2] == "made":
        print("made:", made(os.path.abspath(sys.argv[3]), int(sys.argv[4])), flush=True)
    elif sys.argv[2] == "threads":
        print("two threads:", goes_on(PLAYS, "simple", threads=2), flush=True)
    elif sys.argv[2] == "roomier":
        print("with more room:", roomier(), flush=True)
    elif sys.argv[2] == "kills":
        print("killed:", killed(int(sys.argv[3])), flush=True)
    else:
        print("flips:", flipped(int(sys.argv[3])), flush=True)


main()
