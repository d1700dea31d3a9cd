#!/usr/bin/env python3
"""
after.py PROGRAM: what a store knows of the games after a position's moves counts for the position, is marked as
imported where it was, and is left alone where it cannot be true.
"""
import json

from common import check, copy, folder, run, same, solve, tests

# The rules of each engine and kind of value: one number; lower and upper; cycles; counted cycles; prisoners; a game
# that has gone on, whose next pass ends it, and one with symmetric moves.
CASES = ["1x5 psk", "1x4 ssk", "2x2 simple", "1x4 kee-v6", "1x4 migos", "1x4 spight", "1x4 ljrg", "1x4 ing-spight",
         "1x5 psk,scoring=territory", "1x4 kee2013 --history B1", "1x4 psk --history pass", "1x4 kee-v6 --history pass",
         "2x2 simple --komi 1", "1x3 ljrg --history B1,pass,A1,C1,B1"]
# Their lines need not end, so that they are looked for.
GO_ROUND = ("2x2 simple", "2x2 simple --komi 1")
NAME = "superko,repetition=psk,suicide=no,scoring=area,ending=passes2,cycle=endless,pass-stones=no"


def words_of(case):
    """The case as common.py and as batch have it: "1x4 psk --history B1,C1" is a board, rules and two moves."""
    words = case.split()
    options = dict(zip(words[2::2], words[3::2]))
    history = options.get("--history", "").split(",") if "--history" in options else []
    return words[0], words[1], history, int(options.get("--komi", "0"))


def ask(case, *more, **kwargs):
    board, rules, history, komi = words_of(case)
    done = run("--board", board, "--rules", rules, "--history", " ".join(history), "--komi", str(komi), "--json",
               "--quiet", "--threads", "1", *more, **kwargs)
    return json.loads(done.stdout), done.stderr


def solve_after(case, store, moves, **more):
    """Solves the games after these moves, into the store."""
    board, rules, history, komi = words_of(case)
    lines = [json.dumps({"board": board, "rules": rules, "history": history + [move], "komi": komi,
                         "value_only": True, **more}) for move in moves]
    done = run("batch", "--store", store, "--threads", "1", stdin="\n".join(lines))
    return [json.loads(line) for line in done.stdout.splitlines()]


def query(case, store, **kwargs):
    board, rules, history, komi = words_of(case)
    done = run("store", "query", store, "--board", board, "--rules", rules, "--history", " ".join(history), "--komi",
               str(komi), "--json", **kwargs)
    return json.loads(done.stdout), done.stderr


def names_of(found):
    return [made["move"] for made in found["moves"]]


def ends_at_once(case, move):
    board, rules, history, _ = words_of(case)
    done = run("replay", "--board", board, "--rules", rules, "--moves", " ".join(history + [move]), "--json")
    return json.loads(done.stdout)["ended"] is not None


