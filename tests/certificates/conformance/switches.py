"""The program's checker, built so that each condition of docs/certificate-format.md can be switched off.

A certificate that the checker refuses, and accepts with one condition off, goes against that condition alone.

SWITCHES has for each condition what is changed in files of solver/certificate: a piece of text that stands there
once, and what it becomes. OFF is true while the condition is off. Where the piece is a reason for which the checker
refuses, its return is what does not happen.
"""
import os
import re
import subprocess

CHECK, STRATEGY = "check/", "check/strategy/"
NODES, REPLIES, DEMANDS, CLAIMS, CHECKER = (CHECK + name + ".c"
                                            for name in ("nodes", "replies", "demands", "claims", "check"))
LEAVES = CHECK + "strategy_leaves.c"
MOVES, STRATEGIES, WALK, RETURNS, PLAIN = (STRATEGY + name + ".c"
                                           for name in ("moves", "check", "walk", "returns", "plain"))
ITEMS, CYCLE_BODY = CHECK + "item.c", "cycle_nodes.c"
CYCLE_NODES, CYCLE_DEMANDS, CYCLE_CLAIMS, CYCLE_RULES = (CHECK + "cycles/" + name + ".c" for name in ("nodes", "demands", "claims", "rules"))
HEADER, LINES, BODY, NUMBERS = "header.c", "header_reader.c", "body.c", "body_reader.c"
PACKED, CODER = "packed/packed.c", "packed/range_coder.c"
COALITION_NODES, COALITION_CLAIMS, COALITION_DEMANDS, COALITION_CHECK = (
    CHECK + "coalitions/" + name + ".c" for name in ("nodes", "claims", "demands", "check"))
ODD_CHECK, ODD_WALK = CHECK + "odd_cycles/check.c", CHECK + "odd_cycles/odd_walk.c"


def reason(file, text):
    return file, text, None


def unless(file, condition):
    """The condition of an if, which does not hold while it is off."""
    return file, f"if ({condition})", f"if (!OFF && ({condition}))"


def good(file, condition):
    """What must hold, and does while it is off."""
    return file, condition, f"(OFF || {condition})"


FIRST_LEFT_OUT = "for (int i = 0; i < moves.count && r == 0; i++) {"
WORST = "if (bound < check->node.bound)\n        return checking_refuse(check, move,\n"
FORBIDDEN = "for (int i = 0; i < walk->task->forbidden_count && state.by_stone; i++)"

