"""Complete games and legal positions, counted: ints of any size."""

from __future__ import annotations

import enum
from ctypes import byref, c_size_t, c_void_p, string_at
from dataclasses import dataclass
from typing import Callable, Optional, Tuple, Union

from . import _structs as s
from ._board import Board, as_board
from ._game import Game, Move, copied, read_moves
from ._interrupt import Interrupt
from ._library import c_free, lib
from ._request import GIB, Progress, Request
from ._result import Stop
from ._store import Store
from ._text import call, check_kind, decode, integer, real, whole
from .errors import InputError

_LENGTHS = {None: 0, "plays": 1, "turns": 2}


class CountVerdict(enum.IntEnum):
    EXACT = 0
    """The number of complete games is known."""
    ENDLESS = 1
    """Play need never end: there is no number."""
    STOPPED = 2
    """A limit or the interrupt stopped it: nothing is known."""


@dataclass(frozen=True)
class Count:
    """How many complete games go on from where a game stands."""

    verdict: CountVerdict
    games: Optional[int]
    """None: it is not known."""
    shortest: Optional[int]
    """The length of the shortest complete game, if lengths were wanted."""
    longest: Optional[int]
    by_length: dict[int, int]
    """How many complete games have each length, if lengths were wanted; none is 0."""
    stop: Stop
    """Why it was stopped."""
    nodes: int
    """States of the count that were looked into, with their history."""
    entries: int
    """Results that were kept at the end."""
    bytes: int
    """Memory held at most."""
    seconds: float
    threads: int
    method: str
    """How it was counted, a few words."""


def count(
    game: Game,
    *,
    lengths: Optional[str] = None,
    threads: int = 1,
    memory: int = GIB,
    seconds: float = 0,
    store: Optional[Store] = None,
    progress: Optional[Callable[[Progress], object]] = None,
    interrupt: Optional[Interrupt] = None,
) -> Count:
    """Counts the complete games that go on from where a game stands: sequences of turns, passes
    included, to an end by the rules. lengths: "plays" or "turns" counts the games of each length,
    too. Any ruleset, any number of players. Where it was stopped or play need never end the verdict
    says so. Raises InputError, OutOfMemory; Ctrl-C: Interrupted."""
    if not isinstance(lengths, (str, type(None))) or lengths not in _LENGTHS:
        raise InputError(f"lengths {lengths!r}: wanted 'plays', 'turns' or None")
    copy = copied(game)
    check_kind(store, "store", Store)
    request = Request(
        threads=threads,
        memory=memory,
        seconds=seconds,
        interrupt=interrupt,
        progress=progress,
        board=game.board,
        store=store,
    )

    def run() -> Count:
        found = s.Count()
        call(lib.solve_request_count, request._handle, copy._handle, _LENGTHS[lengths],
             byref(found))
        try:
            return _count(found)
        finally:
            lib.solve_count_free(found)

    return request.run(run)


def _count(found: s.Count) -> Count:
    work, shortest, longest = s.CountWork(), c_size_t(), c_size_t()
    lib.solve_count_work(found, byref(work))
    by_length: dict[int, int] = {}
    known = lib.solve_count_extremes(found, byref(shortest), byref(longest)) == 0
    if known:
        for length in range(shortest.value, longest.value + 1):
            games = integer(decode(lib.solve_count_games_of_length(found, length)))
            if games > 0:
                by_length[length] = games
    digits = lib.solve_count_games(found)
    return Count(
        CountVerdict(lib.solve_count_verdict(found)),
        None if digits is None else integer(decode(digits)),
        shortest.value if known else None,
        longest.value if known else None,
        by_length,
        Stop(lib.solve_count_stop(found)),
        work.nodes,
        work.entries,
        work.bytes,
        work.seconds,
        work.threads,
        decode(work.method or b""),
    )


@dataclass(frozen=True)
class Estimate:
    """An estimate of the number of complete games: never a proof."""

    log10: float
    """Of the number of complete games."""
    error: float
    """Relative, either way, with 95 % confidence: 0.1 is 10 %."""
    samples: int
    """Games that were played at random."""
    runs: int
    """Independent ones, which the error comes from."""
    seconds: float
    mean_length: float
    """Plays of a complete game, estimated; each game counts the same."""
    longest: int
    """Plays of the longest game that was met."""
    doubtful: bool
    """Single runs are few, or differ so much, that the error may be far larger."""
    stop: Stop
    """The limit that ended it before the error was so small, and not doubtful; Stop.NONE: none did."""


