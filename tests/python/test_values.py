"""What Python says is what the program says. SOLVE_PROGRAM names it."""
import json
import math
import os
import random
import subprocess
import tempfile
import unittest

import solvego

PROGRAM = os.environ["SOLVE_PROGRAM"]
RULES = ["button", "psk", "ssk", "nssk", "simple", "kee2013", "kee-v6", "migos", "spight", "fixed-ko",
         "repetition-draws", "ljrg", "ing-spight", "psk,suicide=yes"]
BOARDS = ["1x3", "1x5", "2x2", "2x3", "1x6"]


def value_json(bounds):
    """Bounds as the program's JSON has them."""
    outright = {math.inf: "black", -math.inf: "white"}
    return {
        "min": None if math.isinf(bounds.lower_min) else bounds.lower_min,
        "max": None if math.isinf(bounds.upper_max) else bounds.upper_max,
        "min_known": bounds.lower_min == bounds.lower_max,
        "max_known": bounds.upper_min == bounds.upper_max,
        "outright": outright.get(bounds.value),
    }


def program(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)


def random_game(source, board, rules):
    """A game of some random legal moves that is not over."""
    game = solvego.Game(board, rules)
    for _ in range(source.randrange(7)):
        moves = game.legal_moves
        game.play(source.choice(moves))
        if game.is_over:
            game.undo()
            break
    return game


