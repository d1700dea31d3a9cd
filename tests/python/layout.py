"""layout.py ROOT CC...: does the Python module have the structs, constants and functions that the public
headers have?

A C program prints the size of each public struct and the offset, size and type of each field; what
ctypes makes of them must be the same. No struct, field, enum, constant or function may be missing.
"""
import ctypes
import enum
import inspect
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from headers import Headers

ROOT, CC = Path(sys.argv[1]), sys.argv[2:]
sys.path.insert(0, str(ROOT / "python"))

import solvego  # noqa: E402
from solvego import _library, _structs  # noqa: E402

# What the module says in its own words instead.
WITHOUT_CLASS = {"solve_answer", "solve_store_flags", "solve_length", "solve_rating", "solve_check_verdict"}
ENUMS = {"solve_move_kind": solvego.MoveKind, "solve_ending": solvego.Ending, "solve_phase": solvego.Phase,
         "solve_stop": solvego.Stop, "solve_rating": solvego.Rating, "solve_tables": solvego.Tables,
         "solve_table_kind": solvego.TableKind, "solve_table_method": solvego.TableMethod,
         "solve_table_step": solvego.TableStep, "solve_endless_verdict": solvego.EndlessVerdict, "solve_payoff": solvego.Payoff,
         "solve_count_verdict": solvego.CountVerdict, "solve_check_verdict": solvego.Verdict}
# How C's _Generic calls a type, and ctypes.
NAMES = {ctypes.c_int: "int", ctypes.c_uint: "unsigned int", ctypes.c_long: "long", ctypes.c_size_t: "unsigned long",
         ctypes.c_uint8: "unsigned char", ctypes.c_bool: "_Bool", ctypes.c_double: "double",
         ctypes.c_longdouble: "long double", ctypes.c_char: "char"}
# What a name of a header's type is in C. Of the headers' enums none has a negative value.
PLAIN = {"size_t": "unsigned long", "uint64_t": "unsigned long", "uint32_t": "unsigned int", "bool": "_Bool",
         "uint8_t": "unsigned char", "unsigned": "unsigned int"}


def class_of(struct):
    """solve_rules_facts is RulesFacts."""
    return getattr(_structs, "".join(word.title() for word in struct.removeprefix("solve_").split("_")), None)


def name_of(kind):
    """What a type of ctypes is in C, without const."""
    if kind is None:
        return "void"
    if kind is ctypes.c_char_p:
        return "char*"
    if kind is ctypes.c_void_p:
        return "void*"
    if kind in NAMES:
        return NAMES[kind]
    if isinstance(kind, type(ctypes.c_void_p)) and issubclass(kind, ctypes.c_void_p):
        return f"struct {struct_of(kind)}*"
    if hasattr(kind, "_restype_"):
        return "function"
    if issubclass(kind, ctypes.Array):
        return f"{name_of(kind._type_)}[{kind._length_}]"
    if issubclass(kind, ctypes.Structure):
        return f"struct {struct_of(kind)}"
    return name_of(kind._type_) + "*"


def struct_of(kind):
    return "solve_" + re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def c_name(kind, numbers):
    """The same of a type as the headers write it. A buffer of a caller is a pointer to char, and
    bytes are read as a text is."""
    kind = re.sub(r"\benum \w+", "unsigned", kind)
    kind = re.sub(r"\[(\w+)\]", lambda found: f"[{numbers.get(found.group(1), found.group(1))}]", kind)
    return re.sub(r"^\w+\b", lambda found: PLAIN.get(found.group(0), found.group(0)), kind)


def compare_functions(headers):
    declared = {**_library.SHORT, **_library.LONG, **_library.CHECK}
    assert not set(_library.SHORT) & set(_library.LONG)
    assert set(declared) == set(headers.functions), set(declared) ^ set(headers.functions)
    for name, (result, arguments) in headers.functions.items():
        wanted = [c_name(kind, headers.numbers) for kind in [result, *arguments]]
        found = [name_of(kind) for kind in declared[name]]
        assert len(wanted) == len(found), (name, wanted, found)
        for one, other in zip(wanted, found):
            same = one == other or {one, other} in ({"void*", "char*"}, {"void**", "char**"})
            assert same, f"{name}: {one} in the header, {other} in Python"
    return len(declared)


