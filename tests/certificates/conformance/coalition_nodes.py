"""Nodes of coalitions as text, for nodes.py (points as in "start", the first player's stones X, then O, #, @):

    black may black,white for black,third held passes 1 X.# bound -2 points: end, 4, 3 bans white, end bans third
    black may black,white,third for black X.# bound 2 margin play 1: 4

who moves, who is active, the coalition, the state, the bound and the payoff; a play where the winning side moves; the replies: a child's
number, or the end, and who is banned.
"""
import re

PLAYERS, STONES, PAYOFFS = ("black", "white", "third", "fourth"), "XO#@", ("points", "margin", "rank")
NODE = re.compile(r"(\w+) may ([\w,]+) for ([\w,]+)( held)?(?: passes (\d))? ([.XO#@/]+) bound (-?\d+) (\w+)(?: play (\d+))?: (.*)")


def set_of(names):
    return sum(1 << PLAYERS.index(name) for name in names.split(","))


def names_of(members):
    return ",".join(name for k, name in enumerate(PLAYERS) if members >> k & 1)


def read(reader, own, board, players):
    """The text of the next node; reader gives bytes and numbers."""
    head, who = reader.byte(), reader.byte()
    sets = [reader.number() for _ in range(players)]
    rows, cols = board
    cells = ["".join(stone for stone, points in zip(STONES, sets) if points >> p & 1) or "." for p in range(rows * cols)]
    code, winning = reader.number(), (who >> 4 >> (head & 3) & 1) != (head >> 2 & 1)
    words = [PLAYERS[head & 3], "may", names_of(who & 15), "for", names_of(who >> 4)] + (["held"] if head & 4 else [])
    words += ["passes", str(head >> 3 & 3)] if head & 24 else []
    words += ["/".join("".join(cells[row * cols:row * cols + cols]) for row in range(rows)), "bound",
              str(-(code + 1) // 2 if code & 1 else code // 2), PAYOFFS[head >> 5]]
    words += ["play", str(reader.number())] if winning else []
    replies = []
    for _ in range(1 if winning else reader.number()):
        back, banned = divmod(reader.number(), 5)
        replies.append((str(own - back) if back else "end") + (f" bans {PLAYERS[banned - 1]}" if banned else ""))
    return " ".join(words) + ": " + ", ".join(replies)


def write(text, own, players):
    """Two bytes, and the numbers behind them."""
    mover, active, members, held, passes, stones, bound, payoff, play, replies = NODE.fullmatch(text).groups()
    cells, bound = stones.replace("/", ""), int(bound)
    head = PLAYERS.index(mover) | (4 if held else 0) | int(passes or 0) << 3 | PAYOFFS.index(payoff) << 5
    numbers = [sum(1 << p for p, cell in enumerate(cells) if cell == stone) for stone in STONES[:players]]
    numbers.append(2 * bound if bound >= 0 else -2 * bound - 1)
    replies = replies.split(", ")
    numbers.append(int(play) if play else len(replies))
    for reply in replies:
        child, _, banned = reply.partition(" bans ")
        numbers.append(5 * (0 if child == "end" else own - int(child)) + (PLAYERS.index(banned) + 1 if banned else 0))
    return bytes([head, set_of(active) | set_of(members) << 4]), numbers
