"""Records, read by a few lines of Python: what the tests compare the program with."""
import os
import re
import subprocess

VALUE = re.compile(r"\[((?:\\.|[^\\\]])*)\]", re.S)
PROPERTY = re.compile(r"\s*([A-Z]+)\s*((?:\[(?:\\.|[^\\\]])*\]\s*)+)", re.S)


def parse(text):
    """[[properties, children], ...]; values without their escapes."""
    roots, stack, at, now = [], [], 0, None
    while at < len(text):
        mark = text[at]
        if mark == "(":
            stack.append(now)
        elif mark == ")":
            now = stack.pop()
        elif mark == ";":
            node = [{}, []]
            (now[1] if now is not None else roots).append(node)
            now = node
        elif not mark.isspace():
            found = PROPERTY.match(text, at)
            now[0][found.group(1)] = [re.sub(r"\\(.)", r"\1", value, flags=re.S)
                                      for value in VALUE.findall(found.group(2))]
            at = found.end()
            continue
        at += 1
    assert not stack
    return roots


def move_of(node, rows):
    """The move of a node as --history has it, or None."""
    for color in "BW":
        if color in node[0]:
            value = node[0][color][0]
            if value == "":
                return node[0].get("XM", ["pass"])[0]
            letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
            return node[0].get("XM", [letters[ord(value[0]) - 97] + str(rows - (ord(value[1]) - 97))])[0]
    return None


def make(program, folder):
    """Files of all kinds that the program writes: {name: path}."""
    made = {}
    for name, arguments in {
            "line": ["--board", "2x3", "--rules", "ssk", "--komi", "0.5"],
            "position": ["--board", "2x3", "--rules", "psk,suicide=multi", "--position", "X../.O.", "--to-move", "white"],
            "tree": ["--board", "2x2", "--rules", "psk", "--tree", "3", "--history", "A1"],
            "kee": ["--board", "1x3", "--rules", "kee2013", "--tree", "2"],
            "ljrg": ["--board", "1x3", "--rules", "ljrg", "--history", "B1 pass A1 C1 B1", "--tree", "1"],
            "compare": ["compare", "--board", "2x3", "--history", "B2 B1", "--rules", "psk,ssk,kee2013,ljrg",
                        "--no-store"]}.items():
        made[name] = os.path.join(folder, name + ".sgf")
        subprocess.run([program, *arguments, "--quiet", "--sgf-out", made[name]], check=True, stdout=subprocess.DEVNULL,
                       timeout=60)
    return made
