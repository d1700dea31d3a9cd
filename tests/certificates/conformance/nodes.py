"""Certificates taken apart and put together again, so that one thing in them can be changed.

A node as text (points as in "start", rows from the top):

    loser black for white denies passes 1 X.O/... ko 3 bound -2: end, cycle, 4/1
    winner white for white X.O/... bound inf play 3: 2/0
    leaf black for black X.O/... bound 1
    strategy black for white ../.. bound 0

the type, who moves, for whom, the state, the bound, and the replies: a child is "its number/the group element". Those of coalitions: coalition_nodes.py.
Under rules with cycles (ljrg) sets of points are numbers, and a turn is what it removes, the stone's point and the child:

    black for white X.O/... temporary 2 permanent 8 ends 3 bound -2: none 4, 1 end, remove 5 none 3

Nothing here is looked at twice: what is wrong is written as it stands.
"""
import re

import coalition_nodes

TYPES, COLOURS = ("leaf", "winner", "loser", "strategy"), ("black", "white")
NODE = re.compile(r"(leaf|winner|loser|strategy) (black|white) for (black|white)( denies)?(?: passes (\d))? ([.XO/]+)(?: ko (\d+))?"
                  r" bound (inf|-?\d+)(?: play (\d+))?(?:: (.*))?")
CYCLE_NODE = re.compile(r"(black|white) for (black|white) ([.XO/]+)(?: temporary (\d+))?(?: permanent (\d+))? ends (\d) bound (-?\d+): (.*)")
TURN = re.compile(r"(?:remove (\d+) )?(none|\d+) (end|\d+)")


def number(value):
    """LEB128 in its shortest form."""
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value


