"""Exact values of tiny Go boards under any repetition rule: libsolve for Python.

>>> import solvego
>>> game = solvego.Game("2x3", "psk")
>>> game.play("B1", "pass")
>>> solvego.solve(game).value
6

Margins are points, Black's minus White's, before komi. Players are numbered in the order of play:
0 is BLACK, 1 is WHITE. What goes wrong is an Error with the library's one line. Long calls may be
made from any thread, and let other threads run; Ctrl-C stops them and raises Interrupted, with what
is known. Games are copied before a long call. The short calls of one object follow one another,
whatever threads make them.

SOLVE_LIBRARY names the library, libsolve.so.0 or the folder that it is in. Else it is the one of the
checkout or installation that this package is in, or the system's.
"""

from ._board import Board
from ._cache import Cache
from ._certificate import Certificate, Check, Claim, Verdict, verify
from ._count import (
    Count,
    CountVerdict,
    Estimate,
    Longest,
    count,
    count_positions,
    estimate,
    longest,
)
from ._game import BLACK, WHITE, Cycle, Ending, Game, Move, MoveKind, Refusal, Turn
from ._interrupt import Interrupt
from ._library import lib as _lib
from ._request import Phase, Progress
from ._result import Bounds, Rating, Result, RootMove, Stop, Work
from ._rules import Field, Preset, Rules, RulesFacts, fields, presets
from ._solve import Forecast, Prediction, Tables, predict, solve
from ._store import Store, Table, TableKind, TableMethod, TableProgress, TableStep, table_kind
from ._study import (
    Coalition,
    Control,
    ControlSet,
    Endless,
    EndlessVerdict,
    Owner,
    Payoff,
    coalition,
    control,
    endless,
)
from .errors import (
    EndlessError,
    Error,
    FileError,
    IllegalMove,
    InputError,
    Interrupted,
    LimitError,
    OutOfMemory,
)

__version__: str = _lib.solve_version().decode()
"""The version of the library that runs."""

__all__ = [
    "BLACK",
    "WHITE",
    "Board",
    "Bounds",
    "Cache",
    "Certificate",
    "Check",
    "Claim",
    "Coalition",
    "Control",
    "ControlSet",
    "Count",
    "CountVerdict",
    "Cycle",
    "Ending",
    "Endless",
    "EndlessError",
    "EndlessVerdict",
    "Error",
    "Estimate",
    "Field",
    "FileError",
    "Forecast",
    "Game",
    "IllegalMove",
    "InputError",
    "Interrupt",
    "Interrupted",
    "LimitError",
    "Longest",
    "Move",
    "MoveKind",
    "OutOfMemory",
    "Owner",
    "Payoff",
    "Phase",
    "Prediction",
    "Preset",
    "Progress",
    "Rating",
    "Refusal",
    "Result",
    "RootMove",
    "Rules",
    "RulesFacts",
    "Stop",
    "Store",
    "Table",
    "TableKind",
    "TableMethod",
    "TableProgress",
    "TableStep",
    "Tables",
    "Turn",
    "Verdict",
    "Work",
    "coalition",
    "control",
    "count",
    "count_positions",
    "endless",
    "estimate",
    "fields",
    "longest",
    "predict",
    "presets",
    "solve",
    "table_kind",
    "verify",
]
