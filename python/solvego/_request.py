"""What a run may use, and what it tells on its way."""

from __future__ import annotations

import enum
import functools
from ctypes import byref
from dataclasses import dataclass
from errno import EINVAL
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from . import _structs as s
from ._board import Board
from ._cache import Cache
from ._game import Game, Move, make_move
from ._interrupt import Interrupt, Telling, run_long
from ._library import lib
from ._text import Komi, call, check_kind, encode, half_points, index, margin, points, real
from .errors import InputError, checked

if TYPE_CHECKING:
    from ._store import Store

T = TypeVar("T")
GIB = 1 << 30


class Phase(enum.IntEnum):
    """What a run is doing."""

    PREPARING = 0
    """It makes tables of all positions."""
    SEARCHING = 1
    """df-pn decides a query of a threshold."""
    STRATEGIES = 2
    """It searches for strategies without repetition."""
    LEARNING = 3
    """It plays games to learn an estimate, which orders moves."""
    COUNTING = 4
    """It counts, exactly or by random games."""
    SWEEPING = 5
    """It makes a dense table of all positions, sweep by sweep."""
    COALITIONS = 6
    """It asks what a coalition gets."""


@dataclass(frozen=True)
class Progress:
    """What a run says of itself now and then."""

    phase: Phase
    seconds: float
    """Since it began."""
    nodes: int
    """States that were expanded, or games that were played at random."""
    bytes: int
    """Memory that is held."""
    attacker: int
    """The player whose query it is; SEARCHING and STRATEGIES; of COALITIONS all of them: bit k: player k."""
    margin: float
    """Can Black get this margin? Can White hold Black to it?"""
    boards: int
    """Positions up to symmetry: enumerated so far, PREPARING; that a sweep goes over, SWEEPING."""
    entries: int
    """Of the transposition table, SEARCHING; kept, COUNTING."""
    depth: int
    """Moves from the root to the present state; SEARCHING."""
    root: bool
    """The query is about the root; STRATEGIES."""
    move: Optional[Move]
    """The root move that the query is about; STRATEGIES."""
    rated: int
    """Root moves that are rated; STRATEGIES."""
    moves: int
    """Root moves that are to be rated; STRATEGIES."""
    games: int
    """Games that the estimate has learned from; LEARNING."""
    games_wanted: int
    """Games that it is to learn from; LEARNING."""
    points_done: int
    """Points that are through, in all passes; COUNTING positions."""
    points_wanted: int
    """Points of all passes; 0: what is left is not known; COUNTING."""
    sweep: int
    """From 1; SWEEPING."""
    swept: int
    """Positions that this sweep has gone over; SWEEPING."""


def read_progress(told: s.Progress, board: Board) -> Progress:
    phase = Phase(told.phase)
    about_move = phase == Phase.STRATEGIES and not told.root
    move = make_move(board, told.move) if about_move else None
    return Progress(
        phase,
        told.seconds,
        told.nodes,
        told.bytes,
        told.attacker,
        margin(told.margin) + points(told.half_points),
        told.boards,
        told.entries,
        told.depth,
        told.root,
        move,
        told.rated,
        told.moves,
        told.games,
        told.games_wanted,
        told.points_done,
        told.points_wanted,
        told.sweep,
        told.swept,
    )


class Request:
    """A request of the library, with its limits. run() it once."""

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = GIB,
        seconds: float = 0,
        interrupt: Optional[Interrupt] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        board: Optional[Board] = None,
        store: Optional["Store"] = None,
        cache: Optional[Cache] = None,
    ) -> None:
        check_kind(interrupt, "interrupt", Interrupt)
        check_kind(cache, "cache", Cache)
        self.interrupt = interrupt or Interrupt()
        self._seconds = real(seconds, "seconds")
        self._store, self._cache = store, cache
        self._handle = s.Request()
        self._progress, self._board = progress, board
        self._telling = Telling(self.interrupt, progress, "progress")
        checked(lib.solve_request_new(byref(self._handle)))
        self._set("threads", threads, f"from 1 to {s.THREADS_MAX}")
        self._set("memory", memory, "bytes, 65536 at least", 64)
        lib.solve_request_set_interrupt(self._handle, self.interrupt._handle)

    def _set(self, name: str, number: int, wanted: str, bits: int = 31, called: str = "") -> None:
        # ctypes would cut off what is too large.
        code = -EINVAL
        if 0 <= index(number, called or name) < 1 << bits:
            code = getattr(lib, "solve_request_set_" + name)(self._handle, number)
        if code != 0:
            raise InputError(f"{called or name} {number}: wanted {wanted}")

    def set_komi(self, komi: Komi) -> int:
        """Returns the half points."""
        doubled = half_points(komi)
        lib.solve_request_set_komi(self._handle, doubled)
        return doubled

    def set_max_nodes(self, nodes: int, called: str = "max_nodes") -> None:
        self._set("max_nodes", nodes, f"from 0 (no limit) to {(1 << 64) - 1}", 64, called)

    def set_wanted(self, value_only: bool, certificate: bool) -> None:
        lib.solve_request_set_value_only(self._handle, value_only)
        lib.solve_request_set_certificate(self._handle, certificate)

    def set_strategy_leaves(self, game: Game) -> None:
        """Raises InputError where the game's rules have none."""
        if not lib.solve_rules_strategy_leaves(game.rules._handle):
            raise InputError(
                f"strategy_leaves: there are none under {game.rules}: "
                "wanted psk, ssk, nssk, own, kee2013 or kee-v6"
            )
        lib.solve_request_set_strategy_leaves(self._handle, True)

    def set_living(self, game: Game) -> None:
        """Raises InputError where the game's rules have none."""
        if not lib.solve_rules_living(game.rules._handle):
            raise InputError(
                f"living: there are no such strategies under {game.rules}: "
                "wanted rules of which strategies prove something, with suicide=no and scoring=area, "
                "or kee-v6 with counts=last and suicide=change"
            )
        lib.solve_request_set_living(self._handle, True)

    def set_ask(self, ask: str, game: Game) -> s.Claim:
        """Returns the claim, which fits the game's rules."""
        claim = s.Claim()
        call(lib.solve_claim_parse, encode(ask, "ask"), byref(claim))
        call(lib.solve_claim_check, byref(claim), game.rules._handle)
        lib.solve_request_set_ask(self._handle, byref(claim))
        return claim

    def _tell(self, told: Any, _arg: Any) -> None:
        if self._board is not None:
            self._telling(functools.partial(read_progress, told.contents, self._board))

    def run(self, work: Callable[[], T]) -> T:
        """Calls work with the limits set. Raises what progress raised."""

        def limited() -> T:
            tell = s.TellProgress(self._tell) if self._progress is not None else s.TellProgress(0)
            lib.solve_request_set_progress(self._handle, tell, None)
            if self._cache is not None:
                lib.solve_request_set_cache(self._handle, self._cache._handle)
            checked(lib.solve_request_set_seconds(self._handle, self._seconds), f"seconds {self._seconds}: wanted 0 (no limit) to 1000000000")
            if self._store is None:
                return work()
            with self._store._used() as store:
                lib.solve_request_set_store(self._handle, store)
                return work()

        try:
            return run_long(self.interrupt, limited)
        finally:
            self._telling.reraise()

    def __del__(self, _free: Any = lib.solve_request_free) -> None:
        if getattr(self, "_handle", None):
            _free(self._handle)
