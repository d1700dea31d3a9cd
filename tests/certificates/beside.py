"""The second checkers beside proofs/second_checker: which certificates they take, and how these are spoilt. See second_checker.py.

Certificates under other rules and after moves are made anew. Spoilt are the rules, as the header tells them twice, and the moves: so both
checkers have to go by rules that the strategies and nodes were not made for, and by a past that is another one. Or a claim says something else.
"""
import os
import re
import subprocess

KINDS = ("coalitions", "ing-spight", "kee2007", "ljrg")
NAMES = {"coalitions": ("-coalitions.proof",), "ing-spight": ("-ing-spight",), "kee2007": ("-kee2007",), "ljrg": ("-ljrg",),
         "kee2007-ljrg": ("-kee2007", "-ljrg")}
# Values that the fields of the rulesets may have; the first is the preset's.
FIELDS = {
    "kee2013": {"refresh": ("yes", "no"), "suicide": ("no", "multi", "yes"), "scoring": ("area", "stone"), "players": ("2", "3", "4"),
                "alliance": ("yes", "no"), "tally": ("normal", "all")},
    "ing-spight": {"longest-cycle": ("8", "6", "4"), "suicide": ("no", "multi", "yes")},
    "kee2007": {"start": ("appeared", "new"), "suicide": ("yes", "multi", "no"), "scoring": ("area", "stone")},
    "ljrg": {"removal": ("yes", "no"), "control-ko": ("prohibited",), "control-pass": ("both",), "control-permanent": ("forgotten",)},
}
# Options of solve: what is committed has the presets' values, and no moves. All are made in a tenth of a second.
MADE = {
    "coalitions": [
        "--board 1x2 --rules kee2013,players=3,tally=all --coalition black,third",
        "--board 1x3 --rules kee2013,players=3,suicide=yes,scoring=stone --coalition black --position X.O",
        "--board 1x3 --rules kee2013,players=3,suicide=multi --coalition white --history A1,B1,refresh",
        "--board 1x2 --rules kee2013,players=3 --coalition white --history pass,A1,refresh,B1,pass",
        "--board 1x1 --rules kee2013,players=3,tally=all --coalition black,white --history pass,refresh,pass",
        "--board 1x3 --rules kee2013 --coalition white --history A1,pass,B1",
        "--board 1x2 --rules kee2013,players=4,refresh=no --coalition third --payoff rank --history A1,pass,pass",
    ],
    "ing-spight": [
        "--board 1x3 --rules ing-spight,suicide=yes --value-only",
        "--board 1x3 --rules ing-spight,suicide=multi --history A1,B1",
        "--board 1x4 --rules ing-spight --history A1,B1,D1,pass --value-only",
        "--board 2x2 --rules ing-spight,longest-cycle=4 --history A1,B1,A2,B2,A1 --value-only",
        "--board 2x2 --rules ing-spight,longest-cycle=6 --value-only",
    ],
    "kee2007": [
        "--board 1x3 --rules kee2007,suicide=no --history A1,pass,C1,B1",
        "--board 1x4 --rules kee2007,suicide=multi --history A1,C1,pass,D1,pass,B1",
        "--board 1x3 --rules kee2007,start=new,scoring=stone --history A1,pass,pass",
        "--board 1x5 --rules kee2007 --history B1,D1,pass,C1,A1,pass",
    ],
    "ljrg": [
        "--board 1x3 --rules ljrg --history A1,C1,B1,C1",
        "--board 1x2 --rules ljrg --history A1,B1,pass,pass,A1,pass",
        "--board 1x2 --rules ljrg --history A1,B1,pass,pass,A1,pass,pass,B1",
        "--board 1x2 --rules ljrg --history A1,B1,pass,pass,A1,pass,pass,B1,cycle:1",
        "--board 1x5 --rules ljrg --value-only --history A1,pass,C1,B1,pass,pass,A1,pass,pass,B1,cycle:1+D1",
        "--board 1x4 --rules ljrg,removal=no --history A1,B1,pass,A1",
        "--board 2x2 --rules ljrg --history A1,B2,A2,B1,A1,pass,A2",
    ],
}
# Of what is committed: bytes, and boards on which odd cycles are soon listed.
SMALL, LARGER = 9000, ("1x6", "1x7", "2x4")


