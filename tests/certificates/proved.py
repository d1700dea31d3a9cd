"""The checker of proofs/coq: the theorems are compiled and checked again by Coq, the checker that is
proved is extracted, and it is asked about certificates, spoilt ones too, beside the one in C. Go's rules
as they are stated there are compared with the executable ones, and so are the rules of ko, in random games.

    proved.py SOLVE SEAL GO_POSITIONS ROOT LIBRARY SECOND POSITIONS MUTANTS SEED [FILE...]

POSITIONS plays are compared, and games, one for 50 of them, under each ruleset; MUTANTS strategies and as many certificates of
nodes of each kind are judged by all three checkers (strategy_mutants.py, node_mutants.py), by the program through LIBRARY,
libsolve-check, and by SECOND, which
proofs/second_checker/build has made, and those of proved_beside.py; FILEs are certificates of results/certificates to be checked besides, with OCaml's
numbers in place of Coq's where "words:" stands before the name. Skipped where there is no Coq; without OCaml there are only the theorems.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

import node_mutants
import proved_beside
import strategy_mutants

SKIPPED = 77
MUTANTS = 40
CHECKSUM = 8
# The least number of OCaml's, which is its own negative.
MIN_INT = -2**62
RULES = ("psk", "ssk", "nssk", "simple", "kee2013", "kee2013-no-refresh", "kee-v6", "kee-v6-no-suicide")
# The rules of games as they are named in proofs/coq and here.
GAMES = {"psk": "psk", "ssk": "ssk", "nssk": "nssk", "own": "psk,repetition=own", "simple": "simple",
         "kee2013": "kee2013", "kee2013-no-refresh": "kee2013,refresh=no", "kee2013-all": "kee2013,tally=all",
         "kee-v6": "kee-v6", "kee-v6-no-suicide": "kee-v6,suicide=no", "migos": "migos", "migos-suicide": "migos,suicide=multi"}
PLAYS_A_GAME = 50
# How the proved checker exits.
ACCEPTED, REFUSED, UNREAD = 0, 1, 2
# Rulesets under which verify-after takes strategies, those under which verify-kee-v6 does, those under which neither does, and moves that get a player out.
AFTER_MOVES, V6_AFTER, NOT_AFTER = ("psk", "ssk", "nssk", "own", "kee2013", "kee2013-no-refresh", "kee2013-all"), ("kee-v6", "kee-v6-no-suicide"), ("simple",)
OUT = " refresh refresh"
# The checksum: verify-lemmas does not look at it.
UNSEEN = ("F15",)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


class Checkers:
    def __init__(self, solve, seal, folder):
        self.solve, self.seal, self.folder, self.wrong = solve, seal, folder, 0

    def unpacked(self, packed):
        path = os.path.join(self.folder, "unpacked.proof")
        run(self.solve, "verify", packed, "--proof", path, "--quiet")
        return path

    def complain(self, *words):
        print(*words)
        self.wrong += 1

    def proved(self, path, rules):
        """Does it accept, and with OCaml's numbers the same?"""
        done, words = (run(os.path.join(self.folder, name), path, rules) for name in ("verify", "verify-words"))
        accepted = done.returncode == ACCEPTED
        if not accepted and done.returncode != REFUSED or ("accepted: " in done.stdout) != accepted:
            self.complain(path, rules, done.stdout, done.stderr)
        if words.returncode != done.returncode:
            self.complain(path, rules, "with OCaml's numbers:", words.stdout, words.stderr)
        return accepted

    def compare(self, path, rules, name):
        """Returns whether both accept it."""
        here = run(self.solve, "verify", path, "--rules", GAMES[rules])
        proved = self.proved(path, rules)
        if proved != (here.returncode == 0):
            self.complain(name, rules, "is" if proved else "is not", "accepted by the proved checker:", here.stderr)
        return proved and here.returncode == 0

    def mutants(self, path):
        """Spoils one reply each; returns how many are refused."""
        with open(path, "rb") as file:
            whole = file.read()[:-CHECKSUM]
        start = whole.index(b"\nbody ") + 1
        start = whole.index(b"\n", start) + 4
        refused, dice = 0, random.Random(1)
        spoilt = os.path.join(self.folder, "spoilt.proof")
        for i in range(MUTANTS):
            at = dice.randrange(start, len(whole))
            text = whole[:at] + bytes([(whole[at] + dice.randrange(1, 14)) % 15]) + whole[at + 1:]
            with open(spoilt, "wb") as file:
                subprocess.run([self.seal], input=text, stdout=file, check=True)
            refused += not self.compare(spoilt, ("psk", "kee2013")[i % 2], f"mutant at byte {at}")
        return refused

    def exits(self, path):
        """A file that is none has an exit code of its own."""
        for name, wanted in ((path, ACCEPTED), (__file__, UNREAD), (path + "-missing", UNREAD)):
            found = run(os.path.join(self.folder, "verify"), name).returncode
            if found != wanted:
                self.complain(f"{name}: exit code {found}, wanted {wanted}")
        done = run(os.path.join(self.folder, "verify"), input=f"{path}\n{__file__}\n")
        if [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("/")] != ["0", "2"]:
            self.complain("a list of files:", done.stdout, done.stderr)

    def most(self):
        """Claims that no board has more, under each ruleset, after moves, too: by the program and both proved ones alike."""
        path = os.path.join(self.folder, "most.proof")
        cases = [("verify", rules, "", None) for rules in GAMES if not rules.startswith("migos")]
        cases += [("verify-after", rules, " A1 pass", None) for rules in AFTER_MOVES]
        cases += [(verify, rules, " A1 pass", UNREAD) for verify in ("verify-after", "verify-kee-v6") for rules in NOT_AFTER]
        cases += [("verify-after", rules, " A1 pass", UNREAD) for rules in V6_AFTER]
        cases += [("verify-kee-v6", rules, " A1 pass", always) for rules, always in (*((rules, None) for rules in V6_AFTER), ("psk", UNREAD))]
        cases += [("verify-plays", rules, "", None) for rules in GAMES if not rules.startswith("migos")] + [("verify-plays", "psk", " A1", UNREAD)]
        cases += [("verify-kee-v6", "kee-v6", moves, REFUSED) for moves in (" A1 A1", " A1 refresh", " pass pass pass pass")]
        cases += [("verify-after", "kee2013", OUT, REFUSED), ("verify-after", "psk", " A1 A1", REFUSED), ("verify-after", "psk", " pass pass", REFUSED)]
        for verify, rules, moves, always in cases:
            run(self.solve, "--board", "2x2", "--rules", GAMES[rules], "--value-only", "--proof", path, "--quiet")
            with open(path, "rb") as file:
                header = file.read().split(b"\nmoves\n")[0].decode()
            for claims, wanted in (("white forces <= 4", ACCEPTED), ("white forces <= 3", REFUSED), ("white forces <= 20000", ACCEPTED),
                                   ("black forces >= -4", ACCEPTED), ("black forces >= -3", REFUSED), ("black forces >= 4", REFUSED)):
                wanted = wanted if always is None else always
                of = "play A1" if verify == "verify-plays" else "root"
                text = f"{header}\nmoves{moves}\nclaim {of} {claims} most\nstrategies 0\nbody 0\n"
                with open(path, "wb") as file:
                    file.write(strategy_mutants.sealed(text.encode()))
                codes = [run(os.path.join(self.folder, name), path).returncode for name in (verify, verify + "-words")]
                own = run(self.solve, "verify", path)
                if set(codes) != {wanted} or wanted != UNREAD and (own.returncode == 0) != (wanted == ACCEPTED):
                    self.complain("most:", rules, moves, claims, "wanted:", wanted, "found:", codes, own.returncode, own.stderr)

    def starts(self):
        """Headers that speak of no position are not read, whatever their claims are."""
        header = ("solve-certificate 1\nrules psk\nfields superko repetition=psk suicide=no scoring=area ending=passes2 "
                  "cycle=endless pass-stones=no\nboard {}\nstart {} black\nmoves\nclaim root black forces >= 1 strategy 0\n"
                  "strategies 1\nbody 2\n")
        path = os.path.join(self.folder, "start.proof")
        for board, start, wanted in (("1x3", ".X.", 0), ("1x3", "./X.", 2), ("1x3", ".X..X", 2), ("1x3", "XXX", 2), ("8x8", ".X.", 2),
                                     ("1x63", "." * 62 + "X", 2)):
            with open(path, "wb") as file:
                file.write(header.format(board, start).encode() + b"\x01\x03" + bytes(CHECKSUM))
            done = run(os.path.join(self.folder, "verify"), path)
            if done.returncode != wanted or "Fatal" in done.stderr:
                self.complain(f"{board} {start}: wanted {wanted}: {done.returncode}", done.stdout, done.stderr)
        whole = header.format("1x3", ".X.")
        for old, new, wanted in ((">= 1", ">= 0x7ffffffffffffffd", REFUSED), (">= 1", f">= {MIN_INT}", REFUSED), (">= 1", ">= 01", REFUSED),
                                 ("rules psk", "rules migos", UNREAD), ("suicide=no", "suicide=multi suicide=no", UNREAD),
                                 ("=psk suicide", "=kee-v6 suicide", UNREAD), ("claim root black forces >= 1 strategy 0\n", "", REFUSED)):
            with open(path, "wb") as file:
                file.write(whole.replace(old, new).encode() + b"\x01\x03" + bytes(CHECKSUM))
            done = run(os.path.join(self.folder, "verify"), path)
            if done.returncode != wanted or "Fatal" in done.stderr:
                self.complain(f"{new}: wanted {wanted}: {done.returncode}", done.stdout, done.stderr)


