"""Certificates of lemmas (docs/certificate-format.md, "Nodes"). With each node goes what it demands of the history:
{item: (may it be absent, lowest counter, highest counter)}, in Black's view where a counter has a sign."""
from collections import namedtuple

from board import KO_ANYWHERE
from certificate import INFINITE, MARGIN_MOST
from ruleset import (EVER, ILLEGAL, MAKER, MOVER_LOSES, MOVER_OUT, MOVER_WINS, NEXT, NOBODY, ON, OPPONENT_OUT, SCORED,
                     TIE)
from verdict import Refused, Unknown, require

LEAF, WINNERS, LOSERS = range(3)
ABSENT, THERE = (True, 1, 0), (False, -EVER, EVER)

State = namedtuple("State", "position mover passes ko")
# state: the item that a state is, of rules where play may go round; else a class of the ruleset.
Item = namedtuple("Item", "kind position player passes ko", defaults=(-1, 0, 0))
Step = namedtuple("Step", "number name kind before after ends")
Node = namedtuple("Node", "state winner denies bound demands")


class Rules:
    """The moves of states, and what they do to items."""

    def __init__(self, certificate):
        self.board, self.rules = certificate.board, certificate.rules
        self.stones, self.solos = {}, {}

    def stones_of(self, position, mover):
        """(point, position after it, is its chain left with one liberty, ko after it)."""
        found = self.stones.get((position, mover))
        if found is None:
            found = self.stones[position, mover] = []
            for point in range(self.board.points):
                after = self.board.play(position, mover, point, self.rules.suicide)
                if after is not None:
                    found.append((point, after, self.in_atari(after, mover, point), self.ko(position, mover, after)))
        return found

    def in_atari(self, position, mover, point):
        if not position[mover] >> point & 1:
            return False
        border = self.board.connected(1 << point, position[mover])[1]
        return (border & ~(position[0] | position[1])).bit_count() == 1

    def ko(self, before, mover, after):
        """The point + 1 at which the opponent could bring back the position before with one stone."""
        gone = (before[0] & ~after[0]) | (before[1] & ~after[1])
        if not self.rules.simple_ko or not gone:
            return 0
        for point in range(self.board.points):
            if self.board.play(after, 1 - mover, point, self.rules.suicide) == before:
                return point + 1
        return 0

    def steps(self, state):
        """In the order of certificates."""
        position, mover, passes, ko = state
        steps = []
        for point, after, atari, next_ko in self.stones_of(position, mover):
            if point + 1 != ko:
                steps.append(Step(point, self.board.names[point], "atari" if atari else "stone", state,
                                  State(after, 1 - mover, 0, next_ko), False))
        passed = State(position, 1 - mover, 1, 0)
        ends = self.rules.ends_by_two and passes == 1
        steps.append(Step(self.board.points, "pass", "pass on" if passes else "pass", state, passed, ends))
        if self.rules.refreshes:
            steps.append(Step(self.board.points + 1, "refresh", "refresh", state, passed._replace(passes=0), False))
        return steps

    def kind(self, step):
        return self.rules.kinds[step.kind]

    def item(self, kind, position, maker):
        player = {NOBODY: -1, NEXT: 1 - maker, MAKER: maker}[self.rules.identity[kind]]
        return Item(kind, position, player)

    def item_of(self, kind, step):
        return self.item(kind, step.after.position, step.before.mover)

    def signed(self, item):
        """Does the counter turn its sign with the colours?"""
        return self.rules.family != "superko"

    def image(self, element, item):
        player = item.player ^ (element & 1) if item.player >= 0 else -1
        return Item(item.kind, self.board.image(element, item.position), player, item.passes,
                    self.board.image_ko(element, item.ko))

    def shift(self, step, item):
        shift = self.kind(step).shift.get(item.kind, 0)
        return -shift if step.before.mover == 1 else shift

    def margin(self, position):
        return self.board.margin(position, self.rules.stones_alone)

    def solo(self, position, player):
        """The best margin, in his view, of all positions that the player's stones alone lead to."""
        best = self.solos.get((position, player))
        if best is None:
            best = self.reach(position, player) if self.rules.suicide else self.grow(position, player)
            self.solos[position, player] = best
        return best

    def own(self, position, player):
        return self.margin(position) if player == 0 else -self.margin(position)

    def grow(self, position, player):
        """Without suicide no position comes back."""
        best = self.own(position, player)
        for _, after, _, _ in self.stones_of(position, player):
            if best == self.board.points:
                break
            best = max(best, self.solo(after, player))
        return best

    def reach(self, position, player):
        best, met, todo = self.own(position, player), {position}, [position]
        while todo and best < self.board.points:
            now = todo.pop()
            known = self.solos.get((now, player))
            best = max(best, self.own(now, player) if known is None else known)
            for _, after, _, _ in self.stones_of(now, player) if known is None else ():
                if after not in met:
                    met.add(after)
                    todo.append(after)
        return best


