"""The rooms of solver/ include each other only as docs/architecture.md says.

usage: layers.py ROOT

The table stands in docs/architecture.md, between "```rooms" and "```": a line a room, from the ground
up, with the rooms that its files may include. Exit 1 if a file includes a room that is not listed
for its own, if an arrow that is listed is not used, if a room stands below one that it includes, or
if a folder has no line.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def read_table(root):
    """[(room, {rooms that it may include})], from the ground up."""
    with open(os.path.join(root, "docs", "architecture.md"), encoding="utf-8") as file:
        block = re.search(r"^```rooms\n(.*?)^```$", file.read(), re.M | re.S).group(1)
    table = []
    for line in block.splitlines():
        room, _, includes = line.partition(":")
        table.append((room.strip(), set(includes.split())))
    return table


def read_arrows(root):
    """{room: {included room: a file that does}}."""
    arrows = {}
    top = os.path.join(root, "solver")
    for folder, _, names in os.walk(top):
        room = os.path.relpath(folder, top)
        for name in names:
            if not name.endswith((".c", ".h")):
                continue
            arrows.setdefault(room, {})
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for included in INCLUDE.findall(file.read()):
                    to = os.path.dirname(included) or "include"
                    if to != room:
                        arrows[room].setdefault(to, f"{room}/{name} includes {included}")
    return arrows


def main():
    table, arrows, wrong = read_table(sys.argv[1]), read_arrows(sys.argv[1]), []
    allowed = dict(table)
    below = {"include"}
    for room, includes in table:
        wrong += [f"{room} stands below {other}, which it may include"
                  for other in sorted(includes - below)]
        wrong += [f"{room}: the arrow to {other} is listed and not used"
                  for other in sorted(includes - set(arrows.get(room, {})))]
        below.add(room)
    for room, used in sorted(arrows.items()):
        if room not in allowed:
            wrong.append(f"{room} is not in the table")
        wrong += [f"{where}: no such arrow in the table" for other, where in sorted(used.items())
                  if other not in allowed.get(room, set())]
    wrong += [f"{room}: there is no such folder" for room in sorted(set(allowed) - set(arrows))]
    print("\n".join(wrong) or f"{len(table)} rooms, {sum(map(len, allowed.values()))} arrows")
    return 1 if wrong or not arrows else 0


if __name__ == "__main__":
    sys.exit(main())
