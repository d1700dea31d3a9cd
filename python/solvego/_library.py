"""Finds libsolve and libsolve-check, and declares their functions."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sysconfig
from ctypes import POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_long, c_size_t, c_uint, c_uint8
from ctypes import c_uint64, c_void_p
from pathlib import Path
from typing import Any, Iterator, List, Optional, Tuple

from . import _structs as s

P = POINTER
SONAME = "lib{}.so.0"

# Short functions are called with Python's global lock held: no two threads are in one handle at
# the same time.
SHORT: dict[str, Tuple[Any, ...]] = {
    "solve_version": (c_char_p,),
    "solve_board_parse": (c_int, c_char_p, P(s.Board), P(s.Error)),
    "solve_board_parse_graph": (c_int, c_char_p, c_char_p, c_size_t, P(s.Board), P(s.Error)),
    "solve_board_ref": (s.Board, s.Board),
    "solve_board_unref": (None, s.Board),
    "solve_board_name": (c_char_p, s.Board),
    "solve_board_points": (c_int, s.Board),
    "solve_board_rows": (c_int, s.Board),
    "solve_board_columns": (c_int, s.Board),
    "solve_board_point_name": (c_char_p, s.Board, c_int),
    "solve_board_find_point": (c_int, s.Board, c_char_p, c_size_t),
    "solve_board_neighbours": (P(c_int), s.Board, c_int, P(c_int)),
    "solve_board_drawing": (P(c_char), s.Board, P(c_int), P(c_int)),
    "solve_board_drawn_at": (c_int, s.Board, c_int),
    "solve_rules_parse": (c_int, c_char_p, P(s.Rules), P(s.Error)),
    "solve_rules_parse_katago": (c_int, c_char_p, P(s.Rules), P(s.Error)),
    "solve_rules_komi": (c_int, s.Rules, P(c_int)),
    "solve_rules_katago": (c_int, s.Rules, c_char_p),
    "solve_rules_ref": (s.Rules, s.Rules),
    "solve_rules_unref": (None, s.Rules),
    "solve_rules_text": (c_char_p, s.Rules),
    "solve_rules_facts": (c_int, s.Rules, P(s.RulesFacts)),
    "solve_rules_half_points": (c_int, s.Rules),
    "solve_rules_value": (c_char_p, s.Rules, c_size_t),
    "solve_rules_family_field": (c_int, c_char_p, c_size_t, P(s.RulesField)),
    "solve_rules_preset": (c_int, c_size_t, P(s.RulesPreset)),
    "solve_rules_table_kind": (s.Enum, s.Rules),
    "solve_move_parse": (c_int, s.Board, s.Rules, c_char_p, P(s.Move), P(s.Error)),
    "solve_move_parse_list": (
        c_int, s.Board, s.Rules, c_char_p, P(P(s.Move)), P(c_size_t), P(s.Error)),
    "solve_move_format": (c_char_p, s.Board, s.Move, c_char_p),
    "solve_player_parse": (c_int, c_char_p, c_int),
    "solve_game_new": (c_int, s.Board, s.Rules, c_char_p, c_int, P(s.Game), P(s.Error)),
    "solve_game_copy": (c_int, s.Game, P(s.Game)),
    "solve_game_free": (None, s.Game),
    "solve_game_prohibit": (c_int, s.Game, c_int),
    "solve_game_board": (s.Board, s.Game),
    "solve_game_rules": (s.Rules, s.Game),
    "solve_game_play": (c_int, s.Game, s.Move, P(s.Refusal)),
    "solve_game_check": (c_int, s.Game, s.Move, P(s.Refusal)),
    "solve_game_play_text": (c_int, s.Game, c_char_p, P(s.Error)),
    "solve_game_undo": (c_int, s.Game),
    "solve_game_legal_moves": (c_int, s.Game, P(P(s.Move)), P(c_size_t)),
    "solve_game_turns": (c_size_t, s.Game),
    "solve_game_turn": (c_int, s.Game, c_size_t, P(s.Turn)),
    "solve_game_is_over": (c_bool, s.Game),
    "solve_game_to_move": (c_int, s.Game),
    "solve_game_stones": (P(c_uint8), s.Game, c_size_t),
    "solve_game_position": (c_int, s.Game, c_size_t, c_char_p),
    "solve_game_prohibited": (c_int, s.Game, c_size_t, c_int, P(c_char_p), P(c_char_p)),
    "solve_game_cycle": (c_int, s.Game, c_size_t, c_int, P(s.Cycle)),
    "solve_interrupt_new": (c_int, P(s.Interrupt)),
    "solve_interrupt_free": (None, s.Interrupt),
    "solve_interrupt_request": (None, s.Interrupt),
    "solve_interrupt_clear": (None, s.Interrupt),
    "solve_interrupt_is_requested": (c_bool, s.Interrupt),
    "solve_bounds_known": (c_bool, P(s.Bounds)),
    "solve_bounds_of_rules": (c_int, s.Rules, s.Board, P(s.Bounds)),
    "solve_bounds_at_komi": (c_int, c_int, c_int, c_int),
    "solve_claim_parse": (c_int, c_char_p, P(s.Claim), P(s.Error)),
    "solve_claim_format": (c_char_p, P(s.Claim), c_char_p),
    "solve_claim_check": (c_int, P(s.Claim), s.Rules, P(s.Error)),
    "solve_claim_answer": (s.Enum, P(s.Claim), P(s.Bounds), s.Rules),
    "solve_cache_new": (c_int, c_uint64, P(s.Cache)),
    "solve_cache_free": (None, s.Cache),
    "solve_request_new": (c_int, P(s.Request)),
    "solve_request_free": (None, s.Request),
    "solve_request_set_komi": (c_int, s.Request, c_int),
    "solve_request_set_value_only": (c_int, s.Request, c_bool),
    "solve_request_set_ask": (c_int, s.Request, P(s.Claim)),
    "solve_request_set_threads": (c_int, s.Request, c_int),
    "solve_request_set_memory": (c_int, s.Request, c_uint64),
    "solve_request_set_payoff": (c_int, s.Request, s.Enum),
    "solve_request_set_max_nodes": (c_int, s.Request, c_uint64),
    "solve_request_set_seconds": (c_int, s.Request, c_double),
    "solve_request_set_interrupt": (c_int, s.Request, s.Interrupt),
    "solve_request_set_certificate": (c_int, s.Request, c_bool),
    "solve_request_set_coalition_proofs": (c_int, s.Request, s.CoalitionProofs),
    "solve_request_set_store": (c_int, s.Request, s.Store),
    "solve_request_set_living": (c_int, s.Request, c_bool),
    "solve_request_set_strategy_leaves": (c_int, s.Request, c_bool),
    "solve_rules_living": (c_bool, s.Rules),
    "solve_rules_strategy_leaves": (c_bool, s.Rules),
    "solve_request_set_cache": (c_int, s.Request, s.Cache),
    "solve_request_set_progress": (c_int, s.Request, s.TellProgress, c_void_p),
    "solve_result_free": (None, s.Result),
    "solve_result_bounds": (c_int, s.Result, P(s.Bounds)),
    "solve_result_stop": (s.Enum, s.Result),
    "solve_stop_text": (c_char_p, s.Enum),
    "solve_result_move_count": (c_size_t, s.Result),
    "solve_result_move": (c_int, s.Result, c_size_t, P(s.RootMove)),
    "solve_result_moves_complete": (c_bool, s.Result),
    "solve_result_best_complete": (c_bool, s.Result, c_int),
    "solve_result_rating": (s.Enum, s.Result, c_size_t, c_int),
    "solve_result_komi_matters": (c_bool, s.Result),
    "solve_result_pv": (P(s.Move), s.Result, P(c_size_t)),
    "solve_result_pv_complete": (c_bool, s.Result),
    "solve_result_pv_cycle": (c_long, s.Result),
    "solve_result_pv_stop": (s.Enum, s.Result),
    "solve_result_game": (s.Game, s.Result),
    "solve_result_uncertified": (c_char_p, s.Result, c_size_t),
    "solve_result_uncertified_by_rules": (c_bool, s.Result),
    "solve_result_work": (c_int, s.Result, P(s.Work)),
    "solve_result_certificate": (c_int, s.Result, P(s.Certificate)),
    "solve_coalition_proofs_certificate": (c_int, s.CoalitionProofs, s.Game, P(s.Certificate)),
    "solve_coalition_proofs_free": (None, s.CoalitionProofs),
    "solve_coalition_proofs_new": (c_int, P(s.CoalitionProofs)),
    "solve_coalition_release": (None, P(s.Coalition)),
    "solve_endless_release": (None, P(s.Endless)),
    "solve_control_free": (None, s.Control),
    "solve_control_decided": (c_bool, s.Control),
    "solve_control_stopped": (c_bool, s.Control),
    "solve_control_owner": (c_int, s.Control, c_int),
    "solve_control_choice": (c_int, s.Control, c_size_t, P(c_char_p), P(c_char_p)),
    "solve_control_set": (c_int, s.Control, c_size_t, P(s.ControlSet)),
    "solve_control_step": (c_int, s.Control, c_size_t, c_size_t, P(s.Move), P(P(c_uint8))),
    "solve_count_free": (None, s.Count),
    "solve_count_verdict": (s.Enum, s.Count),
    "solve_count_stop": (s.Enum, s.Count),
    "solve_count_games": (c_char_p, s.Count),
    "solve_count_extremes": (c_int, s.Count, P(c_size_t), P(c_size_t)),
    "solve_count_games_of_length": (c_char_p, s.Count, c_size_t),
    "solve_count_work": (c_int, s.Count, P(s.CountWork)),
    "solve_longest_release": (None, P(s.Longest)),
}

# Functions that may take long, or wait: other threads of Python run meanwhile.
LONG: dict[str, Tuple[Any, ...]] = {
    "solve_board_load_graph": (c_int, c_char_p, P(s.Board), P(s.Error)),
    "solve_board_symmetries": (c_int, s.Board, P(P(c_int))),
    "solve_game_scores": (c_int, s.Game, P(c_int)),
    "solve_game_watch": (c_int, s.Game, s.Interrupt, c_double),
    "solve_game_half_points": (c_int, s.Game, P(c_int)),
    "solve_request_run": (c_int, s.Request, s.Game, P(s.Result), P(s.Error)),
    "solve_certificate_write": (c_int, P(s.Certificate), c_char_p, P(s.Error)),
    "solve_request_predict": (c_int, s.Request, s.Game, P(s.Prediction), P(s.Error)),
    "solve_request_predict_table": (c_int, s.Request, s.Game, P(s.Prediction), P(s.Error)),
    "solve_store_open": (c_int, c_char_p, P(s.StoreOptions), P(s.Store), P(s.Error)),
    "solve_store_close": (c_int, s.Store, P(s.Error)),
    "solve_store_finish": (None, s.Store),
    "solve_store_notice": (c_char_p, s.Store),
    "solve_store_failure": (c_char_p, s.Store),
    "solve_store_query": (c_int, s.Store, s.Game, c_int, P(s.Result), P(s.Error)),
    "solve_store_add_claim": (c_int, s.Store, s.Game, c_int, P(s.StoreClaim), P(s.Error)),
    "solve_store_tells_claim": (c_int, s.Store, s.Game, c_int, P(s.StoreClaim), P(s.Error)),
    "solve_store_make_table": (
        c_int, s.Store, s.Board, s.Rules, P(s.TableOptions), P(s.Table), P(s.Error)),
    "solve_request_coalition": (c_int, s.Request, s.Game, c_uint, P(s.Coalition), P(s.Error)),
    "solve_request_endless": (c_int, s.Request, s.Game, P(s.Endless), P(s.Error)),
    "solve_control_find": (c_int, s.Board, P(s.ControlOptions), P(s.Control), P(s.Error)),
    "solve_request_count": (c_int, s.Request, s.Game, s.Enum, P(s.Count), P(s.Error)),
    "solve_request_estimate": (
        c_int, s.Request, s.Game, c_double, c_uint64, P(s.Estimate), P(s.Error)),
    "solve_request_longest": (c_int, s.Request, s.Game, c_uint64, P(s.Longest), P(s.Error)),
    "solve_request_count_legal": (c_int, s.Request, s.Board, P(c_void_p), P(s.Error)),
}

# Those of libsolve-check.
CHECK: dict[str, Tuple[Any, ...]] = {
    "solve_check_new": (c_int, P(s.Check)),
    "solve_check_free": (None, s.Check),
    "solve_check_set_memory": (c_int, s.Check, c_uint64, c_uint64),
    "solve_check_set_seconds": (c_int, s.Check, c_double),
    "solve_check_set_stop": (c_int, s.Check, s.Stop, c_void_p),
    "solve_check_set_progress": (c_int, s.Check, s.TellCheck, c_void_p),
    "solve_check_set_rules": (c_int, s.Check, c_char_p),
    "solve_check_set_game": (c_int, s.Check, c_char_p, c_int, c_char_p),
    "solve_check_set_swapped": (c_int, s.Check, c_bool),
    "solve_check_graph": (c_void_p, s.Check, P(c_size_t)),
    "solve_check_load": (c_int, s.Check, c_char_p),
    "solve_check_read": (c_int, s.Check, c_char_p, c_size_t),
    "solve_check_run": (c_int, s.Check),
    "solve_check_verdict": (s.Enum, s.Check),
    "solve_check_reason": (c_char_p, s.Check),
    "solve_check_stopped": (c_char_p, s.Check),
    "solve_check_bytes": (P(c_uint8), s.Check, P(c_size_t)),
    "solve_check_living": (c_bool, s.Check),
    "solve_check_whole": (c_bool, s.Check),
    "solve_check_hash": (c_char_p, s.Check),
    "solve_check_write": (c_int, s.Check, c_char_p),
    "solve_check_write_packed": (c_int, s.Check, c_char_p),
    "solve_check_header": (c_int, s.Check, P(s.CheckHeader)),
    "solve_check_claim": (c_int, s.Check, c_size_t, P(s.CheckClaim)),
    "solve_check_strategy_leaves": (c_uint64, s.Check),
    "solve_check_coalition": (c_int, s.Check, c_size_t, P(s.CheckCoalition)),
}


class Functions:
    """The functions of a library, as attributes."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def declare(self, library: ctypes.CDLL, table: dict[str, Tuple[Any, ...]]) -> None:
        for name, (result, *arguments) in table.items():
            try:
                function = getattr(library, name)
            except AttributeError:
                raise ImportError(f"{library._name}: has no {name}(): another version?") from None
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)


