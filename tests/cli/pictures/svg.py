"""Pictures read back: what stands where on their boards. Knows the geometry of the drawings, not the program."""
import re
import xml.etree.ElementTree as ET

SPACE = "{http://www.w3.org/2000/svg}"
BOARD, BLACK, WHITE, PAPER = "#eed9ae", "#1d1d1f", "#ffffff", "#fdfcf9"
EDGE = 0.72  # of a step, from the rim of a board to its first line
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def number(element, name):
    return float(element.get(name, "0"))


class Shape:
    def __init__(self, element, group):
        self.kind, self.group = element.tag[len(SPACE):], group
        self.fill, self.stroke = element.get("fill"), element.get("stroke")
        self.dashed = element.get("stroke-dasharray") is not None
        self.text = element.text
        if self.kind == "rect":
            self.width, self.height = number(element, "width"), number(element, "height")
            self.x, self.y = number(element, "x") + self.width / 2, number(element, "y") + self.height / 2
        elif self.kind == "line":
            self.ends = [number(element, name) for name in ("x1", "y1", "x2", "y2")]
            self.x, self.y = (self.ends[0] + self.ends[2]) / 2, (self.ends[1] + self.ends[3]) / 2
        elif self.kind == "circle":
            self.x, self.y, self.radius = (number(element, name) for name in ("cx", "cy", "r"))
        elif self.kind == "text":
            self.x, self.y, self.size = (number(element, name) for name in ("x", "y", "font-size"))
        else:
            found = [float(part) for part in re.findall(r"-?[0-9.]+", element.get("d"))]
            self.x, self.y = found[0], found[1]


class Picture:
    """All shapes in the order in which they are drawn."""

    def __init__(self, path):
        self.root = ET.parse(path).getroot()
        assert self.root.get("role") == "img"
        self.width, self.height = number(self.root, "width"), number(self.root, "height")
        assert self.root.get("viewBox") == f"0 0 {self.root.get('width')} {self.root.get('height')}"
        self.title, self.description = self.root.findtext(SPACE + "title"), self.root.findtext(SPACE + "desc")
        self.style = self.root.findtext(SPACE + "style")
        self.shapes = []
        self.add(self.root, None)
        for shape in self.shapes:
            assert -1 <= shape.x <= self.width + 1 and -1 <= shape.y <= self.height + 1, vars(shape)

    def add(self, parent, group):
        for element in parent:
            name = element.tag[len(SPACE):]
            if name == "g":
                self.add(element, element.findtext(SPACE + "title"))
            elif name not in ("title", "desc", "style"):
                self.shapes.append(Shape(element, group))

    def texts(self):
        return [shape.text for shape in self.shapes if shape.kind == "text"]

    def boards(self, rows, columns):
        """The boards, in the order in which they are drawn."""
        return [Board(self, shape, rows, columns) for shape in self.shapes
                if shape.kind == "rect" and shape.fill == BOARD]


class Board:
    def __init__(self, picture, wood, rows, columns):
        self.rows, self.columns, self.wood = rows, columns, wood
        self.step = wood.width / (2 * EDGE + columns - 1)
        assert abs(wood.height - self.step * (2 * EDGE + rows - 1)) < 0.1
        self.left, self.top = wood.x - wood.width / 2, wood.y - wood.height / 2
        self.inside = [shape for shape in picture.shapes if shape is not wood and
                       abs(shape.x - wood.x) < wood.width / 2 and abs(shape.y - wood.y) < wood.height / 2]
        below = [shape for shape in picture.shapes if shape.kind == "text" and shape.y > self.top + wood.height and
                 abs(shape.x - self.left) < 0.02]
        self.below = []
        for shape in sorted(below, key=lambda shape: shape.y):
            if shape.y > (self.below[-1].y if self.below else self.top + wood.height + 20) + 22:
                break  # of something else
            self.below.append(shape)

    def note(self):
        """The text below the board."""
        return " ".join(shape.text for shape in self.below)

    def at(self, row, column):
        return self.left + self.step * (EDGE + column), self.top + self.step * (EDGE + row)

    def name(self, row, column):
        return LETTERS[column] + str(self.rows - row)

    def points(self):
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.name(row, column), self.on(row, column)

    def on(self, row, column):
        """The shapes whose middle is on a point, the lines of the board left out."""
        x, y = self.at(row, column)
        return [shape for shape in self.inside
                if abs(shape.x - x) < 0.02 * self.step + 0.02 and abs(shape.y - y) < 0.3 * self.step and
                (shape.kind != "line" or abs(shape.ends[0] - shape.ends[2]) < 0.5 * self.step) and
                (shape.kind != "line" or abs(shape.ends[0] - shape.ends[2]) > 0.1)]

    def stone(self, shapes):
        """".", "X" or "O", and the number on the stone or None."""
        stones = [shape for shape in shapes if shape.kind == "circle" and shape.fill in (BLACK, WHITE) and
                  shape.group is None and shape.radius > 0.4 * self.step]
        numbers = [shape.text for shape in shapes if shape.kind == "text" and shape.group is None]
        assert len(stones) <= 1 and len(numbers) <= 1, [vars(shape) for shape in shapes]
        sign = "." if not stones else "X" if stones[0].fill == BLACK else "O"
        return sign, int(numbers[0]) if numbers else None

    def position(self):
        signs = [self.stone(shapes)[0] for _, shapes in self.points()]
        return "/".join("".join(signs[row * self.columns:(row + 1) * self.columns]) for row in range(self.rows))
