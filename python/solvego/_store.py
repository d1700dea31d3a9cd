"""Stores, and tables of all positions in them."""

from __future__ import annotations

import contextlib
import enum
import math
import os
import threading
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Optional, Type, Union

from . import _structs as s
from ._board import Board, as_board
from ._certificate import Claim
from ._game import Game, copied
from ._interrupt import Interrupt, Telling, run_long
from ._library import lib
from ._request import GIB
from ._result import Result, take_result
from ._rules import Rules, as_rules
from ._text import Komi, call, check_kind, decode, encode_path, half_points, index, points, real, whole
from .errors import Error, FileError, InputError

_opening = threading.Lock()


class TableKind(enum.IntEnum):
    """What a table of all positions can tell under the rules."""

    NONE = 0
    VALUES = 1
    """The value of every position."""
    BOUNDS = 2
    """Bounds of every position without history."""


class TableMethod(enum.IntEnum):
    """How a table of all positions is made, and where it lies."""

    BY_SIZE = 0
    """With lists where these are small, 64 MiB at most, else dense."""
    LISTS = 1
    """Boards and plays in lists; the table lies among the store's records."""
    DENSE = 2
    """Boards are numbers, and plays are made again: a hundredth of the memory. The table is a file
    of its own in the store."""


class TableStep(enum.IntEnum):
    """What the making of a dense table does."""

    BOARDS = 0
    """The boards are found."""
    SWEEPS = 1
    """Sweeps over all boards decide what can be forced."""
    WRITING = 2
    """The file is written."""


@dataclass(frozen=True)
class TableProgress:
    """How far the making of a dense table is."""

    step: TableStep
    sweep: int
    """From 1; of TableStep.SWEEPS only, as what follows."""
    done: int
    """Boards that this sweep has gone over."""
    boards: int
    """That it goes over."""
    plays: int
    """Looked at by all sweeps of this call."""


def _table_progress(told: s.TableProgress) -> TableProgress:
    return TableProgress(TableStep(told.step), told.sweep, told.done, told.boards, told.plays)


def table_kind(rules: Union[Rules, str]) -> TableKind:
    """What a table of all positions can tell under the rules."""
    ruleset = as_rules(rules)  # it must outlive the call
    return TableKind(lib.solve_rules_table_kind(ruleset._handle))


@dataclass(frozen=True)
class Table:
    """What make_table() did."""

    bounds: bool
    """The table tells bounds of positions without history, not values."""
    was_there: bool
    """The store had all of it."""
    resumed: bool
    """It went on from where an earlier call was stopped."""
    resumed_margin: int
    was_missing: int
    """Boards that the earlier table had lost."""
    boards: int
    """Boards up to symmetry and colours."""
    kos: int
    """States with a ko."""
    known: int
    """States whose bounds meet, of a new table of bounds."""
    dense: bool
    """It is a dense table, and has the numbers that follow."""
    file_bytes: int
    """Of its file."""
    held_bytes: int
    """Of memory, that its arrays took."""
    mapped_bytes: int
    """Of files, that they took besides."""
    plays: int
    """Looked at by this call."""
    sweeps: int
    """Over all boards, that this call made."""


def _margin(claim: Claim, game: Game) -> int:
    """The margin as certificates have it, without the half point of rules that give one."""
    margin = real(claim.margin, "margin") - points(lib.solve_rules_half_points(game.rules._handle))
    if math.isinf(margin):
        return int(math.copysign(s.CHECK_INFINITE, margin))
    if not abs(margin) < s.CHECK_INFINITE or margin != int(margin):
        raise InputError(f"margin {claim.margin}: wanted points, or infinity")
    return int(margin)


def _said(claim: Claim, game: Game) -> s.StoreClaim:
    """The claim as a store takes it."""
    check_kind(claim, "claim", Claim, required=True)
    if claim.player not in (0, 1):
        raise InputError("a store keeps no claims about coalitions")
    return s.StoreClaim(claim.player, bool(claim.denies), _margin(claim, game))