def compare_rules(positions, folder, count, theirs, ours):
    """Do lines of the executable rules agree with those of Coq?"""
    arguments = [str(count), "1"] + ([theirs] if theirs else [])
    with subprocess.Popen([positions] + arguments, stdout=subprocess.PIPE) as lines:
        done = run(os.path.join(folder, "compare"), *([ours] if ours else []), stdin=lines.stdout)
    print(theirs or "positions", ours or "", done.stdout.split("\n")[-2], done.stderr)
    return lines.returncode == 0 and done.returncode == 0


def compare_all(positions, folder, plays):
    games = plays // PLAYS_A_GAME
    same = [compare_rules(positions, folder, plays, None, None)]
    same += [compare_rules(positions, folder, games, theirs, ours) for ours, theirs in GAMES.items()]
    other = [("psk", "ssk"), ("kee2013,tally=all", "kee2013"), ("kee-v6,counts=first", "kee-v6"), ("kee-v6", "kee-v6-no-suicide"),
             ("kee-v6,suicide=literal", "kee-v6"), ("migos,suicide=multi", "migos"), ("simple", "migos")]
    return all(same) and not any(compare_rules(positions, folder, games, *pair) for pair in other)


def check_file(checkers, certificates, name):
    words = name.startswith("words:")
    path = checkers.unpacked(os.path.join(certificates, name.removeprefix("words:")))
    done = run(os.path.join(checkers.folder, "verify-words" if words else "verify"), path)
    print(name, done.stdout, done.stderr)
    checkers.wrong += done.returncode != ACCEPTED


