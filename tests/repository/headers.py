#!/usr/bin/env python3
"""Every header compiles on its own: whoever needs one need not know what else to include.

usage: headers.py ROOT COMPILER [ARGUMENT ...]

Looks at the headers of include/, solver/ and tests/; ARGUMENTs are for the compiler. Exit 1 if one
does not compile.
"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# So many are compiled by one call, each as a file of its own.
TOGETHER = 25


def headers(root):
    for folder in ("include", "solver", "tests"):
        for where, _, names in sorted(os.walk(os.path.join(root, folder))):
            yield from (os.path.join(where, name) for name in sorted(names) if name.endswith(".h"))


def main():
    root, compiler = sys.argv[1], sys.argv[2:]
    flags = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    places = ["-I" + os.path.join(root, folder) for folder in ("include", "solver", "tests")]
    wrong, found = 0, list(headers(root))
    with tempfile.TemporaryDirectory() as alone, ThreadPoolExecutor(os.cpu_count()) as pool:
        def compiled(some):
            """The file that includes each of some headers alone; what the compiler says of them."""
            made = {}
            for header in some:
                name = os.path.join(alone, os.path.relpath(header, root).replace(os.sep, "-") + ".c")
                with open(name, "w", encoding="utf-8") as file:
                    file.write(f'#include "{header}"\n')
                made[header] = name
            done = subprocess.run([*compiler, *places, *flags, *made.values()], capture_output=True, text=True, check=False)
            return made, done

        for made, done in pool.map(compiled, (found[i:i + TOGETHER] for i in range(0, len(found), TOGETHER))):
            if done.returncode == 0:
                continue
            needing = [header for header, name in made.items() if name in done.stderr]
            wrong += max(1, len(needing))
            for header in needing:
                print(f"{os.path.relpath(header, root)} needs more than it includes")
            print(done.stderr)
    print(f"{len(found)} headers, {wrong} wrong")
    assert len(found) > 100, "too few: this looks at nothing"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
