"""Boards, rules, games, and what goes wrong with them."""
import copy
import os
import pickle
import stat
import tempfile
import unittest
from decimal import Decimal
from fractions import Fraction

import solvego

GRAPH = "a b c d\na b\nb c\nc d\nd a\n"


class Boards(unittest.TestCase):
    def test_rectangle(self):
        board = solvego.Board("2x3")
        self.assertEqual((board.name, board.rows, board.columns, len(board)), ("2x3", 2, 3, 6))
        self.assertEqual(board.point_names, ("A2", "B2", "C2", "A1", "B1", "C1"))
        self.assertEqual((board.find("b2"), board.neighbours(1)), (1, (0, 2, 4)))
        maps = board.symmetries()
        self.assertEqual((len(maps), maps[0]), (4, (0, 1, 2, 3, 4, 5)))
        self.assertTrue(all(sorted(one) == list(range(6)) for one in maps))

    def test_graph(self):
        board = solvego.Board.from_graph("ring", GRAPH)
        self.assertEqual((board.rows, board.columns, board.points), (None, None, 4))
        self.assertEqual(board.neighbours(0), (1, 3))
        self.assertEqual(pickle.loads(pickle.dumps(board)), board)
        self.assertNotEqual(board, solvego.Board("2x2"))
        self.assertEqual(board.drawing, (" a---b ", " |   | ", " d---c "))
        self.assertEqual([board.drawn_at(point) for point in range(4)], [(0, 1), (0, 5), (2, 5), (2, 1)])
        drawn = solvego.Board.from_graph("own", "#: a-b\na b\na b\n")
        self.assertEqual((drawn.drawing, drawn.drawn_at(1)), ((" a-b ",), (0, 3)))
        self.assertEqual(pickle.loads(pickle.dumps(drawn)).drawing, drawn.drawing)
        self.assertEqual((solvego.Board("2x2").drawing, solvego.Board("2x2").drawn_at(0)), (None, None))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ring")
            with open(path, "w", encoding="ascii") as file:
                file.write(GRAPH)
            self.assertEqual(solvego.Board.load(path).neighbours(0), (1, 3))
            with self.assertRaises(OSError) as failed:
                solvego.Board.load(os.path.join(folder, "nothing"))
            self.assertIsInstance(failed.exception, solvego.FileError)
            self.assertIn("nothing", str(failed.exception))

    def test_refused(self):
        for text in ("", "0x3", "20x20", "2x", "nonsense"):
            with self.assertRaises(solvego.InputError) as failed:
                solvego.Board(text)
            self.assertNotIn("\n", str(failed.exception))
            self.assertNotEqual(str(failed.exception), "")
        with self.assertRaisesRegex(solvego.InputError, "line 2"):
            solvego.Board.from_graph("x", "a b\nnonsense\n")
        with self.assertRaises(solvego.InputError):
            solvego.Board("2x\0003")
        with self.assertRaises(TypeError):
            solvego.Board(23)
        board = solvego.Board("2x3")
        for point in (-1, 6, 1 << 40):
            with self.assertRaises(IndexError):
                board.point_name(point)
            with self.assertRaises(IndexError):
                board.neighbours(point)
        with self.assertRaises(KeyError):
            board.find("Z9")


