#!/usr/bin/env python3
"""color.py PROGRAM: plays are coloured by what they lose, on a terminal, and say the same without."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import terminal  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
# Best plays are worth 0; B2 loses 2 points, A2 loses 6.
ASKED = [PROGRAM, "--board", "2x3", "--rules", "psk", "--threads", "1", "--quiet"]
# The last play is White's: what is good for him is bad for Black.
WHITE = [PROGRAM, "--board", "1x4", "--rules", "psk", "--history", "pass", "--threads", "1", "--quiet"]
COLORS = {"256": {"best": "1;38;5;33", "small": "38;5;172", "large": "38;5;161"},
          "8": {"best": "1;34", "small": "33", "large": "31"}}


def environment(**more):
    kept = {key: value for key, value in os.environ.items()
            if key not in ("COLUMNS", "NO_COLOR", "TERM", "COLORTERM")}
    return kept | more


def on_terminal(*options, asked=None, **more):
    code, shown = terminal.run([*(asked or ASKED), *options], environment(**more), columns=80)
    assert code == 0, shown
    return shown


def on_pipe(*options, asked=None, **more):
    return subprocess.run([*(asked or ASKED), *options], env=environment(**more), capture_output=True, text=True,
                          check=True).stdout


def colored(text):
    """What is coloured, by its colour."""
    found = {}
    for color, words in re.findall(r"\033\[([0-9;]+)m([^\033]*)\033\[m", text):
        found.setdefault(color, set()).add(words)
    return found


def plain(text):
    return re.sub(r"\033\[[0-9;]*m", "", text)


def check_when():
    without = on_pipe()
    assert "\033" not in without
    for more, options in (({"TERM": "xterm"}, []), ({"TERM": "xterm", "NO_COLOR": ""}, ["--color", "auto"]),
                          ({"TERM": "xterm", "NO_COLOR": "1"}, ["--color", "always"])):
        shown = on_terminal(*options, **more)
        assert "\033[1;34m" in shown and plain(shown) == without, (more, shown)
    for more, options in (({"TERM": "xterm", "NO_COLOR": "0"}, []), ({"TERM": "dumb"}, []), ({}, []), ({"TERM": ""}, []),
                          ({"TERM": "xterm"}, ["--color", "never"])):
        assert on_terminal(*options, **more) == without, (more, options)
    assert plain(on_pipe("--color", "always", TERM="xterm")) == without != on_pipe("--color=always", TERM="xterm")
    assert on_pipe("--color", "auto", TERM="xterm") == without
    assert "\033" not in on_pipe("--color", "always", "--json", TERM="xterm")


def check_colors():
    for kind, more in (("256", {"TERM": "xterm-256color"}), ("256", {"TERM": "x", "COLORTERM": "truecolor"}),
                       ("8", {"TERM": "xterm"})):
        names = COLORS[kind]
        found = colored(on_terminal(**more))
        # In the list, and on the board of values.
        assert found == {names["best"]: {"0"}, names["small"]: {"-2"}, names["large"]: {"-6"}}, found
    found = colored(on_terminal(asked=WHITE, TERM="xterm"))
    assert found["1;34"] and all(word.startswith("-") for word in found["1;34"]) and "+4" not in found["1;34"], found
    # What is only bounded has no colour.
    done = subprocess.run([*ASKED[:2], "3x4", "--rules", "psk", "--max-nodes", "3", "--threads", "1", "--quiet", "--color",
                           "always"], env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "not decided" in done.stdout and "\033[" not in done.stdout, done


def check_refused():
    done = subprocess.run([*ASKED, "--color", "blue"], env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr == "solve: --color 'blue': wanted auto, always or never\n", done


check_when()
check_colors()
check_refused()
print("ok")
