#!/usr/bin/env python3
"""Names and sizes: what is true of every C file.

usage: names.py ROOT [ROOM]

1. A public function carries its file's name: what a header of solver/ declares or defines begins
   with the header's name, with that of the .c file that defines it, or with the name of the room,
   which is the last folder; each in the singular or in the plural. solver/rules/game.h may declare
   game_move(), rules_find() and, if rules/moves.c defines it, move_next(). Static inline functions
   count; fields that point to functions do not, for a field belongs to its struct.
2. No tag of a struct, enum or union is defined twice in solver/, in .c files neither.
3. No C file has more than 450 lines.
4. No function has more than 60 lines, from the first line of its head to its closing brace.

3 and 4 hold for include/, tests/ and examples/, too. There is no list of exceptions. Prints what is
wrong (of ROOM only, if given), then how much of it in each folder; exit 1 if anything is.
"""
import collections
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

FILE_LINES, FUNCTION_LINES = 450, 60
FOLDERS = ("include", "solver", "tests", "examples")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*',
                     re.M | re.S)
EXTERN_C = re.compile(r'\bextern\s+""\s*\{')
TAG = re.compile(r"\b(?:struct|enum|union)\s+(\w+)\s*\{")
ATTRIBUTE = re.compile(r"(?:__attribute__|_Alignas|alignas|static_assert|_Static_assert)\s*\((?:[^()]|\([^()]*\))*\)")
HEAD = re.compile(r"[\w\s*]*?\b(\w+)\s*\((?!\s*\*)")


def code_of(text):
    """The text without comments, strings' contents and preprocessor lines, with the same lines."""
    def instead(match):
        found = match.group()
        return ('""' if found[0] == '"' else "0" if found[0] == "'" else "") + "\n" * found.count("\n")
    return EXTERN_C.sub("", NO_CODE.sub(instead, text))


def pieces(code):
    """Yields what stands at file scope: (head, does a block follow, first line, last line)."""
    depth, at, start = 0, 0, 0
    for found in re.finditer(r"[{};]", code):
        mark = found.group()
        if mark == "{":
            at, depth = (found.start() if depth == 0 else at), depth + 1
            continue
        if mark == "}":
            depth = max(depth - 1, 0)
        if depth > 0 or (mark == "}" and name_of(code[start:at]) is None):
            continue # within a block, or of a type or an initializer, whose semicolon is to come
        head = code[start:at if mark == "}" else found.start()]
        first = code.count("\n", 0, start + len(head) - len(head.lstrip())) + 1
        yield head, mark == "}", first, code.count("\n", 0, found.start()) + 1
        start = found.end()


def name_of(head):
    """The name of the function whose head this is; None: it is none."""
    head = ATTRIBUTE.sub("", head).strip()
    if head.startswith("typedef") or "=" in head or not head.endswith(")"):
        return None
    found = HEAD.match(head)
    return found.group(1) if found else None


class Source:
    def __init__(self, root, path):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        self.path, self.lines = path, text.count("\n")
        self.stem, self.ending = os.path.splitext(os.path.basename(path))
        self.room = os.path.dirname(path)
        self.tags, self.functions = [], []
        code = code_of(text)
        for found in TAG.finditer(code):
            self.tags.append((found.group(1), code.count("\n", 0, found.start()) + 1))
        for head, block, first, last in pieces(code):
            name = name_of(head)
            if name is not None:
                self.functions.append((name, block, re.search(r"\bstatic\b", head) is not None, first, last))


def sources(root):
    for folder in FOLDERS:
        for where, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield Source(root, os.path.relpath(os.path.join(where, name), root))


def both_numbers(name):
    """A name in the singular and in the plural."""
    yield name
    if name.endswith("ies"):
        yield name[:-3] + "y"
    elif name.endswith("s"):
        yield name[:-1]
    else:
        yield name[:-1] + "ies" if name.endswith("y") else name + "s"


def wrong_names(files):
    definers = collections.defaultdict(set)
    for file in files:
        for name, block, static, _, _ in file.functions:
            if block and not static and file.ending == ".c":
                definers[name].add(file.stem)
    for file in (file for file in files if file.ending == ".h"):
        for name, _, _, first, _ in file.functions:
            wanted = list(dict.fromkeys([file.stem, *sorted(definers[name]), os.path.basename(file.room)]))
            if not any(name == word or name.startswith(word + "_")
                       for one in wanted for word in both_numbers(one)):
                yield file, f"{file.path}:{first}: {name}() begins with none of {', '.join(wanted)}"


def wrong_tags(files):
    seen = {}
    for file in files:
        for tag, line in file.tags:
            if tag in seen:
                yield file, f"{file.path}:{line}: {tag} is defined in {seen[tag]}, too"
            seen.setdefault(tag, f"{file.path}:{line}")


def wrong_sizes(files):
    for file in files:
        if file.lines > FILE_LINES:
            yield file, f"{file.path}: {file.lines} lines"
        for name, block, _, first, last in file.functions:
            if block and last - first + 1 > FUNCTION_LINES:
                yield file, f"{file.path}:{first}: {name}() has {last - first + 1} lines"


def main():
    files = list(sources(sys.argv[1]))
    room = sys.argv[2].rstrip("/") if len(sys.argv) > 2 else ""
    own = [file for file in files if file.path.startswith("solver/")]
    kinds = {"names": list(wrong_names(own)), "tags": list(wrong_tags(own)), "sizes": list(wrong_sizes(files))}
    counts = collections.defaultdict(collections.Counter)
    for kind, wrong in kinds.items():
        for file, what in wrong:
            counts[file.room][kind] += 1
            if (file.room + "/").startswith(room + "/" if room else ""):
                print(what)
    for folder in sorted(counts):
        print(f"{folder:40} " + ", ".join(f"{counts[folder][kind]} {kind}" for kind in kinds if counts[folder][kind]))
    functions = sum(block for file in files for _, block, _, _, _ in file.functions)
    wrong = sum(len(found) for found in kinds.values())
    print(f"{len(files)} files, {functions} functions: {wrong} wrong")
    assert functions > 2000, "too few: this looks at nothing"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
