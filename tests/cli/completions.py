#!/usr/bin/env python3
"""completions.py FOLDER [SHELL...]: what the completions in FOLDER propose, asked of bash, and of the other
SHELLs (zsh, fish). Exit code 1 if they propose something else; 77, skipped, if a shell is missing.

Bash is asked as it asks itself: with the words of the line taken apart at blanks, "=" and ":". Fish says by
itself what it would propose. Zsh completes nothing without a terminal, so it gets one.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

RULESETS = "psk ssk nssk simple none kee2013 kee-v6 3-plays migos".split()

# What is typed; what must be proposed; what must not.
CASES = [
    ("solve comp", ["compare"], ["solve", "--board"]),
    ("solve ", ["help", "solve", "store", "table", "--board", "--rules"], ["--find", "--lengths"]),
    ("solve --bo", ["--board"], ["--rules"]),
    ("solve help ve", ["verify"], ["version"]),
    ("solve replay --mo", ["--moves"], ["--max-seconds"]),
    ("solve replay ", ["--moves", "--board"], ["help", "verify", "--find"]),
    ("solve compare --fi", ["--find"], ["--format"]),
    ("solve --rules ", RULESETS + ["tromp-taylor", "nz"], ["all", "--board", "suicide=no"]),
    ("solve --rules ts", [], ["psk"]),
    ("solve --rules kee", ["kee2013", "kee-v6"], ["psk"]),
    ("solve --board 2x2 --rules ps", ["psk"], ["ssk"]),
    ("solve --rules psk,", ["psk,suicide=no", "psk,scoring=area", "psk,cycle=tie"], ["psk,refresh=no", "psk,ssk"]),
    ("solve --rules kee2013,re", ["kee2013,refresh=yes", "kee2013,refresh=no"], ["kee2013,suicide=no"]),
    ("solve --rules psk,suicide=m", ["psk,suicide=multi"], ["psk,suicide=no"]),
    ("solve --rules psk,suicide=no,scor", ["psk,suicide=no,scoring=stone"], ["psk,suicide=no,suicide=yes"]),
    ("solve --rules=kee-", ["--rules=kee-v6"], ["--rules=kee2013"]),
    ("solve --rules=psk,suicide=", ["--rules=psk,suicide=no"], ["--rules=psk,scoring=area"]),
    ("solve --rules nosuch,", [], ["nosuch,suicide=no"]),
    ("solve compare --rules ", RULESETS + ["all"], ["suicide=no"]),
    ("solve compare --rules psk,ss", ["psk,ssk"], ["psk,suicide=no"]),
    ("solve compare --rules psk,kee2013,s", ["psk,kee2013,suicide=no", "psk,kee2013,ssk"], ["psk,kee2013,cycle=tie"]),
    ("solve --to-move ", ["black", "white", "third", "fourth"], ["--board"]),
    ("solve tables --format ", ["text", "json", "csv", "markdown"], ["--out"]),
    ("solve rules --format ", ["text", "json"], ["csv"]),
    ("solve count --lengths ", ["plays", "turns"], ["--board"]),
    ("solve control --choices ", ["control-ko=free", "control-pass=opponent"], []),
    ("solve tables k", ["kee-v6", "kee2013"], ["greedy", "--out"]),
    ("solve tables kee-v6 gr", ["greedy"], ["kee2013"]),
    ("solve store ", ["info", "check", "export", "import", "compact", "query"], ["a-folder"]),
    ("solve store info ", ["a-folder/"], ["a-file", "info"]),
    ("solve store add a-folder a", ["a-file", "a-folder/"], ["add"]),
    ("solve store info a-folder --for", ["--format"], []),
    ("solve verify a", ["a-file", "a-folder/"], ["area-values"]),
    ("solve --store a", ["a-folder/"], ["a-file"]),
    ("solve --store=a", ["--store=a-folder/"], ["--store=a-file"]),
    ("solve --graph a", ["a-file"], ["area-values"]),
    ("solve --board ", [], ["--rules", "solve"]),
    ("solve --board 2x2 --value-only --ru", ["--rules"], []),
]

BASH = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
shift 2
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_solve
printf '%s\n' "${COMPREPLY[@]}"
"""


def parts(line):
    """The words of a line as bash tells them to a completion; the last one may be empty."""
    words = re.findall(r"[=:]+|[^\s=:]+", line)
    return words + ([""] if line[-1].isspace() or line[-1] in "=:" else [])


