#!/usr/bin/env python3
"""picture.py PROGRAM ROOT [--long | --update]: the pictures of the documents are what the program draws today, byte
by byte. With --long instead those that take longer; --update writes all anew. Exit code 1 if one differs.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PICTURES = {
    "docs/picture.svg": "--board 3x4 --rules psk",
    "docs/pictures/boards.svg": "--board 2x4 --rules psk --picture-kind boards",
    "docs/pictures/compare.svg": "compare --board 2x3 --rules psk,kee2013,simple --no-store",
    "docs/pictures/line.svg": "replay --board 2x2 --rules psk --moves A1;B2;A2;B1;A1;A2;A1",
    "docs/pictures/graph.svg": "--graph docs/pictures/cube.graph --rules psk",
    "results/pictures/1x9.svg": "compare --board 1x9 --rules psk,ssk,nssk --no-store --picture-kind heat,line",
    "results/pictures/kee-v6-loophole.svg": "endless --board 1x5 --rules kee-v6",
    "results/pictures/simple-ko.svg": "compare --board 1x6 --position O.O.O. --to-move white --rules simple,psk --no-store",
    "results/pictures/superko.svg": "compare --board 2x3 --position .../.OO --rules psk,ssk --no-store",
}
LONG = {"results/pictures/4x4.svg": "--board 4x4 --rules psk"}
OF_ONE_GAME = ("replay", "endless")


def draw(program, root, command, path):
    words = [word.replace(";", " ") for word in command.split()]
    more = [] if words[0] in OF_ONE_GAME else ["--threads", "1", "--quiet"]
    subprocess.run([program, *words, *more, "--picture", path], cwd=root, capture_output=True, check=True)


def main():
    program, root, options = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    if options == ["--update"]:
        for name, command in (PICTURES | LONG).items():
            draw(program, root, command, name)
        return 0
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, command in (LONG if options == ["--long"] else PICTURES).items():
            made = os.path.join(folder, "made.svg")
            draw(program, root, command, made)
            with open(made, "rb") as new, open(os.path.join(root, name), "rb") as old:
                same = new.read() == old.read()
            if not same:
                wrong.append(name)
            print(f"{name} is {'what is drawn today' if same else 'not what is drawn today: --update'}")
    shown = {os.path.join(top, name) for top in ("docs/pictures", "results/pictures")
             for name in os.listdir(os.path.join(root, top)) if name.endswith(".svg")}
    unknown = shown - set(PICTURES) - set(LONG)
    if unknown:
        print("nobody knows how these are drawn:", *sorted(unknown))
    return 1 if wrong or unknown else 0


sys.exit(main())
