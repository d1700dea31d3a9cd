"""Random games under kee2007 and ljrg that come to states of a certificate's nodes, so that a claim can rest on the node after another past
than the one that it was made for. See second_checker.py.

What a stone does is told here once more, as it is needed, on rectangles. What was before is not: a game may have a stone that the rules
refuse, and is refused then by every checker.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "conformance"))
import nodes  # noqa: E402

# Committed certificates of small boards, by their rules.
BASES = {"kee2007": ["1x3-kee2007.proof", "1x4-kee2007.proof", "1x5-kee2007.proof", "2x2-kee2007.proof"],
         "ljrg": ["1x2-ljrg.proof", "1x3-ljrg.proof", "1x4-ljrg.proof", "2x2-ljrg.proof", "2x3-ljrg.proof"]}
END_BOARDS = [(1, 5), (1, 6), (2, 3), (1, 7), (2, 4), (3, 1)]
KO_ENDS, NEW_ENDS = 3, 2 # passes that end the game while a point is temporary, and after a stone


def neighbours(rows, cols, p):
    row, col = divmod(p, cols)
    return [r * cols + c for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)) if 0 <= r < rows and 0 <= c < cols]


def chain_of(size, cells, p):
    """Its points, and whether it has a liberty."""
    found, todo, free = {p}, [p], False
    while todo:
        for q in neighbours(*size, todo.pop()):
            free = free or cells[q] == "."
            if cells[q] == cells[p] and q not in found:
                found.add(q)
                todo.append(q)
    return found, free


def place(size, cells, p, own, other):
    """Returns the cells after a stone, the points that it took, and whether it had no liberty before; None if it is suicide."""
    cells = cells[:p] + [own] + cells[p + 1:]
    stifled = not chain_of(size, cells, p)[1]
    taken = set()
    for q in neighbours(*size, p):
        if cells[q] == other and not chain_of(size, cells, q)[1]:
            taken |= chain_of(size, cells, q)[0]
    for q in taken:
        cells[q] = "."
    return None if stifled and not taken else (cells, taken, stifled)


class Game:
    """A game from an empty board. passes: those just before under kee2007, those that end the game under ljrg."""

    def __init__(self, size, ljrg):
        self.size, self.ljrg = size, ljrg
        self.cells, self.mover, self.temporary, self.captives = ["."] * (size[0] * size[1]), 0, None, 0
        self.passes, self.moves = NEW_ENDS if ljrg else 0, []

    def over(self):
        return self.passes == (0 if self.ljrg else 3)

    def key(self):
        return self.mover, "".join(self.cells), self.temporary, self.passes

    def name(self, p):
        return "ABCDEFGHJ"[p % self.size[1]] + str(self.size[0] - p // self.size[1])

    def play(self, dice):
        """Makes a random move."""
        points = [p for p, cell in enumerate(self.cells) if cell == "." and p != self.temporary]
        p = dice.choice(points + [None])
        placed = None if p is None else place(self.size, self.cells, p, "XO"[self.mover], "OX"[self.mover])
        self.moves.append("pass" if placed is None else self.name(p))
        self.temporary = None
        if placed is None:
            self.passes += -1 if self.ljrg else 1
        else:
            alone = all(self.cells[q] == "OX"[self.mover] for q in neighbours(*self.size, p))
            self.cells, taken, stifled = placed
            self.captives += len(taken) if self.mover == 0 else -len(taken)
            if self.ljrg and len(taken) == 1 and stifled and alone:
                self.temporary = min(taken)
            self.passes = 0 if not self.ljrg else KO_ENDS if self.temporary is not None else NEW_ENDS
        self.mover = 1 - self.mover


def nodes_of(data):
    """{key of a game: [(node, winner, bound)]} of a certificate."""
    found, certificate = {}, nodes.Certificate(data)
    for number, text in enumerate(certificate.parts):
        if certificate.read is nodes.read_cycle_node:
            mover, winner, stones, temporary, permanent, passes, bound, _ = nodes.CYCLE_NODE.fullmatch(text).groups()
            if permanent:
                continue
            point = int(temporary).bit_length() - 1 if temporary else None
        else:
            _, mover, winner, _, passes, stones, _, bound, _, _ = nodes.NODE.fullmatch(text).groups()
            point = None
        key = nodes.COLOURS.index(mover), stones.replace("/", ""), point, int(passes or 0)
        found.setdefault(key, []).append((number, nodes.COLOURS.index(winner), int(bound)))
    return found


def below(parts, number):
    """The nodes of kee2007 that one rests on, itself the last, by their new numbers."""
    needed, ordered = {number}, []
    for own in range(number, -1, -1):
        if own in needed:
            ordered.insert(0, own)
            needed |= {int(child) for child in re.findall(r"(\d+)/\d", parts[own].partition(": ")[2])}
    new = {own: str(place) for place, own in enumerate(ordered)}
    return [parts[own].partition(": ")[0] + parts[own].partition(": ")[1] +
            re.sub(r"(\d+)(?=/\d)", lambda child: new[int(child[1])], parts[own].partition(": ")[2]) for own in ordered]


def claims(data, dice, turns=30):
    """Certificates with the nodes of one and a claim on a node after a random game, which is true of it but for the past. Endless."""
    certificate, known = nodes.Certificate(data), nodes_of(data)
    ljrg, parts = certificate.read is nodes.read_cycle_node, certificate.parts
    header = [line for line in certificate.header if not line.startswith("claim ")]
    while True:
        game = Game(certificate.board(), ljrg)
        while len(game.moves) < turns and not game.over():
            game.play(dice)
            for number, winner, bound in known.get(game.key(), []):
                margin = game.captives + bound if winner == 0 else game.captives - bound
                if game.over() or len(game.moves) < 3 or dice.random() < 0.5:
                    continue
                moves = "moves " + " ".join(game.moves)
                certificate.header = [moves if line == "moves" else line for line in header]
                if not ljrg: # each node must be referred to
                    certificate.parts = below(parts, number)
                    certificate.count, number = len(certificate.parts), len(certificate.parts) - 1
                certificate.header.append(f"claim root {('black forces >=', 'white forces <=')[winner]} {margin} node {number} map 0")
                yield certificate.write()


def position(size, dice):
    """Random stones, without those of chains that have no liberty."""
    cells = [dice.choice("...XXXXOO") for _ in range(size[0] * size[1])]
    stifled = [p for p, cell in enumerate(cells) if cell != "." and not chain_of(size, cells, p)[1]]
    return "".join("." if p in stifled else cell for p, cell in enumerate(cells))


def ends(data, dice):
    """Certificates under ljrg with a node that nothing needs: a random position with a bound, where a pass ends the game. Endless."""
    while True:
        size = dice.choice(END_BOARDS)
        cells, (mover, score) = position(size, dice), dice.choice((("black", 1), ("white", -1)))
        points = len(cells)
        bound = score * (cells.count("X") - cells.count("O")) + dice.randrange(-points, points + 1) if dice.random() < 0.5 else dice.randrange(-2, 3)
        rows = "/".join("." * size[1] for _ in range(size[0]))
        yield nodes.changed(data, "; ".join([
            f"say board 1x1 -> board {size[0]}x{size[1]}", f"say start . black -> start {rows} black", "say moves -> moves pass", "no claims",
            "claim play pass black forces >= 0 rules", "no nodes", f"node {mover} for {mover} {cells} ends 1 bound {bound}: none end"]))
