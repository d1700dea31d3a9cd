"""Nodes that are spoilt, and what three checkers say of them: the program, proofs/second_checker and the checker of nodes
that proofs/coq proves. See proved.py.

A mutant is a small committed certificate with a byte or two of the body, a number of a claim or something of the header changed. It is judged under
its own rules, by the program through its library, by the others through a list of files.
"""
import ctypes
import os
import random
import re
import subprocess

from strategy_mutants import lines_of, own_verdict, sealed

# By their rules, small certificates of results/certificates whose nodes have replies of all kinds.
BASES = {
    "psk": ("1x4-psk", "1x5-psk", "1x6-psk-value", "2x2-psk", "2x3-psk"), "ssk": ("1x4-ssk", "1x5-ssk", "2x2-ssk", "2x3-ssk"),
    "nssk": ("1x4-nssk", "1x5-nssk", "1x6-nssk", "2x2-nssk", "2x3-nssk"), "kee2013": ("1x4-kee2013", "1x5-kee2013", "1x6-kee2013", "2x2-kee2013",
    "2x3-kee2013-B2-B1-A2-C1"), "kee2013,refresh=no": ("1x4-kee2013-refresh-no", "1x5-kee2013-refresh-no", "2x2-kee2013-refresh-no",
    "2x3-kee2013-refresh-no-B2-B1-A2-C1"), "kee-v6": ("1x4-kee-v6", "1x5-kee-v6", "1x6-kee-v6", "2x2-kee-v6", "2x3-kee-v6"),
    "migos": ("2x2-migos-value", "2x3-migos-value"),
}
KINDS = tuple(BASES)
# Certificates with strategy leaves are made anew: of which boards, and under which rules.
LEAF_BOARDS = ("1x4", "1x5", "2x2", "2x3")
LEAF_KINDS = ("psk", "ssk", "nssk", "psk,repetition=own", "kee2013", "kee2013,refresh=no", "kee-v6", "kee-v6,suicide=no")


def spoilt_header(text, body, dice):
    """A word is another one of the header's, or stands twice, or a character is changed; or a byte follows the body."""
    words = bytes(text[:body]).split(b" ")
    at, other = dice.randrange(len(words)), dice.choice(words + [b"pass", b"refresh"])
    way = dice.randrange(4)
    if way < 2:
        words[at:at + way] = [other]
    elif way == 2:
        words[at] = words[at].replace(words[at][-1:], bytes([dice.choice(b" 01xBO-+")]), 1)
    return b" ".join(words) + bytes(text[body:]) + (b"\0" if way == 3 else b"")


def spoilt(data, dice):
    text = bytearray(data[:-8])
    body = re.search(rb"\nbody \d+\n", data).end()
    way = dice.random()
    if way < 0.15:
        return sealed(spoilt_header(text, body, dice))
    if way < 0.8:
        for _ in range(dice.choice((1, 1, 1, 2))):
            at = dice.randrange(body, len(text))
            text[at] = dice.choice((text[at] ^ 1 << dice.randrange(8), dice.randrange(8), text[at] + 1 & 255, text[at] - 1 & 255))
    else:
        numbers = [one.start() for one in re.finditer(rb"(?<=[ -])\d", data[:body]) if data.rfind(b"\nclaim ", 0, one.start()) ==
                   data.rfind(b"\n", 0, one.start())]
        text[dice.choice(numbers)] = ord(str(dice.randrange(10)))
    return sealed(bytes(text))


def bases(certificates, kind):
    found = []
    for base in BASES[kind]:
        with open(os.path.join(certificates, base + ".proof"), "rb") as file:
            found.append(file.read())
    return found


def leaf_bases(solve, folder, kind):
    found = []
    for board in LEAF_BOARDS:
        path = os.path.join(folder, "leaves.proof")
        subprocess.run([solve, "--board", board, "--rules", kind, "--strategy-leaves", "--proof", path, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        with open(path, "rb") as file:
            found.append(file.read())
    return found


def compare(kind, count, seed, true, library, second, proved, folder):
    """Returns how many are judged unlike, and a line that tells what was judged how. [true]: the bases."""
    dice = random.Random(f"nodes {kind} {seed}")
    library = ctypes.CDLL(os.path.abspath(library))
    library.solve_check_reason.restype = ctypes.c_char_p
    names = [os.path.join(folder, f"mutant-{i}") for i in range(count)]
    for i, name in enumerate(names):
        with open(name, "wb") as file:
            file.write(spoilt(true[i % len(true)], dice))
    of_second = [line.split(": ")[1] for line in lines_of([second], names)]
    words = {"0": "accepted", "1": "refused"}
    of_proved = [words.get(line.rsplit(" ", 1)[1], "nothing said") for line in lines_of([proved], names)]
    assert len(of_second) == len(of_proved) == count, (len(of_second), len(of_proved))
    tally, unlike = {}, 0
    for name, *others in zip(names, of_second, of_proved):
        own, why = own_verdict(library, name)
        said = (own, *others)
        tally[said] = tally.get(said, 0) + 1
        if len(set(said) - {"nothing said"}) > 1:
            unlike += 1
            kept = os.path.join("/tmp", f"proved-nodes-{kind.replace(' ', '-')}-{seed}-{os.path.basename(name)}.proof")
            with open(name, "rb") as file, open(kept, "wb") as out:
                out.write(file.read())
            print(f"{kept}: the program: {own} ({why}), the second checker: {others[0]}, the proved one: {others[1]}")
    said = ", ".join(f"{' / '.join(key)}: {number}" for key, number in sorted(tally.items()))
    return unlike, f"nodes, {kind}, seed {seed}: {count} mutants, {unlike} judged unlike: {said}"