def check_all(checkers, given):
    """2x7 under each ruleset, mutants of it, strategies of the conditions, headers."""
    path = checkers.unpacked(os.path.join(given.certificates, "2x7-psk-value.proof"))
    accepted = [rules for rules in RULES if checkers.compare(path, rules, "2x7")]
    checkers.exits(path)
    refused = checkers.mutants(path)
    conditions = os.path.join(given.root, "tests", "certificates", "conditions")
    if checkers.proved(os.path.join(conditions, "d-refused.proof"), "kee2013"):
        checkers.complain("a strategy that goes against (d) is accepted by the proved checker")
    checkers.compare(os.path.join(conditions, "d-accepted.proof"), "kee2013-no-refresh", "d-accepted")
    checkers.most()
    checkers.starts()
    compare_conformance(checkers, given, os.path.join(checkers.folder, "verify"), {ACCEPTED: 4, REFUSED: 20})
    print("2x7 accepted under", *accepted, f"; of {MUTANTS} mutants {refused} refused")
    if "psk" not in accepted or refused < MUTANTS // 2:
        checkers.complain("wanted: 2x7 accepted, most mutants refused")


def compare_mutants(checkers, given):
    for kind in strategy_mutants.KINDS:
        true = strategy_mutants.bases(given.solve, checkers.folder, kind)
        with tempfile.TemporaryDirectory() as folder:
            proved = os.path.join(checkers.folder, "verify-migos" if strategy_mutants.rules_of(kind) == "migos" else "verify")
            unlike, told = strategy_mutants.compare(kind, given.mutants, given.seed, true, given.library,
                                                    given.second, proved, folder)
        print(told, flush=True)
        checkers.wrong += unlike


