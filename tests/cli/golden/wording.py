#!/usr/bin/env python3
"""wording.py PROGRAM: numbers and their nouns. Exit code 1 if a text is wrong.

On boards of a point or two there is one of everything: no line may say "1 boards", none "+0", and
none a number with an exponent. Progress asks a question: "can Black get +2?".
"""
import os
import pty
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM = os.path.abspath(sys.argv[1])
SINGULAR = {"pass", "is", "was", "has", "across", "this", "less", "as"}
COMMANDS = [
    "--board 1x1 --rules psk --threads 1",
    "--board 1x1 --rules psk --max-nodes 1 --history pass --proof one.proof",
    "verify one.proof",
    "--board 1x2 --rules ljrg --proof two.proof",
    "verify two.proof",
    "replay --board 1x2 --rules psk --moves A1,B1,A1",
    "replay --board 1x2 --rules ljrg --moves A1,B1,pass,pass",
    "compare --board 1x1 --rules psk,ssk --find --no-store",
    "compare --board 1x2 --rules psk,ssk --find --no-store --max-nodes 1",
    "table --board 1x1 --rules simple --store store",
    "table --board 1x1 --rules psk --store store",
    "table --board 1x1 --rules simple --store store",
    "--board 1x1 --rules psk --store store",
    "store info store",
    "store check store --deep",
    "store query store --board 1x1 --rules psk",
    "store compact store",
    "predict --board 1x1 --rules psk --threads 1 --memory 64K",
    "predict --board 8x8 --rules psk",
    "predict --board 6x6 --rules psk",
    "control --board 1x3 --position .X.",
    "count --board 1x1 --rules psk",
    "count --board 1x2 --rules psk --lengths plays",
    "count --board 1x1 --rules ssk,suicide=yes --lengths turns --history pass",
    "count --longest --board 1x1 --rules ssk,suicide=yes",
    "count --legal --board 1x1",
    "count --board 2x3 --rules psk --max-seconds 0.01",
    "endless --board 1x1 --rules none,suicide=yes",
    "endless --board 1x3 --rules kee-v6,suicide=literal --position X.X",
    "endless --board 1x3 --rules psk",
]


def check(command, text):
    wrong = [one for one in re.findall(r"(?<![\w.,/:+-])1 [a-z]+s\b", text) if one[2:] not in SINGULAR]
    wrong += re.findall(r".{0,12}(?<![\w.])[+-]0(?![\w.]).{0,12}", text)
    wrong += re.findall(r"\d\.?\d*e\+\d+ (?:s|B|[KMGTPE]iB|days|years|h)\b", text)
    assert not wrong, f"{command}: {wrong}\n{text}"


def check_commands(folder):
    for command in COMMANDS:
        done = subprocess.run([PROGRAM] + command.split(), capture_output=True, text=True, check=False, cwd=folder)
        assert done.returncode in (0, 3), f"{command}: {done.returncode} {done.stderr}"
        check(command, done.stdout + done.stderr)
    text = subprocess.run([PROGRAM, "store", "export", "store"], capture_output=True, cwd=folder, check=True).stdout
    done = subprocess.run([PROGRAM, "store", "import", "other"], input=text, capture_output=True, cwd=folder,
                          check=True)
    check("import", done.stdout.decode() + done.stderr.decode())


def check_progress():
    """On a terminal a line a second; the run is ended when one came."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, "--board", "1x12", "--rules", "psk,suicide=yes", "--threads", "1"],
                               stdout=subprocess.DEVNULL, stderr=theirs, stdin=subprocess.DEVNULL)
    os.close(theirs)
    text, until = "", time.monotonic() + 100
    while not re.search(r"can (Black get|White hold Black to) (0|[+-]\d+)\? \d+ nodes/s, \d+ lemmas?, .*MiB", text):
        assert time.monotonic() < until, text
        text += os.read(ours, 1000).decode()
    process.kill()
    process.wait()
    check("progress", text)


with tempfile.TemporaryDirectory() as scratch:
    check_commands(scratch)
    check_progress()
print("wording ok")
