"""Moves and games."""

from __future__ import annotations

import ctypes
import enum
from errno import ENOENT, EPERM
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _structs as s
from ._board import Board, as_board
from ._interrupt import Interrupt, run_long
from ._library import c_free, lib
from ._rules import Rules, as_rules
from ._text import call, decode, encode, index, optional, points, several, whole
from .errors import IllegalMove, InputError, LimitError, checked

BLACK, WHITE = 0, 1
STONES = ".XO#@"


class MoveKind(enum.IntEnum):
    STONE = 0
    PASS = 1
    REFRESH = 2
    """A refreshing pass (Kee)."""


@dataclass(frozen=True)
class Move:
    """A move. str() of it is its text."""

    text: str
    """ "B2", "pass", "refresh", "cycle:1+B2"."""
    kind: MoveKind
    point: Optional[int]
    """Of a stone."""
    cycle: int
    """Which cycle is removed first, from 1; 0: none."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


class Ending(enum.IntEnum):
    """How a game stands after a turn."""

    GOES_ON = 0
    SCORED = 1
    """The board as it stands is scored."""
    NO_RESULT = 2
    """A repetition ended the game without a result."""
    TIE = 3
    """A repetition ended the game in a tie, whatever the score and komi."""
    WON = 4
    """A player won outright, whatever the score and komi."""


@dataclass(frozen=True)
class Turn:
    """A turn and what the rules made of it. Turn 0 is the start."""

    number: int
    move: Optional[Move]
    """None at the start."""
    player: Optional[int]
    """Who moved; None at the start."""
    next: int
    """Who moves next."""
    passes: int
    """Consecutive ones up to now, as the rules count them."""
    removed: int
    """Stones that the turn removed."""
    lost: Tuple[int, ...]
    """Stones of each player removed since the start."""
    banned: Optional[int]
    """The player whom the turn got prohibited from playing."""
    repeated: Optional[int]
    """Where banned or ended by it: the turn that came back."""
    ending: Ending
    winner: Optional[int]
    """Who won outright."""
    needed: int
    """Passes that it takes to end the game, under rules that remove cycles."""
    rule: Optional[str]
    """The rule that banned or ended."""
    position: str
    """The stones after it."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal."""

    rule: Optional[str]
    """ "occupied", "suicide", "psk", ...; None: the game is over."""
    reason: str
    """ "recreates the board after move 7"."""


@dataclass(frozen=True)
class Cycle:
    """A cycle that the player after a turn may remove if it disturbs."""

    start: int
    """The turn that it goes back to."""
    disturbing: bool
    """A pass would not end the game."""
    used: Tuple[int, ...]
    """Points to which a stone was added, or from which one was removed."""


def make_move(board: Board, move: s.Move) -> Move:
    text = ctypes.create_string_buffer(s.MOVE_TEXT_MAX)
    lib.solve_move_format(board._handle, move, text)
    point = move.point if move.kind == MoveKind.STONE else None
    return Move(decode(text.value), MoveKind(move.kind), point, move.cycle)


def read_moves(board: Board, moves: Any, count: int) -> Tuple[Move, ...]:
    return tuple(make_move(board, moves[i]) for i in range(count))