# Headers of strategies under migos, 1x3 with a stone at B1, and how verify-migos exits.
MIGOS = "solve-certificate {}\nrules {}\nfields migos suicide={} scoring=area\nboard 1x3\nstart .X. white\nmoves{}\nclaim {}\n{} {}\nbody {}\n"
MIGOS_FILES = (
    (1, "migos", "no", "", "root black forces >= 3 strategy 0", "strategies", 1, b"\0", ACCEPTED),
    (4, "migos", "no", "", "root black forces >= 2 strategy 0", "living-strategies", 1, b"\0", ACCEPTED),
    (1, "migos", "no", "", "root black forces >= 4 strategy 0", "strategies", 1, b"\0", REFUSED),
    (1, "migos", "no", "", "root black forces >= inf strategy 0", "strategies", 1, b"\0", REFUSED),
    (1, "migos", "no", "", "root black denies <= 3 strategy 0", "strategies", 1, b"\0", REFUSED),
    (1, "migos", "no", "", "root white denies >= 4 most", "strategies", 0, b"", REFUSED),
    (1, "migos", "no", "", "root black forces >= 3 strategy 1", "strategies", 2, b"\0\0", REFUSED),
    (1, "migos", "no", "", "root black forces >= 3 strategy 0", "strategies", 2, b"\0\0", REFUSED),
    (1, "migos", "no", " pass pass", "root black forces >= 3 strategy 0", "strategies", 1, b"\0", REFUSED),
    (1, "migos", "no", " pass", "root black forces >= 3 most", "strategies", 0, b"", REFUSED),
    (1, "migos", "no", "", "root black forces >= 3 strategy 0", "answered-strategies", 1, b"\0", REFUSED),
    (4, "migos", "no", "", "root black forces >= 3 strategy 0", "living-answered-strategies", 1, b"\0", REFUSED),
    (1, "migos,suicide=multi", "multi", "", "root black forces >= 3 strategy 0", "strategies", 1, b"\0", REFUSED),
    (1, "migos", "multi", "", "root black forces >= 3 strategy 0", "strategies", 1, b"\0", UNREAD),
    (1, "psk", "no", "", "root black forces >= 3 strategy 0", "strategies", 1, b"\0", UNREAD),
    (1, "migos", "no", "", "play pass black forces >= 3 strategy 0", "strategies", 1, b"\1\3", ACCEPTED),
    (1, "migos", "no", "", "play pass black forces >= 3 strategy 0", "strategies", 1, b"\0", REFUSED),
    (4, "migos", "no", "", "play pass black forces >= 2 strategy 0", "living-strategies", 1, b"\0", REFUSED),
    (1, "migos", "no", "", "play pass white forces <= 3 strategy 0", "strategies", 1, b"\0", REFUSED),
    (1, "migos", "no", "", "play pass white forces <= 3 most", "strategies", 0, b"", ACCEPTED),
    (1, "migos", "no", "", "play pass white forces <= 2 most", "strategies", 0, b"", REFUSED),
    (1, "migos", "no", "", "play A1 white forces <= 3 most", "strategies", 0, b"", REFUSED),
    (1, "migos", "no", "", "play refresh white forces <= 3 most", "strategies", 0, b"", REFUSED),
    (1, "migos", "no", " pass", "play pass black forces >= 3 strategy 0", "strategies", 1, b"\1\3", REFUSED),
    (1, "migos", "no", "", "play pass black denies <= 2 strategy 0", "strategies", 1, b"\1\3", REFUSED),
    (1, "migos", "no", "", "root black forces >= 3 node 0 map 0", "nodes", 1, b"\0", UNREAD))


