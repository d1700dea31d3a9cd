"""Solving, and predicting what it takes."""

from __future__ import annotations

import enum
from ctypes import byref
from dataclasses import dataclass
from typing import Callable, Optional

from . import _structs as s
from ._cache import Cache
from ._game import Game, copied
from ._interrupt import Interrupt
from ._library import lib
from ._request import GIB, Progress, Request
from ._result import Result, take_result
from ._store import Store
from ._text import Komi, call, check_kind, decode
from .errors import InputError


def solve(
    game: Game,
    *,
    komi: Komi = 0,
    ask: Optional[str] = None,
    value_only: bool = False,
    threads: int = 1,
    memory: int = GIB,
    max_nodes: int = 0,
    seconds: float = 0,
    store: Optional[Store] = None,
    cache: Optional[Cache] = None,
    certificate: bool = False,
    strategy_leaves: bool = False,
    living: bool = False,
    progress: Optional[Callable[[Progress], object]] = None,
    interrupt: Optional[Interrupt] = None,
) -> Result:
    """Solves the state at which a game stands, its moves so far as its history.

    komi: points, or points and a half; values do not contain it, it decides which moves are best
    where Black and White can force different things. ask: only whether a claim is true, and then no
    more: ">=24", does Black get 24 or more? "<=24", does White hold him to 24? Result.answer says
    it. value_only: leaves out the values of root moves that the value of the root does not need.
    threads: 1 to 1024. memory: bytes that all threads together may hold, 65536 at least.
    max_nodes: states that may be expanded, seconds: from now; 0 is no limit. store: what it has is
    used, and what is proved is added. cache: the same in memory. certificate: makes one.
    strategy_leaves: the certificate's lines may end in strategies from dense tables, which makes it
    smaller from about 3x4 on; under psk, ssk, nssk, own, kee2013 and kee-v6. living: strategies end
    where their player lives with enough, under rules of which strategies prove something, with
    suicide=no and scoring=area, and kee-v6. progress: is told now and then, from a thread of the
    run; what it raises stops the run and comes out of here. interrupt: stops the run.

    A run that was stopped returns what is proved until then; Result.stop says why. Ctrl-C requests
    the interrupt and raises Interrupted, a KeyboardInterrupt with that result. The game is copied:
    it may be used meanwhile. Boards of at most 64 points, rules of two players. Raises InputError,
    OutOfMemory.
    """
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
        cache=cache,
    )
    half = request.set_komi(komi)
    request.set_max_nodes(max_nodes)
    request.set_wanted(value_only, certificate)
    if strategy_leaves and not certificate:
        raise InputError("strategy_leaves: it is for certificate: wanted that, too")
    if strategy_leaves:
        request.set_strategy_leaves(copy)
    if living:
        request.set_living(copy)
    claim = None if ask is None else request.set_ask(ask, copy)

    def work() -> Result:
        result = s.Result()
        call(lib.solve_request_run, request._handle, copy._handle, byref(result))
        return take_result(result, copy, half, claim)

    return request.run(work)


class Tables(enum.IntEnum):
    """Does a run make tables of all positions?"""

    MADE = 0
    """Yes."""
    TOO_LARGE = 1
    """No: they do not fit into the memory."""
    TOO_LONG = 2
    """No: they take longer than max_nodes allows."""
    UNUSED = 3
    """No: a run under these rules has no use for them."""


@dataclass(frozen=True)
class Forecast:
    """What the search for strategies is likely to need, by the trend of decided boards."""

    states: float
    states_low: float
    states_high: float
    memory: float
    """Bytes with which it looks at few states twice."""
    memory_low: float
    """Bytes with which it looks at many states again, up to four times."""
    beyond: bool
    """The board is larger than any that was decided."""
    boards: str
    """The names of the boards that were decided."""


@dataclass(frozen=True)
class Prediction:
    """What a run would take. Bytes and seconds are those of tables of all positions."""

    threads: int
    memory: int
    """Bytes that the run may hold."""
    legal: float
    """Legal positions; a count if legal_exact, else an estimate."""
    boards: float
    """Legal positions up to symmetry and colours; a count if boards_exact."""
    legal_exact: bool
    boards_exact: bool
    moves: float
    """An estimate of the legal moves on all boards."""
    addressable: bool
    """Boards and moves have 32-bit numbers."""
    bytes_positions: float
    bytes_reverse: float
    bytes_attractor: float
    bytes_work: float
    """Besides, while an attractor is made."""
    bytes_all: float
    """Of all tables while the search runs."""
    bytes_needed: float
    """The memory of a run with which tables are made."""
    second_a_move: float
    """Seconds for one move, measured now."""
    seconds_positions: float
    seconds_reverse: float
    seconds_attractor: float
    seconds_every: float
    """For the attractor of all margins."""
    seconds_before: float
    """For all tables before the first query."""
    tables: Tables
    strategies: bool
    """The run searches for strategies first."""
    dense: bool
    """Dense tables can be made; what follows is of them."""
    dense_bounds: bool
    """The run searches with dense tables of all margins, if they fit, and before lists."""
    table_dense: bool
    """Store.make_table() makes a dense table by size; only predict(table=True) tells."""
    dense_kos: float
    """States with a ko, an estimate."""
    dense_index: float
    """Bytes of the index of all boards."""
    dense_margins: float
    """Bytes besides, for a table of all margins."""
    dense_threshold: float
    """Bytes besides, for one threshold."""
    dense_plies: float
    """Bytes besides, for the plies of a threshold."""
    dense_file: float
    """Bytes on the disk, of a finished table of all margins."""
    dense_second_a_play: float
    """Seconds for a play of one thread, measured now."""
    dense_seconds_index: float
    dense_seconds_margins: float
    """For a table of all margins."""
    dense_seconds_threshold: float
    """For one threshold, both players."""
    forecast: Optional[Forecast]
    """Of the search for strategies."""


def predict(
    game: Game,
    *,
    table: bool = False,
    threads: int = 1,
    memory: int = GIB,
    max_nodes: int = 0,
) -> Prediction:
    """Says what solve() would take with these limits; table: what Store.make_table() would take,
    where bytes_needed and seconds_before are all that it takes. Measures for about a tenth of a
    second. Raises InputError, OutOfMemory."""
    copy = copied(game)
    request = Request(threads=threads, memory=memory)
    request.set_max_nodes(max_nodes)
    found = s.Prediction()
    function = lib.solve_request_predict_table if table else lib.solve_request_predict
    request.run(lambda: call(function, request._handle, copy._handle, byref(found)))
    plain = {
        name: getattr(found, name)
        for name, _ in s.Prediction._fields_
        if name not in ("tables", "has_forecast", "forecast")
    }
    return Prediction(
        **plain,
        tables=Tables(found.tables),
        forecast=_forecast(found.forecast) if found.has_forecast else None,
    )


def _forecast(found: s.Forecast) -> Forecast:
    return Forecast(
        found.states,
        found.states_low,
        found.states_high,
        found.memory,
        found.memory_low,
        found.beyond,
        decode(getattr(found, "from")),
    )
