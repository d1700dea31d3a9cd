#!/usr/bin/env python3
"""estimate_ends.py PROGRAM: an estimate whose error stays large ends without any limit after a minute, and says why."""
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))

import usage  # noqa: E402

usage.check(__doc__)
began = time.monotonic()
done = subprocess.run([sys.argv[1], "count", "--estimate", "--board", "1x3", "--rules", "kee2013", "--threads", "1", "--quiet"],
                      capture_output=True, text=True, check=False, timeout=90)
took = time.monotonic() - began
assert done.returncode == 3 and "complete games" in done.stdout, done
assert done.stderr == "solve: stopped before the error was 1 %: --max-seconds reached: 60, its default\n", done.stderr
assert 55 < took < 75, took
