#!/usr/bin/env python3
"""
power.py PROGRAM PRELOAD N: N runs lose power at a random moment: pages that were not synced have
their old content in part (power.c). Each store is sound and leads to the same result.
"""
import os
import random
import signal
import subprocess
import sys

from common import PROGRAM, arguments_of, check, folder, same, solve

BOARD = "1x10 psk --value-only"


def main():
    preload, times, chance = os.path.abspath(sys.argv[2]), int(sys.argv[3]), random.Random(3)
    plain, _ = solve(BOARD)
    lost = 0
    for _ in range(times):
        with folder() as store:
            for most in (10, 300, 2000):
                env = {**os.environ, "LD_PRELOAD": preload,
                       "POWER_AT": str(chance.randint(1, most)),
                       "POWER_SEED": str(chance.randrange(2**60))}
                done = subprocess.run([PROGRAM, *arguments_of(BOARD, "--store", store)], env=env,
                                      capture_output=True, text=True, check=False)
                assert done.returncode in (0, -signal.SIGKILL), f"{done.returncode} {done.stderr}"
                assert done.stderr == "", done.stderr
                lost += done.returncode != 0
                check(store)
            found, err = solve(BOARD, store)
            assert err == "", err
            same(found, plain, BOARD)
            check(store)
    print(f"power was lost {lost} times")
    assert lost > times


main()
