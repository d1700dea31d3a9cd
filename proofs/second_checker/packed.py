"""The replies of packed strategies (docs/certificate-format.md, "Packed strategies")."""
from verdict import require

WORD = (1 << 64) - 1
LIMIT = 1 << 20
FREQUENCIES = [int(2**14 * 2**(-i / 256) + 0.5) for i in range(256)]


class PackedReplies:
    def __init__(self, board, body):
        self.board, self.left = board, body.number(2**63 - 1)
        self.data, self.at = body.take(body.number(len(body.data))), 0
        self.range, self.code = 0xFFFFFFFF, 0
        for _ in range(4):
            self.shift()
        self.weights = [[0] * 65536 for _ in range(4)]
        self.around = [self.reaches(point) for point in range(board.points)] + [[0] * 4]

    def reaches(self, point):
        found = [1 << point]
        for _ in range(3):
            part = found[-1]
            found.append(part | self.board.connected(part, part)[1])
        return found

    def shift(self):
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.at += 1
        self.code = (self.code << 8 | byte) & 0xFFFFFFFF

    def next(self, own, other, plays):
        """plays: [(number, has the walk met the state after it)]."""
        require(self.left > 0 and self.at <= len(self.data), "the packed replies come to an end")
        require(plays, "the player comes to a state without a reply")
        self.left -= 1
        if len(plays) == 1:
            return plays[0][0]
        places = [self.places(own, other, *play) for play in plays]
        sums = [sum(weights[place] for weights, place in zip(self.weights, four)) for four in places]
        most = max(sums)
        frequencies = [1 + self.frequency(most - one) for one in sums]
        total = sum(frequencies)
        reply = self.choose(frequencies, total)
        for i, four in enumerate(places):
            error = (65536 if i == reply else 0) - frequencies[i] * 65536 // total
            step = abs(error) * 7 // 32 * (1 if error > 0 else -1)
            for weights, place in zip(self.weights, four):
                if -LIMIT <= weights[place] + step <= LIMIT:
                    weights[place] += step
        return plays[reply][0]

    def places(self, own, other, number, met):
        found, last = [], (2 * number + met) * 0x165667b19e3779f9
        for near in self.around[number]:
            mixed = ((own & near) * 0x9e3779b97f4a7c15 ^ (other & near) * 0xc2b2ae3d27d4eb4f ^ last) & WORD
            mixed = (mixed ^ mixed >> 32) * 0x9fb21c651e98df25 & WORD
            found.append(mixed >> 48)
        return found

    @staticmethod
    def frequency(less):
        return FREQUENCIES[less % 65536 // 256] >> less // 65536 if less // 65536 < 32 else 0

    def choose(self, frequencies, total):
        part = self.range // total
        number, before, reply = min(self.code // part, total - 1), 0, 0
        while number - before >= frequencies[reply]:
            before += frequencies[reply]
            reply += 1
        self.code -= part * before
        self.range = part * frequencies[reply]
        while self.range < 1 << 24:
            self.range <<= 8
            self.shift()
        return reply

    def end(self):
        require(self.left == 0, "there are replies that answer nothing")
        require(self.at == len(self.data), "the packed replies have other bytes than they should")