SWITCHES = {
    # The file.
    "F1": [reason(LINES, "a character that is no printable ASCII"), reason(LINES, "words with one space between them"),
           (HEADER, "return in->rest[0] == '\\0' ? 0", "return OFF || in->rest[0] == '\\0' ? 0")],
    "F3": [(LINES, "return strcmp(word, wanted) == 0", "return OFF || strcmp(word, wanted) == 0")],
    "F4": [(HEADER, "return same && in->rest[0] == '\\0'", "return OFF || (same && in->rest[0] == '\\0')")],
    "F6": [unless(HEADER, "!is_plain(certificate->graph, (const char *)in->at, (size_t)size)")],
    "F7": [(HEADER, "position_check(certificate->graph, &certificate->start, &why) < 0",
            "(!OFF && position_check(certificate->graph, &certificate->start, &why) < 0)")],
    "F10": [("claims.c", "header_reader_count(in, CERTIFICATE_MARGIN_MAX, &count)",
             "header_reader_count(in, OFF ? 32000 : CERTIFICATE_MARGIN_MAX, &count)"), reason("claims.c", "0 has no sign")],
    "F11": [reason(CHECK + "common/checked_claim.c", "nothing is claimed"), reason(STRATEGIES, "nothing is claimed")],
    "F12": [reason(HEADER, "claims on strategies and claims on nodes")],
    "F15": [(HEADER, "bytes_decode(bytes + body,", "!OFF && bytes_decode(bytes + body,")],
    # Its body.
    "B1": [unless(NUMBERS, "byte == 0 && shift > 0")],
    "B2": [unless(NUMBERS, "shift == 63 && part > 1")],
    "B4": [unless(CHECKER, "cursor.at != certificate->body_size"),
           good(STRATEGIES, "task->cursor.at == certificate->body_size"), reason(LEAVES, "the body goes on behind"),
           reason(ODD_CHECK, "the body has bytes beyond the last strategy")],
    "N4": [(BODY, "2 * CERTIFICATE_MARGIN_MAX + 1", "OFF ? 1 << 16 : 2 * CERTIFICATE_MARGIN_MAX + 1")],
    # Nodes.
    "L1": [reason(NODES, "every game ends: nobody denies")],
    "L2": [reason(NODES, "nothing refers to it")],
    "L3": [reason(NODES, "under this ruleset passing on may lose: no leaf")],
    "L4": [reason(NODES, "under this ruleset passing on forces no end: no leaf")],
    "L5": [reason(NODES, "who plays on alone gets %d")],
    "L6": [reason(NODES, "the node's type and its winner contradict each other")],
    "L7": [reason(NODES, "the rules do not have the winner's play")],
    "L8": [reason(NODES, "%s answered: the rules have %d"),
           (NODES, FIRST_LEFT_OUT, FIRST_LEFT_OUT.replace("&& r", "&& !(OFF && all && i >= node->count) && r"))],
    "L9": [reason(REPLIES, "the game ends with %d for the winner")],
    "L10": [(REPLIES, 'return checking_refuse(check, move, "the play goes on: wanted a child")',
             'return OFF ? 0 : checking_refuse(check, move, "the play goes on: wanted a child")')],
    "L11": [(REPLIES, "if (!run.found && !goes_on)\n",
             "if (OFF && !run.found && !goes_on)\n        return 0;\n    if (!run.found && !goes_on)\n")],
    "L12": [reason(REPLIES, "a cycle is no end that the winner forces")],
    "L13": [reason(REPLIES, "under this ruleset a cycle proves nothing")],
    "L14": [reason(REPLIES, "the pass ends the game: it closes no cycle")],
    "L15": [reason(REPLIES, "the pass ends the game: it has no child")],
    "L17": [good(REPLIES, "node_state_equal(&mapped, &move->step->to)")],
    "L18": [reason(REPLIES, "node %u has another winner")],
    "L19": [reason(REPLIES, "node %u only denies, this one forces")],
    "L20": [reason(REPLIES, "node %u gives the winner %d")],
    "L21": [(DEMANDS, "return at_zero ? 0 : -EDOM", "return at_zero || OFF ? 0 : -EDOM")],
    "L22": [(DEMANDS, "return after->absent_ok ? 0 : -EDOM", "return after->absent_ok || OFF ? 0 : -EDOM")],
    "L23": [(NODES, "(there && !demand_allows(demand, true, 0))", "(!OFF && there && !demand_allows(demand, true, 0))")],
    # Demands.
    "D1": [(REPLIES, "return add_demand(check, demand_make(item, goes_on, low, high))",
            "return OFF && !goes_on ? 0 : add_demand(check, demand_make(item, goes_on, low, high))")],
    "D2": [(REPLIES, "return add_demand(check,\n                      demand_make(item_of_state(",
            "return OFF ? 0 : add_demand(check,\n                      demand_make(item_of_state(")],
    "D3": [(REPLIES, "add_demand(check, demand_make(item, goes_on, low, high))",
            "(OFF && goes_on ? 0 : add_demand(check, demand_make(item, goes_on, low, high)))")],
    "D4": [(REPLIES, "if (!run.found)\n        return add_demand(",
            "if (!run.found)\n        return OFF ? 0 : add_demand(")],
    "D5": [(REPLIES, "if (r == 1)\n            r = add_demand(check, before)",
            "if (r == 1)\n            r = OFF ? 0 : add_demand(check, before)")],
    "D6": [(DEMANDS, "int shift = item_shift(model, step, item)",
            "int shift = OFF ? 0 : item_shift(model, step, item)")],
    "D7": [(DEMANDS, "mapped.board = item.board;\n    mapped.kind = item.kind;",
            "if (!OFF) {\n        mapped.board = item.board;\n        mapped.kind = item.kind;\n    }")],
    "D8": [(DEMANDS, "if ((element & 1) != 0 && item_is_signed", "if (!OFF && (element & 1) != 0 && item_is_signed")],
    "D9": [(DEMANDS, "own->absent_ok &= demand.absent_ok;",
            "if (OFF) {\n            *own = demand;\n            return 0;\n        }\n"
            "        own->absent_ok &= demand.absent_ok;")],
    # Claims.
    "C1": [(CLAIMS, "r = claim_moves_play(moves, certificate->moves[i], check->err);",
            "{ r = claim_moves_play(moves, certificate->moves[i], check->err); r = OFF && r == -EINVAL ? 0 : r; }"),
           (ODD_CHECK, "r = play(check, certificate->moves[i]);",
            "{ r = play(check, certificate->moves[i]); r = OFF && r == -EINVAL ? 0 : r; }"),
           (STRATEGIES, "r = checked_claim_play(task->replay, certificate->moves[i], task->err);",
            "{ r = checked_claim_play(task->replay, certificate->moves[i], task->err); r = OFF && r == -EINVAL ? 0 : r; }")],
    "C2": [(ODD_CHECK, "r = play(check, claim->move);",
            "{ r = play(check, claim->move); r = OFF && r == -EINVAL ? 0 : r; }"),
           (CLAIMS, "if (r == -EINVAL)\n", "r = OFF && r == -EINVAL ? 0 : r;\n    if (r == -EINVAL)\n"),
           (STRATEGIES, "if (r == -EINVAL)\n", "r = OFF && r == -EINVAL ? 0 : r;\n    if (r == -EINVAL)\n")],
    "C3": [reason(CLAIMS, "no result says that")],
    "C4": [reason(CLAIMS, "the game goes on: wanted a node")],
    "C5": [(CLAIMS, "return margin_fits(of->claim, margins[0]) &&", "return OFF || margin_fits(of->claim, margins[0]) &&")],
    "C6": [(CLAIMS, "return of->claim->denies ? 0", "return of->claim->denies || OFF ? 0")],
    "C7": [reason(CLAIMS, "the game does not go on: the rules alone say"), (STRATEGIES, "if (r == 0 && (game_over(", "if (!OFF && r == 0 && (game_over(")],
    "C9": [reason(CLAIMS, "its node is another state")],
    "C10": [reason(CLAIMS, "its node has another winner")],
    "C11": [reason(CLAIMS, "its node only denies")],
    "C12": [reason(CLAIMS, "its node does not give the winner that much")],
    "C13": [reason(CLAIMS, "its node leaves a cycle open")],
    "C14": [reason(CLAIMS, "the history does not fulfil what its node asks")],
    # Strategies.
    "S1": [reason(STRATEGIES, "moves before the claims of such strategies")],
    "S2": [reason(STRATEGIES, "strategies prove nothing under these rules")],
    "S3": [reason(STRATEGIES, "under these rules no pass that frees a ko is answered")],
    "S4": [reason(STRATEGIES, "a strategy forces")],
    "S5": [reason(STRATEGIES, "a strategy brings about a score")],
    "S6": [reason(STRATEGIES, "a board may be worth less")],
    "S7": [reason(STRATEGIES, "under these rules play may come to no end")],
    "S8": [reason(STRATEGIES, "wanted the strategies in the order of the claims")],
    "S9": [reason(STRATEGIES, "no claim rests on it")],
    "S11": [reason(MOVES, "a reply is suicide")],
    "S12": [(MOVES, "return strategy_is_enough(terms, &state->stones) ? NULL",
             "return OFF || strategy_is_enough(terms, &state->stones) ? NULL")],
    "S13": [(PLAIN, "return strategy_refuse(task, &state->stones, \"the replies come to an end\")",
             "return OFF ? task->terms.board->points "
             ": strategy_refuse(task, &state->stones, \"the replies come to an end\")")],
    "S14": [good(PLAIN, "plain->used == plain->strategy.count\n")],
    "S15": [reason(WALK, "a state comes back")],
    "S16": [reason(RETURNS, "a stone of the player brings a board back")],
    "S17": [reason(RETURNS, "the opponent brings back a board on which the player moved")],
    "S18": [reason(RETURNS, "the opponent brings a board back and has passed in between")],
    "S19": [(WALK, "strategy_board_solo(terms->board", "OFF || strategy_board_solo(terms->board")],
    "S20": [(WALK, FORBIDDEN, FORBIDDEN.replace("i = 0", "i = OFF ? 1 : 0"))],
    "S21": [(WALK, "i < walk->task->forbidden_count && state.by_stone",
             "i < (OFF ? 1 : walk->task->forbidden_count) && state.by_stone")],
    "S22": [reason(STRATEGIES, "no strategy begins after a refreshing pass of its player")],
    "S23": [(STRATEGIES, "return strategy_board_margin(task->terms.board, &task->root, task->terms.attacker) >=",
             "return OFF || strategy_board_margin(task->terms.board, &task->root, task->terms.attacker) >=")],
    "S24": [reason(STRATEGIES, "the strategy may come to a turn that stood before")],
    "S25": [reason(STRATEGIES, "under these rules living strategies prove nothing: wanted suicide=no, ")],
    "S26": [reason(STRATEGIES, "the player lived with enough on a board before")],
    # Strategy leaves.
    "R1": [reason(LEAVES, "under these rules no strategy goes on where play has come to")],
    "R2": [reason(LEAVES, "a strategy forces")],
    "R3": [reason(NODES, "the strategy of the leaves with %d may come to it")],
    "R4": [reason(CLAIMS, "a strategy that its node rests on may come to a")],
    # Odd cycles.
    "O1": [reason(ODD_CHECK, "a strategy brings about a score")],
    "O2": [reason(ODD_CHECK, "a board may be worth less"), reason(ODD_CHECK, "under these rules play may come to no end")],
    "O3": [reason(ODD_CHECK, "wanted the strategies in the order of the claims"),
           reason(ODD_CHECK, "there is a strategy that no claim rests on")],
    "O4": [reason(ODD_WALK, "its strategy has a reply that is not legal")],
    "O5": [good(ODD_WALK, "is_good(walk->claim, game_margin(&walk->game->game))")],
    "O6": [reason(ODD_WALK, "its strategy lets play go round for ever")],
    # Where a reply is missing all moves are made.
    "O7": [(ODD_WALK, 'return refuse(walk, "its strategy has too few replies")',
            'return OFF ? 0 : refuse(walk, "its strategy has too few replies")'),
           unless(ODD_WALK, "r >= 0 && walk.used < strategy->count")],
    "O8": [reason(ODD_CHECK, "under these rules claims rest on strategies, neither answered nor ")],
    "O9": [reason(ODD_CHECK, "under these rules boards of so many points have no certificates")],
    # Boards passed on.
    "K1": [unless(ITEMS, "!now && (item.board & PAIR_NOW) == step->to.board")],
    "K2": [(ITEMS, "now ? step->to.board + 1 :", "now ? OFF ? PAIR_NOW : step->to.board + 1 :")],
    "K3": [(ITEMS, "struct item before = item;",
            "struct item before = item;\n    if (OFF && !now && step->kind == MOVE_PASS)\n        return item;")],
    # Rules with cycles.
    "J1": [unless(CYCLE_BODY, "head > HEAD_ALL")],
    "J2": [(CYCLE_RULES, "(stones & prohibited) != 0 ||", "(!OFF && (stones & prohibited) != 0) ||"),
           (CYCLE_RULES, "return position_check(", "return OFF || position_check(")],
    "J3": [(CYCLE_RULES, "situation->needed < 1 || situation->needed > 3 ||\n        (situation->temporary != 0) != (situation->needed == 3)",
            "(!OFF && (situation->needed < 1 || situation->needed > 3 ||\n        (situation->temporary != 0) != (situation->needed == 3)))")],
    "J4": [(CYCLE_BODY, "2 * CERTIFICATE_MARGIN_MAX, RANGE", "OFF ? 1 << 16 : 2 * CERTIFICATE_MARGIN_MAX, RANGE")],
    "J5": [unless(CYCLE_BODY, "(turn->used & ~all) != 0")],
    "J6": [unless(CYCLE_BODY, "i > 0 && !in_order(turn - 1, turn)")],
    "J7": [reason(CYCLE_NODES, "the winner's turn must be one")],
    "J8": [reason(CYCLE_NODES, "the answer to it is missing")],
    "J10": [reason(CYCLE_NODES, 'result->over ? "the game is over"')],
    "J11": [reason(CYCLE_NODES, "its node is another situation")],
    "J12": [reason(CYCLE_NODES, "its node has another winner")],
    "J13": [reason(CYCLE_NODES, "it does not give the winner that much")],
    "J14": [unless(CYCLE_NODES, "removes")],
    "J15": [unless(CYCLE_NODES, "turn->used != 0 && by_winner")],
    "J16": [unless(CYCLE_NODES, "child->wanted_count > 0")],
    "J17": [unless(CYCLE_DEMANDS, "r == 0 && !cycle_demands_allow(child, here)")],
    "J18": [(CYCLE_DEMANDS, "range.situation == situation && before(&range, here)",
             "range.situation == situation && (before(&range, here) || OFF)"),
            (CYCLE_DEMANDS, "range.situation == own->situation && before(&range, here)",
             "range.situation == own->situation && (before(&range, here) || OFF)")],
    "J26": [(CYCLE_DEMANDS, "r = is_watched(demands, situation) ?",
             "r = OFF && is_watched(demands, situation) ? 0 : is_watched(demands, situation) ?")],
    "J19": [(CYCLE_DEMANDS, "r = before(&range, here) ?", "r = before(&range, here) || OFF ?")],
    "J20": [reason(CYCLE_CLAIMS, "no node can say that under these rules")],
    "J21": [reason(CYCLE_CLAIMS, "there are no group elements here")],
    "J22": [reason(CYCLE_CLAIMS, "its node is another situation")],
    "J23": [reason(CYCLE_CLAIMS, "its node does not give the winner that much")],
    "J24": [(CYCLE_CLAIMS, "fulfilled = fulfilled && cycle_demands_allow(", "fulfilled = OFF || (fulfilled && cycle_demands_allow("),
            (CYCLE_CLAIMS, "cycle_demands_allow(demands, &past[i]);", "cycle_demands_allow(demands, &past[i]));")],
    "J25": [(CYCLE_CLAIMS, "fulfilled = fulfilled && is_wanted_there(", "fulfilled = OFF || (fulfilled && is_wanted_there("),
            (CYCLE_CLAIMS, "is_wanted_there(&demands->wanted[i], past, count);", "is_wanted_there(&demands->wanted[i], past, count));")],
    # Values by coalition.
    "G1": [reason(HEADER, "claims on coalitions and coalition-nodes")],
    "G3": [reason(COALITION_CLAIMS, "there are no group elements here")],
    "G7": [reason(COALITION_CHECK, "nothing refers to it")],
    "G9": [(COALITION_NODES, "if (replies == node->count)", "if (OFF && replies == node->count)\n            continue;\n        if (replies == node->count)"),
           unless(COALITION_NODES, "r >= 0 && replies != node->count")],
    "G10": [reason(COALITION_NODES, '"the game is over"')],
    "G11": [(COALITION_NODES, "return enough ?", "return enough || OFF ?")],
    "G12": [reason(COALITION_NODES, '"the game goes on"')],
    "G13": [reason(COALITION_NODES, "its node is another state")],
    "G14": [reason(COALITION_NODES, "its node is about something else")],
    "G15": [reason(COALITION_NODES, "its node does not say that much")],
    "G16": [(COALITION_NODES, "return coalition_demand_allows_none(after)", "return OFF || coalition_demand_allows_none(after)")],
    "G17": [(COALITION_NODES, "return after->absent ?", "return OFF || after->absent ?")],
    "G19": [reason(COALITION_NODES, "the game is not over, or it is")],
    "G20": [(COALITION_NODES, "r = refuse_play(check, play, \"its node needs a past that is forgotten\")",
             "r = OFF ? 0 : refuse_play(check, play, \"its node needs a past that is forgotten\")")],
    "G21": [(COALITION_DEMANDS, "own->absent != demand->absent)\n        return -EDOM;", "own->absent != demand->absent)\n        return OFF ? 0 : -EDOM;")],
    "G22": [(COALITION_NODES, "r = refuse(check, \"it denies that its own state stands\")",
             "r = OFF ? 0 : refuse(check, \"it denies that its own state stands\")")],
    "G23": [(COALITION_CLAIMS, "return (claim->denies ? claim->margin", "return OFF || (claim->denies ? claim->margin")],
    "G24": [reason(COALITION_CLAIMS, "the game goes on: wanted a node")],
    "G25": [(COALITION_CLAIMS, "return (claim->denies ? got", "return OFF || (claim->denies ? got")],
    "G27": [reason(COALITION_CLAIMS, "its node is another state")],
    "G28": [reason(COALITION_CLAIMS, "its node is about something else")],
    "G29": [reason(COALITION_CLAIMS, "its node does not say that much")],
    "G30": [reason(COALITION_CLAIMS, "the history does not fulfil what its node asks")],
    # Packed ones.
    "P2": [(PACKED, "packing->used == packing->count || packing->in.beyond > 0",
            "(!OFF && packing->used == packing->count) || packing->in.beyond > 0"),
           unless(PACKED, "packing->used != packing->count")],
    "P3": [good(CODER, "decoder->at == decoder->end")],
    "P4": [(PACKED, "|| packing->in.beyond > 0", "|| (!OFF && packing->in.beyond > 0)"),
           good(CODER, "decoder->beyond == 0")],
}