def is_of(kind, name):
    return any(part in name for part in NAMES[kind])


def read(path):
    with open(path, "rb") as file:
        return file.read()


def bases(kind, committed, conformance, solve, folder):
    """Certificates that are accepted, none of them large."""
    begins = {"coalitions": "coalition-", "ing-spight": "ing-"}.get(kind, kind + "-")
    names = [os.path.join(committed, name) for name in sorted(os.listdir(committed)) if is_of(kind, name) and name.endswith(".proof")]
    names += [os.path.join(conformance, name) for name in sorted(os.listdir(conformance)) if name.startswith(begins)]
    found = [read(name) for name in names
             if os.path.getsize(name) < SMALL and not (kind == "ing-spight" and os.path.basename(name).startswith(LARGER))]
    for options in MADE[kind]:
        path = os.path.join(folder, "made.proof")
        subprocess.run([solve, *options.split(), "--threads", "1", "--quiet", "--json", "--proof", path], check=True, stdout=subprocess.DEVNULL)
        found.append(read(path))
    return found


def line_of(text, word):
    return re.search(rb"\n" + word + rb"( [^\n]*)?\n", text)


def other_rules(text, chance):
    """A field has another value, in both lines; sometimes two have."""
    fields = line_of(text, b"fields")
    family, *told = fields.group(1).decode().split()
    values, known = dict(one.split("=") for one in told), FIELDS[family]
    for field in chance.sample(sorted(known), chance.choice((1, 1, 2))):
        values[field] = chance.choice(known[field])
    name = ",".join([family] + [f"{field}={value}" for field, value in values.items() if value != known[field][0]])
    told = " ".join(f"{field}={value}" for field, value in values.items())
    return text[:line_of(text, b"rules").start()] + f"\nrules {name}\nfields {family} {told}\n".encode() + text[fields.end():]


def other_moves(text, chance):
    """Some are put in, sometimes some left out; often as many as bring the same player to move."""
    found = line_of(text, b"moves")
    moves = (found.group(1) or b"").split()
    words = [b"pass"] + ([b"refresh"] if b"refresh=yes" in text else [])
    if chance.random() < 0.4:
        words += re.findall(rb"\nclaim play (\S+)", text) + moves
    at = chance.randrange(len(moves) + 1)
    leave = chance.choice((0, 0, 0, 1, 2))
    moves[at:at + leave] = [chance.choice(words) for _ in range(chance.choice((1, 2, 3, 3, 4, 4, 6, 6, 8, 9)))]
    return text[:found.start()] + b"\n" + b" ".join([b"moves", *moves]) + b"\n" + text[found.end():]


def other_claim(text, chance):
    """A word of one is another one."""
    found = chance.choice(list(re.finditer(rb"claim [^\n]*\n", text)))
    words = found.group().split()
    likes = ([b"forces", b"denies"], [b">=", b"<="], [b"black", b"white", b"third", b"black,white", b"white,third"], [b"points", b"margin", b"rank"],
             [b"inf", b"-inf"] + [str(number).encode() for number in range(-5, 6)])
    at = chance.choice([at for at, word in enumerate(words) if any(word in like for like in likes)])
    words[at] = chance.choice([like for like in likes if words[at] in like][0])
    if words[at] in (b"forces", b"denies"): # the sign that goes with it
        words[at + 1] = b">=" if (words[at] == b"forces") == (words[at - 1] == b"black") else b"<="
    return text[:found.start()] + b" ".join(words) + b"\n" + text[found.end():]


def one_claim(text, chance):
    """All but one are left out, so that it alone is judged; nodes that it does not need are in the way."""
    claims = list(re.finditer(rb"claim [^\n]*\n", text))
    kept = chance.choice(claims)
    return text[:claims[0].start()] + kept.group() + text[claims[-1].end():]


def spoilt(text, chance):
    """Of the text before the checksum; sometimes both of rules and moves."""
    ways = chance.choice(([other_rules], [other_moves], [other_moves], [other_rules, other_moves], [other_claim], [other_claim],
                          [one_claim, other_claim, other_moves]))
    for way in ways:
        text = way(text, chance)
    return text