def _folders() -> Iterator[Path]:
    """Where a library may lie that belongs to this package."""
    package = Path(__file__).resolve().parent
    checkout = package.parent.parent
    if (checkout / "meson.build").is_file():
        yield checkout / "build" / "solver" / "library"
        return
    multiarch = sysconfig.get_config_var("MULTIARCH")
    for parent in list(package.parents)[:5]:
        for name in ("lib", "lib64"):
            yield parent / name
            if multiarch:
                yield parent / name / str(multiarch)


def _candidates(name: str) -> Iterator[str]:
    """Paths and names to try for a library, the surest first."""
    file = SONAME.format(name)
    told = os.environ.get("SOLVE_LIBRARY")
    if told:
        path = Path(told)
        if path.is_file() and name == "solve":
            yield str(path)
        else:
            folder = path.parent if path.is_file() else path
            for place in (folder / file, folder / "check" / file):
                if place.is_file():
                    yield str(place)
        return
    for folder in _folders():
        for place in (folder / file, folder / "check" / file):
            if place.is_file():
                yield str(place)
    yield file
    found = ctypes.util.find_library(name)
    if found:
        yield found


def find(name: str) -> str:
    """What to load for a library, "solve" or "solve-check". Raises ImportError if there is none."""
    tried: List[str] = []
    for candidate in _candidates(name):
        try:
            ctypes.CDLL(candidate)
        except OSError as error:
            tried.append(str(error))
            continue
        return candidate
    told = os.environ.get("SOLVE_LIBRARY")
    what = "; ".join(tried) or f"SOLVE_LIBRARY={told}: there is no {SONAME.format(name)}"
    raise ImportError(f"lib{name} is not found: {what}")


def _load() -> Functions:
    functions = Functions()
    path = find("solve")
    functions.declare(ctypes.PyDLL(path), SHORT)
    functions.declare(ctypes.CDLL(path), LONG)
    return functions


lib = _load()
_check: Optional[Functions] = None


def check_library() -> Functions:
    """The functions of libsolve-check, which is loaded when it is first wanted."""
    global _check
    if _check is None:
        functions = Functions()
        functions.declare(ctypes.CDLL(find("solve-check")), CHECK)
        _check = functions
    return _check


c_free = ctypes.CDLL(None).free
c_free.restype = None
c_free.argtypes = [c_void_p]
