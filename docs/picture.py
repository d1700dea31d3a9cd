#!/usr/bin/env python3
"""picture.py: reads what `solve --json` prints on stdin and writes an SVG: what each first play is worth, and
one best line as numbered stones. For a rectangle without moves before. The picture of the README is made by

    scripts/solve --board 3x4 --rules psk --json --threads 1 | python3 docs/picture.py > docs/picture.svg
"""
import json
import sys

STEP = 64  # between two lines of the board
EDGE = 46  # from the board's rim to its first line
TOP = 84   # above the boards
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
WOOD, INK, CARD, RIM = "#e8c88a", "#30281c", "#fdfcf9", "#d8d2c4"


def text(x, y, words, size, more=""):
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" {more}>{words}</text>'


def signed(value):
    return f"+{value}" if value > 0 else f"\u2212{-value}" if value < 0 else "0"


class Board:
    """A rectangle drawn with its upper left corner at (left, TOP)."""

    def __init__(self, rows, columns, left):
        self.rows, self.columns, self.left = rows, columns, left
        self.width = 2 * EDGE + STEP * (columns - 1)
        self.height = 2 * EDGE + STEP * (rows - 1)

    def at(self, move):
        """Where the centre of a point is."""
        column, row = COLUMNS.index(move[0]), int(move[1:])
        return self.left + EDGE + STEP * column, TOP + EDGE + STEP * (self.rows - row)

    def grid(self):
        yield (f'<rect x="{self.left}" y="{TOP}" width="{self.width}" height="{self.height}" rx="6" '
               f'fill="{WOOD}"/>')
        x, y = self.left + EDGE, TOP + EDGE
        for row in range(self.rows):
            yield f'<path d="M{x} {y + STEP * row}h{STEP * (self.columns - 1)}" stroke="{INK}"/>'
        for column in range(self.columns):
            yield f'<path d="M{x + STEP * column} {y}v{STEP * (self.rows - 1)}" stroke="{INK}"/>'

    def names(self):
        below = TOP + self.height + 20
        for column in range(self.columns):
            yield text(self.left + EDGE + STEP * column, below, COLUMNS[column], 13, 'fill="#777"')
        for row in range(self.rows):
            yield text(self.left - 12, TOP + EDGE + STEP * row + 5, self.rows - row, 13, 'fill="#777"')


def colour(value, points):
    """From red (the board is lost) by white (0) to green (won whole)."""
    far = min(abs(value) / points, 1) ** 0.5
    end = (46, 139, 87) if value > 0 else (196, 62, 52)
    return "#" + "".join(f"{round(255 + (part - 255) * far):02x}" for part in end)


def values(board, result):
    points = board.rows * board.columns
    for move in result["moves"]:
        if move["move"] in ("pass", "refresh"):
            continue
        assert move["proven"] and move["value"]["min"] == move["value"]["max"], "a value is one number here"
        x, y = board.at(move["move"])
        ring = f'stroke="{INK}" stroke-width="{4 if move["move"] in result["best"] else 1}"'
        yield f'<circle cx="{x}" cy="{y}" r="25" fill="{colour(move["value"]["min"], points)}" {ring}/>'
        yield text(x, y + 6, signed(move["value"]["min"]), 18, f'font-weight="bold" fill="{INK}"')


def stones(board, result):
    for number, move in enumerate(result["line"], 1):
        if move == "pass":
            continue
        x, y = board.at(move)
        fill, ink = (("#222", "#fff"), ("#fff", "#222"))[(number + 1) % 2]
        yield f'<circle cx="{x}" cy="{y}" r="27" fill="{fill}" stroke="#222"/>'
        yield text(x, y + 7, number, 20, f'fill="{ink}"')


def captions(left, right, result):
    middle = {board: board.left + board.width / 2 for board in (left, right)}
    low = TOP + left.height + 46
    other = [f'{move["move"]}: {signed(move["value"]["min"])}' for move in result["moves"] if move["move"] == "pass"]
    passes = [number for number, move in enumerate(result["line"], 1) if move == "pass"]
    yield text(middle[left], 62, "what each first play is worth", 16)
    yield text(middle[right], 62, "one best line", 16)
    yield text(middle[left], low, "; ".join(other), 14, 'fill="#555"')
    yield text(middle[right], low, f'{" and ".join(map(str, passes))}: pass', 14, 'fill="#555"')


def draw(result):
    rows, columns = (int(part) for part in result["board"].split("x"))
    left = Board(rows, columns, 40)
    right = Board(rows, columns, left.left + left.width + 56)
    width, height = right.left + right.width + 24, TOP + left.height + 66
    value = result["value"]
    assert result["proven"] and value["min"] == value["max"], "a value is one number here"
    title = f'{result["board"]}, {result["rules"]}, Black moves first: {signed(value["min"])} for Black'
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
           f'height="{height}" font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="{INK}">')
    yield f"<title>{title}</title>"
    yield (f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="10" fill="{CARD}" '
           f'stroke="{RIM}"/>')
    yield text(width / 2, 34, title, 20, 'font-weight="bold"')
    yield from captions(left, right, result)
    for board, shown in ((left, values), (right, stones)):
        yield from board.grid()
        yield from board.names()
        yield from shown(board, result)
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(draw(json.load(sys.stdin))))
