#!/usr/bin/env python3
"""progress.py PROGRAM: the progress line on a terminal: it fits whatever width the terminal has then, and says how
much is done where that is known."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM = os.path.abspath(sys.argv[1])
# Takes minutes.
SEARCH = ["--board", "1x12", "--rules", "psk,suicide=yes", "--threads", "1", "--memory", "64M"]
HALVES = ["--board", "1x12", "--rules", "button", "--threads", "1", "--memory", "64M"]
COUNT = ["count", "--board", "14x14", "--legal", "--memory", "512M", "--threads", "1"]
TABLES = ["--board", "4x4", "--rules", "psk", "--threads", "1", "--memory", "1G"]
DEEP = ["--deep", "--sample", "100000", "--max-nodes", "50000"]
ESTIMATE = ["count", "--estimate", "--board", "1x2", "--rules", "kee2013", "--within", "0.001%", "--threads", "1"]
LINES = 3


def set_width(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


class Run(threading.Thread):
    """A run on terminals of these widths, one line each, and more until one has this in it; then it is interrupted."""

    def __init__(self, arguments, widths, until=""):
        super().__init__()
        self.arguments, self.widths, self.until, self.lines = arguments, widths, until, []

    def run(self):
        ours, theirs = pty.openpty()
        set_width(theirs, self.widths[0])
        environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        with subprocess.Popen([PROGRAM, *self.arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=theirs, env=environment) as process:
            shown = ""
            while len(self.lines) < len(self.widths) or self.until not in self.lines[-1]:
                shown += os.read(ours, 4096).decode()
                self.lines = re.findall(r"\r\033\[K([^\r\n]+)", shown)
                set_width(theirs, self.widths[min(len(self.lines), len(self.widths) - 1)])
            process.send_signal(signal.SIGINT)
            os.close(theirs)
            try:
                while os.read(ours, 4096):
                    pass
            except OSError:
                pass
            os.close(ours)


def check_width(run):
    for line, width in zip(run.lines, run.widths):
        room = width - 1
        assert len(line) <= room, (width, line)
        assert re.match(r"\d+ of 100 s:( |$)", line), (width, line)
        assert not line.endswith((",", " ")), (width, line)


def fill_store(place):
    """With lemmas that take half a minute to prove again."""
    subprocess.run([PROGRAM, "--board", "1x10", "--rules", "psk", "--store", place, "--quiet", "--max-nodes", "30000",
                    "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "store")
        fill_store(place)
        check_all(place)


def check_all(store):
    widths = [Run([*SEARCH, "--max-seconds", "100"], wide) for wide in ((200, 80, 20), (33, 120, 47))]
    told = {"nodes": Run([*HALVES, "--max-nodes", "100000000"], [100], "can "), "points": Run(COUNT, [100, 100]),
            "coalition": Run(["--board", "2x3", "--rules", "kee2013,players=3"], [100]),
            "time": Run(["endless", "--board", "5x5", "--rules", "kee-v6", "--max-seconds", "60"], [100]),
            "control": Run(["control", "--board", "6x6"], [100]),
            "games": Run([*ESTIMATE, "--games", "100000000"], [100], "random games"),
            "boards": Run(TABLES, [100]), "lemmas": Run(["store", "check", store, *DEEP], [100])}
    runs = [*widths, *told.values()]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    for run in widths:
        check_width(run)
    shown = {name: run.lines[-1] for name, run in told.items()}
    assert re.match(r"\d+ s, \d+ % of the nodes: can (Black get|White hold Black to) [+-]\d+\.5\? ", shown["nodes"]), shown
    # It passes through the points of the board as often as the memory makes it.
    found = re.match(r"\d+ s: counting, (\d+) of (\d+) points \((\d+) %\), ", shown["points"])
    done, points, percent = map(int, found.groups())
    assert points % 196 == 0 and percent == done * 100 // points, shown
    assert re.match(r"\d+ s: (preparing tables, (\d+ % of|all) 1524805 boards up to symmetry, |can )", shown["boards"]), shown
    done, lemmas, percent = map(int, re.fullmatch(r"\d+ s: proving lemmas again, (\d+) of (\d+) \((\d+) %\)",
                                                  shown["lemmas"]).groups())
    assert percent == done * 100 // lemmas, shown
    assert re.match(r"\d+ s: can (black|white|third)( and \w+)* get [1-6]\? \d+ nodes/s, ", shown["coalition"]), shown
    assert re.fullmatch(r"\d+ of 60 s: looking for a play that never ends", shown["time"]), shown
    assert re.fullmatch(r"\d+ s: looking for control", shown["control"]), shown
    assert re.fullmatch(r"\d+ s, \d+ % of the games: \d+ random games, \d+/s", shown["games"]), shown
    print("\n".join(line for run in runs for line in run.lines))


main()