def ask_bash(file, line, folder):
    done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", file, line, *parts(line)],
                          capture_output=True, text=True, check=False, cwd=folder)
    assert done.stderr == "", f"{line}: {done.stderr}"
    # Bash replaces what stands behind the last "=" or ":".
    word = re.search(r"\S*$", line).group()
    before = word[:max(word.rfind("="), word.rfind(":")) + 1]
    return [before + (one + "/" if os.path.isdir(os.path.join(folder, one)) else one)
            for one in done.stdout.split("\n") if one]


def ask_fish(file, line, folder):
    home = os.path.join(folder, "..", "home")
    os.makedirs(home, exist_ok=True)
    done = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, line],
                          capture_output=True, text=True, check=False, cwd=folder, env=dict(os.environ, HOME=home))
    assert done.stderr == "", f"{line}: {done.stderr}"
    return [one.split("\t")[0] for one in done.stdout.split("\n") if one]


class Zsh:
    """A zsh on a terminal of its own, in which Ctrl-T lists what can be typed and Ctrl-K clears the line."""
    BEGIN = ("stty -echo rows 900 cols 200; fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; "
             "unsetopt prompt_sp; LISTMAX=0; PS1=; zstyle ':completion:*' list-separator '#'; "
             "bindkey '^T' list-choices; bindkey '^K' kill-whole-line\n")

    def __init__(self):
        self.terminal = None

    def start(self, file, folder):
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", HOME=folder)
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.send(self.BEGIN % os.path.dirname(file))
        self.answer("begun", "")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def answer(self, mark, before):
        """What zsh writes up to a mark, which it is told to write when it is quiet; not before that."""
        text, asked, until = "", False, time.monotonic() + 60
        while time.monotonic() < until and not (asked and f"\n{mark}" in text):
            if select.select([self.terminal], [], [], 0.3)[0]:
                text += os.read(self.terminal, 65536).decode(errors="replace")
            elif not asked and before in text:
                self.send("\x0b" + f"print {mark[0]}''{mark[1:]}\n")
                asked = True
        assert f"\n{mark}" in text, f"zsh does not answer: {text!r}"
        return text

    def ask(self, file, line, folder):
        if self.terminal is None:
            self.start(file, folder)
        self.send(line + "\x14")
        listed = self.answer("listed", line).split("\nlisted")[0].split("\n")[1:]
        word = re.search(r"\S*$", line).group()
        before = word[:word.rfind(",") + 1] or (re.match(r"--[a-z-]+=|", word).group())
        return [before + one for text in listed if "\r" not in text.strip("\r")
                for one in text.split("#")[0].split()]


def check(ask, file, folder, shell):
    wrong = 0
    for line, wanted, unwanted in CASES:
        # Zsh and fish propose options only where a "-" is typed.
        if shell != "bash":
            wanted = [one for one in wanted if not one.startswith("--") or "-" in line.split()[-1]]
        proposed = ask(file, line, folder)
        missing = [one for one in wanted if one not in proposed]
        extra = [one for one in unwanted if one in proposed]
        if missing or extra or len(set(proposed)) != len(proposed):
            wrong += 1
            print(f"{shell}: {line!r}: proposed {proposed}\n  missing {missing}, not wanted {extra}")
    print(f"{shell}: {len(CASES)} lines, {wrong} wrong")
    return wrong


def main():
    completions, shells = os.path.abspath(sys.argv[1]), sys.argv[2:] or ["bash"]
    missing = [shell for shell in shells if shutil.which(shell) is None]
    wrong = 0
    with tempfile.TemporaryDirectory() as root:
        folder = os.path.join(root, "here")
        os.makedirs(os.path.join(folder, "a-folder"))
        with open(os.path.join(folder, "a-file"), "w", encoding="utf-8"):
            pass
        for shell in set(shells) - set(missing):
            file = os.path.join(completions, {"bash": "solve", "zsh": "_solve", "fish": "solve.fish"}[shell])
            subprocess.run([shell, "-n", file], check=True)
            ask = {"bash": ask_bash, "zsh": Zsh().ask, "fish": ask_fish}[shell]
            wrong += check(ask, file, folder, shell)
    if wrong:
        return 1
    if missing:
        print(f"there is no {', '.join(missing)}: they are in Debian packages of these names")
        return 77
    return 0


sys.exit(main())