class Games(unittest.TestCase):
    def test_play(self):
        game = solvego.Game("2x3", "psk")
        game.play("B1", "pass A1")
        self.assertEqual([str(move) for move in game.moves], ["B1", "pass", "A1"])
        self.assertEqual((game.position, game.stones), (".../XX.", (0, 0, 0, 1, 1, 0)))
        self.assertEqual((game.to_move, game.turn_count), (solvego.WHITE, 3))
        self.assertEqual(str(game), "...\nXX.")
        turn = game.turn(2)
        self.assertEqual((turn.player, turn.passes, turn.move.kind), (1, 1, solvego.MoveKind.PASS))
        self.assertIsNone(turn.move.point)
        self.assertEqual(len(list(game.turns)), 4)
        self.assertIsNone(game.turn(0).move)
        game.undo()
        self.assertEqual(game.position, ".../.X.")
        with self.assertRaises(IndexError):
            game.turn(3)

    def test_over(self):
        game = solvego.Game("2x2", "psk", "X./.X")
        self.assertEqual((game.scores, game.margin), ((4, 0), 4))
        game.play("pass", "pass")
        self.assertTrue(game.is_over)
        self.assertEqual((game.ending, game.to_move, game.legal_moves), (solvego.Ending.SCORED, None, ()))
        with self.assertRaises(solvego.IllegalMove) as failed:
            game.play("A1")
        self.assertIsNone(failed.exception.rule)
        result = solvego.solve(game)
        self.assertEqual((result.value, result.moves, result.line), (4, (), ()))

    def test_why(self):
        game = solvego.Game("1x2", "psk")
        game.play("A1 B1")
        refusal = game.why("A1")
        self.assertEqual((refusal.rule, refusal.reason), ("psk", "recreates the board after move 1"))
        self.assertFalse(game.is_legal("A1"))
        self.assertIsNone(game.why("pass"))
        with self.assertRaises(solvego.IllegalMove) as failed:
            game.play("pass", "B1", "A1")
        self.assertEqual((failed.exception.move, failed.exception.rule), ("B1", "occupied"))
        self.assertEqual([str(move) for move in game.moves], ["A1", "B1", "pass"])
        again = pickle.loads(pickle.dumps(failed.exception))
        self.assertEqual((str(again), again.move), (str(failed.exception), "B1"))
        with self.assertRaises(solvego.InputError):
            game.play("pass", "nonsense")  # nothing is played
        self.assertEqual(game.turn_count, 3)
        for _ in range(3):
            game.undo()
        with self.assertRaisesRegex(solvego.InputError, "nothing to take back"):
            game.undo()

    def test_start(self):
        for arguments in (("2x2", "psk", "XX/XX"), ("2x2", "psk", "X"), ("2x2", "nosuch"),
                          ("2x2", "psk", None, 7), ("2x2", "psk", None, -1)):
            with self.assertRaises(solvego.InputError) as failed:
                solvego.Game(*arguments)
            self.assertNotIn("\n", str(failed.exception))
        self.assertEqual(solvego.Game("2x2", "psk", to_move=solvego.WHITE).to_move, 1)
        self.assertEqual(solvego.Game("2x2", "psk", to_move="White").to_move, 1)
        with self.assertRaisesRegex(solvego.InputError, "third.*wanted black, white$"):
            solvego.Game("2x2", "psk", to_move="third")
        three = solvego.Game("2x2", "3-plays")
        self.assertEqual(len(three.turn(0).lost), three.rules.facts.players)

    def test_copies(self):
        ring = solvego.Board.from_graph("ring", GRAPH)
        for game in (solvego.Game("1x2", "psk", to_move=1), solvego.Game(ring, "kee2013", to_move=1)):
            game.play(game.legal_moves[0])
            for other in (game.copy(), copy.copy(game), pickle.loads(pickle.dumps(game))):
                self.assertEqual((other.moves, other.position, other.to_move),
                                 (game.moves, game.position, game.to_move))
                other.undo()
                self.assertEqual(game.turn_count, 1)

    def test_cycles(self):
        """Rules that remove cycles say what may be removed; others refuse the question."""
        game = solvego.Game("1x3", "ljrg")
        self.assertEqual(game.cycles(), [])
        self.assertIsNone(game.prohibited("A1"))
        with self.assertRaisesRegex(solvego.InputError, "cycles"):
            solvego.Game("1x3", "psk").cycles()
        with self.assertRaisesRegex(solvego.InputError, "cycles"):
            solvego.Game("1x3", "psk").prohibited("A1")
        with self.assertRaises(solvego.InputError):
            solvego.Game("1x3", "psk", prohibited=("A1",))
        begun = solvego.Game("1x3", "ljrg", prohibited=("B1",))
        self.assertIsNotNone(begun.why("B1"))
        self.assertIsNotNone(pickle.loads(pickle.dumps(begun)).why("B1"))

    def test_rules(self):
        self.assertEqual(solvego.Rules("psk").text, "psk")
        self.assertEqual(str(solvego.Rules("kee2013,refresh=no")), "kee2013,refresh=no")
        self.assertEqual(pickle.loads(pickle.dumps(solvego.Rules("ssk"))), solvego.Rules("ssk"))
        self.assertEqual(len({solvego.Rules("ssk"), solvego.Rules("ssk"), solvego.Rules("psk")}), 2)
        katago = solvego.Rules.from_katago("tromp-taylor")
        self.assertEqual(solvego.Rules(katago.katago), katago)
        self.assertIsNone(katago.komi)
        named = solvego.Rules(katago.katago.replace("{", '{"komi":7.5,', 1))
        self.assertEqual((named, named.komi), (katago, 7.5))
        self.assertIsNone(solvego.Rules("ljrg").katago)
        with self.assertRaisesRegex(solvego.InputError, "nosuch"):
            solvego.Rules.from_katago("nosuch")
        with self.assertRaisesRegex(solvego.InputError, "nosuch"):
            solvego.Rules("nosuch")
        with self.assertRaises(solvego.InputError):
            solvego.fields("nosuch")


