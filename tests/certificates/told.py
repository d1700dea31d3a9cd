#!/usr/bin/env python3
"""told.py SOLVE RUNS SEED: what a run shows is in its certificate, or it is told that it is not.

Runs with --proof are made at random: small boards under every ruleset of 'solve rules' and some more, with few nodes, claims
alone, moves before, strategy leaves, and a store that knows more than the run. The bounds that a run shows are compared with what
'solve verify' says that the file claims. What is shown and not claimed is in the words of the run, one by one, and nothing else is.
The words of a run that prints JSON are the same.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

INFINITE = 10**6
BOARDS = "1x1 1x2 1x3 1x4 1x5 1x6 1x7 1x8 2x2 2x3 2x4 3x3".split()
FIELDS = ("psk,suicide=multi", "psk,scoring=stone", "migos,suicide=multi", "migos,scoring=stone", "kee-v6,suicide=no", "kee2013,refresh=no")
COLUMNS = "ABCDEFGH"
BY_RULES = "; no claim says that nobody loses more than the board: the rules do"
# Runs of which a file once claimed less than they showed: now it claims all, where the value is the whole board, and where the
# limit of a run that was not stopped cut the certificate short, or where the memory was full of what a stopped run had tried;
WHOLE = (["--board", "1x1", "--rules", "ssk", "--ask", "<=-1"], ["--board", "3x3", "--rules", "migos", "--max-nodes", "3000"], ["--board", "1x2", "--rules", "nssk", "--max-nodes", "7"],
         ["--board", "1x1", "--rules", "kee2013", "--max-nodes", "2"],
         ["--board", "2x6", "--rules", "kee-v6", "--strategy-leaves", "--memory", "6M", "--value-only"],
         ["--board", "3x4", "--rules", "kee-v6", "--strategy-leaves", "--memory", "6M", "--value-only"])
# and the rest is told: bounds that are the board. (Of a claim that is asked, and decided, nothing else was asked.)
TOLD = (["--board", "1x7", "--rules", "migos", "--max-nodes", "300"],
        ["--board", "1x8", "--rules", "migos", "--max-nodes", "2626", "--value-only"],
        ["--board", "3x3", "--rules", "migos", "--max-nodes", "3000", "--memory", "1M"])


def number(text):
    return {"inf": INFINITE, "+inf": INFINITE, "-inf": -INFINITE}.get(text) or float(text)


def bounds_of(text):
    """lower's least and most, upper's least and most"""
    found = re.fullmatch(r"lower (\S+) to (\S+), upper (\S+) to (\S+), not decided", text)
    if found:
        return [number(word) for word in found.groups()]
    found = re.fullmatch(r"lower (\S+), upper (\S+)", text)
    if found:
        return [number(word) for word in found.groups() for _ in range(2)]
    found = re.fullmatch(r"(\S+) to (\S+), not decided", text)
    return [number(word) for word in found.groups()] * 2 if found else [number(text)] * 4


def shown_by(out):
    """The bounds of the root and of each play that a run shows, in their order."""
    shown, plays = {}, False
    for line in out.split("\n"):
        plays = plays and line.startswith("  ")
        play = re.match(r"  (\S+) +(.*?)(  .*)?$", line)
        if line.startswith("value: "):
            shown["root"] = bounds_of(line[len("value: "):])
        elif plays and play:
            shown[play.group(1)] = bounds_of(play.group(2))
        plays = plays or line == "all first plays:"
    return shown


def claims_of(place, bounds, pairs):
    """What bounds say, claim by claim: place, player, kind, margin."""
    claims = [(place, "black", "forces", bounds[0]), (place, "white", "forces", bounds[3])]
    if pairs:
        claims += [(place, "black", "denies", bounds[2] - (abs(bounds[2]) != INFINITE)),
                   (place, "white", "denies", bounds[1] + (abs(bounds[1]) != INFINITE))]
    return [claim for claim in claims if claim[3] != (-INFINITE if claim[1] == "black" else INFINITE)]


def in_file(verified):
    claims = []
    for claim in verified["claims"]:
        margin = claim["margin"] if claim["infinite"] is None else number(claim["infinite"] + "inf")
        claims.append((claim["move"] or "root", claim["player"], claim["claim"], margin))
    return claims


def follows(claim, known, waiting):
    place, player, kind, margin = claim
    for other in known:
        own, wanted = (other[3], margin) if player == "black" else (-other[3], -margin)
        if other[1] == player and (other[0] == place or (other[0] == "root" and player == waiting)) and (
                other[2] == kind and own >= wanted or other[2] == "forces" and kind == "denies" and own > wanted):
            return True
    return False


def is_of_board(claim, points):
    own = claim[3] if claim[1] == "black" else -claim[3]
    return own < -points if claim[2] == "denies" else own <= -points


def told_in(err):
    """The claims that the words list, and whether they say that the rules say something."""
    words = [line for line in err.split("\n") if "the certificate holds" in line or "no certificate is written: " in line]
    assert len(words) <= 1, err
    line = words[0] if words else ""
    found = re.search(r"(\d+) (?:more|bounds?) (?:is|are) proved without one.*? \((\S+: .*?)\)(;|$)", line)
    claims = []
    for place in found.group(2).split("; ") if found else []:
        name, rest = place.split(": ")
        for text in rest.split(", "):
            player, kind, _, margin = text.split()
            claims.append((name, player, kind, number(margin)))
    count = re.search(r"(\d+) (?:more|bounds?) (?:is|are) proved", line)
    assert int(count.group(1) if count else 0) == len(claims), line
    return claims, line.endswith(BY_RULES)


def images(rows, columns, place):
    """A point of the empty board under its symmetries."""
    column, row = COLUMNS.index(place[0]), int(place[1:]) - 1
    for swap in (False, True) if rows == columns else (False,):
        a, b = (row, column) if swap else (column, row)
        for flip in range(4):
            yield COLUMNS[columns - 1 - a if flip & 1 else a] + str((rows - 1 - b if flip & 2 else b) + 1)


class Runs:
    def __init__(self, solve, seed, folder):
        self.solve, self.random, self.folder, self.compared = solve, random.Random(seed), folder, 0
        listed = json.loads(self.run("rules", "--json").stdout)["presets"]
        self.rules = [rules["name"] for rules in listed] + list(FIELDS)

    def run(self, *words):
        return subprocess.run([self.solve, *words], capture_output=True, text=True, check=False)

    def choose(self):
        """The options of a run."""
        board, rules = self.random.choice(BOARDS), self.random.choice(self.rules)
        options = ["--board", board, "--rules", rules, "--max-nodes", str(int(10 ** self.random.uniform(0, 4)))]
        kind = self.random.random()
        if kind < 0.1:
            options += ["--ask", self.random.choice((">=", "<=")) + str(self.random.randint(-3, 3))]
        elif kind < 0.25:
            options += ["--value-only"]
        elif kind < 0.35:
            options += ["--strategy-leaves"]
        elif kind < 0.45:
            options += ["--store", os.path.join(self.folder, "store")]
            self.run(*options[:4], "--max-nodes", "20000", "--threads", "1", "--quiet", *options[-2:])
        if self.random.random() < 0.2:
            options += ["--memory", self.random.choice(("64K", "300K", "1M"))]
        if self.random.random() < 0.2:
            options += ["--to-move", "white"]
        if self.random.random() < 0.2:
            options += ["--history", self.random.choice(("A1", "pass", "B1", "A1 pass"))]
        return options

    def listed(self, as_json):
        """What JSON says that the file does not claim."""
        return [(text.split(": ")[0], *text.split(": ")[1].split()[:2], number(text.split()[-1]))
                for text in json.loads(as_json.stdout)["uncertified"]]

    def judge(self, options):
        """Returns what is wrong, or None."""
        path = os.path.join(self.folder, "proof")
        memory = [] if "--memory" in options else ["--memory", "1G"]
        words = [*options, *memory, "--threads", "1", "--quiet", "--proof"]
        if os.path.exists(path):
            os.remove(path)
        ran, as_json = self.run(*words, path), self.run(*words, path + ".json", "--json")
        if os.path.exists(path + ".json"):
            os.remove(path + ".json")
        if ran.returncode == 2:
            return None  # no such moves, or no strategy leaves under the ruleset
        if ran.returncode not in (0, 3) or as_json.stderr.replace(".json", "") != ran.stderr:
            return f"{ran.returncode}: {ran.stderr}{as_json.stderr}"
        told, by_rules = told_in(ran.stderr)
        if told != self.listed(as_json):
            return f"JSON: {as_json.stdout}"
        if (options in WHOLE and (told or by_rules)) or (options in TOLD and not told and not by_rules):
            return ran.stderr
        if not os.path.exists(path):
            known = json.loads(as_json.stdout)["proven"]
            if ran.returncode == 3 and told:
                return self.compare(options, shown_by(ran.stdout), [], told, True)
            return None if ran.returncode == 3 or not known else "no file, and no word of it"
        verified = self.run("verify", path, "--json")
        self.compared += 1
        return f"refused: {verified.stderr}" if verified.returncode else self.compare(
            options, {} if "--ask" in options and ran.returncode == 0 else shown_by(ran.stdout),
            in_file(json.loads(verified.stdout)), told, by_rules)

    def compare(self, options, shown, claimed, told, by_rules):
        rows, columns = map(int, options[1].split("x"))
        moves = options[options.index("--history") + 1].split() if "--history" in options else []
        waiting = ("white", "black")[(len(moves) + ("--to-move" in options)) % 2]
        pairs = any(bounds[0] != bounds[2] or bounds[1] != bounds[3] for bounds in shown.values()) or any(
            claim[2] == "denies" for claim in claimed + told)
        wanted, seen = [], set()
        for place, bounds in shown.items():
            is_point = place[0] in COLUMNS and place[1:].isdigit()
            if is_point and not moves and seen.intersection(images(rows, columns, place)):
                continue
            seen.add(place)
            wanted += claims_of(place, bounds, pairs)
        without = [claim for claim in wanted if not follows(claim, claimed, waiting)]
        of_board = [claim for claim in without if is_of_board(claim, rows * columns)]
        silent = [claim for claim in without if not follows(claim, told, waiting) and not (claim in of_board and (by_rules or "--ask" in options))]
        needless = [claim for claim in told if claim not in without]
        return f"not told: {silent}, told, but claimed or not shown: {needless}" if silent or needless else None


def main():
    solve, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(solve, seed, folder)
        for options in [*WHOLE, *TOLD, *(runs.choose() for _ in range(count))]:
            complaint = runs.judge(options)
            if complaint:
                print(" ".join(options), "-", complaint)
                wrong += 1
        print(f"{runs.compared} certificates compared, {wrong} wrong")
        sys.exit(wrong > 0 or runs.compared < count / 2)


if __name__ == "__main__":
    main()
