"""Stones and captures, no ko: the boards that pictures must show."""
import random


class Game:
    def __init__(self, rows, columns, suicide=False):
        self.suicide = suicide
        self.rows, self.columns, self.player = rows, columns, 0
        self.stones = ["."] * (rows * columns)
        self.moves, self.boards = [], [self.position()]

    def position(self):
        return "/".join("".join(self.stones[row * self.columns:(row + 1) * self.columns]) for row in range(self.rows))

    def next_to(self, point):
        row, column = divmod(point, self.columns)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < self.rows and 0 <= c < self.columns:
                yield r * self.columns + c

    def chain(self, point):
        """The chain of a stone, and whether it has a liberty."""
        chain, free, todo = {point}, False, [point]
        while todo:
            for other in self.next_to(todo.pop()):
                free = free or self.stones[other] == "."
                if other not in chain and self.stones[other] == self.stones[point]:
                    chain.add(other)
                    todo.append(other)
        return chain, free

    def name(self, point):
        row, column = divmod(point, self.columns)
        return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column] + str(self.rows - row)

    def play(self, point):
        """Plays a stone, or passes (None). Returns False if it is not legal."""
        before = list(self.stones)
        if point is not None:
            if self.stones[point] != ".":
                return False
            self.stones[point] = "XO"[self.player]
            for other in self.next_to(point):
                if self.stones[other] == "OX"[self.player]:
                    chain, free = self.chain(other)
                    for taken in chain if not free else ():
                        self.stones[taken] = "."
            own, free = self.chain(point)
            if not free and not self.suicide:
                self.stones = before
                return False
            for lost in own if not free else ():
                self.stones[lost] = "."
        self.moves.append("pass" if point is None else self.name(point))
        self.boards.append(self.position())
        self.player = 1 - self.player
        return True

    def play_text(self, move):
        names = [self.name(point) for point in range(len(self.stones))]
        assert self.play(None if move == "pass" else names.index(move)), move

    def play_random(self, count, seed):
        """Plays so many moves; never two passes in a row."""
        source = random.Random(seed)
        for _ in range(count):
            points = source.sample(range(len(self.stones)), len(self.stones))
            if not any(self.play(point) for point in points) or source.random() < 0.05:
                if self.moves and self.moves[-1] == "pass":
                    return self
                self.play(None)
        return self
