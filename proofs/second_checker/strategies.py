"""Certificates of strategies (docs/certificate-format.md, "Strategies"). States that a symmetry maps to each other are
one, their class; so are boards."""
from array import array

from certificate import INFINITE
from lemmas import Game, Rules
from packed import PackedReplies
from verdict import Refused, require

STONE = 1  # the lowest bit of an edge: a stone leads there


class PlainReplies:
    def __init__(self, board, body):
        self.data, self.at = body.take(body.number(len(body.data))), 0
        require(all(reply <= board.points for reply in self.data), "a reply beyond the board")

    def next(self, *_):
        require(self.at < len(self.data), "the replies come to an end")
        self.at += 1
        return self.data[self.at - 1]

    def end(self):
        require(self.at == len(self.data), "there are replies that answer nothing")


class Walk:
    """What a strategy's check meets. A state in hand is (position, mover, ko: the point + 1 or 0)."""

    def __init__(self, certificate, attacker, wanted, forbidden):
        self.board, self.rules, self.answered = certificate.board, certificate.rules, certificate.answered
        self.attacker, self.wanted = attacker, wanted
        self.forbidden = {self.board_key(position) for position in forbidden}
        self.numbers, self.keys = {}, []  # of classes of states
        self.met, self.open = bytearray(), bytearray()
        self.first, self.last, self.edges = array("Q"), array("Q"), array("Q")
        self.replies = (PackedReplies if certificate.packed else PlainReplies)(self.board, certificate.body)

    def board_key(self, position):
        return self.key((position, 0, 0)) >> 8

    def key(self, state):
        (black, white), mover, ko = state
        points, moved, best = self.board.points, self.board.moved, None
        for symmetry, images in enumerate(self.board.maps):
            image = images[ko - 1] + 1 if ko else 0
            key = (moved(symmetry, black) << points | moved(symmetry, white)) << 7 | image
            best = key if best is None or key < best else best
        return best << 1 | mover

    def number(self, state):
        key = self.key(state)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.keys)
            self.keys.append(key)
            self.met.append(0)
            self.open.append(0)
            self.first.append(0)
            self.last.append(0)
        return number

    def has_met(self, state):
        number = self.numbers.get(self.key(state))
        return number is not None and self.met[number]

    def ko(self, before, after, mover):
        """The point + 1 at which the opponent of the stone's player takes back a ko, or 0."""
        taken = before[1 - mover] & ~after[1 - mover]
        if taken.bit_count() != 1:
            return 0
        point = taken.bit_length() - 1
        return point + 1 if self.board.play(after, 1 - mover, point, self.rules.suicide) == before else 0

    def enough(self, position):
        margin = self.board.margin(position, self.rules.stones_alone)
        return (margin if self.attacker == 0 else -margin) >= self.wanted

    def reply(self, state, point):
        """The state after a reply; None: it is not one."""
        position, mover, ko = state
        if point == self.board.points:
            return (position, 1 - mover, 0) if self.enough(position) else None
        after = self.board.play(position, mover, point, self.rules.suicide) if point + 1 != ko else None
        if after is None or after[mover] != position[mover] | 1 << point:
            return None
        free = self.rules.retake == "free"
        return after, 1 - mover, 0 if free else self.ko(position, after, mover)

    def follow_reply(self, state):
        position, mover, _ = state
        plays = []
        if isinstance(self.replies, PackedReplies):
            for point in range(self.board.points + 1):
                after = self.reply(state, point)
                if after is not None:
                    plays.append((point, after))
            plays = [(point, self.has_met(after) if len(plays) > 1 else 0) for point, after in plays]
        point = self.replies.next(position[mover], position[1 - mover], plays)
        after = self.reply(state, point)
        require(after is not None, "a reply that may not be made")
        if after[2] and self.rules.retake == "out":
            require(self.solo(position), "the player may not reach as much if the opponent retakes a ko")
        return [(after, point < self.board.points)]

    def solo(self, position):
        """Does the attacker reach enough by one plain way of playing alone?"""
        while not self.enough(position):
            quiet = taking = None
            for point in range(self.board.points):
                after = self.board.play(position, self.attacker, point, self.rules.suicide)
                if after is None:
                    continue
                if after[1 - self.attacker] != position[1 - self.attacker]:
                    taking = after
                    break
                fills = not self.board.near[point] & ~position[self.attacker]
                if quiet is None and not fills and after[self.attacker] == position[self.attacker] | 1 << point:
                    quiet = after
            position = taking or quiet
            if position is None:
                return False
        return True

    def follow_answers(self, state):
        position, mover, ko = state
        found = []
        for point in range(self.board.points):
            after = self.board.play(position, mover, point, self.rules.suicide) if point + 1 != ko else None
            if after is not None:
                found.append(((after, 1 - mover, self.ko(position, after, mover)), True))
        if not self.enough(position):
            found.append(((position, 1 - mover, 0), False))
        elif self.rules.goes_on and ko:
            found.append(((position, 1 - mover if self.answered else mover, 0), False))
        return found

    def enter(self, state, by_stone):
        """Comes to a state. Returns its number and what follows it; None: it was met before."""
        number = self.number(state)
        require(not by_stone or self.keys[number] >> 8 not in self.forbidden, "a board comes back that stood before")
        require(not self.open[number], "a state comes back")
        if self.met[number]:
            return None
        self.met[number] = self.open[number] = 1
        after = self.follow_reply(state) if state[1] == self.attacker else self.follow_answers(state)
        self.first[number] = len(self.edges)
        for one, stone in after:
            self.edges.append(self.number(one) << 1 | stone)
        self.last[number] = len(self.edges)
        return number, iter(after)

    def go(self, root):
        path = [self.enter(root, False)]
        while path:
            following = next(path[-1][1], None)
            if following is None:
                self.open[path.pop()[0]] = 0
                continue
            deeper = self.enter(*following)
            if deeper is not None:
                path.append(deeper)
        self.replies.end()


