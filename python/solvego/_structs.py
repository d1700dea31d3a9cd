"""The structs of solve.h and solve-check.h, as ctypes has them.

A test compares each with the headers, field by field: see tests/python/layout.py.
"""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_longdouble,
    c_size_t,
    c_uint,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)

from ._handles import *  # noqa: F403

PLAYERS_MAX = 4
BOARD_POINTS_MAX = 361
POINTS_MAX = 64
KOMI_MAX = 2000
THREADS_MAX = 1024
MEMORY_MIN = 65536
MOVE_TEXT_MAX = 32
CLAIM_TEXT_MAX = 32
RULES_KATAGO_MAX = 192
POSITION_TEXT_MAX = 2 * BOARD_POINTS_MAX + 1
MARGIN_INFINITE = 1000000
ESTIMATE_SECONDS = 60
CONTROL_STATES_MAX = 2097152
CONTROL_STATES_LIMIT = 1073741824
CONTROL_STATE_BYTES = 160
LONGEST_UNKNOWN = c_size_t(-1).value
STORE_MAKE, STORE_READ, STORE_LOOK = 1, 2, 4
OWNER_NOBODY, OWNER_UNKNOWN, OWNER_BOTH = -1, -2, 2
CHECK_INFINITE = 32767
CHECK_CLAIM_MAX = 64
CHECK_MOVE_MAX = 32

# An enum of C: of the headers' none has a negative value.
Enum = c_uint


class Error(Structure):
    _fields_ = [("text", c_char * 320)]


class RulesFacts(Structure):
    _fields_ = [
        ("preset", c_char_p),
        ("family", c_char_p),
        ("passes", c_char_p),
        ("scoring", c_char_p),
        ("players", c_int),
        ("pairs", c_bool),
        ("between", c_char_p),
        ("cycle_ends", c_bool),
        ("removes_cycles", c_bool),
        ("board_only", c_bool),
    ]


class RulesField(Structure):
    _fields_ = [("name", c_char_p), ("meaning", c_char_p), ("values", POINTER(c_char_p))]


class RulesPreset(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("family", c_char_p),
        ("fields", c_char_p),
        ("alias_of", c_char_p),
        ("description", c_char_p),
        ("source", c_char_p),
    ]


class Move(Structure):
    _fields_ = [("kind", Enum), ("point", c_int), ("cycle", c_int)]


class Refusal(Structure):
    _fields_ = [("rule", c_char_p), ("reason", c_char * 160)]


class Turn(Structure):
    _fields_ = [
        ("move", Move),
        ("player", c_int),
        ("next", c_int),
        ("passes", c_int),
        ("removed", c_int),
        ("lost", c_int * PLAYERS_MAX),
        ("banned", c_int),
        ("repeated", c_size_t),
        ("ending", Enum),
        ("winner", c_int),
        ("needed", c_int),
        ("rule", c_char_p),
    ]


class Cycle(Structure):
    _fields_ = [
        ("start", c_size_t),
        ("disturbing", c_bool),
        ("used", c_uint8 * BOARD_POINTS_MAX),
    ]


class Bounds(Structure):
    _fields_ = [
        ("lower_min", c_int),
        ("lower_max", c_int),
        ("upper_min", c_int),
        ("upper_max", c_int),
    ]


class Claim(Structure):
    _fields_ = [("player", c_int), ("half_points", c_int)]


class Progress(Structure):
    _fields_ = [
        ("phase", Enum),
        ("seconds", c_double),
        ("nodes", c_uint64),
        ("bytes", c_uint64),
        ("attacker", c_int),
        ("margin", c_int),
        ("boards", c_uint64),
        ("entries", c_uint64),
        ("depth", c_size_t),
        ("root", c_bool),
        ("move", Move),
        ("rated", c_int),
        ("moves", c_int),
        ("games", c_uint32),
        ("games_wanted", c_uint32),
        ("points_done", c_uint32),
        ("points_wanted", c_uint32),
        ("sweep", c_int),
        ("swept", c_uint64),
        ("half_points", c_int),
    ]


class RootMove(Structure):
    _fields_ = [("move", Move), ("bounds", Bounds), ("same_as", c_size_t), ("best", c_bool)]


class Work(Structure):
    _fields_ = [
        ("nodes", c_uint64),
        ("entries", c_uint64),
        ("seconds", c_double),
        ("threads", c_int),
    ]


class Certificate(Structure):
    _fields_ = [
        ("bytes", POINTER(c_uint8)),
        ("size", c_size_t),
        ("claims", c_size_t),
        ("missing", c_size_t),
        ("cut", c_bool),
    ]


class Forecast(Structure):
    _fields_ = [
        ("states", c_double),
        ("states_low", c_double),
        ("states_high", c_double),
        ("memory", c_double),
        ("memory_low", c_double),
        ("beyond", c_bool),
        ("from", c_char_p),
    ]


class Prediction(Structure):
    _fields_ = [
        ("threads", c_int),
        ("memory", c_uint64),
        ("legal", c_longdouble),
        ("boards", c_longdouble),
        ("legal_exact", c_bool),
        ("boards_exact", c_bool),
        ("moves", c_double),
        ("addressable", c_bool),
        ("bytes_positions", c_double),
        ("bytes_reverse", c_double),
        ("bytes_attractor", c_double),
        ("bytes_work", c_double),
        ("bytes_all", c_double),
        ("bytes_needed", c_double),
        ("second_a_move", c_double),
        ("seconds_positions", c_double),
        ("seconds_reverse", c_double),
        ("seconds_attractor", c_double),
        ("seconds_every", c_double),
        ("seconds_before", c_double),
        ("tables", Enum),
        ("strategies", c_bool),
        ("dense", c_bool),
        ("dense_bounds", c_bool),
        ("table_dense", c_bool),
        ("dense_kos", c_double),
        ("dense_index", c_double),
        ("dense_margins", c_double),
        ("dense_threshold", c_double),
        ("dense_plies", c_double),
        ("dense_file", c_double),
        ("dense_second_a_play", c_double),
        ("dense_seconds_index", c_double),
        ("dense_seconds_margins", c_double),
        ("dense_seconds_threshold", c_double),
        ("has_forecast", c_bool),
        ("forecast", Forecast),
    ]