def item_of_state(state):
    return Item("state", state.position, state.mover, state.passes, state.ko)


def allows(demand, counter):
    """counter None: the item is absent."""
    absent, low, high = demand
    return absent if counter is None else low <= counter <= high


def turned(demand):
    absent, low, high = demand
    return (absent, -high, -low) if low <= high else demand


class NodeCheck:
    """One node and what it demands."""

    def __init__(self, rules, nodes, body, number):
        self.rules, self.nodes, self.body, self.number = rules, nodes, body, number
        self.board, self.ruleset, self.demands = rules.board, rules.rules, {}

    def read(self, used):
        body = self.body
        head = body.byte()
        self.kind, mover, self.winner = head & 3, head >> 2 & 1, head >> 3 & 1
        self.denies, passes = bool(head & 16), head >> 5 & 3
        require(self.kind <= LOSERS, "an unknown type")
        position = body.number(self.board.full), body.number(self.board.full)
        require(not position[0] & position[1], "two stones on one point")
        ko = body.number(KO_ANYWHERE) if head & 128 else 0
        require(not head & 128 or 1 <= ko <= self.board.points or ko == KO_ANYWHERE, "a ko beyond the board")
        code = body.number(2 * MARGIN_MOST + 1)
        self.bound = INFINITE if code == 0 else -code // 2 if code % 2 == 0 else code // 2
        self.state = State(position, mover, passes, ko)
        self.play = body.number(self.board.points + 1) if self.kind == WINNERS else None
        count = {LEAF: 0, WINNERS: 1, LOSERS: None}[self.kind]
        count = body.number(66) if count is None else count
        self.replies = [self.read_reply(used) for _ in range(count)]

    def read_reply(self, used):
        code = self.body.number(self.number + 1)
        if code < 2:
            return ("end", "cycle")[code], None, None
        child = self.number - (code - 1)
        used.add(child)
        return "child", child, self.body.number(255)

    def check(self):
        rules = self.ruleset
        require(self.state.passes <= 1, "the rules tell no more than one pass")
        require(self.state.ko == 0 or rules.simple_ko, "the ruleset has no simple ko")
        require(not self.denies or rules.denials, "every game ends: nobody denies")
        if self.kind == LEAF:
            self.check_leaf()
        else:
            self.check_moves()
        return Node(self.state, self.winner, self.denies, self.bound, self.kept())

    def check_leaf(self):
        require(self.ruleset.leaves, "passing on may lose: no leaf")
        require(self.denies or self.ruleset.solo_ends, "passing on forces no end: no leaf")
        require(-self.rules.solo(self.state.position, 1 - self.winner) >= self.bound, "who plays on alone gets more")

    def check_moves(self):
        all_of_them = self.kind == LOSERS
        require((self.winner == self.state.mover) != all_of_them, "type and winner contradict each other")
        steps = self.rules.steps(self.state)
        if not all_of_them:
            steps = [step for step in steps if step.number == self.play]
            require(steps, "the rules do not have the winner's play")
        require(len(steps) == len(self.replies), "another number of plays is answered than the rules have")
        for step, (how, child, element) in zip(steps, self.replies):
            try:
                if how == "child":
                    self.check_child(step, child, element)
                elif how == "cycle":
                    self.check_cycle(step)
                else:
                    self.check_end(step)
            except Refused as why:
                raise Refused(f"{step.name}: {why}") from None

    def add(self, item, demand):
        absent, low, high = self.demands.get(item, (True, -EVER, EVER))
        self.demands[item] = absent and demand[0], max(low, demand[1]), min(high, demand[2])

    def check_end(self, step):
        if step.ends:
            require(self.worth(step, SCORED) >= self.bound, "the game ends with less")
            return
        require(self.rules.kind(step).looks is not None, "the play goes on: wanted a child")
        self.look_up(step, False)

    def worth(self, step, outcome):
        """What the winner gets, in his view; INFINITE where it is good for him whatever he wants."""
        mine = self.winner == step.before.mover
        if outcome in (MOVER_OUT, OPPONENT_OUT):
            left = step.before.mover if outcome == OPPONENT_OUT else 1 - step.before.mover
            best = self.rules.solo(step.after.position, left)
            return best if left == self.winner else -best
        if outcome == SCORED:
            return self.rules.own(step.after.position, self.winner)
        good = {ILLEGAL: not mine, MOVER_LOSES: not mine, MOVER_WINS: mine, TIE: self.denies}[outcome]
        return INFINITE if good else -INFINITE

    def look_up(self, step, child):
        """Demands of the item that the play looks up that its outcome is good; where it is absent play goes on."""
        kind = self.rules.kind(step)
        good = [(child if outcome == ON else self.worth(step, outcome) >= self.bound) for _, _, outcome in kind.ranges]
        if all(good) and child:
            return
        item = self.rules.item_of(kind.looks, step)
        if not any(good):
            require(child, "no end that the rules give it is good enough for the winner")
            self.add(item, ABSENT)
            return
        first = last = good.index(True)
        while last + 1 < len(good) and good[last + 1]:
            last += 1
        demand = child, kind.ranges[first][0], kind.ranges[last][1]
        self.add(item, turned(demand) if step.before.mover == 1 else demand)

    def check_cycle(self, step):
        require(self.denies, "a cycle is no end that the winner forces")
        require(self.ruleset.cycles, "under this ruleset a cycle proves nothing")
        require(not step.ends, "the pass ends the game: it closes no cycle")
        self.add(item_of_state(step.after), THERE)

    def check_child(self, step, number, element):
        require(not step.ends, "the pass ends the game: it has no child")
        require(element < 2 * len(self.board.maps), "no such group element")
        child = self.nodes[number]
        require(image_of_state(self.board, element, child.state) == step.after, "the child is another state")
        require(child.winner ^ (element & 1) == self.winner, "the child has another winner")
        require(self.denies or not child.denies, "the child only denies")
        require(child.bound >= self.bound, "the child gives less")
        if self.rules.kind(step).looks is not None:
            self.look_up(step, True)
        for item, demand in child.demands.items():
            self.carry(step, self.rules.image(element, item), turned(demand) if element & 1 else demand)

    def carry(self, step, item, demand):
        """Demands of the history before the step that the demand holds after it."""
        kind = self.rules.kind(step)
        created = item == item_of_state(step.after) if item.kind == "state" else \
            item.kind in kind.creates and item == self.rules.item_of(item.kind, step)
        if created:
            require(allows(demand, 0), "what the child asks cannot be after the play")
        elif item.kind in kind.clears:
            require(demand[0], "what the child asks cannot be after the play")
        else:
            absent, low, high = demand
            shift = self.rules.shift(step, item) if low <= high else 0
            self.add(item, (absent, low - shift, high - shift))

    def kept(self):
        """The demands but for what holds whenever the state is reached."""
        state, kept = self.state, {}
        there = [item_of_state(state)]
        if self.ruleset.always is not None:
            there.append(self.rules.item(self.ruleset.always, state.position, 1 - state.mover))
        for item, demand in self.demands.items():
            require(demand[0] or demand[1] <= demand[2], "no history fulfils all that it asks")
            if item in there:
                require(allows(demand, 0), "no history fulfils all that it asks")
            else:
                kept[item] = demand
        return kept


