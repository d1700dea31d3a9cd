"""Strategies that are spoilt, or made of random replies, and what three checkers say of them: the
program, proofs/second_checker and the checker that proofs/coq proves. See proved.py.

A mutant is a strategy on a small board with a byte changed or another margin claimed, or one of random
replies: legal, but neither good nor careful not to bring a board back. All are judged under their own
rules, by the program through its library, by the others through a list of files. Those after moves, or of a first play, are all made of random
replies, from where random moves have led.
"""
import ctypes
import os
import random
import re
import subprocess

ACCEPTED, REFUSED = 1, 2 # of enum solve_check_verdict
SUPERKO = "superko repetition={} suicide=no scoring=area ending=passes2 cycle=endless pass-stones=no"
MIGOS = "migos suicide=no scoring=area"
KEE = "kee2013 refresh={} suicide=no scoring=area players=2 alliance=yes tally=normal"
KINDS = {"psk": SUPERKO.format("psk"), "ssk": SUPERKO.format("ssk"), "nssk": SUPERKO.format("nssk"),
         "simple": SUPERKO.format("simple"), "kee2013": KEE.format("yes"), "kee2013,refresh=no": KEE.format("no"),
         "kee-v6": "kee-v6 counts=last suicide=change", "kee-v6 answered": "kee-v6 counts=last suicide=change", "migos": MIGOS}
# Of these a pass of the opponent's that frees a ko is answered by a reply; these end where their player lives with enough.
ANSWERED, LIVING = " answered", " living"
NO_SUICIDE = "kee-v6 counts=last suicide=no"
KINDS |= {kind + LIVING: KINDS[kind] for kind in ("psk", "nssk", "simple", "kee2013", "kee2013,refresh=no", "kee-v6", "migos")}
KINDS |= {"kee-v6 living answered": KINDS["kee-v6"]}
KINDS |= {"kee-v6,suicide=no living": NO_SUICIDE, "kee-v6,suicide=no living answered": NO_SUICIDE}
# Positions in which the engine finds a strategy of few replies.
POSITIONS = [("2x7", "XX.X.X./.X.XO.."), ("2x7", ".X.X.X./OX.XO.O"), ("3x5", ".X.X./XX.OX/.X.O."),
             ("2x8", ".X.X.X.X/.XXO.X.."), ("2x7", ".XX.O../..XO...")]
