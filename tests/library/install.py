"""Installs the libraries and builds examples/ against what is installed, as any other project would.

usage: install.py BUILD SOURCE CC

Each example is linked to the shared libraries by pkg-config, and to the static ones; it must print
what EXPECTED says.
"""
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

EXPECTED = [
    (["value", "2x3", "psk", "B1"], 0, "value: -2 to -2; best: B2\n"),
    (["value", "2x3", "nosuch"], 1, ""),
    (["legal", "1x4", "psk", "A1 B1"], 0, "A1: A1 is suicide\nB1: B1 is occupied\nC1: legal\nD1: legal\n"),
    (["legal", "1x2", "psk", "A1 B1"], 0, "A1: recreates the board after move 1\nB1: B1 is occupied\n"),
    (["certificate", "2x3", "psk"], 0, "accepted \nroot: black forces >= 0\nroot: white forces <= 0\n"),
]


def output_of(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def find(root, name):
    for folder, folders, names in os.walk(root):
        if name in names + folders:
            return folder
    raise AssertionError(f"{name} is not installed")


def flags_of(root, libraries, *options):
    folder = os.path.join(find(root, "libsolve.so"), "pkgconfig")
    environment = dict(os.environ, PKG_CONFIG_PATH=folder, PKG_CONFIG_SYSROOT_DIR=root)
    return shlex.split(output_of(["pkg-config", *options, "--cflags", "--libs", *libraries], env=environment))


def main():
    build, source, cc = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as root:
        output_of(["meson", "install", "-C", build, "--no-rebuild"], env=dict(os.environ, DESTDIR=root))
        libraries = find(root, "libsolve.so")
        program = os.path.join(find(root, "bin"), "bin", "solve")
        output_of([program, "--version"])
        shared = flags_of(root, ["solve", "solve-check"])
        static = [flag if not flag.startswith("-lsolve") else os.path.join(libraries, f"lib{flag[2:]}.a")
                  for flag in flags_of(root, ["solve", "solve-check"], "--static")]
        for flags in (shared, static):
            for name in sorted({words[0] for words, _, _ in EXPECTED}):
                output_of([*cc, "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", os.path.join(root, name),
                           os.path.join(source, "examples", name + ".c"), *flags])
            environment = dict(os.environ)
            if flags is shared:
                environment["LD_LIBRARY_PATH"] = libraries
            for words, status, text in EXPECTED:
                run = subprocess.run([os.path.join(root, words[0]), *words[1:]], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True, env=environment)
                assert (run.returncode, run.stdout) == (status, text), (words, run)
                assert status == 0 or run.stderr.count("\n") == 1, run.stderr
    print(f"{len(EXPECTED)} runs of examples, shared and static")


main()