def all_moves():
    """The games after all moves say what the position is worth, its moves and a line: nothing is searched."""
    for case in CASES:
        fresh, _ = ask(case)
        with folder() as store:
            moves = [move for move in names_of(fresh) if "pass" not in case or not ends_at_once(case, move)]
            solve_after(case, store, moves)
            if case not in GO_ROUND:
                told, _ = query(case, store)
                same(told, fresh, case)
            limit = [] if case in GO_ROUND else ["--max-nodes", "1"]
            found, err = ask(case, "--store", store, *limit)
            same(found, fresh, case, ("value", "best", "moves", "proven", "at_komi", "line_complete"))
            assert err == "" and found["nodes"] <= (fresh["nodes"] // 4 if case in GO_ROUND else 0), (case, found["nodes"])
            board, rules, history, _ = words_of(case)
            line = json.loads(run("replay", "--board", board, "--rules", rules, "--json", "--moves",
                                  " ".join(history + found["line"])).stdout)
            assert all(move["legal"] for move in line["moves"]), (case, found["line"])
            if case not in GO_ROUND:
                assert line["score"]["margin"] == fresh["value"]["min"], (case, line["score"])
            # Now the position has a record of its own.
            again, _ = query(case, store)
            same(again, found, case, ("value", "best", "moves", "line"))
            check(store)
    return f"{len(CASES)} positions"


def symmetric_moves():
    """One of each class of symmetric moves is enough, whichever."""
    fresh, _ = ask("1x5 psk")
    for moves in (["A1", "B1", "C1", "pass"], ["E1", "D1", "C1", "pass"]):
        with folder() as store:
            solve_after("1x5 psk", store, moves)
            found, _ = ask("1x5 psk", "--store", store, "--max-nodes", "1")
            same(found, fresh, "symmetric", ("value", "best", "moves"))
            assert found["nodes"] == 0
    # After a move there is no symmetry: what is known of A1 says nothing of E1.
    with folder() as store:
        moves = solve_after("1x5 ing-spight --history C1", store, ["A1"])
        told, _ = query("1x5 ing-spight --history C1", store, codes=(3,))
        known = {made["move"]: made["proven"] for made in told["moves"]}
        assert known["A1"] and not known["E1"] and moves[0]["proven"], known


def range_of(value):
    """Where no end is forced there is no number."""
    return (-99 if value["min"] is None else value["min"]), (99 if value["max"] is None else value["max"])


def within(found, fresh, name):
    """Bounds hold."""
    for one, two in [(found, fresh)] + list(zip(found["moves"], fresh["moves"])):
        (low, high), (least, most) = range_of(one["value"]), range_of(two["value"])
        assert low <= least and most <= high, (name, one, two)


def some_moves():
    """The games after some moves bound it, and a run from there comes to the same."""
    for case in ("1x5 psk", "1x5 kee-v6", "2x2 spight", "1x4 ljrg"):
        fresh, _ = ask(case)
        best = [move for move in names_of(fresh) if move in fresh["best"]][:1]
        worse = [move for move in names_of(fresh) if move not in fresh["best"]]
        for moves in (best, worse) if case == "1x5 psk" else (best,):
            with folder() as store:
                solve_after(case, store, moves)
                told, _ = query(case, store, codes=(0, 3))
                within(told, fresh, case)
                if moves == best:
                    assert range_of(told["value"])[0] == range_of(fresh["value"])[0], (case, told["value"])
                found, err = ask(case, "--store", store)
                same(found, fresh, case, ("value", "best", "moves", "proven"))
                assert err == "" and found["nodes"] <= fresh["nodes"], (case, found["nodes"], fresh["nodes"])


def claims_alone():
    """Claims that were asked of moves answer one of the position; and which moves are best, where the value is known
    and all moves but one are claimed to be worse."""
    case = "1x7 psk"
    fresh, _ = ask(case)
    assert fresh["value"]["max"] == 2 and fresh["best"] == ["B1", "D1", "F1"], fresh["best"]
    with folder() as store, folder() as place:
        solve_after(case, store, ["A1", "C1", "pass"], ask="<=1")
        solve_after(case, store, ["B1", "D1"], ask=">=2")
        for claim, truth in ((">=2", True), ("<=1", False)):
            found, err = ask(case, "--store", copy(store, place + "/one"), "--ask", claim, "--max-nodes", "1")
            assert found["asked"]["answer"] == truth and found["nodes"] == 0 and err == "", found["asked"]
        # What moves are worth says nothing of more than that.
        found, _ = ask(case, "--store", copy(store, place + "/one"), "--ask", ">=3", "--max-nodes", "1", codes=(3,))
        assert found["asked"]["answer"] is None, found["asked"]
    case = "1x3 psk"
    fresh, _ = ask(case)
    with folder() as store:
        ask(case, "--store", store, "--value-only")
        solve_after(case, store, ["A1", "pass"], ask="<=2")
        told, _ = query(case, store, codes=(3,))
        same(told, fresh, case, ("value", "best"))
        assert told["best_complete"], told


def root(move, bounds):
    """What is said of 1x6 under psk after a move; Black gets 1 there at most."""
    return (f"solve-store-export 1 proofs 1\nroot {NAME} 1x6|......|b|{move}|0|0 161 -1 {bounds}||\nend\n")


def false_ones():
    """What contradicts itself is left alone, with a line that says so. What does not is believed, as of the position
    itself, until it is proved again."""
    fresh, _ = ask("1x6 psk")
    for begun, bounds in ((None, "5:6:5:6"), ("--value-only", "5:5:5:5")):
        with folder() as store:
            if begun:
                ask("1x6 psk", "--store", store, begun)
            run("store", "import", store, stdin=root("0", bounds))
            if begun:
                _, err = query("1x6 psk", store, codes=(3,))
                assert "cannot all be true and was left alone: a deep check of all of it looks for what is false" in err, err
            found, err = ask("1x6 psk", "--store", store)
            same(found, fresh, bounds)
            assert "cannot all be true" in err, err
            run("store", "check", store, "--deep", "--all", codes=(1,))
    # The search finds less than what is said: it stops, and is done again.
    with folder() as store:
        run("store", "import", store, stdin=root("", "5:6:5:6"))
        found, err = ask("1x6 psk", "--store", store)
        same(found, fresh, "the position itself")
        assert "cannot all be true" in err, err
    # Only what is said of first plays was imported; the game after another one was solved here.
    with folder() as store:
        ask("1x6 psk", "--store", store, "--max-nodes", "5", codes=(3,))
        moves = "".join(f" {p}:0:{min(p, 5 - p)}:{b}" for p, b in enumerate(["6:6:6:6"] + ["-6:6:-6:6"] * 4 + ["6:6:6:6"]))
        run("store", "import", store, stdin=f"solve-store-export 1 proofs 1\nroot {NAME} 1x6|......|b||0|0 30 -1 -6:6:-6:6|"
            f"{moves[1:]} pass:0:6:-6:6:-6:6|\nend\n")
        ask("1x6 psk --history C1", "--store", store, "--value-only")
        found, err = ask("1x6 psk", "--store", store, "--ask", ">=6")
        assert found["asked"]["answer"] and "rests on what was imported" in err, err
    with folder() as store:
        run("store", "import", store, stdin=root("0", "6:6:6:6"))
        found, err = ask("1x6 psk", "--store", store, "--ask", ">=6")
        assert found["asked"]["answer"] and "rests on what was imported" in err, err
        found, err = ask("1x6 psk", "--store", store, "--value-only", "--proof", store + "/proof")
        same(found, fresh, "with a certificate", ("value",))


def imported_ones():
    """What follows from games that were imported is marked."""
    with folder() as one, folder() as two:
        fresh, _ = ask("1x5 psk")
        solve_after("1x5 psk", one, ["A1", "B1", "C1", "pass"])
        run("store", "import", two, stdin=run("store", "export", one).stdout)
        found, err = ask("1x5 psk", "--store", two, "--max-nodes", "1")
        same(found, fresh, "imported")
        assert found["nodes"] == 0 and "rests on what was imported" in err, err
        told = json.loads(run("store", "info", two, "--json").stdout)["roots"]
        assert len(told) == 5 and {made["imported"] for made in told} == {"value"}, told
        run("store", "check", two, "--deep", "--all")
        assert ask("1x5 psk", "--store", two)[1] == ""


tests(all_moves, symmetric_moves, some_moves, claims_alone, false_ones, imported_ones)
