"""Texts and numbers between Python and the library."""

from __future__ import annotations

import math
import operator
import os
from fractions import Fraction
from numbers import Real
from typing import Callable, Iterable, Optional, Tuple, Type, TypeVar, Union

from . import _structs as s
from .errors import Error, InputError, checked

Komi = Union[int, float, Fraction]
T = TypeVar("T")


def encode(text: str, what: str) -> bytes:
    """text for the library, whose texts end with a zero."""
    if not isinstance(text, str):
        raise TypeError(f"{what}: wanted str, not {type(text).__name__}")
    if "\0" in text:
        raise InputError(f"{what} has a zero in it: wanted text")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise InputError(f"{what} has half of a surrogate pair in it: wanted text") from None


def encode_path(path: Union[str, bytes, "os.PathLike[str]"], what: str) -> bytes:
    """The name of a file or folder for the library."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"{what}: wanted a name, not {type(path).__name__}")
    name = os.fsencode(path)
    if b"\0" in name:
        raise InputError(f"{what} has a zero in it: wanted a name")
    return name


def index(number: int, what: str) -> int:
    """A whole number of any kind, or TypeError, which Python would raise without a name."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{what}: wanted a whole number, not {type(number).__name__}") from None


def whole(number: int, what: str, low: int, high: int) -> int:
    """A whole number that the library can hold: ctypes would cut off what is too large."""
    if not low <= index(number, what) <= high:
        raise InputError(f"{what} {number}: wanted from {low} to {high}")
    return operator.index(number)


def real(number: float, what: str) -> float:
    """A number for ctypes, which does not say what is wrong with others."""
    if not isinstance(number, Real):
        raise TypeError(f"{what}: wanted a number, not {type(number).__name__}")
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def check_kind(thing: object, what: str, kind: type, required: bool = False) -> None:
    """Raises TypeError unless it is of the kind, or None where it is not required."""
    if (thing is not None or required) and not isinstance(thing, kind):
        raise TypeError(f"{what}: wanted {kind.__name__}, not {type(thing).__name__}")


def check_function(thing: object, what: str) -> None:
    """Raises TypeError unless it can be called, or is None."""
    if thing is not None and not callable(thing):
        raise TypeError(f"{what}: wanted a function, not {type(thing).__name__}")


def several(things: Iterable[T], what: str) -> Tuple[T, ...]:
    """What an iterable has, or TypeError, which Python would raise without a name."""
    if not isinstance(things, Iterable):
        raise TypeError(f"{what}: wanted several, not {type(things).__name__}")
    return tuple(things)


def decode(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def optional(text: Union[bytes, None]) -> Union[str, None]:
    return None if text is None else decode(text)


def call(function: Callable[..., int], *arguments: object, about: str = "", kind: Optional[Type[Error]] = None) -> int:
    """Calls a function that takes a last parameter err, and returns what it returned; raises what it refuses, with what
    it is about before the library's line. kind: as in checked()."""
    error = s.Error()
    return checked(function(*arguments, error), about + decode(error.text), kind)


def half_points(komi: Komi) -> int:
    """Komi in half points. The library says itself how much it may be."""
    try:
        doubled = 2 * Fraction(komi if not isinstance(komi, str) else None)
    except TypeError:
        raise TypeError(f"komi: wanted a number, not {type(komi).__name__}") from None
    except (ValueError, OverflowError):  # no number, or an infinite one
        doubled = Fraction(1, 2)
    if doubled.denominator != 1:
        raise InputError(f"komi {komi}: wanted points, or points and a half")
    if abs(doubled) > s.KOMI_MAX:
        raise InputError(f"komi {komi}: wanted from {-s.KOMI_MAX // 2} to {s.KOMI_MAX // 2}")
    return doubled.numerator


def points(half: int) -> float:
    """Half points as points: an int where they are whole."""
    return half // 2 if half % 2 == 0 else half / 2


def margin(number: int) -> float:
    """An int, or plus or minus infinity."""
    if abs(number) >= s.MARGIN_INFINITE:
        return math.copysign(math.inf, number)
    return number


def integer(digits: str) -> int:
    """The number of any length: int() of a text of thousands of digits is refused by default, and
    takes a time that grows with their square."""
    if len(digits) <= 1000:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return integer(digits[:-half]) * shift + integer(digits[-half:])
