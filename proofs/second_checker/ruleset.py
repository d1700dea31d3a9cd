"""Rulesets: what each remembers of a game and what that does to a move (docs/certificate-format.md, "Rulesets")."""
from collections import namedtuple

from verdict import Unknown, require

EVER = float("inf")
# What a move leads to.
ON, ILLEGAL, SCORED, MOVER_OUT, OPPONENT_OUT, MOVER_WINS, MOVER_LOSES, TIE = range(8)

# What a class of items stands for besides the board after the move.
NOBODY, NEXT, MAKER = range(3)

# looks: the class of the item that a move of this kind looks up, or None. ranges: (lowest, highest, what it leads to)
# by the item's counter in the mover's view. shift: added to the counters of a class, in the mover's view.
Kind = namedtuple("Kind", "looks ranges creates clears shift", defaults=(None, (), (), (), {}))

PRESETS = {
    "psk": ("superko", {}),
    "ssk": ("superko", {"repetition": "ssk"}),
    "nssk": ("superko", {"repetition": "nssk"}),
    "simple": ("superko", {"repetition": "simple"}),
    "kee2013": ("kee2013", {}),
    "kee-v6": ("kee-v6", {}),
    "migos": ("migos", {}),
}
FIELDS = {
    "superko": {"repetition": "psk", "suicide": "no", "scoring": "area", "ending": "passes2", "cycle": "endless",
                "pass-stones": "no"},
    "kee2013": {"refresh": "yes", "suicide": "no", "scoring": "area", "players": "2", "alliance": "yes",
                "tally": "normal"},
    "kee-v6": {"counts": "last", "suicide": "change"},
    "migos": {"suicide": "no", "scoring": "area"},
}
# The values that this checker knows besides the first.
KNOWN = {"repetition": ("ssk", "nssk", "simple"), "scoring": ("stone",), "refresh": ("no",), "alliance": ("no",),
         "tally": ("all",), "suicide": ("multi", "no", "change")}


class Ruleset:
    def __init__(self, name, fields):
        preset, *changes = name.split(",")
        if preset not in PRESETS:
            raise Unknown(f"the ruleset {preset}")
        self.family, own = PRESETS[preset]
        values = {**FIELDS[self.family], **own}
        for change in changes:
            field, _, value = change.partition("=")
            require(field in values, f"the ruleset has no field '{field}'")
            values[field] = value
        differ = "".join(f",{field}={value}" for field, value in values.items()
                         if value != {**FIELDS[self.family], **own}[field])
        require(name == preset + differ, "the ruleset is spelt in another way")
        require(fields == [self.family] + [f"{field}={value}" for field, value in values.items()],
                "the fields are not those of the ruleset")
        for field, value in values.items():
            if value != FIELDS[self.family][field] and value not in KNOWN.get(field, ()):
                raise Unknown(f"{field}={value}")
        self.suicide = values["suicide"] != "no"
        self.stones_alone = values.get("scoring") == "stone"
        self.start, self.always = (), None  # classes: created by the start; always there for the present board
        self.ends_by_two, self.simple_ko, self.cycles, self.denials = True, False, False, False
        self.leaves, self.solo_ends, self.strategies = True, True, True
        self.retake, self.refreshes, self.identity = "illegal", False, {}
        self.kinds = {kind: Kind() for kind in ("stone", "pass", "refresh")}
        {"superko": self.superko, "kee2013": self.kee2013, "kee-v6": self.kee_v6, "migos": self.migos}[self.family](values)
        self.kinds.setdefault("atari", self.kinds["stone"])
        self.kinds.setdefault("pass on", self.kinds["pass"])
        self.goes_on = not self.ends_by_two or self.refreshes

    def superko(self, values):
        repetition = values["repetition"]
        if repetition == "simple":
            self.simple_ko = self.cycles = self.denials = True
            self.solo_ends = not self.suicide
            return
        made = ("made",)
        self.identity = {"made": {"psk": NOBODY, "ssk": NEXT, "nssk": MAKER}[repetition]}
        self.kinds["stone"] = Kind("made", ((-EVER, EVER, ILLEGAL),), made)
        self.kinds["pass"] = Kind(creates=made if repetition == "ssk" else ())
        if repetition == "nssk":
            self.retake = "free"
        else:
            self.start, self.always = made, "made"

    def kee2013(self, values):
        self.identity = {"met": NEXT, "anchor": NEXT}
        self.start, self.always, self.retake = ("met", "anchor"), "met", "out"
        self.refreshes, tally = values["refresh"] == "yes", int(values["tally"] == "all")
        self.kinds["stone"] = Kind("met", ((-EVER, 0, MOVER_OUT), (1, EVER, OPPONENT_OUT)), ("met",))
        self.kinds["pass"] = Kind("met", ((-EVER, -1, MOVER_OUT), (0, EVER, OPPONENT_OUT)), ("met",),
                                  shift={"met": 1, "anchor": 1})
        self.kinds["refresh"] = Kind("anchor", ((-EVER, -tally, MOVER_OUT), (1 - tally, EVER, OPPONENT_OUT)),
                                     ("met", "anchor"), ("met",), {"anchor": tally})

    def kee_v6(self, values):
        self.identity = {"met": NEXT, "ended": NEXT}
        self.start, self.always = ("met",), "met"
        self.ends_by_two, self.denials = False, True
        self.kinds["stone"] = Kind(creates=("met",))
        self.kinds["atari"] = Kind("met", ((-EVER, 0, ILLEGAL), (1, EVER, ON)), ("met",))
        self.kinds["pass"] = Kind(creates=("met",), shift={"met": 1})
        self.kinds["pass on"] = Kind("ended", ((-EVER, EVER, SCORED),), ("met", "ended"), shift={"met": 1})

    def migos(self, values):
        self.identity = {"met": NEXT}
        self.start, self.always = ("met",), "met"
        self.simple_ko = self.denials = True
        self.leaves = self.solo_ends = self.strategies = False
        self.kinds["stone"] = Kind("met", ((-EVER, -1, MOVER_LOSES), (0, 0, TIE), (1, EVER, MOVER_WINS)), ("met",))
        self.kinds["pass"] = Kind("met", ((-EVER, -2, MOVER_LOSES), (-1, -1, TIE), (0, EVER, MOVER_WINS)), ("met",),
                                  shift={"met": 1})
