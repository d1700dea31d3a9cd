#!/usr/bin/env python3
"""
model.py PROGRAM STEPS [SEED]: runs, imports, limits, kills and compacts in any order, also two at a time
on two stores that exchange what they have. The model is what `store query` has answered once: bounds
may become narrower afterwards, never wider; what was proved stays proved; and nothing is ever answered
that a search without a store contradicts.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

from common import PROGRAM, arguments_of, check, folder, run, solve, will_kill

will_kill()

# Some are decided at once, some only after many nodes, some by strategies, some by a table.
POSITIONS = ["1x6 psk", "1x6 psk --history B1", "1x7 psk --to-move white", "1x9 psk", "2x2 kee2013",
             "2x3 ssk --position X../.O.", "1x5 simple --komi 1", "2x3 kee-v6", "1x4 3-plays"]
# Strategies prove it: nothing but its record tells what it is worth.
STRATEGIC = "4x5 psk --position ...X./.OX.X/OOXXX/.OOOX --memory 64M"
POSITIONS.append(STRATEGIC)
TABLES = ["1x5 simple", "1x6 psk", "2x3 ssk"]
WIDE = 10 ** 6


def query(board, store):
    """Who asks and what he is told, without the options that a query does not take."""
    words = [word for word in board.split() if word not in ("--memory", "64M")]
    done = run("store", "query", store, "--board", words[0], "--rules", words[1], "--json", *words[2:],
               codes=(0, 3))
    return json.loads(done.stdout)


def range_of(told):
    return (-WIDE if told["min"] is None else told["min"],
            WIDE if told["max"] is None else told["max"])


class Store:
    def __init__(self, place, truth):
        self.place, self.truth, self.told = place, truth, {}

    def look(self, board):
        """Asks, and compares with what was told before and with what is true."""
        answer = query(board, self.place)
        name = f"{board} in {os.path.basename(self.place)}"
        facts = {"root": (range_of(answer["value"]), answer["proven"])}
        facts.update((m["move"], (range_of(m["value"]), m["proven"])) for m in answer["moves"])
        best = set(answer["best"])
        self.compare_with_truth(name, board, facts, best)
        before, best_before = self.told.get(board, ({}, set()))
        for what, (old, proven) in before.items():
            new, still = facts[what]
            assert still or not proven, f"{name}: {what} was proved before"
            assert new[0] >= old[0] and new[1] <= old[1], f"{name}: {what} was {old}, is {new}"
        assert best_before <= best, f"{name}: {best_before} were best, {best} are"
        self.told[board] = (facts, best)

    def compare_with_truth(self, name, board, facts, best):
        truth, truly_best = self.truth[board]
        for what, (told, proven) in facts.items():
            right = truth.get(what)
            assert right is None or told == right or \
                not proven and told[0] <= right[0] and told[1] >= right[1], (name, what, told, right)
        assert truly_best is None or best <= truly_best, (name, best, truly_best)


def start(arguments):
    return subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            stdin=subprocess.DEVNULL, text=True)


def finish(process, killed=False):
    _, err = process.communicate(timeout=300)
    assert killed or process.returncode in (0, 3), (process.args, process.returncode, err)
    assert "contradict" not in err and "damaged" not in err and "all be true" not in err, err


def some_board(chance):
    return STRATEGIC if chance.random() < 0.4 else chance.choice(POSITIONS)


def some_run(store, chance, board=None, limit=None):
    board = board or some_board(chance)
    more = ["--value-only"] if board == STRATEGIC or chance.random() < 0.3 else []
    limit = limit or chance.choice((1, 100, 1000, 30000, 30000))
    return arguments_of(board, "--store", store.place, "--max-nodes", str(limit), *more)


def two_at_once(store, chance):
    """A slow one that knows less is stopped in the middle, while another does more."""
    board = some_board(chance)
    slow = start(some_run(store, chance, board, 2000))
    time.sleep(chance.uniform(0, 0.1))
    slow.send_signal(signal.SIGSTOP)
    try:
        quick = start(some_run(store, chance, board, 30000))
        try:
            quick.wait(timeout=1)
        except subprocess.TimeoutExpired:
            pass  # it may have to wait for the other
    finally:
        slow.send_signal(signal.SIGCONT)
    finish(quick)
    finish(slow)


def killed(store, chance):
    process = start(some_run(store, chance))
    time.sleep(chance.uniform(0, 0.1))
    process.kill()
    finish(process, killed=True)


def exchanged(store, other, chance):
    if not os.path.exists(other.place):
        return
    text = run("store", "export", other.place).stdout
    if chance.random() < 0.4:  # of positions alone; and of what was only begun
        text = "\n".join(["solve-store-export 1 proofs 1",
                          *(line for line in text.splitlines() if line.startswith("root ")), "end", ""])
    done = run("store", "import", store.place, stdin=text)
    assert done.stderr == "", done.stderr


def step(store, other, chance):
    what = chance.random()
    if what < 0.3:
        finish(start(some_run(store, chance)))
    elif what < 0.42:
        two_at_once(store, chance)
    elif what < 0.55:
        killed(store, chance)
    elif what < 0.8:
        exchanged(store, other, chance)
    elif what < 0.87:
        words = chance.choice(TABLES).split()
        run("table", "--board", words[0], "--rules", words[1], "--store", store.place, "--quiet")
    elif os.path.exists(store.place) and os.path.getsize(os.path.join(store.place, "data.mdb")) > 0:
        run("store", "compact", store.place)
        if chance.random() < 0.3:
            run("store", "check", store.place, "--deep", "--sample", "5", "--max-nodes", "300")


def truth_of(board):
    found, _ = solve(board + (" --value-only" if board == STRATEGIC else ""))
    assert found["proven"], board
    if board == STRATEGIC:  # what all of its plays are worth takes long
        return {"root": range_of(found["value"])}, None
    plays = {m["move"]: range_of(m["value"]) for m in found["moves"]}
    return {"root": range_of(found["value"]), **plays}, set(found["best"])


def main():
    steps, seed = int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    chance, truth = random.Random(seed), {board: truth_of(board) for board in POSITIONS}
    with folder() as place:
        stores = [Store(os.path.join(place, name), truth) for name in ("one", "two")]
        for _ in range(steps):
            chance.shuffle(stores)
            step(*stores, chance)
            if os.path.exists(os.path.join(stores[0].place, "data.mdb")):
                for board in [STRATEGIC, *chance.sample(POSITIONS[:-1], 3)]:
                    stores[0].look(board)
        for store in stores:
            check(store.place)
            for board in POSITIONS:
                store.look(board)
        proved = sum(facts["root"][1] for store in stores for facts, _ in store.told.values())
        print(f"{steps} steps: {proved} of {2 * len(POSITIONS)} positions are proved at the end")


main()
