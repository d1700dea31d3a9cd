#!/usr/bin/env python3
"""
add.py PROGRAM CERTIFICATE OWN [few]: what a store has of certificates that 'store add' took in is what the runs have found that
made them, under every kind of rules, also of a graph file's board and after moves; what is not accepted adds nothing.
CERTIFICATE is one of those that are kept, which lie in one folder; OWN makes imports a store's own. few: a third of the positions, of rulesets and of large certificates.
"""
import json
import os
import re
import subprocess
import sys

from common import PROGRAM, check, copy, folder, run, same, tests

KEPT = os.path.dirname(sys.argv.pop(2))
OWN = sys.argv.pop(2)
PART = 3 if "few" in sys.argv[2:] else 1
# One number; lower and upper; cycles; counted cycles; prisoners; the value after moves.
CASES = ["1x5 psk", "2x3 psk", "1x4 ssk", "2x2 simple", "1x4 kee-v6", "1x4 migos", "1x4 spight", "1x4 ljrg", "1x4 ing-spight",
         "1x5 psk,scoring=territory", "1x4 kee2007", "1x4 kee2013 --history B1", "1x4 psk --history pass",
         "1x4 kee-v6 --history pass", "2x2 simple --komi 1", "2x3 kee2013 --position X../... --to-move white",
         "1x4 ssk,suicide=multi"][::PART]


def words_of(case):
    board, rules, *rest = case.split()
    return ["--board", board, "--rules", rules, *rest]


def query(store, words):
    return json.loads(run("store", "query", store, *words, "--json", codes=(0, 3)).stdout)


def add(store, *files, codes=(0,)):
    return run("store", "add", store, *files, "--quiet", codes=codes)


def komi_of(words):
    return words[words.index("--komi"):][:2] if "--komi" in words else []


def all_claims():
    """What a run has proved of a position and all its moves."""
    for case in CASES:
        words = words_of(case)
        with folder() as store:
            proof = os.path.join(store, "proof")
            made = os.path.join(store, "store")
            found = json.loads(run(*words, "--json", "--quiet", "--proof", proof, "--threads", "1").stdout)
            done = run("store", "add", made, proof, *komi_of(words))
            assert " added" in done.stdout and done.stderr == "", done
            told = query(made, words)
            same(told, found, case, ("value", "best"))
            values = {move["move"]: move["value"] for move in told["moves"]}
            for move in found["moves"]:
                assert values[move["move"]] == move["value"], (case, move, values[move["move"]])
            again = json.loads(run(*words, "--json", "--quiet", "--store", made, "--max-nodes", "1", "--value-only",
                                   codes=(0, 3)).stdout)
            same(again, found, case, ("value",))
            roots = json.loads(run("store", "info", made, "--json").stdout)["roots"]
            assert roots and all(root["imported"] == "no" for root in roots), roots
            check(made)
            check(made, "--deep", "--all")
    return f"{len(CASES)} positions"


def cut_lines():
    """Where the store has the value and a limit leaves no time for its line, the run says why there is none; a line that the
    store has is told."""
    reasons = set()
    for case in CASES:
        words = words_of(case)
        with folder() as here:
            proof = os.path.join(here, "proof")
            found = json.loads(run(*words, "--json", "--quiet", "--value-only", "--proof", proof, "--threads", "1", "--store",
                                   os.path.join(here, "own")).stdout)
            add(os.path.join(here, "added"), proof, *komi_of(words))
            for store, limit in ((store, limit) for store in ("added", "own") for limit in (("--max-nodes", "1"), ("--memory", "64K"))):
                told = json.loads(run(*words, "--json", "--quiet", "--store", copy(os.path.join(here, store), os.path.join(here, "copy")),
                                      "--value-only", *limit, codes=(0, 3)).stdout)
                same(told, found, (case, store, limit), ("value",))
                assert told["proven"] and told["line_complete"] == (told["stopped"] is None), (case, store, limit, told)
                assert store == "added" or told["line"] == found["line"], (case, limit, told)
                reasons.add(told["stopped"])
                if told["line"] == [] and not told["line_complete"]:
                    text = run(*words, "--quiet", "--store", copy(os.path.join(here, store), os.path.join(here, "copy")), "--value-only",
                               *limit, codes=(0, 3)).stdout
                    assert re.search(r"^best line: \.\.\. \(--(max-nodes reached|memory is used up)\)\n\Z", text, re.M), (case, text)
    assert reasons >= {"nodes", "memory"}, reasons
    return f"{len(CASES)} positions"


