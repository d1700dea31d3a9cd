"""What was found of a game."""

from __future__ import annotations

import enum
import math
from ctypes import byref, c_size_t, string_at
from dataclasses import dataclass, field
from html import escape
from typing import Any, List, Optional, Tuple, Union

from . import _structs as s
from ._board import Board, as_board
from ._certificate import Certificate
from ._game import Game, Move, make_move, read_moves
from ._library import lib
from ._rules import Rules, as_rules
from ._text import Komi, decode, half_points, margin, points
from .errors import checked


class Stop(enum.IntEnum):
    """Why a run stopped before all was proved."""

    NONE = 0
    """Nothing stopped it."""
    NODES = 1
    """The limit of nodes."""
    TIME = 2
    """The limit of seconds."""
    INTERRUPT = 3
    """The interrupt."""
    MEMORY = 4
    """Memory is full of what cannot be forgotten."""
    UNDECIDED = 5
    """No proof was found, and more nodes would find none."""
    SOLO = 6
    """Too many boards to enumerate after a ban, when one player moves alone."""
    LENGTH = 7
    """A line grew too long for the counters of passes."""
    UNSCORED = 8
    """Who controls what on a board is not decided."""
    STORE = 9
    """What is proved cannot be written."""
    OTHER = 10
    """Anything else."""
    SIZE = 11
    """Under this ruleset boards of this size are not searched."""

    @property
    def text(self) -> str:
        """In words, "the limit of nodes is reached"."""
        return decode(lib.solve_stop_text(self))


class Rating(enum.IntEnum):
    """What is proved of a root move at the komi."""

    OPEN = 0
    """Neither of the following."""
    BEST = 1
    """It is one of the best."""
    WORSE = 2
    """It is not one of the best."""


@dataclass(frozen=True)
class Bounds:
    """What is proved of a value, in points, Black's minus White's, before komi.

    lower is the largest margin that Black can force, upper the smallest that White can force; each
    lies between two numbers, which are ints, ints and a half where the ruleset gives half a point to
    who passes first, or plus or minus math.inf: no bound, a win outright,
    or that no end can be forced. Under most rules lower and upper are one number.
    """

    lower_min: float
    lower_max: float
    upper_min: float
    upper_max: float

    @classmethod
    def of_rules(cls, rules: Union[Rules, str], board: Union[Board, str]) -> "Bounds":
        """What the rules alone say of the value of any state on the board: no end has more points,
        however play goes. Infinite, either way, where that is no bound of a value: where prisoners
        count, a player may win outright, or may come to no end with a score. Raises InputError."""
        bounds, ruleset, on = s.Bounds(), as_rules(rules), as_board(board)
        checked(lib.solve_bounds_of_rules(ruleset._handle, on._handle, byref(bounds)))
        return make_bounds(bounds, ruleset)

    @property
    def known(self) -> bool:
        """Are lower and upper known?"""
        return self.lower_min == self.lower_max and self.upper_min == self.upper_max

    @property
    def lower(self) -> Optional[float]:
        """The largest margin that Black can force; None: it is not known."""
        return self.lower_min if self.lower_min == self.lower_max else None

    @property
    def upper(self) -> Optional[float]:
        """The smallest margin that White can force; None: it is not known."""
        return self.upper_min if self.upper_min == self.upper_max else None

    @property
    def value(self) -> Optional[float]:
        """The one number; None: it is not known, or lower and upper differ."""
        return self.lower if self.known and self.lower_min == self.upper_min else None

    def at_komi(self, komi: Komi) -> Optional[float]:
        """Black's margin by best play, before komi, if what lies between lower and upper counts as
        the komi: the middle one of lower, komi and upper. None: it is not known."""
        if not self.known:
            return None
        lower, upper = _plain(self.lower_min), _plain(self.upper_min)
        half = _half(self.lower_min, self.upper_min)
        found = int(lib.solve_bounds_at_komi(lower, upper, half_points(komi) - half))
        if abs(found) >= s.MARGIN_INFINITE:
            return math.copysign(math.inf, found)
        return points(found + half)

    def __str__(self) -> str:
        if self.value is not None:
            return str(self.value)
        lower, upper = self.lower_min, self.upper_max
        if self.known:
            return f"{lower} | {upper}"
        return f"{lower}..{upper}"


def _plain(number: float) -> int:
    """A margin as the library has it."""
    if math.isinf(number):
        return s.MARGIN_INFINITE if number > 0 else -s.MARGIN_INFINITE
    return math.floor(number)


def _half(*numbers: float) -> int:
    """1 if the finite ones are whole numbers and a half, else 0."""
    return int(any(not math.isinf(number) and number != math.floor(number) for number in numbers))


@dataclass(frozen=True)
class RootMove:
    """A legal move at the root."""

    move: Move
    bounds: Bounds
    """Of the state after it."""
    same_as: int
    """The index of the first root move that a symmetry takes to this one, or its own."""
    rating: Rating

    @property
    def best(self) -> bool:
        """It is proved to be one of the best at the komi."""
        return self.rating == Rating.BEST


@dataclass(frozen=True)
class Work:
    """What a run took."""

    nodes: int
    """States that were expanded. 0: the store had the result."""
    entries: int
    """Entries of the transposition table at the end."""
    seconds: float
    threads: int
    """That searched."""