class Values(unittest.TestCase):
    def test_results(self):
        """The value, the moves with theirs, the best ones, what is complete."""
        source = random.Random(1)
        for i in range(96):
            board, rules = source.choice(BOARDS), RULES[i % len(RULES)]
            if rules in ("ljrg", "ing-spight"):
                board = "1x3"
            game = random_game(source, board, rules)
            komi = source.choice([0, 0.5, -1, 7.5])
            result = solvego.solve(game, komi=komi)
            history = " ".join(map(str, game.moves))
            found = program("--board", board, "--rules", rules, "--history", history, f"--komi={komi}")
            with self.subTest(board=board, rules=rules, history=history, komi=komi):
                self.assertEqual(value_json(result.bounds), found["value"])
                self.assertEqual(result.known, found["proven"])
                self.assertEqual([str(one.move) for one in result.moves], [one["move"] for one in found["moves"]])
                for mine, other in zip(result.moves, found["moves"]):
                    self.assertEqual(value_json(mine.bounds), other["value"])
                self.assertEqual([str(move) for move in result.best], found["best"])
                self.assertEqual(result.best_complete, found["best_complete"])
                self.assertEqual(result.moves_complete, found["moves_complete"])
                self.assertEqual([str(move) for move in result.line], found["line"])
                self.assertEqual(game.position, found["final"])

    def test_half_points(self):
        """Half a point to who passes first."""
        game = solvego.Game("1x3", "button")
        result = solvego.solve(game, komi=2.5)
        self.assertEqual(result.bounds.value, 2.5)
        self.assertEqual(result.bounds.at_komi(0), 2.5)
        self.assertEqual([str(move) for move in result.best], ["B1"])
        for move in ("B1", "pass", "pass"):
            game.play(move)
        self.assertEqual(game.scores, (3, 0.5))
        self.assertEqual(game.margin, 2.5)

    def test_no_game(self):
        """What is no game is told so, whoever wanted one."""
        with tempfile.TemporaryDirectory() as folder, solvego.Store(folder + "/store") as store:
            for wanting in (solvego.solve, solvego.predict, solvego.count, solvego.estimate, solvego.longest,
                            solvego.endless, store.lookup):
                with self.assertRaisesRegex(TypeError, "^'2x3' is no Game: wanted one"):
                    wanting("2x3")

    def test_counts(self):
        for rules, board in (("psk", "1x3"), ("ssk", "1x3"), ("kee2013", "1x2")):
            found = program("count", "--board", board, "--rules", rules)
            self.assertEqual(solvego.count(solvego.Game(board, rules)).games, int(found["games"]))

    def test_large_numbers(self):
        """Of thousands of digits, which int() refuses."""
        from solvego._text import integer
        source = random.Random(2)
        for size in (1, 999, 1000, 1001, 4299, 5000, 20001):
            digits = [source.randrange(10) for _ in range(size)]
            wanted = 0
            for digit in digits:
                wanted = wanted * 10 + digit
            self.assertEqual(integer("".join(map(str, digits))), wanted)
        positions = solvego.count_positions("7x7")
        self.assertEqual(positions, 83677847847984287628595)

    def test_lengths(self):
        found = solvego.count(solvego.Game("1x4", "psk"), lengths="plays")
        self.assertEqual(sum(found.by_length.values()), found.games)
        self.assertEqual((min(found.by_length), max(found.by_length)), (found.shortest, found.longest))
        turns = solvego.count(solvego.Game("1x4", "psk"), lengths="turns")
        self.assertEqual(turns.games, found.games)
        self.assertGreater(turns.longest, found.longest)
        longest = solvego.longest(solvego.Game("1x4", "psk"))
        self.assertEqual((longest.at_least, longest.at_most), (found.longest, found.longest))
        game = solvego.Game("1x4", "psk")
        game.play(*longest.moves)
        self.assertTrue(game.is_over)
        self.assertEqual(sum(move.kind == solvego.MoveKind.STONE for move in game.moves), found.longest)

    def test_estimate(self):
        exact = solvego.count(solvego.Game("1x4", "psk")).games
        found = solvego.estimate(solvego.Game("1x4", "psk"), within=0.2, seed=3)
        self.assertLess(abs(10**found.log10 / exact - 1), 3 * found.error)
        with self.assertRaises(solvego.EndlessError):
            solvego.estimate(solvego.Game("1x4", "none"))
        game = solvego.Game("1x4", "kee2013,refresh=no")
        limited = [solvego.estimate(game, within=1e-6, games=1000, threads=threads) for threads in (1, 2)]
        self.assertEqual((limited[0].log10, limited[0].samples), (limited[1].log10, limited[1].samples))
        self.assertTrue(0 < limited[0].samples <= 1000)
        self.assertEqual((found.stop, limited[0].stop), (solvego.Stop.NONE, solvego.Stop.NODES))
        self.assertAlmostEqual(10 ** solvego.estimate(solvego.Game("1x2", "psk"), games=10).log10, 9)
        with self.assertRaises(solvego.LimitError):
            solvego.estimate(game, games=1)
        with self.assertRaisesRegex(solvego.InputError, "^games -1: wanted from 0"):
            solvego.estimate(game, games=-1)

    def test_bounds_of_rules(self):
        """No value that is found lies outside of them."""
        bounds = solvego.Bounds.of_rules("psk", "3x3")
        self.assertEqual((bounds.lower_min, bounds.lower_max, bounds.upper_min, bounds.upper_max), (-9, 9, -9, 9))
        bounds = solvego.Bounds.of_rules(solvego.Rules("psk,scoring=territory"), solvego.Board("3x3"))
        self.assertEqual((bounds.lower_min, bounds.upper_max), (-math.inf, math.inf))
        for preset in solvego.presets():
            rules, any_value = solvego.Rules(preset.name), solvego.Bounds.of_rules(preset.name, "1x2")
            self.assertEqual((any_value.lower_min, any_value.upper_max), (any_value.upper_min, any_value.lower_max))
            if rules.facts.players == 2 and not math.isinf(any_value.lower_min):
                game = solvego.Game("1x2", rules)
                found = solvego.solve(game, value_only=True).bounds
                self.assertTrue(any_value.lower_min <= found.lower_min and found.upper_max <= any_value.upper_max, preset)
        with self.assertRaises(solvego.InputError):
            solvego.Bounds.of_rules("psk", "0x3")

    def test_coalition(self):
        game = solvego.Game("1x3", "kee2013,players=3")
        found = solvego.coalition(game, [0, 2])
        self.assertTrue(found.proven and found.plays_complete and found.line_complete)
        self.assertEqual((found.lower, [str(move) for move in found.plays]), (3, ["B1"]))
        self.assertEqual((found.stop, found.line_stop), (solvego.Stop.NONE, solvego.Stop.NONE))
        stopped = solvego.coalition(solvego.Game("2x2", "kee2013,players=3"), [0, 1], max_nodes=9)
        self.assertFalse(stopped.proven)
        self.assertEqual((stopped.stop, stopped.line_stop), (solvego.Stop.NODES, solvego.Stop.NODES))
        long = solvego.coalition(solvego.Game("1x4", "kee2013,players=3"), [0], payoff=solvego.Payoff.RANK)
        self.assertTrue(long.proven and len(long.line) == 200 and not long.line_complete)
        self.assertEqual(long.line_stop, solvego.Stop.LENGTH)
        proved = solvego.coalition(game, [0, 2], payoff=solvego.Payoff.MARGIN, certificate=True)
        self.assertEqual((found.certificate, proved.lower), (None, 3))
        check = solvego.verify(proved.certificate.data)
        self.assertTrue(check.accepted)
        self.assertEqual({(claim.coalition, claim.payoff) for claim in check.claims}, {((0, 2), "margin")})
        for members in ([], [3], [-1], [0, 5]):
            with self.assertRaisesRegex(solvego.InputError, "^players .*: wanted some of 0 to 2$"):
                solvego.coalition(game, members)
        with self.assertRaisesRegex(solvego.InputError, "wanted some of 0 to 1$"):
            solvego.coalition(solvego.Game("1x3", "psk"), [2])
        with self.assertRaises(solvego.InputError):
            solvego.coalition(solvego.Game("1x3", "psk"), [0])

    def test_endless(self):
        for rules in ("none", "psk", "simple", "kee2013"):
            found = program("endless", "--board", "2x2", "--rules", rules)
            mine = solvego.endless(solvego.Game("2x2", rules))
            yes = found["verdict"] == "endless"
            self.assertEqual((mine.verdict == solvego.EndlessVerdict.YES, True), (yes, found["proven"]))
            self.assertEqual(mine.reason, found["reason"])
            if yes:
                self.assertEqual([str(move) for move in mine.cycle], found["lap"])
                game = solvego.Game("2x2", rules)
                game.play(*mine.way)
                start = game.position
                game.play(*mine.cycle)
                self.assertEqual(game.position, start)
            else:
                self.assertEqual(mine.cycle, ())

    def test_control(self):
        found = solvego.control("3x3", "X.X/.X./X.X")
        self.assertTrue(found.decided)
        self.assertEqual(set(found.owners), {solvego.Owner.BLACK})
        for one in found.sets:
            self.assertEqual(one.player, solvego.BLACK)
            self.assertTrue(all(len(stones) == 9 for _, stones in one.line))
        self.assertIn("control-ko", found.choices)

    def test_predict(self):
        found = solvego.predict(solvego.Game("3x3", "psk"), memory=1 << 20)
        self.assertEqual((found.legal, found.legal_exact, found.memory), (12675, True, 1 << 20))
        self.assertIsNone(found.forecast)
        self.assertEqual(solvego.predict(solvego.Game("2x2", "simple"), table=True).threads, 1)
        large = solvego.predict(solvego.Game("5x5", "psk"))
        self.assertEqual(large.tables, solvego.Tables.TOO_LARGE)
        self.assertIsNotNone(large.forecast)

    def test_rules(self):
        names = {preset.name for preset in solvego.presets()}
        self.assertIn("psk", names)
        for preset in solvego.presets():
            rules = solvego.Rules(preset.name)
            self.assertEqual(rules.facts.family, preset.family)
            fields = {field.name: field.values for field in solvego.fields(preset.family)}
            self.assertEqual(set(rules.values), set(fields))
            for name, value in rules.values.items():
                self.assertIn(value, fields[name])
            if preset.alias_of is not None:
                self.assertEqual(rules, solvego.Rules(preset.alias_of))


if __name__ == "__main__":
    unittest.main()