def graph_board():
    """The certificate has the graph, in another order of its lines than the file."""
    with folder() as here:
        graph, proof, made = (os.path.join(here, name) for name in ("ring", "proof", "store"))
        with open(graph, "w", encoding="utf-8") as file:
            file.write("# a ring\na b c d\nd a\nb a\nc d\n\nc b\n")
        words = ["--graph", graph, "--rules", "psk"]
        found = json.loads(run(*words, "--json", "--quiet", "--proof", proof).stdout)
        add(made, proof)
        same(query(made, words), found, "graph", ("value", "best"))


def first_plays():
    """Certificates of the games after first plays decide which are best, with that of the value; what is known of one
    counts for those that are symmetric. They are packed, and of strategies."""
    with folder() as here:
        store = os.path.join(here, "store")
        words = ["--board", "3x7", "--rules", "psk"]
        plays = sorted(name for name in os.listdir(KEPT) if name.startswith("3x7-psk-") and name.endswith("-living.proof"))
        assert len(plays) >= 6, plays
        plays = plays[::PART]
        paths = [os.path.join(KEPT, name) for name in plays]
        done = run("store", "add", store, *paths[:2])
        assert done.stdout.count("1 claim added") == 2, done.stdout
        add(store, *paths)
        told = query(store, words)
        bounded = {move["move"] for move in told["moves"] if move["value"]["max"] == 20}
        named = {name.split("-")[2] for name in plays}
        assert named <= bounded and len(bounded) > len(named), (bounded, named)


def another_game():
    """A certificate of a position, taken for the game that comes to it, under other rules too."""
    with folder() as here:
        store, plain, moved, play = (os.path.join(here, name) for name in ("store", "plain", "moved", "play"))
        source = os.path.join(KEPT, "3x7-psk-A2-living.proof")
        run("verify", source, "--proof", plain, "--quiet")
        run("verify", source, "--position", "......./X....../.......", "--to-move", "white", "--proof", moved, "--quiet")
        done = run("verify", moved, "--history", "A2", "--proof", os.path.join(here, "back"), "--quiet")
        with open(plain, "rb") as one, open(os.path.join(here, "back"), "rb") as other:
            assert one.read() == other.read(), "not the same bytes"
        # Under simple a strategy proves nothing after moves, but something about a play.
        done = run("verify", moved, "--history", "A2", "--rules", "simple", "--proof", play)
        assert "A2: white forces <= 20" in done.stdout, done.stdout
        run("store", "add", store, moved, "--history", "A2", "--rules", "simple")
        told = query(store, ["--board", "3x7", "--rules", "simple"])
        found = {move["move"]: move["value"]["max"] for move in told["moves"]}
        assert found["A2"] == found["G2"] == 20, found
        # What the board does not have is wrong usage.
        for words, why, code in ([("--history", "B2"), "not accepted", 1], [("--history", "A2 A1"), "not accepted", 1],
                                 [("--to-move", "white"), "not accepted", 1], [("--history", "Z9"), "--history 'Z9'", 2],
                                 [("--position", "X./..", "--history", "A2"), "--position 'X./..'", 2]):
            done = run("verify", moved, *words, "--quiet", codes=(code,))
            assert why in done.stderr and done.stderr.count("\n") == 1, done.stderr
            done = run("store", "add", os.path.join(here, "none"), moved, *words, codes=(code,))
            assert why in done.stderr and done.stdout == "", done.stderr
        done = run("verify", moved, "--to-move", "green", codes=(2,))
        assert "--to-move 'green': wanted black or white" in done.stderr, done.stderr


