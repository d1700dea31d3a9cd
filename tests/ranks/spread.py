"""Tables that ranks make together are those of one, entry by entry and byte by byte.

usage: spread.py MPIRUN TEST_READER TEST_SPREAD MODULE [few] BOARD...

few: by three ranks alone, not by two, and of no larger a board than it takes for each to have some of it.
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import launch

MPIRUN, READER, SPREAD, MODULE = sys.argv[1:5]
ENV = {"SOLVE_MPI_MODULE": MODULE}
FEW = sys.argv[5] == "few"

with tempfile.TemporaryDirectory() as folder:
    for board in sys.argv[5 + FEW:]:
        for ranks, rules, batch, threads, near in (
                (3, "psk,suicide=multi", "3000", "2", 2), (2, "simple", "1000", "1", 2))[:2 - FEW]:
            ENV["SOLVE_RANKS_NEAR"] = str(near)
            code, out, err = launch.run(MPIRUN, ranks, READER, board, rules, batch, threads, env=ENV, seconds=900)
            assert (code, err) == (0, "") and f"{ranks} ranks" in out, (code, out, err)
            file = os.path.join(folder, f"{board}-{ranks}")
            code, out, err = launch.run(MPIRUN, ranks, SPREAD, board, rules, threads, file, env=ENV, seconds=900)
            assert (code, err) == (0, "") and out.count("\n") == 4, (code, out, err)
            with open(file, "rb") as spread, open(file + ".alone", "rb") as alone:
                assert spread.read() == alone.read(), (board, ranks)
