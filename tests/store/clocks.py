#!/usr/bin/env python3
"""
clocks.py ROOT: nothing in solver/ looks at the clock on the wall, which may be set back: intervals
are measured, and waited for, by CLOCK_MONOTONIC.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

WALL = re.compile(r"\bCLOCK_(REALTIME|TAI)|\b(gettimeofday|timespec_get|ftime)\s*\("
                  r"|\btime\s*\(\s*(NULL|0|&\w+)\s*\)")
# Without a clock of its own a condition variable waits by the wall's.
CONDITION = re.compile(r"\bpthread_cond_init\s*\([^;]*NULL\s*\)|\bPTHREAD_COND_INITIALIZER\b")
KNOWN_WRONG = ("clock_gettime(CLOCK_REALTIME, &now)", "now = time(NULL);", "gettimeofday(&now, 0)",
               "pthread_cond_init(&store->wake, NULL);")
KNOWN_RIGHT = ("clock_gettime(CLOCK_MONOTONIC, &now)", "double time, int seconds",
               "pthread_cond_init(&store->wake, &monotonic);")


def is_wrong(text):
    return WALL.search(text) or CONDITION.search(text)


def main():
    assert all(map(is_wrong, KNOWN_WRONG)) and not any(map(is_wrong, KNOWN_RIGHT))
    wrong, seen = [], 0
    for folder, _, names in os.walk(os.path.join(sys.argv[1], "solver")):
        for name in sorted(names):
            if not name.endswith((".c", ".h")):
                continue
            seen += 1
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                wrong += [f"{name}:{number}: {line.strip()}"
                          for number, line in enumerate(file, 1) if is_wrong(line)]
    print("\n".join(wrong) or f"{seen} files, all by CLOCK_MONOTONIC")
    return 1 if wrong or seen == 0 else 0


sys.exit(main())