# Boards of random strategies, and how many states they may have.
RANDOM = [(1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (1, 6)]
MOST_STATES = 400
# How many moves before a claim there are, at most.
MOST_MOVES = 4
# Where claims are of a first play, and how many moves led to the start then, at most.
PLAYED, MOST_TO_START = " played", 12
FIRST_PLAYS = ("migos played", "migos living played")
PLAYS = ("psk played", "nssk played", "simple played", "kee-v6 played", "kee-v6 answered played", "kee-v6 living played", "kee2013 played",
         "kee2013,refresh=no living played")
# Under which rules strategies after moves are compared.
V6_MOVED = ("kee-v6", "kee-v6 living", "kee-v6,suicide=no living")
MOVED = ("psk", "ssk", "nssk", "kee2013", "kee2013,refresh=no", "psk living", "nssk living", "kee2013 living", "kee2013,refresh=no living")
# One mutant in so many is a new random strategy; of the others every second one is such a one with a byte changed.
FRESH = 10


def rules_of(kind):
    return kind.split(" ")[0]


class Walk:
    """A strategy of random replies, written in the order of the format."""

    def __init__(self, rows, cols, kind, attacker, wanted, dice):
        self.rows, self.cols, self.points = rows, cols, rows * cols
        self.kind, self.answered, self.living = rules_of(kind), ANSWERED in kind, LIVING in kind
        self.attacker, self.wanted, self.dice = attacker, wanted, dice
        self.near = [[q for q in range(self.points) if abs(q // cols - p // cols) + abs(q % cols - p % cols) == 1]
                     for p in range(self.points)]
        turned = [[(r if f & 1 == 0 else rows - 1 - r, c if f & 2 == 0 else cols - 1 - c)
                   for r in range(rows) for c in range(cols)] for f in range(4)]
        maps = [[r * cols + c for r, c in image] for image in turned]
        if rows == cols:
            maps += [[c * cols + r for r, c in image] for image in turned]
        self.maps = sorted({tuple(one) for one in maps})
        self.met, self.replies = {}, []

    def chain(self, cells, start, colours):
        found, border = {start}, set()
        todo = [start]
        while todo:
            for q in self.near[todo.pop()]:
                if cells[q] in colours and q not in found:
                    found.add(q)
                    todo.append(q)
                elif cells[q] not in colours:
                    border.add(cells[q])
        return found, border

    def play(self, cells, mover, point):
        """The cells after a stone, or None."""
        if cells[point] != 2:
            return None
        after = list(cells)
        after[point] = mover
        for q in self.near[point]:
            if after[q] == 1 - mover:
                found, border = self.chain(after, q, (1 - mover,))
                if 2 not in border:
                    for p in found:
                        after[p] = 2
        chain, border = self.chain(after, point, (mover,))
        if 2 not in border:
            if self.kind != "kee-v6" or mover == self.attacker or len(chain) == 1:
                return None
            for p in chain:
                after[p] = 2
        return tuple(after)

    def stone(self, state, point):
        cells, mover, ko = state
        after = None if ko == point else self.play(cells, mover, point)
        if after is None:
            return None
        taken = [p for p in range(self.points) if cells[p] == 1 - mover and after[p] == 2]
        bars = mover != self.attacker or self.kind != "nssk"
        back = len(taken) == 1 and bars and self.play(after, 1 - mover, taken[0]) == cells
        return (after, 1 - mover, taken[0] if back else None)

    def enough(self, cells):
        margin, seen = cells.count(0) - cells.count(1), set()
        for p in range(self.points):
            if cells[p] == 2 and p not in seen:
                found, border = self.chain(cells, p, (2,))
                seen |= found
                margin += len(found) * ((0 in border) - (1 in border))
        return (margin if self.attacker == 0 else -margin) >= self.wanted

    def least(self, state):
        cells, mover, ko = state
        images = []
        for one in self.maps:
            image = [2] * self.points
            for p, q in enumerate(one):
                image[q] = cells[p]
            images.append((tuple(image), mover, -1 if ko is None else one[ko]))
        return min(images)

    def answers(self, state):
        cells, mover, ko = state
        found = [next_ for p in range(self.points) if (next_ := self.stone(state, p))]
        if not self.enough(cells):
            found.append((cells, 1 - mover, None))
        elif ko is not None and self.kind in ("kee2013", "kee-v6", "kee-v6,suicide=no"):
            found.append((cells, 1 - mover if self.answered else mover, None))
        return found

    def parts(self, cells, colours):
        found = []
        for p in range(self.points):
            if cells[p] in colours and not any(p in part for part in found):
                found.append(self.chain(cells, p, colours)[0])
        return found

    def around(self, part):
        return {q for p in part for q in self.near[p]}

    def safe(self, cells):
        """Does the attacker live with enough, as docs/certificate-format.md says it?"""
        chains, regions = self.parts(cells, (self.attacker,)), self.parts(cells, (1 - self.attacker, 2))
        suicide = self.kind == "kee-v6"
        while True:
            lasting = [chain for chain in chains
                       if sum({p for p in region if suicide or cells[p] == 2} <= self.around(chain) for region in regions) >= 2]
            alive = {p for chain in lasting for p in chain}
            if len(lasting) == len(chains):
                break
            chains = lasting
            regions = [region for region in regions if all(cells[p] != self.attacker or p in alive for p in self.around(region))]
        eyes = [p for p in range(self.points) if cells[p] == 2 and self.near[p] and alive.issuperset(self.near[p])]
        return 2 * (len(alive) + len(eyes)) - self.points >= self.wanted

    def visit(self, state):
        """False where it came to too much, or to nothing that it could reply."""
        key = self.least(state)
        if key in self.met:
            return self.met[key]
        if len(self.met) > MOST_STATES:
            return False
        self.met[key] = False # it is open
        cells, mover, _ = state
        if self.living and self.safe(cells):
            after = []
        elif mover != self.attacker:
            after = self.answers(state)
        else:
            plays = [(p, next_) for p in range(self.points) if (next_ := self.stone(state, p))]
            if self.enough(cells):
                plays += [(self.points, (cells, 1 - mover, None))] * (1 + len(plays))
            # What is open comes back for certain.
            plays = [play for play in plays if self.met.get(self.least(play[1])) is not False]
            if not plays:
                return False
            reply, next_ = self.dice.choice(plays)
            self.replies.append(reply)
            after = [next_]
        if not all([self.visit(one) for one in after]):
            return False
        self.met[key] = True
        return True


def number(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def sealed(text):
    """With the checksum at its end."""
    xxhash = ctypes.CDLL("libxxhash.so.0")
    xxhash.XXH3_64bits.restype = ctypes.c_uint64
    return text + xxhash.XXH3_64bits(text, ctypes.c_size_t(len(text))).to_bytes(8, "little")


def written(kind, board, start, attacker, margin, replies, moves=()):
    body = number(len(replies)) + bytes(replies)
    of, moves = (f"play {moves[0]}", ()) if PLAYED in kind else ("root", moves)
    claim = f"claim {of} {('black', 'white')[attacker]} forces {('>=', '<=')[attacker]} {margin} strategy 0\n"
    contents = ("living-" if LIVING in kind else "") + ("answered-strategies" if ANSWERED in kind else "strategies")
    return (f"solve-certificate {4 if LIVING in kind else 1}\nrules {rules_of(kind)}\nfields {KINDS[kind.replace(PLAYED, '')]}\nboard {board}\nstart {start}\n{' '.join(('moves', *moves))}\n"
            f"{claim}{contents} 1\nbody {len(body)}\n").encode() + body


def named(walk, point):
    return "ABCDEFGH"[point % walk.cols] + str(walk.rows - point // walk.cols)


def random_moves(walk, dice, most=MOST_MOVES):
    """Moves from the empty board, and the state after them, without a ko."""
    cells, mover, moves = (2,) * walk.points, 0, []
    for _ in range(dice.randrange(1, most + 1)):
        plays = [(p, next_) for p in range(walk.points) if (next_ := walk.play(cells, mover, p))]
        if plays and dice.random() < 0.8:
            point, cells = dice.choice(plays)
            moves.append(named(walk, point))
        else:
            moves.append(dice.choice(("pass", "refresh")) if walk.kind == "kee2013" else "pass")
        mover = 1 - mover
    return moves, (cells, mover, None)


def first_play(walk, cells, mover, dice):
    """One that takes something, if there is one, half of the time. Under kee2013 half of them are passes."""
    if walk.kind.startswith("kee2013") and dice.random() < 0.5:
        return ["refresh" if walk.kind == "kee2013" and dice.random() < 0.5 else "pass"], (cells, 1 - mover, None)
    plays = [(named(walk, p), (next_, 1 - mover, None)) for p in range(walk.points) if (next_ := walk.play(cells, mover, p))]
    takes = [play for play in plays if play[1][0].count(1 - mover) < cells.count(1 - mover)]
    name, state = dice.choice(takes if takes and dice.random() < 0.5 else [*plays, ("pass", (cells, 1 - mover, None))])
    return [name], state


def at_random(kind, dice, moved=False):
    rows, cols = dice.choice(RANDOM)
    while True:
        attacker, wanted = dice.randrange(2), dice.randrange(-rows * cols, 2)
        walk = Walk(rows, cols, kind, attacker, wanted, dice)
        start, mover, _ = random_moves(walk, dice, MOST_TO_START)[1] if PLAYED in kind else ((2,) * rows * cols, 0, None)
        moves, state = [], (start, mover, None)
        if PLAYED in kind:
            moves, state = first_play(walk, start, mover, dice)
        elif moved:
            moves, state = random_moves(walk, dice)
        # Some that come to nothing are kept: what is missing is refused.
        if walk.visit(state) or walk.replies and dice.random() < 0.1:
            text = "".join("XO."[cell] for cell in start)
            start = "/".join(text[i:i + cols] for i in range(0, rows * cols, cols)) + (" black", " white")[mover]
            return f"{rows}x{cols}", start, attacker, -wanted if attacker else wanted, bytes(walk.replies), moves


def bases(solve, folder, kind):
    """Board, start, player, margin and replies of strategies that are true, most of them under that kind of rules."""
    rules = rules_of(kind) if ANSWERED in kind else "psk"
    more = ["--living"] if LIVING in kind else []
    found = []
    for board, position in POSITIONS:
        path = os.path.join(folder, "base.proof")
        subprocess.run([solve, "--board", board, "--position", position, "--rules", rules, "--proof", path, "--value-only", "--quiet", *more],
                       check=True, stdout=subprocess.DEVNULL)
        with open(path, "rb") as file:
            whole = file.read()[:-8]
        margin = int(re.search(rb"black forces >= (\d+) strategy", whole).group(1))
        body = whole[re.search(rb"\nbody \d+\n", whole).end():]
        found.append((board, f"{position} black", 0, margin, body[1 + (body[0] > 127):], []))
    return found


def spoilt(kind, base, dice):
    board, position, attacker, margin, replies, moves = base
    start = position.split(" ")[0]
    replies, points = bytearray(replies), start.count(".")
    for _ in range(dice.choice([0, 1, 1, 1, 2]) if replies else 0):
        replies[dice.randrange(len(replies))] = dice.randrange(len(start) + 1)
    if dice.random() < 0.3:
        margin = dice.randrange(-points, points + 1)
    if moves and dice.random() < 0.1:
        moves = ["refresh" if dice.random() < 0.2 else "pass"] if PLAYED in kind else moves + ["pass", "pass"]
    return written(kind, board, position, attacker, margin, replies, moves)


def own_verdict(library, path):
    check = ctypes.c_void_p()
    with open(path, "rb") as file:
        data = file.read()
    assert library.solve_check_new(ctypes.byref(check)) == 0
    assert library.solve_check_read(check, data, ctypes.c_size_t(len(data))) == 0
    library.solve_check_run(check)
    found = library.solve_check_verdict(check), library.solve_check_reason(check).decode()
    library.solve_check_free(check)
    return {ACCEPTED: "accepted", REFUSED: "refused"}.get(found[0], "nothing said"), found[1]


def lines_of(command, names):
    done = subprocess.run(command, input="".join(name + "\n" for name in names), capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def compare(kind, count, seed, true, library, second, proved, folder):
    """Returns how many are judged unlike, and a line that tells what was judged how. [true]: the bases; none: after moves, or of a first play."""
    moved = not true
    dice = random.Random(f"{kind} {'moved ' if moved else ''}{seed}")
    library = ctypes.CDLL(os.path.abspath(library))
    library.solve_check_reason.restype = ctypes.c_char_p
    made, names = [], []
    for i in range(count):
        names.append(os.path.join(folder, f"mutant-{i}"))
        if i % FRESH == 0:
            made.append(at_random(kind, dice, moved))
        text = written(kind, *made[-1]) if i % FRESH == 0 else spoilt(kind, dice.choice(made if i % 2 or moved else true), dice)
        with open(names[-1], "wb") as file:
            file.write(sealed(text))
    of_second = [line.split(": ")[1] for line in lines_of([second], names)]
    words = {"0": "accepted", "1": "refused"}
    of_proved = [words.get(line.rsplit(" ", 1)[1], "nothing said") for line in lines_of([proved], names) if line.startswith(folder)]
    assert len(of_second) == len(of_proved) == count, (len(of_second), len(of_proved))
    tally, unlike = {}, 0
    for name, *others in zip(names, of_second, of_proved):
        own, why = own_verdict(library, name)
        reason = why.split(":")[-1].split("(")[0].strip() if own == "refused" else own
        tally[reason] = tally.get(reason, 0) + 1
        # Of who plays on when a player is out a checker may say nothing.
        said = {own, *others} - {"nothing said"} if moved and kind.startswith("kee2013") and PLAYED not in kind else {own, *others}
        if len(said) > 1:
            unlike += 1
            kept = os.path.join("/tmp", f"proved-{kind}-{seed}-{os.path.basename(name)}.proof")
            with open(name, "rb") as file, open(kept, "wb") as out:
                out.write(file.read())
            print(f"{kept}: the program: {own} ({why}), the second checker: {others[0]}, the proved one: {others[1]}")
    return unlike, f"{kind}{', after moves' if moved and PLAYED not in kind else ''}, seed {seed}: {count} mutants, {unlike} judged unlike: {tally}"
