"""Rulesets."""

from __future__ import annotations

import ctypes
from ctypes import byref
from dataclasses import dataclass
from errno import ENOENT, ENOTSUP
from typing import Any, List, Optional, Tuple, Union

from . import _structs as s
from ._library import lib
from ._text import call, decode, encode, points
from .errors import checked


@dataclass(frozen=True)
class Field:
    """A choice that a family of rulesets leaves."""

    name: str
    meaning: str
    values: Tuple[str, ...]
    """What it may be; the first is the default."""


@dataclass(frozen=True)
class Preset:
    """A ruleset with a name."""

    name: str
    family: str
    fields: str
    """Those that differ from the family's defaults: "field=value,...". """
    alias_of: Optional[str]
    """The preset that this is another name of."""
    description: str
    source: str


@dataclass(frozen=True)
class RulesFacts:
    """What a ruleset is like."""

    preset: str
    """The name of its preset; aliases are resolved."""
    family: str
    passes: str
    """What a turn may be besides a stone: "pass", "pass or refresh", ..."""
    scoring: str
    """ "area", "territory", "stone", ..."""
    players: int
    pairs: bool
    """What Black can force and what White can force may differ."""
    between: Optional[str]
    """How a game ends that is between the two: "endless play", ..."""
    cycle_ends: bool
    """A repetition ends the game, and nobody has reached his margin."""
    removes_cycles: bool
    """A turn may remove a cycle first."""
    board_only: bool
    """Nothing but the stones on the board counts."""


class Rules:
    """A ruleset: "NAME[,field=value...]", as "psk" or "kee2013,refresh=no". NAME may be a rule string
    of KataGo, or its rules as JSON.

    It never changes: any number of threads may use one.
    """

    def __init__(self, text: str) -> None:
        """Raises InputError, which says what is wanted."""
        self._handle = s.Rules()
        call(lib.solve_rules_parse, encode(text, "rules"), byref(self._handle))

    @classmethod
    def from_katago(cls, text: str) -> "Rules":
        """What KataGo's command kata-set-rules takes: one of KataGo's names, a rule string or JSON.
        Raises InputError, which says why there is no such ruleset here."""
        rules = cls.__new__(cls)
        rules._handle = s.Rules()
        call(lib.solve_rules_parse_katago, encode(text, "rules"), byref(rules._handle))
        return rules

    def __del__(self, _unref: Any = lib.solve_rules_unref) -> None:
        if getattr(self, "_handle", None):
            _unref(self._handle)

    @property
    def text(self) -> str:
        """The preset's name with the fields that differ from it."""
        return decode(lib.solve_rules_text(self._handle))

    @property
    def katago(self) -> Optional[str]:
        """The ruleset as KataGo's JSON, without a komi; None: KataGo has no such rules."""
        text = ctypes.create_string_buffer(s.RULES_KATAGO_MAX)
        code = lib.solve_rules_katago(self._handle, text)
        if code == -ENOTSUP:
            return None
        checked(code)
        return decode(text.value)

    @property
    def komi(self) -> Optional[float]:
        """The komi that KataGo's JSON named, in points; None: none was named. It is no part of the
        ruleset: solve() takes its own."""
        half = ctypes.c_int()
        if lib.solve_rules_komi(self._handle, byref(half)) != 0:
            return None
        return points(half.value)

    @property
    def facts(self) -> RulesFacts:
        """What the ruleset is like."""
        found = s.RulesFacts()
        checked(lib.solve_rules_facts(self._handle, byref(found)))
        between = None if found.between is None else decode(found.between)
        return RulesFacts(
            decode(found.preset),
            decode(found.family),
            decode(found.passes),
            decode(found.scoring),
            found.players,
            found.pairs,
            between,
            found.cycle_ends,
            found.removes_cycles,
            found.board_only,
        )

    @property
    def values(self) -> dict[str, str]:
        """The value of each field of its family."""
        return {
            field.name: decode(lib.solve_rules_value(self._handle, i))
            for i, field in enumerate(fields(self.facts.family))
        }

    def __reduce__(self) -> Any:
        return Rules, (self.text,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self.facts.family == other.facts.family and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.facts.family, *self.values.items()))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Rules({self.text!r})"


def as_rules(rules: Union[Rules, str]) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules)


def fields(family: str) -> List[Field]:
    """The fields of a family, in their order. Raises InputError if there is no such family."""
    found: List[Field] = []
    field = s.RulesField()
    name = encode(family, "family")
    while True:
        code = lib.solve_rules_family_field(name, len(found), byref(field))
        if code == -ENOENT:
            return found
        checked(code, f"family '{family}': there is none of that name")
        values: List[str] = []
        while field.values[len(values)] is not None:
            values.append(decode(field.values[len(values)]))
        found.append(Field(decode(field.name), decode(field.meaning), tuple(values)))


def presets() -> List[Preset]:
    """All rulesets with names, in the order in which the program lists them."""
    found: List[Preset] = []
    preset = s.RulesPreset()
    while lib.solve_rules_preset(len(found), byref(preset)) == 0:
        alias = None if preset.alias_of is None else decode(preset.alias_of)
        found.append(
            Preset(
                decode(preset.name),
                decode(preset.family),
                decode(preset.fields or b""),
                alias,
                decode(preset.description or b""),
                decode(preset.source or b""),
            )
        )
    return found