def compare_migos(checkers, given):
    """Strategies under migos: headers, claims "most", and the format's small files, with OCaml's numbers, too."""
    path, verify = os.path.join(checkers.folder, "migos.proof"), os.path.join(checkers.folder, "verify-migos")
    files = [(MIGOS.format(*words, len(body)).encode() + body, wanted) for *words, body, wanted in MIGOS_FILES]
    for claim, wanted in (("white forces <= 3", ACCEPTED), ("white forces <= 2", REFUSED), ("white forces <= 20000", ACCEPTED),
                          ("black forces >= -3", ACCEPTED), ("black forces >= -2", REFUSED), ("black forces >= 3", REFUSED)):
        files.append((MIGOS.format(1, "migos", "no", "", f"root {claim} most", "strategies", 0, 0).encode(), wanted))
    for text, wanted in files:
        with open(path, "wb") as file:
            file.write(strategy_mutants.sealed(text))
        codes, own = [run(name, path).returncode for name in (verify, verify + "-words")], run(checkers.solve, "verify", path)
        if codes != [wanted] * 2 or wanted != UNREAD and (own.returncode == 0) != (wanted == ACCEPTED):
            checkers.complain("migos:", text, "wanted:", wanted, "found:", codes, own.returncode, own.stderr)
    codes = [compare_conformance(checkers, given, program, {ACCEPTED: 2, REFUSED: 2}) for program in (verify, verify + "-words")]
    if codes[0] != codes[1]:
        checkers.complain("with OCaml's numbers other files are accepted under migos")
    # 2x10 is +4 under psk by a strategy in which the opponent brings a board back after a pass that was not answered.
    with open(checkers.unpacked(os.path.join(given.certificates, "2x10-psk-value.proof")), "rb") as file:
        whole = file.read()[:-CHECKSUM]
    text = b"solve-certificate 1\nrules migos\nfields migos suicide=no scoring=area" + whole[whole.index(b"\nboard "):]
    with open(path, "wb") as file:
        file.write(strategy_mutants.sealed(text))
    done, own = run(verify + "-words", path), run(checkers.solve, "verify", path)
    if done.returncode != REFUSED or "has passed in between" not in own.stderr:
        checkers.complain("2x10's strategy goes against (e) under migos:", done.stdout, own.stderr)
    compare_moved(checkers, given, strategy_mutants.FIRST_PLAYS, verify)


def compare_after(checkers, given):
    """Strategies after moves, and of first plays: the format's small files, with OCaml's numbers, too, and random ones."""
    for name, least, kinds in (("verify-after", {ACCEPTED: 4, REFUSED: 10}, strategy_mutants.MOVED), ("verify-kee-v6", {ACCEPTED: 1, REFUSED: 3}, strategy_mutants.V6_MOVED),
                               ("verify-plays", {ACCEPTED: 25, REFUSED: 30}, strategy_mutants.PLAYS)):
        verify = os.path.join(checkers.folder, name)
        codes = [compare_conformance(checkers, given, program, least) for program in (verify, verify + "-words")]
        if codes[0] != codes[1]:
            checkers.complain(f"with OCaml's numbers {name} accepts other files")
        compare_moved(checkers, given, kinds, verify)


def compare_moved(checkers, given, kinds, verify):
    """Strategies after random moves, or of a first play, judged by all three."""
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            unlike, told = strategy_mutants.compare(kind, given.mutants, given.seed, [], given.library, given.second, verify, folder)
        print(told, flush=True)
        checkers.wrong += unlike


def compare_leaves(checkers, given):
    """Certificates with strategy leaves: committed ones, the format's small files, and mutants."""
    verify = os.path.join(checkers.folder, "verify-leaves")
    names = [os.path.join(given.certificates, f"3x4-{rules}-leaves.proof") for rules in ("psk", "ssk", "nssk", "kee2013")]
    done = run(verify, *names)
    if done.returncode != ACCEPTED:
        checkers.complain(done.stdout, done.stderr)
    compare_conformance(checkers, given, verify, {ACCEPTED: 8, REFUSED: 15})
    for kind in node_mutants.LEAF_KINDS:
        with tempfile.TemporaryDirectory() as folder:
            true = node_mutants.leaf_bases(given.solve, folder, kind)
            unlike, told = node_mutants.compare(f"{kind} with leaves", given.mutants, given.seed, true, given.library, given.second, verify, folder)
        print(told, flush=True)
        checkers.wrong += unlike


def compare_conformance(checkers, given, verify, least):
    """Of the format's small files each is judged as it must be, or not read; conditions that it does not look at are UNSEEN.
    [least]: how many there must be of some exit codes. Returns all codes."""
    folder = os.path.join(given.root, "proofs", "conformance")
    with open(os.path.join(folder, "index.tsv"), encoding="utf-8") as lines:
        files = [line.split("\t")[:3] for line in lines][1:]
    told = strategy_mutants.lines_of([verify], [os.path.join(folder, name + ".proof") for name, _, _ in files])
    codes = [int(line.rsplit(" ", 1)[1]) for line in told if line.startswith(folder)]
    for (name, wanted, condition), code in zip(files, codes, strict=True):
        if code != UNREAD and (code == ACCEPTED) != (wanted == "accepted") and condition not in UNSEEN:
            checkers.complain(name, "exits with", code, "wanted:", wanted)
    print(os.path.basename(verify), "conformance, by exit code:", {code: codes.count(code) for code in sorted(set(codes))})
    if any(codes.count(code) < count for code, count in least.items()):
        checkers.complain("too few files were read")
    return codes