def swapped_colours():
    """What Black forces White forces where all is the other way round, and back it is the same file: of lemmas and of strategies."""
    with folder() as here:
        proof, swapped, back, store = (os.path.join(here, name) for name in ("proof", "swapped", "back", "store"))
        other = ["--position", "OX./...", "--to-move", "white"]
        for rules in ("psk", "nssk", "kee-v6", "kee2013", "simple", "migos", "spight", "kee2007", "psk,scoring=territory")[::PART]:
            found = json.loads(run("--board", "2x3", "--rules", rules, "--position", "XO./...", "--json", "--quiet", "--proof", proof).stdout)
            run("verify", proof, "--swap-colours", "--proof", swapped, "--quiet")
            run("verify", swapped, "--swap-colours", "--proof", back, "--quiet")
            with open(proof, "rb") as one, open(back, "rb") as two:
                assert one.read() == two.read(), rules
            add(store, proof, "--swap-colours")
            told = query(store, ["--board", "2x3", "--rules", rules, *other])
            same(told, json.loads(run("--board", "2x3", "--rules", rules, *other, "--json", "--quiet").stdout), rules, ("value", "best"))
            assert (told["value"]["min"], told["value"]["max"]) == tuple(None if found["value"][key] is None else -found["value"][key]
                                                                           for key in ("max", "min")), (rules, told, found)
        # A pass first: the other player has the board to himself.
        source = os.path.join(KEPT, "3x6-psk-value.proof")
        done = run("store", "add", store, source, "--swap-colours", "--history", "pass")
        assert "after pass: 2 claims added" in done.stdout, done.stdout
        passed = next(move for move in query(store, ["--board", "3x6", "--rules", "psk"])["moves"] if move["move"] == "pass")
        assert passed["value"]["min"] == passed["value"]["max"] == -18, passed
        for name in ("1x3-kee2013-players-3-coalitions", "1x3-ljrg", "1x3-ing-spight"):
            done = run("verify", os.path.join(KEPT, name + ".proof"), "--swap-colours", codes=(1,))
            assert "its colours cannot be swapped" in done.stderr, done.stderr


