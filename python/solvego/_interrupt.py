"""Long calls, which Ctrl-C and other threads may stop."""

from __future__ import annotations

import _thread
import threading
from ctypes import byref
from typing import Any, Callable, Generic, List, Optional, TypeVar

from . import _structs as s
from ._library import lib
from ._text import check_function
from .errors import Interrupted, checked

T = TypeVar("T")


class Interrupt:
    """A wish to stop. Any thread may ask for it while others run: a call that was given it then
    returns with what it has."""

    def __init__(self) -> None:
        self._handle = s.Interrupt()
        checked(lib.solve_interrupt_new(byref(self._handle)))

    def __del__(self, _free: Any = lib.solve_interrupt_free) -> None:
        if getattr(self, "_handle", None):
            _free(self._handle)

    def request(self) -> None:
        """Asks for the stop."""
        lib.solve_interrupt_request(self._handle)

    def clear(self) -> None:
        """Takes the wish back, before the next call."""
        lib.solve_interrupt_clear(self._handle)

    @property
    def requested(self) -> bool:
        return bool(lib.solve_interrupt_is_requested(self._handle))


class Telling(Generic[T]):
    """Tells a function of the user from within a call of the library, through which no exception can pass: what one
    raises requests the interrupt, nothing more is told, and reraise() raises it after the call."""

    def __init__(self, interrupt: Interrupt, tell: Optional[Callable[[T], object]], what: str) -> None:
        """Raises TypeError, which calls it what, unless tell is a function or None."""
        check_function(tell, what)
        self._interrupt, self._tell = interrupt, tell
        self._raised: Optional[BaseException] = None

    def __call__(self, read: Callable[[], T]) -> None:
        """Tells what read returns."""
        try:
            if self._tell is not None and self._raised is None:
                self._tell(read())
        except BaseException as error:
            self._raised = error
            self._interrupt.request()

    def reraise(self) -> None:
        if self._raised is not None:
            raise self._raised


def run_long(interrupt: Interrupt, work: Callable[[], T]) -> T:
    """Calls work, which looks at interrupt, and returns what it returns.

    Python runs its signal handlers in the main thread, and only between steps of Python: there work
    runs in a thread of its own, and the main thread waits. What a handler raises asks for the stop,
    waits for work to end (nothing that it uses may be freed before) and goes on: KeyboardInterrupt
    as Interrupted, with what work returned.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: List[T] = []
    errors: List[BaseException] = []
    tickets = [True]  # who takes it decides whether work is called
    done = threading.Event()

    def run() -> None:
        if not _take(tickets):
            return
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    raised: Optional[BaseException] = None
    started = False
    while True:
        try:
            if not started:
                started = True
                _thread.start_new_thread(run, ())
            done.wait()
            break
        except BaseException as error:
            raised = raised or error
            interrupt.request()
            if _take(tickets):
                raise
    if raised is None:
        if errors:
            raise errors[0]
        return results[0]
    if isinstance(raised, KeyboardInterrupt):
        raise Interrupted(results[0] if results else None) from None
    raise raised


def _take(tickets: List[bool]) -> bool:
    """Takes the last ticket, or returns false: one step, whatever other threads do."""
    try:
        return tickets.pop()
    except IndexError:
        return False