def switched(text, condition, old, new):
    """The text of a file with one piece changed."""
    off = f'condition_off("{condition}")'
    if text.count(old) != 1:
        raise ValueError(f"{condition}: '{old}' stands there {text.count(old)} times")
    if new is not None:
        return text.replace(old, new.replace("OFF", off))
    start = [found.start() for found in re.finditer(r"\breturn\b", text[:text.index(old)])][-1]
    return text[:start] + f"if (!{off})\n            " + text[start:]


def sources(root):
    """{file of solver/certificate: its text with all switches}."""
    texts = {}
    for condition, changes in SWITCHES.items():
        for file, old, new in changes:
            if file not in texts:
                with open(os.path.join(root, "solver", "certificate", file), encoding="utf-8") as source:
                    texts[file] = source.read()
            texts[file] = switched(texts[file], condition, old, new)
    return texts


def build(root, compiler, libraries, folder):
    """Compiles the checker with its switches. Returns the program's name."""
    flags = ["-std=c11", "-O1", "-D_GNU_SOURCE", "-DNDEBUG", "-I" + os.path.join(root, "solver"),
             "-I" + os.path.join(root, "include")]
    own = os.path.join(root, "tests", "certificates", "conformance", "switched.c")
    objects = []
    for file, text in sources(root).items():
        name = os.path.join(folder, file.replace("/", "_"))
        with open(name, "w", encoding="utf-8") as to:
            to.write("#include <stdbool.h>\nextern bool condition_off(const char *name);\n" + text)
        objects.append(name[:-1] + "o")
        # Headers beside a source are named by room: nothing is looked for where it lies.
        subprocess.run([*compiler, *flags, "-c", name, "-o", objects[-1]], check=True)
    program = os.path.join(folder, "switched")
    subprocess.run([*compiler, *flags, own, *objects, "-Wl,--start-group", *libraries, "-Wl,--end-group", "-lxxhash",
                    "-o", program], check=True)
    return program


class Checker:
    """That program, which checks one certificate after the other."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def check(self, data, off=""):
        """Returns "accepted", "refused", "nothing said"; or "crashed", as it may with a condition off."""
        self.process.stdin.write(off.encode().ljust(8, b"\0") + len(data).to_bytes(4, "little") + data)
        self.process.stdin.flush()
        answer = self.process.stdout.read(1)
        if not answer:
            self.process.wait()
            self.start()
            return "crashed"
        return {b"a": "accepted", b"r": "refused", b"n": "nothing said"}[answer]
