"""The binary interface of the libraries is the one that docs/abi tells.

usage: abi.py SOURCE NAME=LIBRARY... [--update]

Each LIBRARY, built with debugging information, is dumped by abidw and compared by abidiff with
docs/abi/libNAME.abi. A difference that is wanted is written there with --update; one that a program
that was built before would not survive takes another library_soversion, too (solver/library). Exit
77, skipped, where there is no abidiff.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# Nothing that depends on where and how it was built.
ABIDW = ["abidw", "--drop-private-types", "--exported-interfaces-only", "--no-corpus-path", "--no-comp-dir-path",
         "--no-show-locs", "--no-elf-needed", "--no-parameter-names", "--type-id-style", "hash"]


def structs_of(headers, name):
    """The structs that the headers of a library define."""
    found = set()
    for header in os.listdir(headers):
        if (header == "solve-check.h") == (name == "solve-check"):
            with open(os.path.join(headers, header), encoding="utf-8") as file:
                found.update(re.findall(r"^struct (\w+) \{$", file.read(), re.M))
    assert found
    return found


def main():
    update = sys.argv[-1] == "--update"
    source, libraries = sys.argv[1], sys.argv[2:len(sys.argv) - update]
    if shutil.which("abidiff") is None or shutil.which("abidw") is None:
        print("there is no abidiff: it is in Debian's package abigail-tools")
        return 77
    changed = 0
    for name, library in (argument.split("=") for argument in libraries):
        kept = os.path.join(source, "docs", "abi", f"lib{name}.abi")
        with tempfile.NamedTemporaryFile(suffix=".abi") as file:
            headers = os.path.join(source, "include")
            subprocess.run([*ABIDW, "--headers-dir", headers, "--out-file", file.name, library], check=True)
            with open(file.name, encoding="utf-8") as dump:
                text = dump.read()
            assert text.count("<elf-symbol ") > 10, "there are no functions in the dump"
            for struct in structs_of(headers, name):
                assert f"<class-decl name='{struct}' size-in-bits=" in text, f"{struct} is not in the dump"
            if update:
                shutil.copyfile(file.name, kept)
            else:
                changed |= subprocess.run(["abidiff", kept, file.name], check=False).returncode
    return 1 if changed else 0


sys.exit(main())
