"""The batch file for Slurm: the shell reads it, and the program has the verb and the options in it.

usage: slurm.py SOLVE FILE
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE, FILE = sys.argv[1:]

subprocess.run(["bash", "-n", FILE], check=True)
with open(FILE, encoding="ascii") as text:
    lines = text.read().replace("\\\n", " ").split("\n")
command = next(line for line in lines if line.startswith("mpirun"))
words = command[command.index(" solve ") + 1:].split()
listed = subprocess.run([SOLVE, words[1], "--help"], capture_output=True, text=True, check=True).stdout
options = [word for word in words if word.startswith("--")]
assert len(options) >= 5, options
for option in options:
    assert re.search(rf"{option}\b", listed), f"{option} is none of solve {words[1]}"
settings = [line for line in lines if line.startswith("#SBATCH ")]
assert all(re.fullmatch(r"#SBATCH --[a-z-]+=\S+", line) for line in settings) and len(settings) >= 5, settings
