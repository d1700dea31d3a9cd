"""The checker of certificates sees board and rules only.

usage: includes.py ROOT

Follows the includes of every file of solver/proof through the tree; exit 1 if one of them comes to
another folder than proof, rules and board, or if rules or board include the checker. What writes
certificates is seen by nothing of the checker.
"""
import os
import re
import sys

ALLOWED = {"proof": {"proof", "rules", "board"}, "rules": {"rules", "board"}, "board": {"board"}}
WRITERS = ("proof/write", "proof/cycle_write", "proof/strategy_write")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def includes(root, name):
    with open(os.path.join(root, "solver", name), encoding="utf-8") as file:
        return INCLUDE.findall(file.read())


def main():
    root = sys.argv[1]
    wrong, seen = [], set()
    waiting = ["proof/" + name for name in os.listdir(os.path.join(root, "solver", "proof"))
               if name.endswith((".c", ".h"))]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for other in includes(root, name):
            writes = other.startswith(WRITERS) and not name.startswith(WRITERS)
            if writes or other.split("/")[0] not in ALLOWED[name.split("/")[0]]:
                wrong.append(f"{name} includes {other}")
            else:
                waiting.append(other)
    print("\n".join(wrong) or f"{len(seen)} files, all of proof, rules and board")
    return 1 if wrong or not any(name.startswith("proof/") for name in seen) else 0


if __name__ == "__main__":
    sys.exit(main())
