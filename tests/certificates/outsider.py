#!/usr/bin/env python3
"""outsider.py PROGRAM: reads certificates by what solver/certificate/format.h says and nothing else.

Written from that comment alone, under positional superko without suicide: header, claims, nodes, the
order of plays, and the numbers of symmetries. Each child, mapped by the group element that the file
names, must be the state after the play; each claim's node, mapped, the claim's state. Exit code 1 if a
certificate reads differently.
"""
import os
import subprocess
import sys
import tempfile

MOST = 48


class Board:
    def __init__(self, lines):
        word, rest = lines.word_line()
        assert word in ("board", "graph"), word
        self.names, self.joined = [], set()
        if word == "board":
            self.rows, self.cols = (int(size) for size in rest[0].split("x"))
            columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
            for row in range(self.rows):
                self.names += [columns[col] + str(self.rows - row) for col in range(self.cols)]
            self.points = self.rows * self.cols
            for point in range(self.points):
                if point % self.cols + 1 < self.cols:
                    self.join(point, point + 1)
                if point + self.cols < self.points:
                    self.join(point, point + self.cols)
            self.symmetries = self.of_rectangle()
        else:
            text = lines.take(int(rest[1])).decode().split("\n")
            self.names = text[0].split()
            self.points = len(self.names)
            for edge in text[1:]:
                if edge.strip():
                    self.join(*(self.names.index(name) for name in edge.split()))
            self.symmetries = self.of_graph()

    def join(self, one, other):
        self.joined |= {(one, other), (other, one)}

    def neighbours(self, point):
        return [other for other in range(self.points) if (point, other) in self.joined]

    def of_rectangle(self):
        found = []
        for f in range(8 if self.rows == self.cols else 4):
            images = []
            for point in range(self.points):
                row, col = divmod(point, self.cols)
                if f & 4:
                    row, col = col, row
                if f & 1:
                    row = self.rows - 1 - row
                if f & 2:
                    col = self.cols - 1 - col
                images.append(row * self.cols + col)
            if images not in found:
                found.append(images)
        return found

    def of_graph(self):
        found = [list(range(self.points))]
        for images in self.automorphisms([]):
            if images in found:
                continue
            longer = self.close(found + [images])
            found = longer if longer is not None else found
        return found

    def automorphisms(self, images):
        """Small graphs only: the limits of the search are not reached."""
        point = len(images)
        if point == self.points:
            yield images
            return
        for image in range(self.points):
            if image not in images and len(self.neighbours(image)) == len(self.neighbours(point)) and \
                    all(((point, other) in self.joined) == ((image, images[other]) in self.joined)
                        for other in range(point)):
                yield from self.automorphisms(images + [image])

    def close(self, found):
        """With all products; None: they are too many."""
        while True:
            new = next((product for a in found for b in found
                        for product in [[a[b[point]] for point in range(self.points)]] if product not in found), None)
            if new is None:
                return found
            if len(found) == MOST:
                return None
            found = found + [new]

    def map(self, element, stones, mover):
        images, swap = self.symmetries[element // 2], element % 2
        mapped = [0] * self.points
        for point, stone in enumerate(stones):
            mapped[images[point]] = 3 - stone if stone and swap else stone
        return mapped, mover ^ swap

    def chain(self, stones, point):
        """A chain and whether it has a liberty."""
        chain, free = [point], False
        for one in chain:
            for other in self.neighbours(one):
                free = free or stones[other] == 0
                if stones[other] == stones[point] and other not in chain:
                    chain.append(other)
        return chain, free

    def play(self, stones, mover, point):
        """The stones after a play, or None."""
        if stones[point]:
            return None
        after = list(stones)
        after[point] = mover + 1
        for other in self.neighbours(point):
            chain, free = self.chain(after, other)
            if after[other] == 2 - mover and not free:
                for one in chain:
                    after[one] = 0
        return after if self.chain(after, point)[1] else None


class Lines:
    def __init__(self, text):
        self.text, self.at = text, 0

    def take(self, count):
        self.at += count
        return self.text[self.at - count:self.at]

    def word_line(self):
        end = self.text.index(b"\n", self.at)
        words = self.take(end + 1 - self.at).decode().split()
        return words[0], words[1:]

    def byte(self):
        return self.take(1)[0]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def read_state(lines, board):
    head, black, white = lines.byte(), lines.number(), lines.number()
    stones = [1 if black >> point & 1 else 2 if white >> point & 1 else 0 for point in range(board.points)]
    if head & 128:
        lines.number()
    lines.number()  # the bound
    return {"type": head & 3, "mover": head >> 2 & 1, "winner": head >> 3 & 1, "stones": stones}


def plays_of(board, node, lines):
    """(stones after it, is it a pass) of each play that the node answers."""
    if node["type"] == 1:
        points = [lines.number()]
    else:
        assert lines.number() == sum(board.play(node["stones"], node["mover"], point) is not None
                                     for point in range(board.points)) + 1
        points = [point for point in range(board.points)
                  if board.play(node["stones"], node["mover"], point) is not None] + [board.points]
    for point in points:
        yield node["stones"] if point == board.points else board.play(node["stones"], node["mover"], point)


def read_body(lines, board, count, used):
    nodes = []
    for number in range(count):
        node = read_state(lines, board)
        for after in plays_of(board, node, lines) if node["type"] != 0 else []:
            code = lines.number()
            if code < 2:
                continue
            child, element = nodes[number - (code - 1)], lines.number()
            used.add(element)
            assert board.map(element, child["stones"], child["mover"]) == (after, 1 - node["mover"]), \
                f"node {number}: its child is another state"
            assert child["winner"] ^ element % 2 == node["winner"], f"node {number}: winner"
        nodes.append(node)
    return nodes


def check_claims(board, start, mover, claims, nodes):
    assert claims
    for words in claims:
        stones, to_move = start, mover
        if words[0] == "play":
            point = board.names.index(words[1]) if words[1] != "pass" else -1
            stones = board.play(start, mover, point) if point >= 0 else start
            to_move, words = 1 - mover, words[1:]
        if words[5] == "node":
            node = nodes[int(words[6])]
            assert words[7] == "map", words
            assert board.map(int(words[8]), node["stones"], node["mover"]) == (stones, to_move), words


def read(text, used):
    lines = Lines(text)
    assert lines.word_line() == ("solve-certificate", ["1"])
    assert lines.word_line()[1][0].startswith("psk") and lines.word_line()[0] == "fields"
    board = Board(lines)
    word, (position, colour) = lines.word_line()
    start = [".XO".index(stone) for stone in position.replace("/", "")]
    assert word == "start" and lines.word_line() == ("moves", [])
    claims = []
    word, rest = lines.word_line()
    while word == "claim":
        claims.append(rest)
        word, rest = lines.word_line()
    size = lines.word_line()
    assert word == "nodes" and size[0] == "body"
    begun = lines.at
    nodes = read_body(lines, board, int(rest[0]), used)
    assert lines.at - begun == int(size[1][0]) and len(text) - lines.at == 8
    check_claims(board, start, ["black", "white"].index(colour), claims, nodes)
    return len(nodes), len(board.symmetries)


# Name, points, edges, symmetries, how many elements of the group its certificate uses at least.
RING = "ab bc cd de ef fa"
ALL_JOINED = "ab ac ad ae bc bd be cd ce de"
BOARDS = [
    ("1x1", "", "", 1, 0), ("1x6", "", "", 2, 4), ("3x1", "", "", 2, 1), ("2x3", "", "", 4, 4), ("2x2", "", "", 8, 3),
    ("3x3", "", "", 8, 12), ("star", "abcd", "ab ac ad", 6, 1), ("ring", "abcdef", RING, 12, 8),
    ("bow", "abcde", "ab bc ca cd de ec", 8, 4), ("all", "abcde", ALL_JOINED, 24, 4),
]


def main():
    program = os.path.abspath(sys.argv[1])
    for board, points, edges, symmetries, least in BOARDS:
        with tempfile.TemporaryDirectory() as folder:
            name, used, asked = os.path.join(folder, "proof"), set(), ["--board", board]
            if points:
                asked = ["--graph", os.path.join(folder, board)]
                with open(asked[1], "w", encoding="utf-8") as file:
                    file.write("\n".join([" ".join(points)] + [" ".join(edge) for edge in edges.split()]) + "\n")
            subprocess.run([program, *asked, "--rules", "psk", "--proof", name, "--quiet", "--json"],
                           check=True, stdout=subprocess.DEVNULL)
            with open(name, "rb") as file:
                nodes, found = read(file.read(), used)
        print(f"{board}: {nodes} nodes, {found} symmetries, elements used: {len(used)}")
        assert found == symmetries and len(used) >= least, f"{board}: {found} symmetries, {sorted(used)}"


main()