class Returns:
    """Whether boards come back in a way that matters."""

    def __init__(self, walk):
        self.walk, self.boards, self.states = walk, {}, []
        self.board_of = array("Q")
        for number, key in enumerate(walk.keys):
            board = self.boards.setdefault(key >> 8, len(self.boards))
            if board == len(self.states):
                self.states.append([])
            self.states[board].append(number)
            self.board_of.append(board)

    def after(self, state):
        return self.walk.edges[self.walk.first[state]:self.walk.last[state]]

    def boards_after(self, board):
        return iter([self.board_of[edge >> 1] for state in self.states[board] for edge in self.after(state)
                     if edge & STONE])

    def check(self):
        """Finds the components of the boards (Tarjan) and looks at each board of those that have several."""
        index, low, stack = [0] * len(self.states), [0] * len(self.states), []
        done, count = len(self.states) + 1, 1
        index[0] = low[0] = 1
        path = [(0, self.boards_after(0))]
        stack.append(0)
        while path:
            board, following = path[-1]
            after = next(following, None)
            if after is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[board])
                if low[board] == index[board]:
                    at = stack.index(board, -1) if stack[-1] == board else stack.index(board)
                    part, stack[at:] = stack[at:], []
                    for one in part:
                        index[one] = low[one] = done
                    if len(part) > 1:
                        self.check_part(set(part))
            elif index[after] == 0:
                count += 1
                index[after] = low[after] = count
                stack.append(after)
                path.append((after, self.boards_after(after)))
            else:
                low[board] = min(low[board], index[after])

    def check_part(self, part):
        for board in part:
            self.check_board(board, part)

    def check_board(self, board, part):
        """ways: of states that stones lead to from the board, by way of other boards: how the board was left."""
        walk, ways, todo = self.walk, {}, []

        def come(state, new):
            old = ways.get(state, frozenset())
            if not new <= old or state not in ways:
                ways[state] = old | new
                todo.append(state)

        black_white = walk.keys[self.states[board][0]] >> 8
        position = black_white >> walk.board.points, black_white & walk.board.full
        enough = walk.enough(position)
        for state in self.states[board]:
            own = walk.keys[state] & 1 == walk.attacker
            left = frozenset(["own"] if own else ["enough"] if enough else [])
            for edge in self.after(state):
                if edge & STONE and self.board_of[edge >> 1] in part:
                    come(edge >> 1, left)
        while todo:
            state = todo.pop()
            own = walk.keys[state] & 1 == walk.attacker
            for edge in self.after(state):
                following, now = edge >> 1, ways[state]
                if self.board_of[following] == board:
                    self.judge(own, now)
                elif self.board_of[following] in part:
                    if not edge & STONE and not own and walk.keys[following] & 1 == walk.attacker and "enough" in now:
                        now = now - {"enough"} | {"passed"}
                    come(following, now)

    def judge(self, own, ways):
        require(not own, "a stone of the player brings a board back")
        require("own" not in ways, "the opponent brings back a board on which the player moved")
        require(self.walk.rules.retake != "out" or "passed" not in ways,
                "the opponent brings a board back and has passed in between")


def check_claim(certificate, claim, number):
    """Returns the number of strategies begun so far."""
    rules, board = certificate.rules, certificate.board
    require(not claim.denies, "a strategy forces")
    require(abs(claim.margin) != INFINITE, "a strategy brings about a score")
    wanted = claim.margin if claim.who == 0 else -claim.margin
    game = Game(Rules(certificate), certificate)
    if claim.move is not None:
        game.play(claim.move)
    require(game.over is None, "the game does not go on")
    position, mover = game.state.position, game.state.mover
    forbidden = []
    walk = Walk.__new__(Walk)
    walk.board, walk.rules, walk.attacker, walk.wanted = board, rules, claim.who, wanted
    if claim.move is not None:
        forbidden.append(certificate.start)
        if claim.move < board.points and walk.ko(certificate.start, position, certificate.mover):
            forbidden.append(position)
        if certificate.mover == claim.who and claim.move >= board.points:
            require(claim.move == board.points, "no strategy begins after a refreshing pass of its player")
            require(walk.enough(position), "after the pass the opponent may end the game for less")
    if claim.evidence == "most":
        require(wanted <= -board.points, "a board may be worth less")
        require(rules.solo_ends or not rules.denials, "under these rules play may come to no end")
        return number
    require(claim.number == number < certificate.count, "wanted the strategies in the order of the claims")
    walk = Walk(certificate, claim.who, wanted, forbidden)
    walk.go((position, mover, 0))
    Returns(walk).check()
    return number + 1


def check_strategies(certificate):
    rules, number = certificate.rules, 0
    require(not certificate.moves, "moves before the claims of strategies")
    require(rules.strategies, "strategies prove nothing under these rules")
    require(not certificate.answered or (rules.goes_on and rules.retake == "illegal"),
            "under these rules no pass that frees a ko is answered")
    for claim in certificate.claims:
        try:
            number = check_claim(certificate, claim, number)
        except Refused as why:
            raise Refused(f"claim '{claim.text}': {why}") from None
    require(number == certificate.count, "there is a strategy that no claim rests on")
    certificate.body.end()
