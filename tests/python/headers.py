"""What the public headers declare, read from their text: clang-format has given them one shape."""
import re
from pathlib import Path

HEADERS = ("solve-play.h", "solve-run.h", "solve-store.h", "solve-study.h", "solve-count.h",
           "solve-check.h")


class Headers:
    """structs: {name: [(field, type)]}, enums: {name: {constant: number}}, numbers: the text of each
    constant that is defined, functions: {name: (result, [argument type])}."""

    def __init__(self, folder):
        text = "\n".join((Path(folder) / name).read_text(encoding="ascii") for name in HEADERS)
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"\\\n", " ", text)
        self.numbers = dict(re.findall(r"^#define (\w+) +(\S.*?)\s*$", text, flags=re.M))
        text = re.sub(r"^#.*$|^}$", "", text, flags=re.M).replace('extern "C" {', "")
        self.structs = {}
        for name, body in re.findall(r"struct (\w+) \{(.*?)\n\};", text, flags=re.S):
            self.structs[name] = [field for line in body.split(";") for field in fields(line)]
        self.enums = {}
        for name, body in re.findall(r"enum (\w+) \{(.*?)\}", text, flags=re.S):
            self.enums[name] = numbered(body)
        text = re.sub(r"(?:struct|enum) \w+ \{.*?\};", "", text, flags=re.S)
        self.functions = {}
        for declared in text.split(";"):
            found = re.fullmatch(r"\s*(.*?)(\w+)\((.*)\)\s*", declared, flags=re.S)
            if found and found.group(2).startswith("solve_"):
                result, name, arguments = found.groups()
                self.functions[name] = (plain(result), [unnamed(one) for one in split(arguments)])


def fields(line):
    """("int a, b[2]") is [("a", "int"), ("b", "int[2]")]."""
    line = " ".join(line.split())
    if not line:
        return []
    function = re.fullmatch(r".*\(\*(\w+)\)\(.*\)", line)
    if function:
        return [(function.group(1), "function")]
    line = " ".join(re.sub(r"\bconst\b", "", line).split())
    kind, declared = re.fullmatch(r"(struct \w+|enum \w+|long double|\w+)([ *].*)", line).groups()
    found = []
    for one in declared.split(","):
        stars, name, array = re.fullmatch(r"([ *]*)(\w+)(\[\w+\])?", one).groups()
        found.append((name, plain(kind + stars) + (array or "")))
    return found


def numbered(body):
    constants, number = {}, 0
    for one in body.split(","):
        found = re.fullmatch(r"\s*(\w+)(?:\s*=\s*(-?\d+))?\s*", one)
        if found:
            number = int(found.group(2) or number)
            constants[found.group(1)] = number
            number += 1
    return constants


def split(arguments):
    """Splits at commas outside of parentheses."""
    parts, depth, part = [], 0, ""
    for letter in arguments:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    parts.append(part)
    return [] if [one.strip() for one in parts] == ["void"] else parts


def unnamed(argument):
    """The type of an argument."""
    argument = " ".join(argument.split())
    if "(*" in argument:
        return "function"
    return plain(re.sub(r"\w+$", "", argument))


def plain(kind):
    """A type without const: "struct solve_board **"."""
    kind = " ".join(re.sub(r"\bconst\b", "", kind).split())
    return re.sub(r"\s*\*\s*", "*", kind)
