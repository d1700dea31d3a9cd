"""The commands of docs/findings.md ("The record") work, its table is that of results/, and results/manifest.csv is of the
committed files.

usage: record.py SOLVE ROOT [--long]

Those that end with "# long" are run with --long only, the others without. What needs Coq or OCaml is left out where there is none.
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

def commands(root, long):
    with open(os.path.join(root, "docs", "findings.md"), encoding="utf-8") as file:
        section = file.read().split("## The record\n")[1].split("\n## ")[0]
    found = re.findall(r"^    \$ (.*?)(  # long)?$", section, re.M)
    return [command for command, mark in found if bool(mark) == long]


def main():
    solve, root, *more = sys.argv[1:]
    failed, found = 0, commands(root, more == ["--long"])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("results", "proofs", "docs"):
            os.symlink(os.path.join(root, name), os.path.join(folder, name))
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(os.path.abspath(solve), os.path.join(folder, "bin", "solve"))
        path = os.path.join(folder, "bin") + ":" + os.environ["PATH"]
        for command in found:
            needs = "coqc" if "coq" in command else "ocamlopt" if "second" in command else "sh"
            if shutil.which(needs) is None:
                print(f"left out: {command}")
                continue
            done = subprocess.run(command, shell=True, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True,
                                  text=True, check=False)
            if done.returncode != 0:
                print(f"{command}: exit code {done.returncode}: {done.stderr.strip()}")
                failed += 1
    for script in ("record", "manifest"):
        failed += subprocess.run([os.path.join(root, "scripts", script), "--check"], check=False).returncode != 0
    print(f"{len(found)} commands, {failed} failed")
    return 1 if failed or not found else 0


sys.exit(main())
