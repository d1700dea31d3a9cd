"""Boards: points, symmetries, stones, scores (docs/certificate-format.md, "Boards"). A set of points is a whole
number, bit p being point p. A position is two of them, (black, white)."""
import re

from verdict import Refused, require

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
GROUP_MOST, STEPS_MOST, FOUND_MOST = 48, 2000000, 5000
KO_ANYWHERE = 65


def bits(points):
    while points:
        yield (points & -points).bit_length() - 1
        points &= points - 1


class Board:
    def __init__(self, names, edges, rows, cols):
        require(len(names) <= 64, "more than 64 points")
        self.names, self.points, self.rows, self.cols = names, len(names), rows, cols
        self.full = (1 << len(names)) - 1
        self.near = [0] * len(names)
        for one, other in edges:
            self.near[one] |= 1 << other
            self.near[other] |= 1 << one

    @staticmethod
    def of_rectangle(text):
        sizes = text.split("x")
        require(len(sizes) == 2 and all(size.isdigit() and size[0] != "0" for size in sizes), f"'{text}' is no board")
        rows, cols = (int(size) for size in sizes)
        require(rows * cols <= 64, "more than 64 points")
        names = [column_name(col) + str(rows - row) for row in range(rows) for col in range(cols)]
        edges = [(p, p + 1) for p in range(rows * cols) if p % cols + 1 < cols]
        edges += [(p, p + cols) for p in range(rows * cols - cols)]
        board = Board(names, edges, rows, cols)
        board.set_symmetries(board.rectangle_maps())
        return board

    @staticmethod
    def of_graph(text):
        try:
            first, *rest = text.decode("ascii").split("\n")
            names = first.split()
            edges = [[names.index(name) for name in line.split()] for line in rest if line]
        except (ValueError, UnicodeDecodeError):
            raise Refused("the graph cannot be read") from None
        require(names and len(set(names)) == len(names) and all(len(set(edge)) == 2 == len(edge) for edge in edges) and
                len({frozenset(edge) for edge in edges}) == len(edges), "the graph has two of something")
        edges = sorted(sorted(names.index(name) for name in line.split()) for line in rest if line)
        plain = [" ".join(names)] + [" ".join(names[point] for point in edge) for edge in edges] + [""]
        require(text.decode("ascii") == "\n".join(plain), "the graph is spelt in another way")
        require(all(re.fullmatch("[A-Za-z0-9_-]{1,15}", name) and name.lower() not in ("pass", "refresh")
                    for name in names), "a point's name is none")
        board = Board(names, edges, 1, len(names))
        board.set_symmetries(board.graph_maps())
        return board

    def rectangle_maps(self):
        maps = []
        for f in range(8 if self.rows == self.cols else 4):
            images = []
            for point in range(self.points):
                row, col = divmod(point, self.cols)
                if f & 4:
                    row, col = col, row
                row = self.rows - 1 - row if f & 1 else row
                col = self.cols - 1 - col if f & 2 else col
                images.append(row * self.cols + col)
            if images not in maps:
                maps.append(images)
        return maps

    def graph_maps(self):
        maps, self.steps, self.found = [list(range(self.points))], 0, 0
        for images in self.automorphisms([]):
            if images not in maps:
                maps = closed(maps + [images]) or maps
        return maps

    def automorphisms(self, images):
        point = len(images)
        if point == self.points:
            self.found += 1
            yield images
            return
        for image in range(self.points):
            self.steps += 1
            if self.steps > STEPS_MOST or self.found > FOUND_MOST:
                return
            if image not in images and self.near[image].bit_count() == self.near[point].bit_count() and \
                    all(self.near[point] >> other & 1 == self.near[image] >> images[other] & 1
                        for other in range(point)):
                yield from self.automorphisms(images + [image])

    def set_symmetries(self, maps):
        """Tables: where the sets of each eight points go."""
        self.maps, self.tables = maps, []
        for images in maps:
            tables = []
            for first in range(0, self.points, 8):
                table = [0] * 256
                for number in range(1, 256):
                    point = first + number.bit_length() - 1
                    table[number] = table[number - (1 << point - first)] | \
                        (1 << images[point] if point < self.points else 0)
                tables.append(table)
            self.tables.append(tables)

    def moved(self, symmetry, points):
        out = 0
        for table in self.tables[symmetry]:
            out |= table[points & 255]
            points >>= 8
        return out

    def image(self, element, position):
        """What a group element makes of a position."""
        black, white = (self.moved(element // 2, points) for points in position)
        return (white, black) if element & 1 else (black, white)

    def image_ko(self, element, ko):
        return ko if ko in (0, KO_ANYWHERE) else self.maps[element // 2][ko - 1] + 1

    def parse(self, text):
        rows = text.split("/")
        require(len(rows) == self.rows and all(len(row) == self.cols and not row.strip(".XO") for row in rows),
                "the position does not fit the board")
        stones = "".join(rows)
        black, white = (sum(1 << p for p, stone in enumerate(stones) if stone == colour) for colour in "XO")
        for point in bits(black | white):
            own = black if black >> point & 1 else white
            require(self.connected(1 << point, own)[1] & ~(black | white), "a chain without liberties")
        return black, white

    def connected(self, start, within):
        """The connected part of within that holds start, and all neighbours of it."""
        part, todo, border = start, start, 0
        while todo:
            near = 0
            for point in bits(todo):
                near |= self.near[point]
            border |= near
            todo = near & within & ~part
            part |= todo
        return part, border & ~part

    def play(self, position, mover, point, suicide):
        """The position after a stone, or None: the point is taken, or it is suicide that is not allowed. suicide:
        of several stones is allowed; of one it never is."""
        stone = 1 << point
        own, other = position[mover] | stone, position[1 - mover]
        if (position[0] | position[1]) & stone:
            return None
        empty = self.full & ~(own | other)
        taken, touched = 0, self.near[point] & other
        while touched:
            chain, border = self.connected(touched & -touched, other)
            touched &= ~chain
            if not border & empty:
                taken |= chain
        if not taken and not self.near[point] & empty:
            chain, border = self.connected(stone, own)
            if not border & empty:
                if not suicide or chain == stone:
                    return None
                own &= ~chain
        other &= ~taken
        return (own, other) if mover == 0 else (other, own)

    def margin(self, position, stones_alone):
        """Black's."""
        black, white = (points.bit_count() for points in position)
        left = 0 if stones_alone else self.full & ~(position[0] | position[1])
        while left:
            region, border = self.connected(left & -left, left)
            left &= ~region
            if bool(border & position[0]) != bool(border & position[1]):
                if border & position[0]:
                    black += region.bit_count()
                else:
                    white += region.bit_count()
        return black - white


def column_name(col):
    return COLUMNS[col] if col < len(COLUMNS) else COLUMNS[col // len(COLUMNS) - 1] + COLUMNS[col % len(COLUMNS)]


def closed(maps):
    """With all products; None: they are too many."""
    while True:
        new = next((product for a in maps for b in maps for product in [[a[image] for image in b]]
                    if product not in maps), None)
        if new is None:
            return maps
        if len(maps) == GROUP_MOST:
            return None
        maps = maps + [new]