class Game:
    """A position and the moves made from it: its whole history.

    >>> game = Game("1x2", "psk")
    >>> game.play("A1", "B1")
    >>> game.why("A1").reason
    'recreates the board after move 1'

    board and rules may be texts. position is text: rows from the top joined by '/', '.' an empty
    point, X O # @ the stones of the players; None: an empty board. to_move is BLACK (0), WHITE (1),
    another player's number, or a name: "white". prohibited: names of empty points where the first turn may not put
    a stone, under rules that know such points. Raises InputError.
    """

    def __init__(
        self,
        board: Union[Board, str],
        rules: Union[Rules, str],
        position: Optional[str] = None,
        to_move: Union[int, str] = BLACK,
        prohibited: Tuple[str, ...] = (),
    ) -> None:
        self.board = as_board(board)
        self.rules = as_rules(rules)
        self._prohibited = names_of_points(prohibited)
        self._handle = s.Game()
        text = None if position is None else encode(position, "position")
        if isinstance(to_move, str):
            to_move = self._player(to_move)
        to_move = whole(to_move, "to_move", 0, self.rules.facts.players - 1)
        call(
            lib.solve_game_new,
            self.board._handle,
            self.rules._handle,
            text,
            to_move,
            byref(self._handle),
        )
        if self._prohibited and not self.rules.facts.removes_cycles:
            raise InputError(f"prohibited '{self._prohibited[0]}': these rules prohibit no points at the start: wanted "
                             "ljrg")
        for point in find_prohibited(self.board, self._prohibited, self.stones):
            checked(lib.solve_game_prohibit(self._handle, point))

    def _player(self, name: str) -> int:
        players = self.rules.facts.players
        player = int(lib.solve_player_parse(encode(name, "to_move"), players))
        if player < 0:
            wanted = ", ".join(("black", "white", "third", "fourth")[:players])
            raise InputError(f"to_move '{name}': wanted {wanted}")
        return player

    def __del__(self, _free: Any = lib.solve_game_free) -> None:
        if getattr(self, "_handle", None):
            _free(self._handle)

    def copy(self) -> "Game":
        """A game with the same start and moves."""
        copy = Game.__new__(Game)
        copy.board, copy.rules, copy._prohibited = self.board, self.rules, self._prohibited
        copy._handle = s.Game()
        checked(lib.solve_game_copy(self._handle, byref(copy._handle)))
        return copy

    __copy__ = copy

    def move(self, text: Union[str, Move]) -> Move:
        """Reads a move, legal or not. Raises InputError if it cannot be read."""
        return make_move(self.board, self._move(text))

    def _move(self, move: Union[str, Move]) -> s.Move:
        found = s.Move()
        call(lib.solve_move_parse, self.board._handle, self.rules._handle,
             encode(str(move), "move"), byref(found))
        return found

    def play(self, *moves: Union[str, Move]) -> None:
        """Plays moves, one after the other: play("B2", "pass"), play("B2 pass") or play(*moves).
        Raises IllegalMove, with the moves before it played, or InputError with none."""
        for move in [one for text in moves for one in self._read(text)]:
            refusal = s.Refusal()
            self._judge(lib.solve_game_play(self._handle, move, byref(refusal)), move, refusal)

    def _read(self, text: Union[str, Move]) -> List[s.Move]:
        moves, count = ctypes.POINTER(s.Move)(), ctypes.c_size_t()
        call(lib.solve_move_parse_list, self.board._handle, self.rules._handle,
             encode(str(text), "move"), byref(moves), byref(count))
        try:
            # Copies: what moves points to is freed.
            return [s.Move.from_buffer_copy(moves[i]) for i in range(count.value)]
        finally:
            c_free(moves)

    def _judge(self, code: int, move: s.Move, refusal: s.Refusal) -> None:
        if code == -EPERM:
            text = make_move(self.board, move).text
            reason = decode(refusal.reason)
            raise IllegalMove(f"{text} is not legal after move {self.turn_count}: {reason}", text,
                              optional(refusal.rule), reason)
        checked(code)

    def why(self, move: Union[str, Move]) -> Optional[Refusal]:
        """Why a move is not legal now; None: it is legal. Raises InputError if it cannot be
        read."""
        refusal = s.Refusal()
        code = lib.solve_game_check(self._handle, self._move(move), byref(refusal))
        if code == -EPERM:
            return Refusal(optional(refusal.rule), decode(refusal.reason))
        checked(code)
        return None

    def is_legal(self, move: Union[str, Move]) -> bool:
        """Is the move legal now? Raises InputError if it cannot be read."""
        return self.why(move) is None

    def undo(self) -> None:
        """Takes the last turn back. Raises InputError if none was made."""
        if lib.solve_game_undo(self._handle) != 0:
            raise InputError("no turn was made: there is nothing to take back")

    @property
    def legal_moves(self) -> Tuple[Move, ...]:
        """Stones by point, then passes; without moves that remove a cycle. None when it is
        over."""
        moves, count = ctypes.POINTER(s.Move)(), ctypes.c_size_t()
        checked(lib.solve_game_legal_moves(self._handle, byref(moves), byref(count)))
        try:
            return read_moves(self.board, moves, count.value)
        finally:
            c_free(moves)

    @property
    def turn_count(self) -> int:
        """The turns made."""
        return int(lib.solve_game_turns(self._handle))

    def turn(self, number: int) -> Turn:
        """A turn, from 1; 0: the start; negative: from the end, -1 the last. Raises IndexError."""
        count = self.turn_count
        asked = index(number, "turn")
        found = asked + count + 1 if asked < 0 else asked
        turn = s.Turn()
        if not 0 <= found <= count or lib.solve_game_turn(self._handle, found, byref(turn)) != 0:
            raise IndexError(f"turn {number}: wanted from 0 to {count}")
        ending = Ending(turn.ending)
        came_back = turn.banned >= 0 or ending != Ending.GOES_ON and turn.rule is not None
        return Turn(
            found,
            make_move(self.board, turn.move) if found > 0 else None,
            None if turn.player < 0 else turn.player,
            turn.next,
            turn.passes,
            turn.removed,
            tuple(turn.lost[: self.rules.facts.players]),
            None if turn.banned < 0 else turn.banned,
            turn.repeated if came_back else None,
            ending,
            None if turn.winner < 0 else turn.winner,
            turn.needed,
            optional(turn.rule),
            self._position(found),
        )

    @property
    def turns(self) -> Iterator[Turn]:
        """The start and all turns."""
        return (self.turn(number) for number in range(self.turn_count + 1))

    @property
    def moves(self) -> Tuple[Move, ...]:
        """The moves made."""
        found: List[Move] = []
        turn = s.Turn()
        while lib.solve_game_turn(self._handle, len(found) + 1, byref(turn)) == 0:
            found.append(make_move(self.board, turn.move))
        return tuple(found)

    @property
    def is_over(self) -> bool:
        return bool(lib.solve_game_is_over(self._handle))

    @property
    def ending(self) -> Ending:
        """How the game stands."""
        return self.turn(-1).ending

    @property
    def to_move(self) -> Optional[int]:
        """Who moves next; None: the game is over."""
        return None if self.is_over else int(lib.solve_game_to_move(self._handle))

    def _position(self, turn: int) -> str:
        text = ctypes.create_string_buffer(s.POSITION_TEXT_MAX)
        if lib.solve_game_position(self._handle, turn, text) != 0:
            raise IndexError(f"turn {turn}: wanted from 0 to {self.turn_count}")
        return decode(text.value)

    @property
    def position(self) -> str:
        """The stones as they stand, as text."""
        return self._position(self.turn_count)

    @property
    def stones(self) -> Tuple[int, ...]:
        """The stones as they stand: of each point 0 if it is empty, else 1 + the player."""
        return tuple(STONES.index(stone) for stone in self.position if stone != "/")

    @property
    def scores(self) -> Tuple[float, ...]:
        """The points of each player on the board as it stands: ints, or halves where the ruleset
        gives half a point to who passes first. Raises LimitError if the board is too
        large for who controls what to be found, which may take a minute under ljrg; Ctrl-C:
        Interrupted."""
        copy = self.copy()  # other threads may use this one meanwhile
        scores = (ctypes.c_int * s.PLAYERS_MAX)()

        def work() -> int:
            return int(lib.solve_game_half_points(copy._handle, scores))

        if self.rules.facts.removes_cycles:  # who controls what takes its time
            stop = Interrupt()
            lib.solve_game_watch(copy._handle, stop._handle, 0)
            code = run_long(stop, work)
        else:
            code = work()
        checked(code, "the board is too large for who controls what to be found", LimitError)
        return tuple(points(score) for score in scores[: self.rules.facts.players])

    @property
    def margin(self) -> float:
        """Black's points minus White's on the board as it stands."""
        scores = self.scores
        return scores[0] - scores[1]

    def prohibited(self, point: str, turn: int = -1) -> Optional[Refusal]:
        """Under rules that remove cycles: why the player after a turn may not put a stone on a
        point; None: he may. Raises InputError under other rules."""
        rule, reason = ctypes.c_char_p(), ctypes.c_char_p()
        number = self.turn(turn).number
        found = lib.solve_game_prohibited(self._handle, number, self.board.find(point),
                                          byref(rule), byref(reason))
        checked(found, f"rules '{self.rules}' remove no cycles")
        return Refusal(optional(rule.value), decode(reason.value or b"")) if found else None

    def cycles(self, turn: int = -1) -> List[Cycle]:
        """Under rules that remove cycles: the cycles that may be removed after a turn, number 1
        first. Raises InputError under other rules."""
        found: List[Cycle] = []
        number = self.turn(turn).number
        cycle = s.Cycle()
        while True:
            code = lib.solve_game_cycle(self._handle, number, len(found) + 1, byref(cycle))
            if code == -ENOENT:
                return found
            checked(code, f"rules '{self.rules}' remove no cycles")
            used = tuple(point for point in range(self.board.points) if cycle.used[point])
            found.append(Cycle(cycle.start, cycle.disturbing, used))

    def __reduce__(self) -> Any:
        start = (self.board, self.rules, self._position(0), self.turn(0).next, self._prohibited)
        return _remake, (start, " ".join(str(move) for move in self.moves))

    def __str__(self) -> str:
        """The stones in rows, from the top."""
        return self.position.replace("/", "\n")

    def __repr__(self) -> str:
        return f"<Game {self.board} {self.rules} {self.position} after {self.turn_count} turns>"