def compare_structs(headers, folder):
    """Asks the compiler what it makes of the headers' structs."""
    lines = ['#include <solve.h>', '#include <solve-check.h>', '#include <stdio.h>']
    lines.append("#define SAY(s, f) printf(\"%s %s %zu %zu\\n\", #s, #f, offsetof(struct s, f), "
                 "sizeof(((struct s *)0)->f))")
    lines.append("int main(void) {")
    for name, fields in headers.structs.items():
        lines.append(f'printf("{name} - 0 %zu\\n", sizeof(struct {name}));')
        lines += [f"SAY({name}, {field});" for field, _ in fields]
    for name, text in headers.numbers.items():
        if re.search(r"\d|SIZE_MAX", text):
            lines.append(f'printf("#{name} - %lld 0\\n", (long long)({name}));')
    lines.append("return 0; }")
    source, program = folder / "layout.c", folder / "layout"
    source.write_text("\n".join(lines), encoding="ascii")
    subprocess.run([*CC, "-std=c11", "-I", str(ROOT / "include"), "-o", str(program), str(source)], check=True)
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    made = {}
    for line in printed.splitlines():
        struct, field, offset, size = line.split()
        made[struct, field] = (int(offset), int(size))
    for name, fields in headers.structs.items():
        kind = class_of(name)
        assert kind is not None and hasattr(kind, "_fields_"), f"{name} has no class"
        assert [field for field, _ in kind._fields_] == [field for field, _ in fields], name
        assert made[name, "-"] == (0, ctypes.sizeof(kind)), (name, made[name, "-"], ctypes.sizeof(kind))
        for (field, python), (_, c) in zip(kind._fields_, fields):
            where = getattr(kind, field)
            assert made[name, field] == (where.offset, where.size), (name, field)
            wanted = c_name(c, headers.numbers)
            assert name_of(python) == wanted.replace("char*const*", "char**"), (name, field, wanted)
    return made


def compare_constants(headers, made):
    for name, text in headers.numbers.items():
        if ("#" + name, "-") not in made or name.endswith("_H"):
            continue
        found = getattr(_structs, name.removeprefix("SOLVE_"), None)
        assert found is not None, f"{name} {text} is not in _structs.py"
        # As the 64 bits that the compiler has printed.
        wanted = made["#" + name, "-"][0]
        assert (found - wanted) % (1 << 64) == 0, (name, found, wanted)
    for name, constants in headers.enums.items():
        if name in ENUMS:
            wanted = sorted(number for number in constants.values())
            found = sorted(int(one) for one in ENUMS[name])
            assert found == wanted or found == wanted[1:] and name == "solve_check_verdict", (name, found)
            for one in ENUMS[name]:
                # SOLVE_STOP_NODES is Stop.NODES.
                same = [c for c, number in constants.items() if number == one]
                assert len(same) == 1 and same[0].endswith(one.name), (name, one, same)
    missing = set(headers.enums) - set(ENUMS) - WITHOUT_CLASS
    assert not missing, missing
    assert headers.enums["solve_store_flags"] == {
        "SOLVE_STORE_MAKE": _structs.STORE_MAKE, "SOLVE_STORE_READ": _structs.STORE_READ,
        "SOLVE_STORE_LOOK": _structs.STORE_LOOK}
    assert list(headers.enums["solve_answer"].values()) == [0, 1, 2], headers.enums["solve_answer"]
    assert list(headers.enums["solve_length"].values()) == [0, 1, 2], headers.enums["solve_length"]


def classes_are_shown():
    """What the package shows is all that it has to show, and has a line that says what it is."""
    for name in solvego.__all__:
        shown = getattr(solvego, name)
        own = shown.__dict__.get("__doc__") if inspect.isclass(shown) else getattr(shown, "__doc__", None)
        simple = isinstance(shown, (int, str)) or inspect.isclass(shown) and issubclass(shown, enum.Enum)
        assert own or simple, f"{name} has no documentation"


headers_found = Headers(ROOT / "include")
assert len(headers_found.structs) > 25 and len(headers_found.functions) > 130, "this reads too little"
assert len(headers_found.enums) >= len(ENUMS), headers_found.enums
functions = compare_functions(headers_found)
with tempfile.TemporaryDirectory() as made_in:
    sizes = compare_structs(headers_found, Path(made_in))
compare_constants(headers_found, sizes)
classes_are_shown()
print(f"{len(headers_found.structs)} structs, {functions} functions, {len(headers_found.enums)} enums")