class Store:
    """What is proved, in a folder, where it outlasts a run.

    with Store("proofs") as store:
        result = solve(game, store=store)

    make: makes the folder if there is none. read_only: runs add nothing to it, and damage is an
    error. look: looks through all of it even if it is as it was left. seconds, interrupt: when it
    waits no more for other processes. tell: is told whom it waits for, a line each, from any
    thread. One object serves runs of all threads at once; a process opens a folder once, best
    before it starts threads. Raises FileError, or InputError: the folder cannot be a store.
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        make: bool = True,
        read_only: bool = False,
        look: bool = False,
        seconds: float = 0,
        interrupt: Optional[Interrupt] = None,
        tell: Optional[Callable[[str], object]] = None,
    ) -> None:
        self._handle: Optional[s.Store] = None
        name = encode_path(path, "path")
        self.path = os.fspath(path)
        check_kind(interrupt, "interrupt", Interrupt)
        seconds = real(seconds, "seconds")
        self._users = 0
        self._lock = threading.Lock()
        if not seconds >= 0:
            raise InputError(f"seconds {seconds}: wanted 0 (no limit) or more")
        # The store looks at these as long as it is open.
        self._interrupt = interrupt or Interrupt()
        self._tell = s.TellLine(0)
        telling = Telling(self._interrupt, tell, "tell")
        if tell is not None:
            self._tell = s.TellLine(lambda _arg, line: telling(lambda: decode(line)))
        flags = s.STORE_READ if read_only else s.STORE_MAKE if make else 0
        flags |= s.STORE_LOOK if look else 0
        options = s.StoreOptions(
            flags=flags, interrupt=self._interrupt._handle, seconds=seconds, tell=self._tell
        )

        def work() -> None:
            handle = s.Store()
            with _opening:
                call(lib.solve_store_open, name, byref(options), byref(handle), about=f"store {self.path!r}: ", kind=FileError)
            self._handle = handle

        try:
            run_long(self._interrupt, work)
            telling.reraise()
        except BaseException:
            self.close()
            raise

    @contextlib.contextmanager
    def _used(self) -> Iterator[s.Store]:
        """The open store, which close() then refuses to close."""
        with self._lock:
            if self._handle is None:
                raise InputError(f"store {self.path!r}: the store is closed")
            self._users += 1
            handle = self._handle
        try:
            yield handle
        finally:
            with self._lock:
                self._users -= 1

    def close(self) -> None:
        """Writes what is left to write and closes; again: nothing. Raises FileError if something
        could not be written (it is closed all the same), or Error while a run uses it."""
        with self._lock:
            if self._handle is None:
                return
            if self._users:
                raise Error(f"store {self.path!r}: a run uses the store: wait for it, or interrupt it")
            handle, self._handle = self._handle, None
        call(lib.solve_store_close, handle, about=f"store {self.path!r}: ", kind=FileError)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            with contextlib.suppress(Error):
                self.close()

    def notices(self) -> List[str]:
        """Lines that the user should see, say of damage that was mended; each comes once."""
        found: List[str] = []
        with self._used() as store, self._lock:
            lib.solve_store_finish(store)
            line = lib.solve_store_notice(store)
            while line is not None:
                found.append(decode(line))
                line = lib.solve_store_notice(store)
        return found

    @property
    def failure(self) -> Optional[str]:
        """Why something could not be written; None: nothing failed."""
        with self._used() as store:
            line = lib.solve_store_failure(store)
            return None if line is None else decode(line)

    def lookup(self, game: Game, *, komi: Komi = 0) -> Result:
        """What the store knows of the state at which a game stands, without search: bounds as wide
        as they are. Raises InputError under rules whose first pass brings points, of which it has nothing."""
        copy = copied(game)
        result, half = s.Result(), half_points(komi)
        with self._used() as store:
            with self._lock:
                lib.solve_store_finish(store)
            call(lib.solve_store_query, store, copy._handle, half, byref(result))
        return take_result(result, copy, half)

    def add_claim(self, game: Game, claim: Claim, *, komi: Komi = 0) -> None:
        """Keeps a claim of an accepted certificate (verify()) about the state at which the game
        stands, whatever claim.move is, as if a run had proved it. It is believed. Raises InputError:
        the game is over, the claim is of a coalition, or no board has such a margin."""
        copy = copied(game)
        said = _said(claim, copy)
        with self._used() as store:
            call(lib.solve_store_add_claim, store, copy._handle, half_points(komi), byref(said))

    def tells_claim(self, game: Game, claim: Claim, *, komi: Komi = 0) -> bool:
        """Does what lookup() finds say as much as a claim about the state at which the game stands,
        whatever claim.move is? Raises InputError as lookup(), and where the claim is of a coalition."""
        copy = copied(game)
        said = _said(claim, copy)
        with self._used() as store:
            with self._lock:
                lib.solve_store_finish(store)
            return bool(call(lib.solve_store_tells_claim, store, copy._handle, half_points(komi), byref(said)))

    def make_table(
        self,
        board: Union[Board, str],
        rules: Union[Rules, str],
        *,
        threads: int = 1,
        memory: int = GIB,
        save_seconds: float = 60,
        interrupt: Optional[Interrupt] = None,
        method: TableMethod = TableMethod.BY_SIZE,
        progress: Optional[Callable[[TableProgress], None]] = None,
    ) -> Table:
        """Makes the table of all positions of a board and keeps it; lookup() then knows them all.

        save_seconds: it writes what is decided so often, so that a call that was stopped can be
        gone on with. progress is told how far a dense table is. Raises InputError (there is no
        such table: see table_kind()), LimitError (interrupted, or it needs more memory), FileError.
        """
        graph, ruleset = as_board(board), as_rules(rules)
        threads = whole(threads, "threads", 1, s.THREADS_MAX)
        if not 0 <= index(memory, "memory") < 1 << 63:
            raise InputError(f"memory {memory}: wanted bytes, 65536 at least")
        check_kind(interrupt, "interrupt", Interrupt)
        stop = interrupt or Interrupt()
        telling = Telling(stop, progress, "progress")
        callback = s.TellTable(0)
        if progress is not None:
            callback = s.TellTable(lambda told, _arg: telling(lambda: _table_progress(told.contents)))
        options = s.TableOptions(threads, memory, real(save_seconds, "save_seconds"), stop._handle, TableMethod(method), callback, None)
        found = s.Table()

        def work() -> None:
            with self._used() as store:
                call(lib.solve_store_make_table, store, graph._handle, ruleset._handle,
                     byref(options), byref(found))

        try:
            run_long(stop, work)
        finally:
            telling.reraise()
        return Table(**{name: getattr(found, name) for name, _ in s.Table._fields_})

    def __repr__(self) -> str:
        return f"<Store {self.path!r}{' (closed)' if self._handle is None else ''}>"
