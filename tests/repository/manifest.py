"""When verdicts of proved checkers stay that scripts/manifest has written: where the program is the same, byte for byte, and both builds say what they are of.

usage: manifest.py SOLVE ROOT

It runs in a copy with one certificate. The checkers are replaced by programs that accept everything, and note that they were asked.
"""
import csv
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE, ROOT = (os.path.abspath(name) for name in sys.argv[1:])
CERTIFICATE, CHECKER = "1x3-psk.proof", "verify-lemmas"


class Copy:
    """A checkout with what the manifest looks at."""

    def __init__(self, folder):
        self.folder, self.log = Path(folder), Path(folder, "asked")
        shutil.copytree(os.path.join(ROOT, "scripts"), self.folder / "scripts")
        shutil.copytree(os.path.join(ROOT, "proofs"), self.folder / "proofs", ignore=shutil.ignore_patterns("conformance"))
        (self.folder / "results/certificates").mkdir(parents=True)
        shutil.copy(os.path.join(ROOT, "results/certificates", CERTIFICATE), self.folder / "results/certificates")
        script = str(self.folder / "scripts/manifest")
        sys.path.insert(0, os.path.dirname(script))
        sys.dont_write_bytecode = True
        spec = importlib.util.spec_from_loader("manifest", SourceFileLoader("manifest", script))
        self.script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.script)

    def build(self, name, words=""):
        """A folder as proofs/coq/check makes it, of the sources as they are. Programs differ in their words alone."""
        folder, made = self.folder / name, []
        shutil.copytree(self.folder / "proofs/coq", folder)
        for program, extracted, linked in self.script.PROVED.values():
            (folder / program).write_text(f"#!/bin/sh\n# {words}\necho \"$1\" >>'{self.log}'\n", encoding="ascii")
            (folder / program).chmod(0o755)
            made.append(" ".join([program, extracted, *sorted(linked)]))
        noted = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(folder.iterdir()) if path.is_file()]
        (folder / "programs").write_text("\n".join(made) + "\n", encoding="ascii")
        (folder / "sha256").write_text("\n".join(noted) + "\n", encoding="ascii")
        return str(folder)

    def change(self, words):
        """Of a theory on which all rest."""
        with open(self.folder / "proofs/coq/Game.v", "a", encoding="ascii") as file:
            file.write(f"(* {words} *)\n")

    def manifest(self, *arguments):
        """Runs it; returns the verdict of the proved checker, and how often that was asked."""
        self.log.write_text("", encoding="ascii")
        done = self.run(*arguments)
        assert done.returncode == 0, done
        with open(self.folder / "results/manifest.csv", encoding="utf-8", newline="") as lines:
            row, = csv.DictReader(lines)
        return row["proved_checker"], len(self.log.read_text(encoding="ascii").splitlines())

    def run(self, *arguments):
        return subprocess.run([self.folder / "scripts/manifest", "--solve", SOLVE, *arguments], capture_output=True, text=True, check=False)

    def refused(self, words, *arguments):
        """Before anything is asked or written."""
        before = (self.folder / "results/manifest.csv").read_bytes()
        done = self.run(*arguments)
        assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr, (words, done)
        assert (self.folder / "results/manifest.csv").read_bytes() == before, words


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(folder)
        first = copy.build("first")
        given, asked = copy.manifest("--proved", first)
        assert given.startswith("accepted ") and asked == 1, (given, asked)
        assert copy.manifest("--proved", first) == (given, 0)

        # A proof is another: the program is the same, and so the verdict stays, as one of the present sources.
        copy.change("one")
        assert copy.manifest() == (given, 0)
        copy.refused("not built there of proofs/coq as it is", "--proved", first)
        copy.refused("wants --proved", "--earlier", first)
        second = copy.build("second")
        copy.refused("does not say what its checkers", "--proved", second, "--earlier", folder)
        kept, asked = copy.manifest("--proved", second, "--earlier", first, "--new")
        assert kept.startswith("accepted ") and kept != given and asked == 0, (kept, given, asked)

        # The verdict is none of the folder's program: the sources were other ones.
        copy.change("two")
        third = copy.build("third")
        third_verdict, asked = copy.manifest("--proved", third, "--earlier", first)
        assert third_verdict not in (kept, given) and asked == 1, (third_verdict, asked)

        # The program is another one.
        copy.change("three")
        fourth = copy.build("fourth", "another")
        fourth_verdict, asked = copy.manifest("--proved", fourth, "--earlier", third)
        assert fourth_verdict != third_verdict and asked == 1, (fourth_verdict, asked)

        # The program, or a source, in the folder is not what the build left there.
        copy.change("four")
        fifth = copy.build("fifth", "another")
        for name in (CHECKER, "Game.v"):
            shutil.copytree(fourth, fourth + name)
            path = Path(fourth + name, name)
            path.write_bytes(path.read_bytes() + b"\n")
        assert copy.manifest("--proved", fifth, "--earlier", fourth + CHECKER, "--proved-bytes", "0") == (fourth_verdict, 0)
        copy.refused("does not say what its checkers", "--proved", fifth, "--earlier", fourth + "Game.v")
        kept, asked = copy.manifest("--proved", fifth, "--earlier", fourth, "--proved-bytes", "0")
        assert kept != fourth_verdict and asked == 0, (kept, asked)
        (Path(fifth) / CHECKER).write_text("", encoding="ascii")
        copy.refused("not built there of proofs/coq as it is", "--proved", fifth)
    print("verdicts stay where the program does")


main()