def image_of_state(board, element, state):
    return State(board.image(element, state.position), state.mover ^ (element & 1), state.passes,
                 board.image_ko(element, state.ko))


class Game:
    """The moves before a claim, and what the rules remember of them: {item: counter in Black's view}. over: None, or
    ("margin", Black's), ("won", who), ("tie", None) or ("solo", who may still play)."""

    def __init__(self, rules, certificate):
        self.rules, self.over = rules, None
        self.state = State(certificate.start, certificate.mover, 0, 0)
        self.items = {rules.item(kind, self.state.position, 1 - self.state.mover): 0 for kind in rules.rules.start}

    def copy(self):
        other = Game.__new__(Game)
        other.rules, other.state, other.over, other.items = self.rules, self.state, self.over, dict(self.items)
        return other

    def play(self, number):
        if self.over is not None:
            return self.play_solo(number)
        step = next((step for step in self.rules.steps(self.state) if step.number == number), None)
        require(step is not None, "a move that is not legal")
        outcome, mover = self.outcome(step), step.before.mover
        require(outcome != ILLEGAL, "a move that is not legal")
        kind = self.rules.kind(step)
        self.items = {item: counter + self.rules.shift(step, item) for item, counter in self.items.items()
                      if item.kind not in kind.clears}
        self.items.update({self.rules.item_of(made, step): 0 for made in kind.creates})
        self.state = step.after
        self.over = {ON: None, SCORED: ("margin", self.rules.margin(step.after.position)), TIE: ("tie", None),
                     MOVER_WINS: ("won", mover), MOVER_LOSES: ("won", 1 - mover), MOVER_OUT: ("solo", 1 - mover),
                     OPPONENT_OUT: ("solo", mover)}[outcome]

    def outcome(self, step):
        kind = self.rules.kind(step)
        counter = self.items.get(self.rules.item_of(kind.looks, step)) if kind.looks else None
        if step.ends:
            return SCORED
        if counter is None:
            return ON
        counter = -counter if step.before.mover == 1 else counter
        return next(outcome for low, high, outcome in kind.ranges if low <= counter <= high)

    def play_solo(self, number):
        how, player = self.over
        require(how == "solo", "the game is over before a move")
        if self.rules.rules.suicide or number > self.rules.board.points:
            raise Unknown("moves like these of one player who is left")
        if number == self.rules.board.points:
            self.over = "margin", self.rules.margin(self.state.position)
            return
        after = self.rules.board.play(self.state.position, player, number, False)
        require(after is not None, "a move that is not legal")
        self.state = self.state._replace(position=after)


