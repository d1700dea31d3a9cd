"""The text of a certificate: checksum, header, numbers (docs/certificate-format.md, "The file")."""
import re
import struct
from collections import namedtuple

from board import Board
from ruleset import Ruleset
from verdict import Unknown, require

INFINITE = float("inf")
MARGIN_MOST = 20000
WORD = (1 << 64) - 1
PRIMES_32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIMES_64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")


def words_at(data, at, count):
    return struct.unpack_from(f"<{count}Q", data, at)


def fold(one, other):
    product = one * other
    return (product & WORD) ^ (product >> 64)


def avalanche(value):
    value = ((value & WORD) ^ (value & WORD) >> 37) * 0x165667919E3779F9 & WORD
    return value ^ value >> 32


def mix(data, at, secret):
    (low, high), (key, other) = words_at(data, at, 2), words_at(SECRET, secret, 2)
    return fold(low ^ key, high ^ other)


def add_stripe(sums, data, at, secret):
    values, keys = words_at(data, at, 8), words_at(SECRET, secret, 8)
    for i in range(8):
        keyed = values[i] ^ keys[i]
        sums[i ^ 1] += values[i]
        sums[i] = (sums[i] + (keyed & 0xFFFFFFFF) * (keyed >> 32)) & WORD


def xxh3(data):
    """XXH3-64 with seed 0 of more than 128 bytes; no certificate has fewer."""
    size = len(data)
    if size <= 240:
        first = avalanche(size * PRIMES_64[0] + sum(mix(data, 16 * i, 16 * i) for i in range(8)))
        rest = sum(mix(data, 16 * i, 16 * i - 125) for i in range(8, size // 16))
        return avalanche(first + rest + mix(data, size - 16, 119))
    sums = [PRIMES_32[2], *PRIMES_64[:4], PRIMES_32[1], PRIMES_64[4], PRIMES_32[0]]
    for number in range((size - 1) // 64):
        add_stripe(sums, data, 64 * number, 8 * (number % 16))
        if number % 16 == 15:
            keys = words_at(SECRET, 128, 8)
            sums = [((one & WORD) ^ (one & WORD) >> 47 ^ key) * PRIMES_32[0] & WORD for one, key in zip(sums, keys)]
    add_stripe(sums, data, size - 64, 121)
    keys = words_at(SECRET, 11, 8)
    return avalanche(size * PRIMES_64[0] + sum(fold(sums[i] & WORD ^ keys[i], sums[i + 1] & WORD ^ keys[i + 1])
                                               for i in range(0, 8, 2)))


class Bytes:
    """The bytes of a body, read one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        require(self.at < len(self.data), "the body ends in the middle of something")
        self.at += 1
        return self.data[self.at - 1]

    def number(self, most):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
            require(shift < 70, "a number of more than 64 bits")
        require(byte != 0 or shift == 7, "a number that is not in its shortest form")
        require(value <= most, "a number out of range")
        return value

    def take(self, count):
        require(count <= len(self.data) - self.at, "the body ends in the middle of something")
        self.at += count
        return self.data[self.at - count:self.at]

    def end(self):
        require(self.at == len(self.data), "the body has bytes beyond its end")


# move: None of the root, else a number. evidence: "node", "rules", "strategy" or "most".
Claim = namedtuple("Claim", "text move who denies margin evidence number element")


def whole(word, most):
    require(re.fullmatch("0|[1-9][0-9]*", word) and int(word) <= most, f"'{word}' is no number up to {most}")
    return int(word)


class Certificate:
    def __init__(self, data):
        self.data, self.at = data, 0
        version = whole(self.only("solve-certificate"), 2**32 - 1)
        if version > 2:
            raise Unknown(f"version {version} of the format")
        require(version > 0, "there is no version 0")
        self.packed = version == 2
        name = self.only("rules")
        self.rules = Ruleset(name, self.line("fields"))
        if data.startswith(b"graph ", self.at):
            _, size = self.line("graph", 2)
            text = self.take(whole(size, len(data) - self.at))
            self.board = Board.of_graph(text)
        else:
            self.board = Board.of_rectangle(self.only("board"))
        text, colour = self.line("start", 2)
        self.start, self.mover = self.board.parse(text), self.colour(colour)
        self.moves = [self.move(name) for name in self.line("moves")]
        require(len(self.moves) <= 10000, "more than 10,000 moves")
        self.claims = []
        while data.startswith(b"claim ", self.at):
            self.claims.append(self.claim(self.line("claim")))
        self.read_body()

    def read_body(self):
        kinds = ["packed-answered-strategies", "packed-strategies"] if self.packed else \
            ["nodes", "answered-strategies", "strategies"]
        kind = next((word for word in kinds if self.data.startswith(word.encode() + b" ", self.at)), kinds[0])
        self.count = whole(self.only(kind), 2**32 - 2)
        self.strategies, self.answered = kind != "nodes", "answered" in kind
        size = whole(self.only("body"), len(self.data))
        require(len(self.data) - self.at == size + 8, "the body has another size")
        self.body = Bytes(self.take(size))
        require(len(self.data) > 136, "the file is too short")
        require(int.from_bytes(self.data[-8:], "little") == xxh3(self.data[:-8]), "the checksum does not fit")
        require(self.claims, "nothing is claimed")
        for claim in self.claims:
            require((claim.evidence in ("strategy", "most")) == self.strategies, "claims of both kinds")

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def line(self, word, count=None):
        end = self.data.find(b"\n", self.at)
        require(end >= 0, f"the header ends before '{word}'")
        line = self.data[self.at:end]
        require(all(32 <= byte <= 126 for byte in line), "a character that is no printable ASCII")
        words = line.decode().split(" ")
        self.at = end + 1
        require(words[0] == word and "" not in words, f"wanted '{word}' and words with one space between them")
        require(count in (None, len(words) - 1), f"another number of words after '{word}'")
        return words[1:]

    def only(self, word):
        return self.line(word, 1)[0]

    @staticmethod
    def colour(word):
        require(word in ("black", "white"), f"'{word}' is no colour")
        return ("black", "white").index(word)

    def move(self, name):
        names = self.board.names + ["pass", "refresh"]
        require(name in names, f"'{name}' is no move")
        return names.index(name)

    def claim(self, words):
        text, move = " ".join(words), None
        if words[0] == "play":
            require(len(words) > 1, "a claim ends too early")
            move, words = self.move(words[1]), words[1:]
        else:
            require(words[0] == "root", "a claim is of the root or of a play")
        require(len(words) >= 6, "a claim ends too early")
        who, verb, sign, bound, evidence, *rest = words[1:]
        who = self.colour(who)
        require(verb in ("forces", "denies"), f"'{verb}' is no verb")
        require(sign == (">=" if (who == 0) == (verb == "forces") else "<="), "the sign does not fit")
        margin = {"inf": INFINITE, "-inf": -INFINITE}.get(bound)
        if margin is None:
            require(bound != "-0", "0 has no sign")
            margin = -whole(bound[1:], MARGIN_MOST) if bound[0] == "-" else whole(bound, MARGIN_MOST)
        number = element = None
        shapes = {"rules": 0, "most": 0, "strategy": 1, "node": 3}
        require(shapes.get(evidence) == len(rest), "wanted 'node N map N', 'rules', 'strategy N' or 'most'")
        if rest:
            number = whole(rest[0], 2**32 - 1)
        if evidence == "node":
            require(rest[1] == "map", "wanted 'map'")
            element = whole(rest[2], 95)
        return Claim(text, move, who, verb == "denies", margin, evidence, number, element)