def compare_nodes(checkers, given):
    """Committed certificates of nodes are accepted, those of other rules not read, and mutants judged alike."""
    verify = os.path.join(checkers.folder, "verify-lemmas")
    for bases in node_mutants.BASES.values():
        done = run(verify, *[os.path.join(given.certificates, name + ".proof") for name in bases])
        if done.returncode != ACCEPTED:
            checkers.complain(done.stdout, done.stderr)
    for name in ("1x1-ljrg", "3x4-psk-leaves", "2x7-psk-value"):
        if run(verify, os.path.join(given.certificates, name + ".proof")).returncode != UNREAD:
            checkers.complain(f"{name}: wanted: not read")
    compare_conformance(checkers, given, verify, {ACCEPTED: 10, REFUSED: 10})
    compare_headers(checkers, given.certificates, verify)
    for kind in node_mutants.KINDS:
        with tempfile.TemporaryDirectory() as folder:
            true = node_mutants.bases(given.certificates, kind)
            unlike, told = node_mutants.compare(kind, given.mutants, given.seed, true, given.library, given.second, verify, folder)
        print(told, flush=True)
        checkers.wrong += unlike


# Of certificates of results/certificates what stands there instead of what, and how verify-lemmas then exits.
CHANGES = (
    ("1x5-psk", b"claim play pass ", b"claim play refresh ", REFUSED), ("1x5-psk", b"rules psk", b"rules ssk", UNREAD),
    ("1x5-psk", b"rules psk", b"rules psk,suicide=no", UNREAD), ("1x5-psk", b"repetition=psk", b"repetition=psk repetition=ssk", UNREAD),
    ("1x5-psk", b"rules psk", b"rules ssk,repetition=psk", ACCEPTED), ("1x5-psk", b"endless ", b"endless  ", UNREAD),
    ("1x5-psk", b"play B1", b"play B01", UNREAD), ("1x5-psk", b"play B1", b"play B0x1", UNREAD),
    ("1x5-kee2013", b"tally=normal", b"tally=normal tally=all", UNREAD), ("1x5-kee2013", b"alliance=yes", b"alliance=no", UNREAD),
    ("1x5-kee2013", b"rules kee2013\n", b"rules kee2013,refresh=no\n", UNREAD),
    ("1x5-kee-v6", b"rules kee-v6\n", b"rules kee-v6,suicide=no\n", UNREAD), ("1x5-kee-v6", b"counts=last", b"counts=first", UNREAD),
    ("1x5-kee-v6", b"claim play pass ", b"claim play refresh ", REFUSED), ("1x5-psk", b"white forces <=", b"black denies <=", UNREAD),
    ("2x2-migos-value", b"rules migos\n", b"rules migos,suicide=multi\n", UNREAD), ("2x2-migos-value", b"forces >= -1 ", b"forces >= inf ", REFUSED),
    ("2x2-migos-value", b"forces >= -1 ", b"forces >= -2 ", ACCEPTED), ("2x2-migos-value", b"forces >= -1 ", b"forces >= 0 ", REFUSED),
    ("2x2-migos-value", b"white denies >= 0 ", b"white denies >= -1 ", REFUSED), ("2x2-migos-value", b"white denies >= 0 ", b"white denies >= 1 ", ACCEPTED),
    ("2x2-migos-value", b"white denies", b"black denies", UNREAD),
)
# Claims that rest on the rules alone, after moves: those of who is left are not looked at.
AFTER = (("1x1-kee2013", b"refresh refresh", ACCEPTED), ("1x1-kee2013", b"refresh refresh pass", UNREAD),
         ("1x1-psk", b"pass pass", ACCEPTED), ("1x1-psk", b"refresh pass pass", REFUSED), ("1x1-psk", b"pass refresh", REFUSED),
         ("1x1-kee-v6", b"pass pass pass pass", ACCEPTED), ("1x1-kee-v6", b"pass pass", REFUSED),
         ("2x2-migos-value", b"pass pass", ACCEPTED), ("2x2-migos-value", b"pass refresh", REFUSED), ("2x2-migos-value", b"A1 pass", REFUSED))