TellProgress = CFUNCTYPE(None, POINTER(Progress), c_void_p)
TellLine = CFUNCTYPE(None, c_void_p, c_char_p)
Stop = CFUNCTYPE(c_bool, c_void_p)


class StoreOptions(Structure):
    _fields_ = [
        ("flags", c_uint),
        ("interrupt", Interrupt),
        ("seconds", c_double),
        ("tell", TellLine),
        ("arg", c_void_p),
        ("request", Request),
        ("game", Game),
    ]


class StoreClaim(Structure):
    _fields_ = [("player", c_int), ("denies", c_bool), ("margin", c_int)]


class TableProgress(Structure):
    _fields_ = [
        ("step", Enum),
        ("sweep", c_int),
        ("done", c_uint64),
        ("boards", c_uint64),
        ("plays", c_uint64),
    ]


TellTable = CFUNCTYPE(None, POINTER(TableProgress), c_void_p)


class TableOptions(Structure):
    _fields_ = [
        ("threads", c_int),
        ("memory", c_uint64),
        ("save_seconds", c_double),
        ("interrupt", Interrupt),
        ("method", Enum),
        ("progress", TellTable),
        ("progress_arg", c_void_p),
    ]


class Table(Structure):
    _fields_ = [
        ("bounds", c_bool),
        ("was_there", c_bool),
        ("resumed", c_bool),
        ("resumed_margin", c_int),
        ("was_missing", c_uint64),
        ("boards", c_uint64),
        ("kos", c_uint64),
        ("known", c_uint64),
        ("dense", c_bool),
        ("file_bytes", c_uint64),
        ("held_bytes", c_uint64),
        ("mapped_bytes", c_uint64),
        ("plays", c_uint64),
        ("sweeps", c_uint),
    ]


class Endless(Structure):
    _fields_ = [
        ("verdict", Enum),
        ("argument", c_char_p),
        ("reason", c_char_p),
        ("moves", POINTER(Move)),
        ("way", c_size_t),
        ("cycle", c_size_t),
        ("balance", c_int),
        ("shortest", c_bool),
        ("states", c_uint64),
    ]


class Coalition(Structure):
    _fields_ = [
        ("lower", c_int),
        ("upper", c_int),
        ("plays", POINTER(Move)),
        ("play_count", c_size_t),
        ("plays_complete", c_bool),
        ("line", POINTER(Move)),
        ("line_count", c_size_t),
        ("line_complete", c_bool),
        ("nodes", c_uint64),
        ("entries", c_uint64),
        ("stop", Enum),
    ]


class ControlOptions(Structure):
    _fields_ = [
        ("position", c_char_p),
        ("prohibited", c_uint64),
        ("choices", c_char_p),
        ("max_states", c_size_t),
        ("interrupt", Interrupt),
    ]


class ControlSet(Structure):
    _fields_ = [
        ("player", c_int),
        ("points", c_uint64),
        ("set", c_uint64),
        ("start", POINTER(c_uint8)),
        ("step_count", c_size_t),
    ]


class CountWork(Structure):
    _fields_ = [
        ("nodes", c_uint64),
        ("entries", c_uint64),
        ("bytes", c_uint64),
        ("seconds", c_double),
        ("threads", c_int),
        ("method", c_char_p),
    ]


class Estimate(Structure):
    _fields_ = [
        ("log10", c_double),
        ("error", c_double),
        ("samples", c_uint64),
        ("runs", c_int),
        ("seconds", c_double),
        ("mean_length", c_double),
        ("longest", c_size_t),
        ("doubtful", c_bool),
        ("stop", Enum),
    ]


class Longest(Structure):
    _fields_ = [
        ("at_least", c_size_t),
        ("at_most", c_size_t),
        ("argument", c_char_p),
        ("moves", POINTER(Move)),
        ("move_count", c_size_t),
        ("seconds", c_double),
        ("stop", Enum),
    ]


class CheckProgress(Structure):
    _fields_ = [
        ("checking", c_bool),
        ("done", c_uint64),
        ("all", c_uint64),
    ]


TellCheck = CFUNCTYPE(None, POINTER(CheckProgress), c_void_p)


class CheckHeader(Structure):
    _fields_ = [
        ("board", c_char_p),
        ("rules", c_char_p),
        ("position", c_char_p),
        ("moves", c_char_p),
        ("move_count", c_size_t),
        ("to_move", c_int),
        ("claims", c_size_t),
        ("nodes", c_uint64),
        ("strategies", c_uint64),
        ("replies", c_uint64),
    ]


class CheckClaim(Structure):
    _fields_ = [
        ("move", c_char * CHECK_MOVE_MAX),
        ("player", c_int),
        ("denies", c_bool),
        ("margin", c_int),
        ("text", c_char * CHECK_CLAIM_MAX),
    ]


class CheckCoalition(Structure):
    _fields_ = [
        ("members", c_uint),
        ("held", c_bool),
        ("bound", c_int),
        ("payoff", c_char_p),
    ]
