"""Reads the files of a site, as page/src/site.js does: solver/explore/site/pack.h has the format."""
import base64
import gzip
import json
from pathlib import Path


def script(path):
    """What a script of the site calls its function with."""
    text = Path(path).read_text(encoding="ascii")
    data = json.loads(text[text.index("(") + 1:text.rindex(")")])
    return json.loads(gzip.decompress(base64.b64decode(data))) if isinstance(data, str) else data


def states(folder, board, rules):
    """The head, and every state: (part, row)."""
    head = script(Path(folder) / "data" / board / f"{rules}.js")
    rows = []
    for number in range(len(head["parts"])):
        part = script(Path(folder) / "data" / board / f"{rules}.{number}.js")
        rows += [(part, row) for row in part["states"]]
    return head, rows


def move_names(head, codes):
    """The moves of a text of codes, without removals of cycles."""
    points = [point["name"] for point in head["layout"]["points"]]
    return ["pass" if c == "x" else "refresh" if c == "y" else points[ord(c) - 48] for c in codes]


def query(head, code):
    """The start and history of a state, as options of solve."""
    if code[0] == "h":
        return {"position": None, "to_move": "black", "history": " ".join(move_names(head, code[1:]))}
    columns = head["layout"]["columns"]
    stones = code[2:]
    rows = [stones[at:at + columns] for at in range(0, len(stones), columns)]
    return {"position": "/".join(rows), "to_move": "black" if code[1] == "b" else "white", "history": ""}


def value(part, place):
    return dict(zip(("min", "max", "min_known", "max_known", "outright"), part["values"][place]))


def tree(folder):
    """Every file and its bytes."""
    root = Path(folder)
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