def large():
    """A leaf on 60 points: Black has all but two."""
    stones = bytearray((1 << 58) - 2 >> 7 * i & 127 | 128 for i in range(8)) + b"\x0b"
    body = b"\4" + bytes(stones) + b"\0\x79"
    return (b"solve-certificate 1\nrules psk\nfields superko repetition=psk suicide=no scoring=area ending=passes2 cycle=endless "
            b"pass-stones=no\nboard 4x15\nstart ." + b"X" * 14 + b"/" + (b"X" * 15 + b"/") * 2 + b"X" * 13 + b".X white\nmoves\n"
            b"claim root black forces >= 60 node 0 map 0\nnodes 1\nbody %d\n" % len(body) + body)


def compare_headers(checkers, certificates, verify):
    """Headers that are changed: whatever is accepted the program accepts, too."""
    def whole(name):
        with open(os.path.join(certificates, name + ".proof"), "rb") as file:
            return file.read()[:-CHECKSUM]
    made = [(name, whole(name).replace(old, new, 1), code) for name, old, new, code in CHANGES]
    for name, moves, code in AFTER:
        header = whole(name)[:whole(name).index(b"\nmoves")] + b"\nmoves " + moves
        made.append((moves.decode(), header + b"\nclaim root black forces >= 0 rules\nnodes 0\nbody 0\n", code))
    over = whole("1x1-psk")[:whole("1x1-psk").index(b"\nmoves")] + b"\nmoves pass pass\nclaim root white forces <= 0 rules\nnodes 0\nbody 0\n"
    made += [("60 points", large(), ACCEPTED), ("a byte more", whole("1x5-psk") + b"\0", REFUSED), ("over", over, ACCEPTED),
             ("fewer than no nodes", over.replace(b"nodes 0", b"nodes -1"), REFUSED),
             ("more nodes than bytes", over.replace(b"nodes 0", b"nodes 300000000"), REFUSED),
             ("the least number", over.replace(b"<= 0", b"<= " + str(MIN_INT).encode()), REFUSED)]
    path = os.path.join(checkers.folder, "changed.proof")
    for name, text, wanted in made:
        with open(path, "wb") as file:
            file.write(strategy_mutants.sealed(text))
        done, own = run(verify, path), run(checkers.solve, "verify", path)
        if done.returncode != wanted or wanted == ACCEPTED and own.returncode != 0 or wanted == REFUSED and own.returncode == 0:
            checkers.complain(name, "wanted:", wanted, "found:", done.returncode, done.stdout, done.stderr, own.returncode, own.stderr)


def parsed():
    parser = argparse.ArgumentParser()
    for name in ("solve", "seal", "positions", "root", "library", "second"):
        parser.add_argument(name, type=os.path.abspath)
    for name in ("plays", "mutants", "seed"):
        parser.add_argument(name, type=int)
    parser.add_argument("files", nargs="*")
    given = parser.parse_args()
    given.certificates = os.path.join(given.root, "results", "certificates")
    return given


def main():
    given = parsed()
    if shutil.which("coqc") is None or shutil.which("coqchk") is None:
        print("there is no Coq")
        return SKIPPED
    build = ["--build"] if shutil.which("ocamlopt") else []
    with tempfile.TemporaryDirectory() as folder:
        made = run(os.path.join(given.root, "proofs", "coq", "check"), folder, *build)
        print(made.stdout, made.stderr)
        if made.returncode != 0 or not build:
            return made.returncode
        checkers = Checkers(given.solve, given.seal, folder)
        if not compare_all(given.positions, folder, given.plays):
            checkers.complain("the rules are not the executable ones, or the comparison finds nothing")
        check_all(checkers, given)
        compare_mutants(checkers, given)
        compare_migos(checkers, given)
        compare_nodes(checkers, given)
        compare_after(checkers, given)
        compare_leaves(checkers, given)
        proved_beside.compare(checkers, given, given.plays // PLAYS_A_GAME, compare_conformance)
        for name in given.files:
            check_file(checkers, given.certificates, name)
    return 1 if checkers.wrong else 0


sys.exit(main())
