"""Certificates and their check."""

from __future__ import annotations

import enum
import math
import os
from ctypes import POINTER, byref, c_char_p, c_uint8, cast
from dataclasses import dataclass
from typing import List, Optional, Tuple, Union

from . import _structs as s
from ._interrupt import Interrupt, run_long
from ._library import check_library, lib
from ._rules import Rules
from ._text import call, check_kind, decode, encode, encode_path, index, points, real, whole
from .errors import FileError, InputError, checked

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Certificate:
    """A proof of values that verify() checks without any of the search."""

    data: bytes
    """The file. Empty: nothing was proved that can be certified."""
    claims: int
    """Claims that it makes."""
    missing: int
    """Claims that are proved but could not be certified."""
    cut: bool
    """Time or an interrupt cut it: another run may make a smaller one."""
    uncertified: Tuple[str, ...] = ()
    """What the result says of what was asked and the certificate does not claim: "root: white forces <= 9"."""

    def __repr__(self) -> str:
        return f"<Certificate of {len(self.data)} bytes, {self.claims} claims, {self.missing} missing>"

    def save(self, path: Path) -> None:
        """Writes a file, whole or not at all. Raises FileError, or InputError if it is empty."""
        if not self.data:
            raise InputError("the certificate is empty: nothing was proved that can be certified")
        held = s.Certificate(
            cast(c_char_p(self.data), POINTER(c_uint8)),
            len(self.data),
            self.claims,
            self.missing,
            self.cut,
        )
        call(lib.solve_certificate_write, byref(held), encode_path(path, "path"), kind=FileError)


class Verdict(enum.IntEnum):
    """What a check found."""

    ACCEPTED = 1
    """Every claim is proved."""
    REFUSED = 2
    """The certificate proves nothing."""
    STOPPED = 3
    """A limit or the interrupt ended the check: nothing is known."""


@dataclass(frozen=True)
class Claim:
    """What is claimed of the root or of the state after a move. Forces: player brings about an end
    with a margin of at least margin if he is Black, of at most margin if White. Denies: the
    opponent cannot."""

    move: Optional[str]
    """None: the root."""
    player: int
    denies: bool
    margin: float
    """In points, with a half where the ruleset gives half a point to who passes first; plus or minus math.inf is beyond
    all."""
    text: str
    """ "root: black forces >= 2"."""
    coalition: Tuple[int, ...] = ()
    """Whom it is about, where it is about a coalition: they get at least margin whatever the others play, or,
    with denies, the others hold them to at most that. player is -1 then."""
    payoff: Optional[str] = None
    """What a coalition gets: "points", "margin" or "rank"."""


@dataclass(frozen=True)
class Check:
    """What verify() found. Where the certificate cannot be read as far as its header, board and
    what follows is empty."""

    verdict: Verdict
    reason: str
    """Why it is not accepted, a line; or ""."""
    stopped: Optional[str]
    """What ended the check: "memory", "work" (more than its size should take), "time",
    "interrupted", "version" (of the format: a newer release reads it)."""
    hash: Optional[str]
    """XXH3-128 of the bytes, 32 hexadecimal digits."""
    board: str = ""
    rules: str = ""
    position: str = ""
    moves: str = ""
    """Played from the position."""
    to_move: int = 0
    """At the position."""
    claims: Tuple[Claim, ...] = ()
    nodes: int = 0
    strategies: int = 0
    replies: int = 0
    """Of all strategies. Those of leaves are counted where it is accepted."""
    strategy_leaves: int = 0
    """Nodes whose winner goes on by one of the strategies, where it is accepted."""
    living: bool = False
    """Its strategies end where their player lives with enough."""

    @property
    def accepted(self) -> bool:
        return self.verdict == Verdict.ACCEPTED

    def __bool__(self) -> bool:
        return self.accepted