def estimate(
    game: Game,
    *,
    within: float = 0.01,
    seed: int = 1,
    games: int = 0,
    threads: int = 1,
    memory: int = GIB,
    seconds: float = 0,
    progress: Optional[Callable[[Progress], object]] = None,
    interrupt: Optional[Interrupt] = None,
) -> Estimate:
    """Estimates the number of complete games by random games with resampling. Stops when the error
    is at most within (relative), or at the limits: so many games at random, or seconds; with neither
    (0) after a minute, as the error may be out of reach; with games alone it takes what time they need.
    What is learned before is not among these games; where seconds are given, too, it takes half of
    them at most. The same seed and memory give the same estimate on any number of threads, unless time
    limits it: with games, unless time stops it before so many, learning takes its half, or the graph
    from which games are played two fifths.
    Raises EndlessError: play need never end; LimitError: stopped before there
    was an error to tell, or too few games for one; InputError, OutOfMemory."""
    copy, found, error = copied(game), s.Estimate(), real(within, "within")
    request = Request(
        threads=threads,
        memory=memory,
        seconds=seconds,
        interrupt=interrupt,
        progress=progress,
        board=game.board,
    )
    request.set_max_nodes(games, "games")

    def work() -> Estimate:
        call(lib.solve_request_estimate, request._handle, copy._handle, error, _seed(seed),
             byref(found))
        numbers = {name: getattr(found, name) for name, _ in s.Estimate._fields_ if name != "stop"}
        return Estimate(**numbers, stop=Stop(found.stop))

    return request.run(work)


def _seed(seed: int) -> int:
    return whole(seed, "seed", 0, (1 << 64) - 1)


@dataclass(frozen=True)
class Longest:
    """Bounds of the length of the longest complete game, in stone plays."""

    at_least: int
    """There is a game of so many plays: moves."""
    at_most: Optional[int]
    """No game has more plays; None: no bound is proved."""
    argument: str
    """What at_most rests on, a few words."""
    moves: Tuple[Move, ...]
    """A complete game of at_least plays; empty: none was met, or the game is over."""
    seconds: float
    stop: Stop
    """What stopped it before the bounds met."""


def longest(
    game: Game,
    *,
    seed: int = 1,
    memory: int = GIB,
    seconds: float = 0,
    progress: Optional[Callable[[Progress], object]] = None,
    interrupt: Optional[Interrupt] = None,
) -> Longest:
    """Bounds the length of the longest complete game that goes on from where a game stands. Without
    a limit it ends when the bounds meet, or come no nearer for long. Raises EndlessError: play need
    never end; InputError, OutOfMemory."""
    copy, found = copied(game), s.Longest()
    request = Request(
        memory=memory,
        seconds=seconds,
        interrupt=interrupt,
        progress=progress,
        board=game.board,
    )

    def work() -> Longest:
        call(lib.solve_request_longest, request._handle, copy._handle, _seed(seed), byref(found))
        try:
            return Longest(
                found.at_least,
                None if found.at_most == s.LONGEST_UNKNOWN else found.at_most,
                decode(found.argument or b""),
                read_moves(game.board, found.moves, found.move_count if found.moves else 0),
                found.seconds,
                Stop(found.stop),
            )
        finally:
            lib.solve_longest_release(byref(found))

    return request.run(work)


def count_positions(
    board: Union[Board, str],
    *,
    threads: int = 1,
    memory: int = GIB,
    seconds: float = 0,
    progress: Optional[Callable[[Progress], object]] = None,
    interrupt: Optional[Interrupt] = None,
) -> int:
    """Counts the legal positions of a board: colourings by empty, black and white in which every
    chain has a liberty. Raises LimitError: the memory does not suffice, or it was stopped;
    InputError, OutOfMemory."""
    graph = as_board(board)
    request = Request(
        threads=threads,
        memory=memory,
        seconds=seconds,
        interrupt=interrupt,
        progress=progress,
        board=graph,
    )

    def work() -> int:
        digits = c_void_p()
        call(lib.solve_request_count_legal, request._handle, graph._handle, byref(digits))
        try:
            return integer(decode(string_at(digits)))
        finally:
            c_free(digits)

    return request.run(work)
