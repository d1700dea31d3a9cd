"""What runs leave in memory for later runs."""

from __future__ import annotations

from ctypes import byref
from typing import Any

from . import _structs as s
from ._library import lib
from ._text import index
from .errors import InputError, checked


class Cache:
    """What runs leave in memory for later runs of the same board and rules. What a run says is the
    same with a cache and without one, only the work is less: many positions of a board take little
    more than the hardest ones.

    size: bytes that wait in it at most; the boards used longest ago go first. Any number of threads
    may use one. Runs that make a certificate use none.
    Raises InputError, OutOfMemory.
    """

    def __init__(self, size: int = 1 << 30) -> None:
        self._handle = s.Cache()
        if not 0 <= index(size, "size") < 1 << 64:
            raise InputError(f"size {size}: wanted bytes")
        checked(lib.solve_cache_new(size, byref(self._handle)), f"size {size}: wanted bytes that there may be")

    def __del__(self, _free: Any = lib.solve_cache_free) -> None:
        if getattr(self, "_handle", None):
            _free(self._handle)