def verify(
    certificate: Union[Certificate, bytes, Path],
    *,
    rules: Optional[str] = None,
    position: Optional[str] = None,
    to_move: int = 0,
    history: Optional[str] = None,
    swap_colours: bool = False,
    memory: int = 1 << 30,
    seconds: float = 0,
    interrupt: Optional[Interrupt] = None,
) -> Check:
    """Checks a certificate: what solve() made, its bytes, or a file.

    rules: checks the claims under another ruleset than the certificate's. position, to_move,
    history: if one of them is given, of another game: from the position (None: the empty board),
    with that player to move, after the moves "B2 pass" (None: none).
    swap_colours: with the colours swapped. memory: bytes, 65536 at
    least. seconds: 0 is as long as a certificate of its size should take. A certificate that proves
    nothing, or cannot be read, is no exception: the verdict says so. Raises InputError, FileError
    (the file cannot be read), OutOfMemory.
    """
    library = check_library()
    check = s.Check()
    checked(library.solve_check_new(byref(check)))
    wanted = interrupt or Interrupt()
    try:
        check_kind(interrupt, "interrupt", Interrupt)
        if not 0 <= index(memory, "memory") < 1 << 64 or library.solve_check_set_memory(check, memory, 0) != 0:
            raise InputError(f"memory {memory}: wanted bytes, 65536 at least")
        if library.solve_check_set_seconds(check, real(seconds, "seconds")) != 0:
            raise InputError(f"seconds {seconds}: wanted 0 (what its size should take) to 1000000000")
        if rules is not None:
            code = library.solve_check_set_rules(check, encode(rules, "rules"))
            checked(code, decode(library.solve_check_reason(check)))
        library.solve_check_set_swapped(check, bool(swap_colours))
        if position is not None or to_move != 0 or history is not None:
            checked(library.solve_check_set_game(
                check,
                None if position is None else encode(position, "position"),
                whole(to_move, "to_move", 0, 1),
                None if history is None else encode(history, "history"),
            ))
    except BaseException:
        library.solve_check_free(check)
        raise

    def run() -> Check:
        # The library asks its own interrupt: no Python is called while it checks.
        stop = cast(lib.solve_interrupt_is_requested, s.Stop)
        try:
            library.solve_check_set_stop(check, stop, wanted._handle)
            return _check(check, certificate)
        finally:
            library.solve_check_free(check)

    return run_long(wanted, run)


def _check(check: s.Check, certificate: Union[Certificate, bytes, Path]) -> Check:
    library = check_library()
    if isinstance(certificate, Certificate):
        certificate = certificate.data
    if isinstance(certificate, bytes):
        code = library.solve_check_read(check, certificate, len(certificate))
    else:
        code = library.solve_check_load(check, encode_path(certificate, "certificate"))
    checked(code, decode(library.solve_check_reason(check)), FileError)
    library.solve_check_run(check)
    header, verdict = s.CheckHeader(), library.solve_check_verdict(check)
    reason = decode(library.solve_check_reason(check))
    stopped = library.solve_check_stopped(check)
    if stopped in (b"position", b"history"):
        raise InputError(f"{decode(stopped)}: {reason}")
    known = (
        Verdict(verdict),
        reason,
        None if stopped is None else decode(stopped),
        decode(library.solve_check_hash(check) or b"") or None,
    )
    if library.solve_check_header(check, byref(header)) != 0:
        return Check(*known)
    return Check(
        *known,
        decode(header.board),
        decode(header.rules),
        decode(header.position),
        decode(header.moves),
        header.to_move,
        _claims(check, decode(header.rules), header.claims),
        header.nodes,
        header.strategies,
        header.replies,
        library.solve_check_strategy_leaves(check),
        library.solve_check_living(check),
    )


def _claims(check: s.Check, rules: str, count: int) -> Tuple[Claim, ...]:
    library = check_library()
    ruleset = Rules(rules)  # it must outlive the call
    half = points(lib.solve_rules_half_points(ruleset._handle))  # that certificates leave out
    found: List[Claim] = []
    claim, about = s.CheckClaim(), s.CheckCoalition()
    for i in range(count):
        if library.solve_check_claim(check, i, byref(claim)) != 0:
            break
        infinite = abs(claim.margin) >= s.CHECK_INFINITE
        margin = math.copysign(math.inf, claim.margin) if infinite else claim.margin + half
        move = decode(claim.move) or None
        named: Tuple[int, ...] = ()
        payoff = None
        if library.solve_check_coalition(check, i, byref(about)) == 0:
            named = tuple(k for k in range(s.PLAYERS_MAX) if about.members >> k & 1)
            payoff = decode(about.payoff)
        text = decode(claim.text)
        if half and not infinite:
            text = f"{text.rpartition(' ')[0]} {margin}"
        found.append(Claim(move, claim.player, claim.denies, margin, text, named, payoff))
    return tuple(found)