def _remake(start: Tuple[Any, ...], moves: str) -> Game:
    game = Game(*start)
    game.play(moves)
    return game


def names_of_points(prohibited: Iterable[str]) -> Tuple[str, ...]:
    """The names of the points that are to be prohibited. Those of a text would be its letters."""
    if isinstance(prohibited, str):
        raise TypeError(f"prohibited: wanted names, such as ('A1',), not the str {prohibited!r}")
    return several(prohibited, "prohibited")


def find_prohibited(board: Board, names: Iterable[str], stones: Sequence[int] = ()) -> List[int]:
    """The numbers of the points that are to be prohibited; stones: as in Game.stones, if they are known."""
    found: List[int] = []
    for name in names:
        try:
            point = board.find(name)
        except KeyError:
            raise InputError(f"prohibited '{name}': no point of the board: wanted empty points") from None
        if stones and stones[point] != 0:
            raise InputError(f"prohibited '{name}': a stone is there: wanted empty points")
        if point in found:
            raise InputError(f"prohibited '{name}': it is named twice: wanted each point once")
        found.append(point)
    return found


def copied(game: object) -> Game:
    """A copy for a long call, during which others may use the game itself."""
    if not isinstance(game, Game):
        raise TypeError(f"{game!r} is no Game: wanted one, such as Game('2x3', 'psk')")
    return game.copy()