class Arguments(unittest.TestCase):
    """What ctypes would cut off, or refuse without a name."""

    def test_numbers(self):
        for player in (2, -1, 1 << 32, (1 << 32) + 1, 1 << 64):
            with self.assertRaisesRegex(solvego.InputError, "^to_move .*wanted"):
                solvego.Game("1x3", "psk", None, player)
        for most in (-1, (1 << 64) + 2):
            with self.assertRaisesRegex(solvego.InputError, "^max_states .*wanted"):
                solvego.control("1x4", max_states=most)
        game = solvego.Game("1x3", "psk")
        for call in (lambda: solvego.solve(game, seconds="1"), lambda: solvego.count(game, seconds=None),
                     lambda: solvego.verify(b"x", seconds="1"), lambda: solvego.Store("x", seconds="1")):
            with self.assertRaisesRegex(TypeError, "^seconds: wanted a number, not "):
                call()
        for wrong in (None, 1.0, "A"):
            with self.assertRaisesRegex(TypeError if wrong != "A" else solvego.InputError, "^to_move"):
                solvego.Game("1x3", "psk", None, wrong)
            with self.assertRaisesRegex(TypeError, "^threads: wanted a whole number, not "):
                solvego.solve(game, threads=wrong)
        for wrong in (None, "1", [1]):
            with self.assertRaisesRegex(TypeError, "^komi: wanted a number, not "):
                solvego.solve(game, komi=wrong)
        for wrong in (float("nan"), float("inf"), 0.3, 10**400, 1001):
            with self.assertRaisesRegex(solvego.InputError, "^komi "):
                solvego.solve(game, komi=wrong)
        self.assertEqual([solvego.solve(game, komi=komi).komi for komi in (0.5, Fraction(1, 2), Decimal("0.5"))], [0.5] * 3)
        with self.assertRaisesRegex(solvego.InputError, "^seconds inf"):
            solvego.solve(game, seconds=10**400)
        with self.assertRaisesRegex(TypeError, "^within: wanted a number, not str"):
            solvego.estimate(game, within="1%")

    def test_texts(self):
        for text in ("1x\0", "1x\ud800"):
            with self.assertRaisesRegex(solvego.InputError, "^board has .*: wanted text"):
                solvego.Game(text, "psk")

    def test_kinds(self):
        game = solvego.Game("1x3", "psk")
        for name, kind in (("store", "Store"), ("cache", "Cache"), ("interrupt", "Interrupt")):
            with self.assertRaisesRegex(TypeError, f"^{name}: wanted {kind}, not str"):
                solvego.solve(game, **{name: "proofs"})

    def test_names(self):
        """What Python itself refuses without saying which argument it is."""
        game, board = solvego.Game("1x3", "psk"), solvego.Board("1x3")
        for call in (game.turn, game.cycles):
            for wrong in (None, "1", 0.5):
                with self.assertRaisesRegex(TypeError, "^turn: wanted a whole number, not "):
                    call(wrong)
        for call in (board.point_name, board.neighbours, board.drawn_at):
            for wrong in (None, "1", Fraction(1, 2), int):
                with self.assertRaisesRegex(TypeError, "^point: wanted a whole number, not "):
                    call(wrong)
        kee = solvego.Game("1x3", "kee2013")
        for wrong, what in ((None, "several, not NoneType"), (1, "several, not int"), (("black",), "a whole number, not str")):
            with self.assertRaisesRegex(TypeError, f"^players: wanted {what}$"):
                solvego.coalition(kee, wrong)
        for call in (lambda: solvego.control("1x3", prohibited=1), lambda: solvego.Game("1x3", "ljrg", prohibited=1)):
            with self.assertRaisesRegex(TypeError, "^prohibited: wanted several, not int"):
                call()
        for call in (solvego.Store, solvego.Board.load, solvego.verify):
            with self.assertRaisesRegex(TypeError, "^(path|certificate): wanted a name, not list"):
                call(["name"])
        for call in (solvego.solve, solvego.count, solvego.longest, solvego.estimate):
            for wrong in (0, "print"):
                with self.assertRaisesRegex(TypeError, "^progress: wanted a function, not "):
                    call(game, progress=wrong)
        with self.assertRaisesRegex(solvego.InputError, "^lengths \\[\\]: wanted 'plays'"):
            solvego.count(game, lengths=[])
        with tempfile.TemporaryDirectory() as folder, solvego.Store(os.path.join(folder, "s")) as store:
            for name in ("threads", "memory"):
                with self.assertRaisesRegex(TypeError, f"^{name}: wanted a whole number, not str"):
                    store.make_table("1x2", "simple", **{name: "1"})

    def test_prohibited(self):
        for call in (lambda: solvego.Game("1x3", "ljrg", prohibited=("A2",)),
                     lambda: solvego.control("1x3", prohibited=["A2"])):
            with self.assertRaisesRegex(solvego.InputError, "^prohibited 'A2': no point of the board"):
                call()
        for names in (("A1", "A1"), ("A1", "a1")):
            for call in (lambda: solvego.Game("1x3", "ljrg", prohibited=names),
                         lambda: solvego.control("1x3", prohibited=names)):
                with self.assertRaisesRegex(solvego.InputError, f"^prohibited '{names[1]}': it is named twice"):
                    call()
        for call in (lambda: solvego.Game("1x3", "ljrg", "..X", prohibited=("C1",)),
                     lambda: solvego.control("1x3", "..X", prohibited=("C1",))):
            with self.assertRaisesRegex(solvego.InputError, "^prohibited 'C1': a stone is there"):
                call()
        with self.assertRaisesRegex(solvego.InputError, "^prohibited 'A1': these rules prohibit no points"):
            solvego.Game("1x3", "psk", prohibited=("A1",))
        path = solvego.Board.from_graph("path", "a b c\na b\nb c\n")
        for call in (lambda: solvego.Game(path, "ljrg", prohibited="ab"),
                     lambda: solvego.control(path, prohibited="ab")):
            with self.assertRaisesRegex(TypeError, "^prohibited: wanted names"):
                call()

    def test_too_large(self):
        with self.assertRaisesRegex(solvego.LimitError, "^the board is too large for who controls what"):
            _ = solvego.Game("19x19", "ljrg").scores

    def test_paths(self):
        certificate = solvego.solve(solvego.Game("1x3", "psk"), certificate=True).certificate
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "name\0more")
            for call in (solvego.Store, solvego.Board.load, solvego.verify, certificate.save):
                with self.assertRaisesRegex(solvego.InputError, "has a zero in it"):
                    call(path)
            self.assertEqual(os.listdir(folder), [])
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            with self.assertRaisesRegex(OSError, "folder or a device"):
                certificate.save(pipe)
            self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))


if __name__ == "__main__":
    unittest.main()
