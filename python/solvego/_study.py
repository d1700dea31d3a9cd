"""What rules allow or give, whatever the value: endless play, coalitions and control."""

from __future__ import annotations

import enum
from ctypes import POINTER, byref, c_char_p, c_uint8, string_at
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Tuple, Union

from . import _structs as s
from ._board import Board, as_board
from ._certificate import Certificate
from ._game import Game, Move, STONES, copied, find_prohibited, make_move, names_of_points, read_moves
from ._interrupt import Interrupt, run_long
from ._library import lib
from ._request import GIB, Request
from ._result import Stop
from ._text import call, check_kind, decode, encode, index, several, whole
from .errors import InputError


class EndlessVerdict(enum.IntEnum):
    NO = 0
    YES = 1
    UNDECIDED = 2


@dataclass(frozen=True)
class Endless:
    """Whether play can go on for ever."""

    verdict: EndlessVerdict
    argument: str
    """The name of the argument that decides it."""
    reason: str
    """The argument in a sentence, or what is missing."""
    way: Tuple[Move, ...]
    """The moves that lead to the cycle."""
    cycle: Tuple[Move, ...]
    """The cycle, once; empty: none was found."""
    balance: int
    """Black's passes minus White's in the cycle."""
    shortest: bool
    """No cycle that can be reached is shorter."""
    states: int
    """States that were looked at."""


def endless(
    game: Game,
    *,
    memory: int = GIB,
    seconds: float = 0,
    interrupt: Optional[Interrupt] = None,
) -> Endless:
    """Can play go on for ever from the position at which a game stands? The moves before do not
    count. memory: bytes. seconds: 0 is no limit. Raises InputError; LimitError: it was stopped, or
    is out of time or memory."""
    copy = copied(game)
    request = Request(memory=memory, seconds=seconds, interrupt=interrupt)

    def work() -> Endless:
        found = s.Endless()
        call(lib.solve_request_endless, request._handle, copy._handle, byref(found))
        try:
            count = found.way + found.cycle if found.moves else 0
            moves = read_moves(game.board, found.moves, count)
            return Endless(
                EndlessVerdict(found.verdict),
                decode(found.argument or b""),
                decode(found.reason or b""),
                moves[: found.way],
                moves[found.way :],
                found.balance,
                found.shortest,
                found.states,
            )
        finally:
            lib.solve_endless_release(byref(found))

    return request.run(work)


class Payoff(enum.IntEnum):
    """What players get at the end of a game."""

    POINTS = 0
    """Their points on the board."""
    MARGIN = 1
    """The same less the points of all others."""
    RANK = 2
    """How many of the others have fewer points than the best of them, less how many have more."""


@dataclass(frozen=True)
class Coalition:
    """What some players can force together if all others play against them."""

    lower: int
    """What they get at least."""
    upper: int
    """To what the others can hold them."""
    plays: Tuple[Move, ...]
    """The first plays that are proved to keep the value."""
    plays_complete: bool
    """Every other legal play is proved not to keep it."""
    line: Tuple[Move, ...]
    """Plays that keep the value, of both sides."""
    line_complete: bool
    """The line goes to the end of the game."""
    nodes: int
    entries: int
    certificate: Optional[Certificate] = None
    """A proof of it, where one was asked for and something was proved."""
    stop: Stop = Stop.NONE
    """Why it was stopped before all of that was found. LENGTH: it was not, but more of so long a line
    is not there."""

    @property
    def line_stop(self) -> Stop:
        """Why the line ends before it is complete, where it was looked for."""
        return Stop.NONE if self.line_complete else self.stop

    @property
    def proven(self) -> bool:
        """lower and upper are the value."""
        return self.lower == self.upper


def coalition(
    game: Game,
    members: Iterable[int],
    *,
    payoff: Payoff = Payoff.POINTS,
    value_only: bool = False,
    certificate: bool = False,
    memory: int = GIB,
    max_nodes: int = 0,
    seconds: float = 0,
    interrupt: Optional[Interrupt] = None,
) -> Coalition:
    """What the players whose numbers are given force together from where a game stands, under
    kee2013 with any number of players. With certificate a proof is made, too. Bounds that differ: a limit stopped it. Raises InputError."""
    copy = copied(game)
    players = {index(member, "players") for member in several(members, "players")}
    most = game.rules.facts.players - 1
    if not players or any(player not in range(most + 1) for player in players):
        raise InputError(f"players {sorted(players)}: wanted some of 0 to {most}")
    bits = sum(1 << player for player in players)
    request = Request(memory=memory, seconds=seconds, interrupt=interrupt)
    request.set_max_nodes(max_nodes)
    request.set_wanted(value_only, False)
    lib.solve_request_set_payoff(request._handle, Payoff(payoff))
    proofs = s.CoalitionProofs()
    if certificate:
        if lib.solve_coalition_proofs_new(byref(proofs)) != 0:
            raise MemoryError
        lib.solve_request_set_coalition_proofs(request._handle, proofs)

    def proof() -> Optional[Certificate]:
        made = s.Certificate()
        if not certificate:
            return None
        if lib.solve_coalition_proofs_certificate(proofs, copy._handle, byref(made)) != 0:
            return None
        return Certificate(string_at(made.bytes, made.size), made.claims, made.missing, made.cut)

    def work() -> Coalition:
        found = s.Coalition()
        call(lib.solve_request_coalition, request._handle, copy._handle, bits, byref(found))
        try:
            return Coalition(
                found.lower,
                found.upper,
                read_moves(game.board, found.plays, found.play_count),
                found.plays_complete,
                read_moves(game.board, found.line, found.line_count),
                found.line_complete,
                found.nodes,
                found.entries,
                proof(),
                Stop(found.stop),
            )
        finally:
            lib.solve_coalition_release(byref(found))

    try:
        return request.run(work)
    finally:
        lib.solve_coalition_proofs_free(proofs)


