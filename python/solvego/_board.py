"""Boards."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref
from typing import Any, List, Optional, Tuple, Union

from . import _structs as s
from ._library import c_free, lib
from ._text import call, decode, encode, encode_path, index
from .errors import FileError, checked


class Board:
    """A graph of points: a rectangle, "RxC" of R rows and C columns, or another graph.

    At most 361 points, for solving at most 64. Points have numbers from 0; on a rectangle the point
    of row r and column c, from the top left, is r * columns + c. A board never changes: any number
    of threads may use one.
    """

    def __init__(self, text: str) -> None:
        """Raises InputError if text names no board."""
        self._handle = s.Board()
        call(lib.solve_board_parse, encode(text, "board"), byref(self._handle))

    @classmethod
    def _of(cls, handle: s.Board) -> "Board":
        board = cls.__new__(cls)
        board._handle = handle
        return board

    @classmethod
    def from_graph(cls, name: str, text: str) -> "Board":
        """The board of a graph file's text: a line of point names separated by blanks, then a line
        "name name" for each edge. Raises InputError, which names the line."""
        handle = s.Board()
        data = encode(text, "graph")
        call(lib.solve_board_parse_graph, encode(name, "name"), data, len(data), byref(handle))
        return cls._of(handle)

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Board":
        """The board of a graph file. Raises InputError or FileError."""
        handle = s.Board()
        name = encode_path(path, "path")
        call(lib.solve_board_load_graph, name, byref(handle), about=f"{os.fspath(path)}: ", kind=FileError)
        return cls._of(handle)

    def __del__(self, _unref: Any = lib.solve_board_unref) -> None:
        if getattr(self, "_handle", None):
            _unref(self._handle)

    @property
    def name(self) -> str:
        """ "2x3", or the graph file's name."""
        return decode(lib.solve_board_name(self._handle))

    @property
    def points(self) -> int:
        """The number of its points."""
        return int(lib.solve_board_points(self._handle))

    def __len__(self) -> int:
        return self.points

    @property
    def rows(self) -> Optional[int]:
        """Of a rectangle; else None."""
        return int(lib.solve_board_rows(self._handle)) or None

    @property
    def columns(self) -> Optional[int]:
        """Of a rectangle; else None."""
        return int(lib.solve_board_columns(self._handle)) or None

    def point_name(self, point: int) -> str:
        """ "B2", or the graph file's name. Raises IndexError."""
        name = lib.solve_board_point_name(self._handle, self._checked(point))
        return decode(name)

    @property
    def point_names(self) -> Tuple[str, ...]:
        """The names of all points, by number."""
        return tuple(self.point_name(point) for point in range(self.points))

    def find(self, name: str) -> int:
        """The number of the point with that name (any case on a rectangle). Raises KeyError."""
        data = encode(name, "point")
        point = int(lib.solve_board_find_point(self._handle, data, len(data)))
        if point < 0:
            raise KeyError(name)
        return point

    def neighbours(self, point: int) -> Tuple[int, ...]:
        """The points next to a point, ascending. Raises IndexError."""
        count = ctypes.c_int()
        found = lib.solve_board_neighbours(self._handle, self._checked(point), byref(count))
        return tuple(found[: count.value])

    @property
    def drawing(self) -> Optional[Tuple[str, ...]]:
        """The rows of a drawing of a graph by characters, with the names of its points in it: that
        of the graph's file, or one that is made where the points fit a grid. None: there is none,
        or it is a rectangle."""
        rows, columns = ctypes.c_int(), ctypes.c_int()
        found = lib.solve_board_drawing(self._handle, byref(rows), byref(columns))
        if not found:
            return None
        text = decode(ctypes.string_at(found, rows.value * columns.value))
        return tuple(text[i : i + columns.value] for i in range(0, len(text), columns.value))

    def drawn_at(self, point: int) -> Optional[Tuple[int, int]]:
        """The row and column in the drawing where the name of a point begins; None: there is no
        drawing. Raises IndexError."""
        at = int(lib.solve_board_drawn_at(self._handle, self._checked(point)))
        rows = self.drawing
        return None if at < 0 or rows is None else divmod(at, len(rows[0]))

    def symmetries(self) -> List[Tuple[int, ...]]:
        """Maps of the points onto themselves that keep the edges, the identity first: map[p] is
        where p goes. Of another graph than a rectangle perhaps not all."""
        maps = ctypes.POINTER(ctypes.c_int)()
        count = checked(lib.solve_board_symmetries(self._handle, byref(maps)))
        try:
            size = self.points
            return [tuple(maps[i * size : (i + 1) * size]) for i in range(count)]
        finally:
            c_free(maps)

    def _checked(self, point: int) -> int:
        number = index(point, "point")
        if not 0 <= number < self.points:
            raise IndexError(f"point {point}: wanted from 0 to {self.points - 1}")
        return number

    def _graph(self) -> str:
        names = self.point_names
        edges = [
            f"{names[a]} {names[b]}" for a in range(len(names)) for b in self.neighbours(a) if a < b
        ]
        drawing = [f"#:{row}" for row in self.drawing or ()]
        return "\n".join([*drawing, " ".join(names), *edges]) + "\n"

    def __reduce__(self) -> Any:
        if self.rows:
            return Board, (self.name,)
        return Board.from_graph, (self.name, self._graph())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return bool(self.__reduce__() == other.__reduce__())

    def __hash__(self) -> int:
        return hash((self.name, self.points))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Board({self.name!r})" if self.rows else f"<Board {self.name!r}>"


def as_board(board: Union[Board, str]) -> Board:
    return board if isinstance(board, Board) else Board(board)