def read_node(reader, own, board):
    head = reader.byte()
    sets = reader.number(), reader.number()
    words = [TYPES[head & 3], COLOURS[head >> 2 & 1], "for", COLOURS[head >> 3 & 1]]
    words += ["denies"] if head & 16 else []
    words += ["passes", str(head >> 5 & 3)] if head & 96 else []
    words.append(cells_of(sets, board))
    words += ["ko", str(reader.number())] if head & 128 else []
    code = reader.number()
    words += ["bound", "inf" if code == 0 else str(-code // 2 if code % 2 == 0 else code // 2)]
    count = {0: 0, 1: 1, 3: 0}.get(head & 3)
    if head & 3 == 1:
        words += ["play", str(reader.number())]
    count = reader.number() if count is None else count
    replies = []
    for _ in range(count):
        code = reader.number()
        replies.append(("end", "cycle")[code] if code < 2 else f"{own - code + 1}/{reader.number()}")
    return " ".join(words) + (": " + ", ".join(replies) if replies or head & 3 in (1, 2) else "")


def write_node(text, own):
    found = NODE.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is no node")
    kind, mover, winner, denies, passes, stones, ko, bound, play, replies = found.groups()
    out = bytes([TYPES.index(kind) | COLOURS.index(mover) << 2 | COLOURS.index(winner) << 3 |
                 (16 if denies else 0) | int(passes or 0) << 5 | (128 if ko else 0)])
    for value in sets_of(stones):
        out += number(value)
    out += number(int(ko)) if ko else b""
    out += b"\0" if bound == "inf" else number(1 + 2 * int(bound) if int(bound) >= 0 else -2 * int(bound))
    out += number(int(play)) if play else b""
    replies = replies.split(", ") if replies else []
    out += number(len(replies)) if kind == "loser" else b""
    for reply in replies:
        child, _, element = reply.partition("/")
        out += bytes([("end", "cycle").index(reply)]) if not element else \
            number(own - int(child) + 1) + number(int(element))
    return out


def cells_of(sets, board):
    rows, cols = board
    cells = ["X" if sets[0] >> p & 1 else "O" if sets[1] >> p & 1 else "." for p in range(rows * cols)]
    return "/".join("".join(cells[row * cols:row * cols + cols]) for row in range(rows))


def sets_of(stones):
    return [sum(1 << p for p, cell in enumerate(stones.replace("/", "")) if cell == stone) for stone in "XO"]


def read_cycle_node(reader, own, board):
    head = reader.byte()
    sets = [reader.number() for _ in range(4)]
    words = [COLOURS[head & 1], "for", COLOURS[head >> 3 & 1], cells_of(sets, board)]
    words += [f"{word} {value}" for word, value in zip(("temporary", "permanent"), sets[2:]) if value]
    code = reader.number()
    words += ["ends", str(head >> 1 & 3), "bound", str(-(code + 1) // 2 if code & 1 else code // 2)]
    turns = []
    for _ in range(reader.number()):
        removed, stone, distance = reader.number(), reader.number(), reader.number()
        turns.append((f"remove {removed} " if removed else "") + (str(stone - 1) if stone else "none") + " " +
                     (str(own - distance) if distance else "end"))
    return " ".join(words) + ": " + ", ".join(turns)


def write_cycle_node(text, own):
    mover, winner, stones, temporary, permanent, ends, bound, turns = CYCLE_NODE.fullmatch(text).groups()
    out = bytes([COLOURS.index(mover) | int(ends) << 1 | COLOURS.index(winner) << 3])
    for value in sets_of(stones) + [int(temporary or 0), int(permanent or 0)]:
        out += number(value)
    out += number(2 * int(bound) if int(bound) >= 0 else -2 * int(bound) - 1)
    turns = turns.split(", ") if turns else []
    out += number(len(turns))
    for turn in turns:
        removed, stone, child = TURN.fullmatch(turn).groups()
        out += number(int(removed or 0)) + number(0 if stone == "none" else int(stone) + 1)
        out += number(0 if child == "end" else own - int(child))
    return out


class Certificate:
    """header: its lines up to the claims. kind: the word of the body's line; count: how many it says. parts: nodes as
    text, or strategies as bytes; of packed ones the body alone. behind: the strategies behind nodes, as bytes."""

    def __init__(self, data):
        at = re.search(rb"\n((?:packed-)?(?:living-)?(?:answered-)?(?:nodes|strategies)|coalition-nodes) (\d+)\nbody (\d+)\n", data)
        self.header = data[:at.start()].decode().split("\n")
        self.kind, self.count = at[1].decode(), int(at[2])
        self.body, self.behind = data[at.end():-8], b""
        cycles = any(re.match("rules ljrg", line) for line in self.header)
        self.read, self.write_part = (read_cycle_node, write_cycle_node) if cycles else (read_node, write_node)
        self.players = int((re.search(rb" players=(\d)", data) or [b"", b"2"])[1])
        self.parts = self.read_parts()

    def board(self):
        for line in self.header:
            if line.startswith("board "):
                return tuple(int(size) for size in line[6:].split("x"))
        return 1, next(len(line.split()[1]) for line in self.header if line.startswith("start "))

    def read_parts(self):
        reader = Reader(self.body)
        if self.kind == "coalition-nodes":
            return [coalition_nodes.read(reader, own, self.board(), self.players) for own in range(self.count)]
        if self.kind == "nodes":
            parts = [self.read(reader, own, self.board()) for own in range(self.count)]
            self.behind = self.body[reader.at:]
            return parts
        if self.kind.startswith("packed-"):
            return None
        parts = []
        for _ in range(self.count):
            size = reader.number()
            parts.append(list(self.body[reader.at:reader.at + size]))
            reader.at += size
        return parts

    def write_body(self):
        if self.parts is None:
            return self.body
        if self.kind == "coalition-nodes":
            written = (coalition_nodes.write(text, own, self.players) for own, text in enumerate(self.parts))
            return b"".join(head + b"".join(map(number, numbers)) for head, numbers in written)
        if self.kind == "nodes":
            return b"".join(self.write_part(text, own) for own, text in enumerate(self.parts)) + self.behind
        return b"".join(number(len(part)) + bytes(part) for part in self.parts)

    def write(self):
        """All but the checksum."""
        body = self.write_body()
        return "\n".join(self.header).encode() + f"\n{self.kind} {self.count}\nbody {len(body)}\n".encode() + body


def change_part(certificate, word, text):
    """node N = TEXT, strategy N = BYTES; without "=" one is added at the end."""
    own, _, value = text.partition(" = ") if " = " in text else (None, "", text)
    value = value if word == "node" else [int(reply) for reply in value.split()]
    if own is None:
        certificate.parts.append(value)
        certificate.count += 1
    else:
        certificate.parts[int(own)] = value


def changed(data, changes):
    """A certificate without its checksum, changed as the words say: changes follow each other with "; ".

    node N = TEXT, strategy N = REPLIES, node TEXT, strategy REPLIES: as above
    claim N = TEXT, claim TEXT
    no claims, no nodes, no strategies: those so far are taken out
    say OLD -> NEW: in the header, whatever it comes to mean
    kind WORD: strategies, or what else the line says, none so far
    body HEX: of one packed strategy
    behind HEX: the strategies behind the nodes
    count N: that many nodes or strategies are said to be there
    bytes AT = OLD -> NEW: of the body, in hexadecimal, when all else is done
    """
    certificate, at_end = Certificate(data), []
    claims = [i for i, line in enumerate(certificate.header) if line.startswith("claim ")]
    for change in changes.split("; "):
        word, _, rest = change.partition(" ")
        if word in ("node", "strategy"):
            change_part(certificate, word, rest)
        elif word == "claim" and " = " in rest:
            certificate.header[claims[int(rest.split()[0])]] = "claim " + rest.partition(" = ")[2]
        elif word == "claim":
            certificate.header.append(change)
        elif word == "no" and rest == "claims":
            certificate.header = [line for line in certificate.header if not line.startswith("claim ")]
        elif word == "no":
            certificate.parts, certificate.count = [], 0
        elif word == "kind":
            certificate.kind, certificate.parts, certificate.count = rest, [], 0
        elif word == "body":
            certificate.body, certificate.parts, certificate.count = bytes.fromhex(rest), None, 1
        elif word == "behind":
            certificate.behind = bytes.fromhex(rest)
        elif word == "count":
            certificate.count = int(rest)
        elif word in ("say", "bytes"):
            at_end.append((word, rest))
        else:
            raise ValueError(f"'{change}' is no change")
    return change_bytes(certificate.write(), at_end)


def change_bytes(data, changes):
    for word, rest in changes:
        at = re.search(rb"\nbody \d+\n", data).end()
        where, _, pair = rest.partition(" = ") if word == "bytes" else ("", "", rest)
        old, new = pair.split(" -> ")
        if word == "say":
            header = data[:at].decode()
            if header.count(old) != 1:
                raise ValueError(f"'{old}' stands in the header {header.count(old)} times")
            data = header.replace(old, new).encode("latin-1") + data[at:]
            continue
        old, new, place = bytes.fromhex(old), bytes.fromhex(new), at + int(where)
        if data[place:place + len(old)] != old:
            raise ValueError(f"'{rest}': other bytes stand there")
        data = data[:place] + new + data[place + len(old):]
        size = str(len(data) - at).encode()
        data = re.sub(rb"\nbody \d+\n", b"\nbody " + size + b"\n", data[:at]) + data[at:]
    return data