def result_fits(claim, result):
    """result: Black's margin."""
    if claim.denies and abs(claim.margin) == INFINITE:
        return result == claim.margin
    if claim.who == 0:
        return result > claim.margin if claim.denies else result >= claim.margin
    return result < claim.margin if claim.denies else result <= claim.margin


def check_by_rules(claim, game):
    require(game.over is not None, "the game goes on: wanted a node")
    how, what = game.over
    if how == "tie":
        require(claim.denies, "the game has no result")
        return
    if how == "solo":
        best = game.rules.solo(game.state.position, what)
        what = best if what == 0 else -best
    elif how == "won":
        what = INFINITE if what == 0 else -INFINITE
    require(result_fits(claim, what), "the rules give another result")


def check_by_node(claim, game, nodes):
    board, rules = game.rules.board, game.rules
    require(game.over is None, "the game does not go on")
    require(claim.number < len(nodes), "there is no such node")
    require(claim.element < 2 * len(board.maps), "no such group element")
    node = nodes[claim.number]
    require(image_of_state(board, claim.element, node.state) == game.state, "its node is another state")
    require(node.winner ^ (claim.element & 1) == claim.who, "its node has another winner")
    require(claim.denies or not node.denies, "its node only denies")
    wanted = claim.margin if claim.who == 0 else -claim.margin
    require(node.bound >= (INFINITE if abs(wanted) == INFINITE else wanted + claim.denies), "its node gives less")
    for item, demand in node.demands.items():
        require(item.kind != "state", "its node leaves a cycle open")
        item, demand = rules.image(claim.element, item), turned(demand) if claim.element & 1 else demand
        require(allows(demand, game.items.get(item)), "the history does not fulfil what its node asks")


def check_lemmas(certificate):
    rules, nodes, used = Rules(certificate), [], set()
    for number in range(certificate.count):
        check = NodeCheck(rules, nodes, certificate.body, number)
        try:
            check.read(used)
            nodes.append(check.check())
        except Refused as why:
            raise Refused(f"node {number}: {why}") from None
    certificate.body.end()
    used.update(claim.number for claim in certificate.claims if claim.evidence == "node")
    require(used.issuperset(range(certificate.count)), "there is a node that nothing refers to")
    root = Game(rules, certificate)
    for move in certificate.moves:
        root.play(move)
    for claim in certificate.claims:
        game = root.copy()
        try:
            if claim.move is not None:
                game.play(claim.move)
            require(abs(claim.margin) != INFINITE or (claim.margin > 0) == (claim.who == 0), "no result says that")
            if claim.evidence == "rules":
                check_by_rules(claim, game)
            else:
                check_by_node(claim, game, nodes)
        except Refused as why:
            raise Refused(f"claim '{claim.text}': {why}") from None