class Owner(enum.IntEnum):
    """Who controls a point."""

    UNKNOWN = -2
    """It is not decided."""
    NOBODY = -1
    BLACK = 0
    WHITE = 1
    BOTH = 2
    """Never seen."""


@dataclass(frozen=True)
class ControlSet:
    """Points that a player controls by one set, with a line as its proof: the opponent moves first,
    and after the line at most the two-eye formation stands."""

    player: int
    points: Tuple[int, ...]
    """That the player controls by the set."""
    set: Tuple[int, ...]
    """The points of the set."""
    start: str
    """The stones at the beginning, a letter a point."""
    line: Tuple[Tuple[Move, str], ...]
    """The moves, and the stones after each."""


@dataclass(frozen=True)
class Control:
    """Who controls what by the Logical Japanese Rules."""

    owners: Tuple[Owner, ...]
    """Of each point."""
    decided: bool
    """It is decided of every point."""
    stopped: bool
    """The interrupt stopped it."""
    choices: dict[str, str]
    """The choices that the text of the rules leaves, as they were used."""
    sets: Tuple[ControlSet, ...]


def control(
    board: Union[Board, str],
    position: Optional[str] = None,
    *,
    prohibited: Iterable[str] = (),
    choices: Optional[str] = None,
    max_states: int = 0,
    interrupt: Optional[Interrupt] = None,
) -> Control:
    """Finds who controls what on a board of at most 64 points, by the Logical Japanese Rules (Pauli
    2004). prohibited: names of empty points that are permanently prohibited. choices:
    "field=value,...". max_states: of the game on a set, 1073741824 at most; 0 is 2097152. Raises InputError,
    OutOfMemory."""
    graph = as_board(board)
    stop = interrupt or Interrupt()
    bits = 0
    check_kind(interrupt, "interrupt", Interrupt)
    for point in find_prohibited(graph, names_of_points(prohibited)):
        bits |= 1 << point
    options = s.ControlOptions(
        None if position is None else encode(position, "position"),
        bits & (1 << 64) - 1,
        None if choices is None else encode(choices, "choices"),
        whole(max_states, "max_states", 0, 1 << 30),
        stop._handle,
    )

    def work() -> Control:
        found = s.Control()
        call(lib.solve_control_find, graph._handle, byref(options), byref(found))
        try:
            return _control(graph, found)
        finally:
            lib.solve_control_free(found)

    return run_long(stop, work)


def _points(bits: int) -> Tuple[int, ...]:
    return tuple(point for point in range(s.POINTS_MAX) if bits >> point & 1)


def _control(board: Board, found: s.Control) -> Control:
    choices: dict[str, str] = {}
    field, value = c_char_p(), c_char_p()
    while lib.solve_control_choice(found, len(choices), byref(field), byref(value)) == 0:
        choices[decode(field.value or b"")] = decode(value.value or b"")
    sets: List[ControlSet] = []
    one = s.ControlSet()
    while lib.solve_control_set(found, len(sets), byref(one)) == 0:
        line = tuple(_step(board, found, len(sets), step) for step in range(one.step_count))
        start = _stones(board, one.start)
        sets.append(ControlSet(one.player, _points(one.points), _points(one.set), start, line))
    return Control(
        tuple(Owner(lib.solve_control_owner(found, point)) for point in range(board.points)),
        lib.solve_control_decided(found),
        lib.solve_control_stopped(found),
        choices,
        tuple(sets),
    )


def _stones(board: Board, stones: Any) -> str:
    return "".join(STONES[stone] for stone in stones[: board.points])


def _step(board: Board, found: s.Control, number: int, step: int) -> Tuple[Move, str]:
    move, stones = s.Move(), POINTER(c_uint8)()
    lib.solve_control_step(found, number, step, byref(move), byref(stones))
    return make_move(board, move), _stones(board, stones)
