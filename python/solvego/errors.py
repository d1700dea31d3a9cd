"""What can go wrong. The text of each is the library's one line."""

from __future__ import annotations

import errno
import os
from typing import Any, Optional, Type


class Error(Exception):
    """What the library could not do. errno is the positive number of the C interface."""

    def __init__(self, text: str, number: int = 0) -> None:
        super().__init__(text, number)
        self.text = text
        self.errno = number

    def __str__(self) -> str:
        return self.text


class InputError(Error, ValueError):
    """Input that cannot be read, a number out of range, or wrong use."""


class IllegalMove(InputError):
    """A move that the rules do not allow. Moves before it in the same call stay played."""

    def __init__(self, text: str, move: str, rule: Optional[str], reason: str) -> None:
        super().__init__(text, errno.EPERM)
        self.move = move
        self.rule = rule
        """The rule that forbids it, "occupied", "suicide", "psk"; None: the game is over."""
        self.reason = reason
        """Why, "recreates the board after move 7"."""

    def __reduce__(self) -> Any:
        return type(self), (self.text, self.move, self.rule, self.reason)


class LimitError(Error):
    """A limit or an interrupt ended what cannot give a part of its answer."""


class EndlessError(Error):
    """Play need never end: there is nothing to estimate or to bound."""


class FileError(Error, OSError):
    """A file or a store could not be read or written; errno says what the system said."""


class OutOfMemory(Error, MemoryError):
    """There is not enough memory."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call; result is what the call would have returned, with what is known until
    then. None: there is nothing."""

    def __init__(self, result: Any = None) -> None:
        super().__init__()
        self.result = result


_KINDS: dict[int, Type[Error]] = {
    errno.EINVAL: InputError,
    errno.ENOMEM: OutOfMemory,
    errno.EINTR: LimitError,
    errno.ETIME: LimitError,
    errno.ENODATA: LimitError,
    errno.ENOSPC: LimitError,
    errno.ERANGE: EndlessError,
}


def checked(code: int, text: str = "", kind: Optional[Type[Error]] = None) -> int:
    """What a call of the library returned. A negative errno is raised; kind: for all but what is wrong with the
    input and no memory."""
    if code >= 0:
        return code
    found = _KINDS.get(-code, Error)
    if kind is not None and -code not in (errno.EINVAL, errno.ENOMEM):
        found = kind
    raise found(text or os.strerror(-code), -code)
