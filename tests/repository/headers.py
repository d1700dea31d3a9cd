#!/usr/bin/env python3
"""Every header compiles on its own: whoever needs one need not know what else to include.

usage: headers.py ROOT COMPILER [ARGUMENT ...]

Looks at the headers of include/, solver/ and tests/; ARGUMENTs are for the compiler. Exit 1 if one
does not compile.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# Below the folder of the build, where tests run.
ALONE = os.path.join("tests", "repository", "headers-alone")


def headers(root):
    for folder in ("include", "solver", "tests"):
        for where, _, names in sorted(os.walk(os.path.join(root, folder))):
            yield from (os.path.join(where, name) for name in sorted(names) if name.endswith(".h"))


def main():
    root, compiler = sys.argv[1], sys.argv[2:]
    flags = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-c"]
    places = ["-I" + os.path.join(root, folder) for folder in ("include", "solver", "tests")]
    wrong, found = 0, list(headers(root))
    os.makedirs(ALONE, exist_ok=True)

    def compile_alone(header):
        """As a file that is always the same, and stays: so ccache knows it."""
        name = os.path.join(ALONE, os.path.relpath(header, root).replace(os.sep, "-") + ".c")
        with open(name, "w", encoding="utf-8") as file:
            file.write(f'#include "{header}"\n')
        return subprocess.run([*compiler, *places, *flags, name, "-o", name + ".o"], capture_output=True, text=True,
                              check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, done in zip(found, pool.map(compile_alone, found)):
            if done.returncode != 0:
                wrong += 1
                print(f"{os.path.relpath(header, root)} needs more than it includes:\n{done.stderr}")
    print(f"{len(found)} headers, {wrong} wrong")
    assert len(found) > 100, "too few: this looks at nothing"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