@dataclass(frozen=True)
class Result:
    """What is proved of a game, all of it plain Python: it can be kept and pickled."""

    game: Game = field(compare=False)
    """A copy of the game that was solved: only to be read."""
    komi: float
    bounds: Bounds
    moves: Tuple[RootMove, ...]
    """In the order of Game.legal_moves; none when the game is over."""
    moves_complete: bool
    """The value of every root move is proved."""
    best_complete: bool
    """Of every root move it is proved that it is one of the best at the komi, or that it is not."""
    komi_matters: bool
    """Another komi may have other best moves."""
    line: Tuple[Move, ...]
    """A line of best play."""
    line_complete: bool
    """It goes to the end of the game, or to a state that recurs."""
    line_cycle: Optional[int]
    """The index of its move at which a cycle begins that goes on for ever."""
    stop: Stop
    """Why it stopped before all was proved."""
    line_stop: Stop
    """Why the line ends before it is complete, where it was looked for."""
    work: Work = field(compare=False)
    certificate: Optional[Certificate]
    """If it was asked for."""
    answer: Optional[bool] = None
    """Is the claim true that was asked? None: that is not decided, or none was asked."""

    @property
    def known(self) -> bool:
        """Is the value known (both numbers, where they differ)?"""
        return self.bounds.known

    @property
    def value(self) -> Optional[float]:
        """Black's margin by best play, before komi; None: it is not known, or what Black and White
        can force differs (bounds)."""
        return self.bounds.value

    @property
    def best(self) -> Tuple[Move, ...]:
        """The moves that are proved to be the best at the komi; all of them if best_complete."""
        return tuple(one.move for one in self.moves if one.best)

    def move(self, text: str) -> RootMove:
        """The root move with that text, in any case. Raises InputError if it cannot be read and
        KeyError if it is none."""
        wanted = self.game.move(text)
        for one in self.moves:
            if one.move == wanted:
                return one
        raise KeyError(text)

    def __str__(self) -> str:
        """A line for each: the value, the best moves, what stopped it."""
        game = self.game
        lines = [f"{game.board} {game.rules}: {self.bounds}"]
        if self.best:
            lines.append("best: " + " ".join(map(str, self.best)))
        if self.stop != Stop.NONE:
            lines.append("stopped: " + self.stop.text)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """For notebooks: the board with the value of each play, or a list of the plays."""
        game = self.game
        after = {one.move.text: one for one in self.moves}

        def cell(name: str, stone: str) -> str:
            one = after.get(name)
            if one is None:
                text = {"X": "●", "O": "○"}.get(stone, "" if stone == "." else stone)
            else:
                text = escape(str(one.bounds))
                text = f"<b>{text}</b>" if one.best else text
            return f'<td title="{escape(name)}" style="text-align:center">{text}</td>'

        rows = []
        if game.board.columns:
            names, columns = game.board.point_names, game.board.columns
            stones = game.position.replace("/", "")
            for start in range(0, len(names), columns):
                cells = (cell(names[p], stones[p]) for p in range(start, start + columns))
                rows.append("<tr>" + "".join(cells) + "</tr>")
        rest = [one for one in self.moves if not rows or one.move.point is None or one.move.cycle]
        text = ", ".join(f"{escape(one.move.text)} {escape(str(one.bounds))}" for one in rest)
        table = f"<table>{''.join(rows)}</table>" if rows else ""
        return f"<p>{escape(str(self)).replace(chr(10), '<br>')}</p>{table}<p>{text}</p>"


def make_bounds(bounds: Any, rules: Rules) -> Bounds:
    half = points(lib.solve_rules_half_points(rules._handle))
    return Bounds(
        margin(bounds.lower_min) + half,
        margin(bounds.lower_max) + half,
        margin(bounds.upper_min) + half,
        margin(bounds.upper_max) + half,
    )


def _moves(game: Game, result: s.Result, komi: int) -> Tuple[RootMove, ...]:
    found: List[RootMove] = []
    one = s.RootMove()
    for i in range(lib.solve_result_move_count(result)):
        lib.solve_result_move(result, i, byref(one))
        rating = Rating(lib.solve_result_rating(result, i, komi))
        move = make_move(game.board, one.move)
        found.append(RootMove(move, make_bounds(one.bounds, game.rules), one.same_as, rating))
    return tuple(found)


def _certificate(result: s.Result) -> Optional[Certificate]:
    found = s.Certificate()
    if lib.solve_result_certificate(result, byref(found)) != 0:
        return None
    data = string_at(found.bytes, found.size) if found.size > 0 else b""
    lacks: List[str] = []
    while True:
        text = lib.solve_result_uncertified(result, len(lacks))
        if text is None:
            return Certificate(data, found.claims, found.missing, found.cut, tuple(lacks))
        lacks.append(decode(text))


def _answer(claim: Optional[s.Claim], bounds: s.Bounds, game: Game) -> Optional[bool]:
    if claim is None:
        return None
    answer = lib.solve_claim_answer(byref(claim), byref(bounds), game.rules._handle)
    return None if answer == 0 else answer == 1


def take_result(
    result: s.Result, game: Game, komi: int, claim: Optional[s.Claim] = None
) -> Result:
    """What a result of the library says, and of a claim; it is freed."""
    try:
        bounds, work, count = s.Bounds(), s.Work(), c_size_t()
        checked(lib.solve_result_bounds(result, byref(bounds)))
        checked(lib.solve_result_work(result, byref(work)))
        line = lib.solve_result_pv(result, byref(count))
        cycle = lib.solve_result_pv_cycle(result)
        return Result(
            game,
            points(komi),
            make_bounds(bounds, game.rules),
            _moves(game, result, komi),
            lib.solve_result_moves_complete(result),
            lib.solve_result_best_complete(result, komi),
            lib.solve_result_komi_matters(result),
            read_moves(game.board, line, count.value),
            lib.solve_result_pv_complete(result),
            cycle if cycle >= 0 else None,
            Stop(lib.solve_result_stop(result)),
            Stop(lib.solve_result_pv_stop(result)),
            Work(work.nodes, work.entries, work.seconds, work.threads),
            _certificate(result),
            _answer(claim, bounds, game),
        )
    finally:
        lib.solve_result_free(result)
