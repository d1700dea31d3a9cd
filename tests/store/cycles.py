#!/usr/bin/env python3
"""cycles.py PROGRAM: what is solved under rules that remove cycles is saved, also of a run that is stopped or killed."""
import tempfile

import common
from common import check, folder, killed_runs, run, same, tests, will_kill, without_sum

will_kill()

# After these moves White may remove a cycle; in two parts, he may put a stone in the other one then.
MOVES = "b pass a c b"
PARTS = tempfile.NamedTemporaryFile("w", suffix=".graph")  # pylint: disable=consider-using-with
PARTS.write("a b c d e\na b\nb c\nd e\n")
PARTS.flush()
BOARDS = [("2x3 ljrg",), ("2x2 ljrg", "--to-move", "white"), ("1x3 ljrg", "--history", "B1 pass A1 C1 B1"),
          (f"{PARTS.name} ljrg", "--history", MOVES), (f"{PARTS.name} ljrg", "--history", MOVES + " cycle:1+d"),
          ("1x3 ljrg", "--history", "B1 pass A1 C1 B1 cycle:1"),
          ("1x4 ljrg", "--prohibited", "B1 C1"), ("1x4 ljrg", "--prohibited", "C1"), ("1x4 ljrg",),
          ("1x2 ljrg,removal=no", "--position", ".X"), ("1x2 ljrg,removal=no", "--position", ".X", "--komi", "-0.5"),
          ("1x3 ljrg,control-ko=free",), ("1x5 ljrg", "--value-only")]


def solve(board, *more, **kwargs):
    """As common.solve(), on a graph file's board, too."""
    given = common.arguments_of
    if board.startswith("/"):
        common.arguments_of = lambda *all: ["--graph" if word == "--board" else word for word in given(*all)]
    found = common.solve(board, *more, **kwargs)
    common.arguments_of = given
    return found


def second_run():
    with folder() as store:
        for board, *more in BOARDS:
            plain, _ = solve(board, None, *more)
            first, _ = solve(board, store, *more)
            again, err = solve(board, store, *more)
            same(first, plain, board, ("value", "best", "moves", "line"))
            same(again, plain, board, ("value", "best", "moves", "line"))
            assert again["nodes"] == 0 and err == "", f"{board} {more}: {again['nodes']} nodes {err}"
        info = run("store", "info", store).stdout
        assert info.startswith(f"{store}: format 10,"), info
        check(store)
        told = check(store, "--deep", "--all").splitlines()
        assert told[-1].startswith("not proved again: ") and " lemmas of cycles" in told[-1], told


def exported():
    """The text has removals and prohibited points, and leads to the same; what is no record is refused."""
    with folder() as store, folder() as other:
        for board, *more in BOARDS:
            solve(board, store, *more)
        text = run("store", "export", store).stdout
        assert "|b 1 2|" in text and " c1+3:" in text and " c1:" in text, text
        run("store", "import", other, stdin=text)
        check(other)
        for board, *more in BOARDS:
            plain, _ = solve(board, None, *more)
            again, err = solve(board, other, *more)
            same(again, plain, board, ("value", "best", "moves", "line"))
            assert again["nodes"] == 0 and "imported" in err, err
        check(other, "--deep", "--all")
        assert solve("2x3 ljrg", other)[1] == ""
        plain = without_sum(text)
        # A cycle that is not there, a list without removals, a stone where it is prohibited, points out of order.
        for before, after in ((" c1+3:", " c2+3:"), (" c1:", " c01:"), (" c1+3:", " c1+c1:"), (" c1:", " c0:"),
                              ("|b 1 2|", "|b 2 1|"), ("|b 1 2|", "|b 1 9|"), ("|b 1 2|", "|b 1 pass|"), ("|b 1 2|", "|bx|")):
            with folder() as wrong:
                done = run("store", "import", wrong, stdin=plain.replace(before, after, 1), codes=(0, 1, 2))
                assert done.returncode != 0, (before, after, done.stdout, done.stderr)


def queried():
    with folder() as store:
        solve("2x3 ljrg", store)
        for board, known in (("2x3 ljrg", True), ("2x2 ljrg", False), ("2x3 ljrg,removal=no", False)):
            words = board.split()
            done = run("store", "query", store, "--board", words[0], "--rules", words[1], codes=(0, 3))
            assert (done.returncode == 0) == known and done.stderr == "", done
        done = run("store", "query", store, "--board", "1x1", "--rules", "ljrg", "--history", "pass pass")
        assert "0" in done.stdout, done


def bounds(store):
    """Of the only position: lower from, to; upper from, to."""
    root, = [line for line in run("store", "export", store).stdout.splitlines() if line.startswith("root ")]
    return [int(number) for number in root.split("|")[5].split()[-1].split(":")]


def stopped():
    """What a stopped run has proved stays, and the end is the same."""
    board = "2x4 ljrg"
    plain, _ = solve(board)
    value = plain["value"]["max"]
    for nodes, known in (("20000", False), ("36000", True)):
        with folder() as store:
            solve(board, store, "--max-nodes", nodes, codes=(3,))
            before = bounds(store)
            assert before[0] > -1000000 and (before == [value] * 4) == known, before
            solve(board, store, "--max-nodes", "1", codes=(3,))
            assert bounds(store) == before, (before, bounds(store))
            found, _ = solve(board, store)
            same(found, plain, board)
            assert bounds(store) == [value] * 4 and (not known or found["nodes"] < plain["nodes"]), found["nodes"]
            check(store)


def killed():
    """Runs that are killed: what was proved is there, and none of it is wrong."""
    times, saved = 6, 0
    for there, _, _ in killed_runs("2x4 ljrg", times, 3, 0.25, lambda store: "root " in run("store", "export", store).stdout):
        saved += there
    return f"{saved} of {times} had a record"


tests(second_run, exported, queried, stopped, killed)
