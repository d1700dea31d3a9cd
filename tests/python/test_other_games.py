"""Certificates asked about other games than their own: what is accepted is true there, and a store that has it says nothing false."""
import math
import os
import random
import tempfile
import unittest

import solvego

BOARDS = ("1x1", "1x2", "1x3", "1x4", "2x2", "1x5")
NODES = 20000
ROUNDS, ASKED = 300, 12
SWAPPED = str.maketrans("XO", "OX")


class Maker:
    """Random rules, positions, games and certificates."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.presets = [preset.name for preset in solvego.presets()]
        self.known = {}

    def rules(self):
        while True:
            text = self.dice.choice(self.presets)
            for field in self.dice.sample(list(solvego.fields(solvego.Rules(text).facts.family)), self.dice.choice((0, 0, 0, 1))):
                text += f",{field.name}={self.dice.choice(field.values)}"
            try:
                if solvego.Rules(text).facts.players == 2:
                    return text
            except solvego.InputError:
                pass

    def position(self, board):
        rows, columns = map(int, board.split("x"))
        while True:
            text = "/".join("".join(self.dice.choice("...XO") for _ in range(columns)) for _ in range(rows))
            try:
                solvego.Game(board, "psk", text)
                return text
            except solvego.InputError:
                pass

    def history(self, start, most):
        """Moves that are legal one after the other."""
        game, moves = solvego.Game(*start), []
        for _ in range(self.dice.randint(0, most)):
            legal = [] if game.is_over else game.legal_moves
            if legal:
                moves.append(str(self.dice.choice(legal)))
                game.play(moves[-1])
        return moves

    def certificate(self, start, moves):
        """None: the game is over, or there is none."""
        game = solvego.Game(*start)
        game.play(*moves)
        kinds = {"strategy_leaves": self.dice.random() < 0.2, "living": self.dice.random() < 0.2}
        try:
            made = solvego.solve(game, certificate=True, max_nodes=NODES, value_only=self.dice.random() < 0.3, **kinds).certificate
            return made if made and made.data else None
        except solvego.InputError:
            return None

    def other(self, start, moves):
        """What verify() is told of another game, and whether it is all of it."""
        board, rules, position, to_move = start
        told = {}
        if self.dice.random() < 0.4:
            told["rules"] = rules = self.rules()
        if self.dice.random() < 0.35:
            told["swap_colours"], position, to_move = True, position.translate(SWAPPED), 1 - to_move
        way = self.dice.randrange(6)
        if way == 0:  # of the start that the moves lead to
            game = solvego.Game(board, rules, position, to_move)
            try:
                game.play(*moves)
            except solvego.Error:
                return told
            position, to_move, moves = game.position, to_move ^ len(moves) % 2, []
        elif way == 1:
            moves = moves + self.history((board, rules, position, to_move), 3)
        elif way == 2:
            moves, to_move = ["pass"] + moves, 1 - to_move
        elif way == 3:
            position, to_move = self.position(board), self.dice.randrange(2)
            moves = self.history((board, rules, position, to_move), 4)
        else:
            return told
        return {**told, "position": position, "to_move": to_move, "history": " ".join(moves)}

    def bounds(self, *game):
        """What is proved of it without any certificate."""
        if game not in self.known:
            *start, moves = game
            self.known[game] = solvego.solve(played(start, moves), value_only=True, max_nodes=NODES).bounds
        return self.known[game]


def played(start, moves):
    game = solvego.Game(*start)
    game.play(*moves)
    return game


def is_false(claim, bounds):
    """Is it known that the claim is not true?"""
    if claim.player == solvego.BLACK:
        return bounds.upper_max <= claim.margin < math.inf if claim.denies else bounds.lower_max < claim.margin
    return -math.inf < claim.margin <= bounds.lower_min if claim.denies else bounds.upper_min > claim.margin


def contradict(one, two):
    return (one.lower_min > two.lower_max or one.lower_max < two.lower_min
            or one.upper_min > two.upper_max or one.upper_max < two.upper_min)


class OtherGames(unittest.TestCase):
    def look(self, store, maker, start, moves):
        try:
            found = store.lookup(played(start, moves))
        except solvego.InputError:  # no store has anything under the rules
            return
        self.assertFalse(contradict(found.bounds, maker.bounds(*start, tuple(moves))), (start, moves, found))
        for move in found.moves:
            true = maker.bounds(*start, (*moves, str(move.move)))
            self.assertFalse(contradict(move.bounds, true), (start, moves, move, true))

    def test_claims(self):
        maker, accepted = Maker(2013), 0
        with tempfile.TemporaryDirectory() as folder, solvego.Store(os.path.join(folder, "store")) as store:
            for _ in range(ROUNDS):
                board, rules = maker.dice.choice(BOARDS), maker.rules()
                start = (board, rules, maker.position(board), maker.dice.randrange(2))
                moves = maker.history(start, 4)
                certificate = maker.certificate(start, moves)
                for _ in range(ASKED if certificate else 0):
                    told = maker.other(start, moves)
                    check = solvego.verify(certificate, **told)
                    if check:
                        accepted += bool(told)
                        self.try_claims(store, maker, check)
            self.assertEqual(store.notices(), [])
        self.assertGreater(accepted, ROUNDS)

    def try_claims(self, store, maker, check):
        start, moves = (check.board, check.rules, check.position, check.to_move), tuple(check.moves.split())
        for claim in check.claims:
            at = moves + ((claim.move,) if claim.move else ())
            true = maker.bounds(*start, at)
            self.assertFalse(is_false(claim, true), (start, at, claim, true))
            try:
                store.add_claim(played(start, at), claim)
            except solvego.InputError as error:
                self.assertRegex(str(error), "no store has anything|the game is over")
        self.look(store, maker, start, moves[:maker.dice.randint(0, len(moves))])


if __name__ == "__main__":
    unittest.main()