def refusals():
    with folder() as here:
        store, proof, spoilt = (os.path.join(here, name) for name in ("store", "proof", "spoilt"))
        run("--board", "1x4", "--rules", "psk", "--quiet", "--proof", proof)
        with open(proof, "rb") as file:
            data = bytearray(file.read())
        data[len(data) // 2] ^= 1
        with open(spoilt, "wb") as file:
            file.write(data)
        done = add(store, proof, spoilt, codes=(1,))
        assert f"'{spoilt}': not accepted: " in done.stderr and done.stderr.count("\n") == 1, done.stderr
        # What was accepted before is kept.
        assert query(store, ["--board", "1x4", "--rules", "psk"])["proven"]
        done = add(os.path.join(here, "empty"), spoilt, codes=(1,))
        assert json.loads(run("store", "info", os.path.join(here, "empty"), "--json").stdout)["roots"] == []
        for words, why, code in ((["add"], "store add: wanted the folder, then certificates", 2),
                                 (["add", store], "store add: wanted the folder, then certificates", 2),
                                 (["add", store, proof, "--json"], "--json is no option of 'store add'", 2),
                                 (["add", store, proof, "--rules", "nowhere"], "--rules 'nowhere'", 2),
                                 (["add", store, os.path.join(here, "missing")], "cannot read", 2),
                                 (["add", store, here], "cannot read", 2),
                                 (["add", proof, proof], proof, 2),
                                 (["add", os.path.join(here, "a", "b"), proof], "a/b", 2)):
            done = run("store", *words, codes=(code,))
            assert why in done.stderr and done.stderr.count("\n") == 1 and done.stdout == "", (words, done.stderr)


def coalitions():
    """Claims about what coalitions get are none of a store's."""
    source = os.path.join(KEPT, "1x3-kee2013-players-3-coalitions.proof")
    with folder() as here:
        done = add(os.path.join(here, "store"), source, codes=(1,))
        assert "coalitions" in done.stderr and done.stderr.count("\n") == 1, done.stderr


EXPORT = "solve-store-export 1 proofs 1"
NAME = "superko,repetition=psk,suicide=no,scoring=area,ending=passes2,cycle=endless,pass-stones=no"
# The plays of 1x6, of which B1 and E1 are said to be worth 5 instead of 1.
PLAYS = ("0:0:0:-6:-6:-6:-6 1:1:1:5:5:5:5 2:0:2:-1:-1:-1:-1 3:0:2:-1:-1:-1:-1 4:1:1:5:5:5:5 5:0:0:-6:-6:-6:-6 "
         "pass:0:6:-1:-1:-1:-1")


def contradictions():
    """What a certificate proves is told to be added where the store tells it. An import goes, and a line says so before; what
    is put together of a lemma that was imported and what was added cannot all be true, and is no success."""
    with folder() as here:
        proof, dropped, left = (os.path.join(here, name) for name in ("proof", "dropped", "left"))
        found = json.loads(run("--board", "1x6", "--rules", "psk", "--json", "--quiet", "--proof", proof).stdout)
        false = f"root {NAME} 1x6|......|b||0|2 161 -1 5:5:5:5|{PLAYS}|"
        run("store", "import", dropped, stdin=f"{EXPORT}\n{false}\nend\n")
        script = 'exec "$0" store add "$1" "$2" 2>&1'
        done = subprocess.run(["sh", "-c", script, PROGRAM, dropped, proof], capture_output=True, text=True, check=True)
        notice, added = done.stdout.splitlines()
        assert "1 record was dropped" in notice and added.endswith(": 10 claims added"), done.stdout
        same(query(dropped, ["--board", "1x6", "--rules", "psk"]), found, "dropped", ("value", "best"))
        false = f"table {NAME} 1x6\nstate ...... b 0 0\nlemma b 6 forces 99999999"
        run("store", "import", left, stdin=f"{EXPORT}\n{false}\nend\n")
        done = run("store", "add", left, proof, codes=(1,))
        assert done.stdout == "" and "of its 10 claims: what else it has contradicts them" in done.stderr, done
        assert not query(left, ["--board", "1x6", "--rules", "psk"])["proven"]


def own_contradictions():
    """Of two records that were proved here neither stays. Where nothing else tells the claims the first add fails and says why; no
    mark is left, so a second one of the same file is as into a store that knows nothing. Where the plays tell them it is no failure."""
    words = ["--board", "1x6", "--rules", "psk"]
    false = f"root {NAME} 1x6|......|b||0|2 161 -1 5:5:5:5|{PLAYS}|"
    for more, claims in (["--value-only"], 2), ([], 10):
        with folder() as here:
            proof, store = (os.path.join(here, name) for name in ("proof", "store"))
            found = json.loads(run(*words, *more, "--json", "--quiet", "--proof", proof).stdout)
            run("store", "import", store, stdin=f"{EXPORT}\n{false}\nend\n")
            subprocess.run([OWN, store], check=True, stdout=subprocess.DEVNULL)
            roots = json.loads(run("store", "info", store, "--json").stdout)["roots"]
            told = query(store, words)
            assert [root["imported"] for root in roots] == ["no"] and told["value"]["min"] == 5 and told["proven"], (roots, told)
            done = run("store", "add", store, proof, codes=(1 if more else 0,))
            assert "1 record was dropped: contradicted" in done.stderr, done
            if more:
                assert done.stdout == "" and f"does not tell {claims} of its {claims} claims" in done.stderr, done
                assert not query(store, words)["proven"]
                done = run("store", "add", store, proof)
                assert done.stderr == "", done
            assert done.stdout.endswith(f": {claims} claims added\n"), done
            same(query(store, words), found, "a second time", ("value",) if more else ("value", "best"))
            check(store)
            check(store, "--deep", "--all")


def full_disk():
    """Where a claim cannot be written it is not told that it was added, and what was added before stays."""
    script = """mount -t tmpfs -o size=1m tmpfs "$1" || exit 90
        "$2" store add "$1/store" "$3" || exit 91
        cat /dev/zero > "$1/all" 2> "$1/none"
        "$2" store add "$1/store" "$4"; code=$?
        "$2" store query "$1/store" --board 1x4 --rules psk
        exit $code"""
    with folder() as here:
        first, second = (os.path.join(KEPT, name) for name in ("1x4-psk.proof", "2x3-psk.proof"))
        done = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", here, PROGRAM, first, second], capture_output=True, text=True,
                              check=False)
        if done.returncode in (126, 127, 90):
            return "skipped: no mounts"
        assert done.returncode == 1 and "store': cannot" in done.stderr and done.stderr.count("\n") == 1, done
        assert done.stdout.count(" added") == 1 and "value: +4" in done.stdout, done.stdout
    return None


tests(all_claims, cut_lines, graph_board, first_plays, another_game, swapped_colours, refusals, coalitions, contradictions, own_contradictions, full_disk)
