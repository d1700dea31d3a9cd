#!/usr/bin/env python3
"""kills.py PROGRAM N: N runs killed at random moments; each store is sound and leads to the same."""
import random
import signal
import subprocess
import sys
import time

from common import PROGRAM, arguments_of, check, folder, same, solve, will_kill

will_kill()

CASES = ["1x8 kee-v6", "1x11 psk --value-only", "3x4 kee2013 --value-only", "1x11 ssk --value-only",
         "3x4 ssk", "1x10 kee2013"]


def kill_at_random(board, store, longest, chance):
    process = subprocess.Popen([PROGRAM, *arguments_of(board, "--store", store)],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(chance.uniform(0, longest))
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL) and err == "", err
    return process.returncode == 0


def main():
    kills, chance = int(sys.argv[2]), random.Random(1)
    cases = CASES[:max(1, min(len(CASES), kills // 5))]
    for case in cases:
        began = time.monotonic()
        plain, _ = solve(case)
        longest = (time.monotonic() - began) * 1.1
        left, finished = kills // len(cases), 0
        while left > 0:
            with folder() as store:
                for _ in range(min(left, 10)):
                    left -= 1
                    finished += kill_at_random(case, store, longest, chance)
                    check(store)
                found, err = solve(case, store)
                assert err == "", err
                same(found, plain, case)
                check(store)
        print(f"{case}: {kills // len(cases)} kills, {finished} came too late; "
              f"the last run needed {found['nodes']} of {plain['nodes']} nodes", flush=True)


main()
