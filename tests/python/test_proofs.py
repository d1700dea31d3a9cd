"""What outlasts a run: stores, caches, certificates."""
import dataclasses
import os
import tempfile
import threading
import time
import unittest

import solvego

HARD = ("4x4", "psk")  # takes hours


class Stores(unittest.TestCase):
    def test_store(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "store")
            game = solvego.Game("2x3", "psk")
            with self.assertRaisesRegex(solvego.InputError, "no such folder"):
                solvego.Store(path, make=False)
            with self.assertRaisesRegex(solvego.InputError, "^store '': wanted the name of a folder"):
                solvego.Store("")
            with solvego.Store(path) as store:
                self.assertIsNone(store.lookup(game).value)
                value = solvego.solve(game, store=store).value
                self.assertEqual(store.lookup(game, komi=0.5).value, value)
                self.assertEqual(solvego.solve(game, store=store).work.nodes, 0)
                self.assertEqual((store.notices(), store.failure), ([], None))
                made = solvego.solve(solvego.Game("1x3", "psk"), certificate=True)
                for claim in solvego.verify(made.certificate).claims:
                    if claim.move is None:
                        store.add_claim(solvego.Game("1x3", "psk"), claim)
                self.assertEqual(store.lookup(solvego.Game("1x3", "psk")).value, made.value)
                said = solvego.Claim(None, 0, False, made.value, "")
                self.assertIs(store.tells_claim(solvego.Game("1x3", "psk"), said), True)
                self.assertIs(store.tells_claim(solvego.Game("1x4", "psk"), said), False)
                group = dataclasses.replace(claim, player=-1, coalition=(0,))
                with self.assertRaisesRegex(solvego.InputError, "coalitions"):
                    store.add_claim(solvego.Game("1x3", "psk"), group)
                with self.assertRaisesRegex(solvego.InputError, "coalitions"):
                    store.tells_claim(solvego.Game("1x3", "psk"), group)
                for margin in (1.5, 10**30, float("nan")):
                    with self.assertRaisesRegex(solvego.InputError, "^margin .*: wanted points"):
                        store.add_claim(solvego.Game("1x3", "psk"), dataclasses.replace(claim, margin=margin))
                with self.assertRaisesRegex(TypeError, "^claim: wanted Claim"):
                    store.add_claim(solvego.Game("1x3", "psk"), None)
                half = solvego.Game("1x3", "button")
                certificate = solvego.solve(half, certificate=True, value_only=True).certificate
                with self.assertRaisesRegex(solvego.InputError, "no store has anything"):
                    store.add_claim(half, solvego.verify(certificate).claims[0])
                with self.assertRaisesRegex(solvego.InputError, "over"):
                    over = solvego.Game("1x3", "psk")
                    over.play("pass")
                    over.play("pass")
                    store.add_claim(over, claim)
                with self.assertRaises(solvego.FileError):
                    solvego.Store(path)  # it is open already
            store.close()
            with self.assertRaisesRegex(solvego.InputError, "closed"):
                solvego.solve(game, store=store)
            with solvego.Store(path, read_only=True, look=True) as store:
                self.assertEqual(store.lookup(game).value, value)
                with self.assertRaises(solvego.Error):
                    store.make_table("1x3", "simple")

    def test_in_use(self):
        with tempfile.TemporaryDirectory() as folder, solvego.Store(os.path.join(folder, "s")) as store:
            interrupt = solvego.Interrupt()
            thread = threading.Thread(target=lambda: solvego.solve(solvego.Game(*HARD), store=store,
                                                                   interrupt=interrupt))
            thread.start()
            while not store._users:
                time.sleep(0.01)
            with self.assertRaisesRegex(solvego.Error, "uses the store"):
                store.close()
            interrupt.request()
            thread.join()

    def test_tables(self):
        self.assertEqual(solvego.table_kind("simple"), solvego.TableKind.VALUES)
        with tempfile.TemporaryDirectory() as folder, solvego.Store(os.path.join(folder, "s")) as store:
            made = store.make_table("2x2", "simple")
            self.assertFalse(made.was_there)
            self.assertGreater(made.boards, 5)
            self.assertTrue(store.make_table("2x2", "simple").was_there)
            for position in ("../..", "../X.", "X./.O"):
                game = solvego.Game("2x2", "simple", position)
                self.assertEqual(store.lookup(game).bounds, solvego.solve(game).bounds)
            with self.assertRaises(solvego.InputError):
                store.make_table("2x2", "nosuch")
            for name, number in (("threads", 0), ("memory", -1)):
                with self.assertRaisesRegex(solvego.InputError, name):
                    store.make_table("2x2", "simple", **{name: number})

    def test_cache(self):
        cache = solvego.Cache()
        game = solvego.Game("2x3", "psk")
        first = solvego.solve(game, cache=cache)
        game.play(first.line[0])
        self.assertEqual(solvego.solve(game, cache=cache).bounds, solvego.solve(game).bounds)
        with self.assertRaises(solvego.InputError):
            solvego.Cache(-1)


class Certificates(unittest.TestCase):
    def test_verify(self):
        game = solvego.Game("2x3", "psk")
        game.play("B1")
        result = solvego.solve(game, certificate=True)
        check = solvego.verify(result.certificate)
        self.assertTrue(check)
        self.assertEqual((check.board, check.rules, check.moves, check.to_move), ("2x3", "psk", "B1", 0))
        self.assertEqual(len(check.claims), result.certificate.claims)
        root = {(claim.player, claim.margin) for claim in check.claims if claim.move is None}
        self.assertEqual(root, {(0, result.value), (1, result.value)})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "proof")
            result.certificate.save(path)
            self.assertEqual(solvego.verify(path).hash, check.hash)
            with self.assertRaises(OSError):
                result.certificate.save(os.path.join(folder, "no", "folder"))
            with self.assertRaises(OSError):
                solvego.verify(os.path.join(folder, "nothing"))
            with self.assertRaisesRegex(OSError, "cannot read ''"):
                solvego.verify("")
        other = solvego.verify(result.certificate, rules="ssk")
        self.assertFalse(solvego.verify(result.certificate, history="A1 pass"))
        for wanted in ({"position": "nothing"}, {"history": "Q9"}):
            with self.assertRaisesRegex(solvego.InputError, next(iter(wanted))):
                solvego.verify(result.certificate, **wanted)
        swapped = solvego.verify(result.certificate, swap_colours=True)
        self.assertTrue(swapped)
        self.assertEqual({claim.margin for claim in swapped.claims if claim.move is None}, {-result.value})
        self.assertEqual(swapped.to_move, 1)
        with self.assertRaises(solvego.InputError):
            solvego.verify(result.certificate, to_move=2)
        for kind in ({"to_move": 1.0}, {"memory": 1.5}):
            with self.assertRaises(TypeError):
                solvego.verify(result.certificate, **kind)
        self.assertEqual((bool(other), other.rules == "ssk" or bool(other.reason)), (other.accepted, True))
        with self.assertRaises(solvego.InputError):
            solvego.verify(result.certificate, rules="nosuch")
        with self.assertRaises(solvego.InputError):
            solvego.verify(result.certificate, memory=1)
        with self.assertRaisesRegex(solvego.InputError, "to 1000000000"):
            solvego.verify(result.certificate, seconds=2e9)

    def test_half_points(self):
        result = solvego.solve(solvego.Game("1x3", "psk,first-pass=half"), certificate=True, value_only=True)
        claims = solvego.verify(result.certificate).claims
        self.assertEqual({claim.margin for claim in claims}, {result.value})
        self.assertIn(f"root: white forces <= {result.value}", [claim.text for claim in claims])

    def test_uncertified(self):
        game = solvego.Game("2x3", "psk")
        self.assertEqual(solvego.solve(game, certificate=True).certificate.uncertified, ())
        with tempfile.TemporaryDirectory() as folder:
            for options in {}, {"certificate": True, "max_nodes": 1}:
                with solvego.Store(os.path.join(folder, "store")) as store:
                    certificate = solvego.solve(game, store=store, **options).certificate
        self.assertEqual(len(certificate.uncertified), certificate.missing)
        self.assertEqual(certificate.uncertified[:2], ("root: black forces >= 0", "root: white forces <= 0"))

    def test_strategy_leaves(self):
        game = solvego.Game("1x5", "kee2013")
        plain = solvego.solve(game, certificate=True)
        result = solvego.solve(game, certificate=True, strategy_leaves=True)
        self.assertTrue(result.certificate.data.startswith(b"solve-certificate 3\n"))
        self.assertEqual(result.value, plain.value)
        check = solvego.verify(result.certificate)
        self.assertTrue(check)
        self.assertTrue(0 < check.strategies <= check.strategy_leaves < check.nodes)
        self.assertGreater(check.replies, 0)
        self.assertEqual(solvego.verify(plain.certificate).strategy_leaves, 0)
        for wrong, kinds in ((game, {"certificate": False}), (solvego.Game("1x3", "simple"), {"certificate": True})):
            with self.assertRaisesRegex(solvego.InputError, "wanted"):
                solvego.solve(wrong, strategy_leaves=True, **kinds)

    def test_living(self):
        game = solvego.Game("4x5", "psk", position=".X.../X..../.X.X./O.OXO")
        plain = solvego.solve(game, certificate=True, value_only=True)
        result = solvego.solve(game, certificate=True, value_only=True, living=True)
        self.assertTrue(result.certificate.data.startswith(b"solve-certificate 4\n"))
        self.assertEqual(result.value, plain.value)
        self.assertTrue(solvego.verify(result.certificate))
        self.assertEqual([solvego.verify(one.certificate).living for one in (plain, result)], [False, True])
        with self.assertRaisesRegex(solvego.InputError, "wanted"):
            solvego.solve(solvego.Game("1x3", "kee-v6,suicide=literal"), living=True)

    def test_wrong(self):
        """No byte may be changed."""
        data = solvego.solve(solvego.Game("1x3", "psk"), certificate=True).certificate.data
        for at in range(0, len(data), 7):
            changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            check = solvego.verify(changed)
            self.assertEqual(check.verdict, solvego.Verdict.REFUSED)
            self.assertNotEqual(check.reason, "")
        self.assertFalse(solvego.verify(b""))

    def test_stopped(self):
        data = solvego.solve(solvego.Game("1x9", "psk"), certificate=True).certificate
        interrupt = solvego.Interrupt()
        interrupt.request()
        check = solvego.verify(data, interrupt=interrupt)
        self.assertEqual((check.verdict, check.stopped), (solvego.Verdict.STOPPED, "interrupted"))
        self.assertIsNone(solvego.solve(solvego.Game("1x2", "psk")).certificate)
        with self.assertRaises(solvego.InputError):
            solvego.Certificate(b"", 0, 0, False).save("/nonexistent/x")

    def test_shown_without_its_bytes(self):
        data = solvego.solve(solvego.Game("1x3", "psk"), certificate=True).certificate
        self.assertEqual(repr(data), f"<Certificate of {len(data.data)} bytes, {data.claims} claims, 0 missing>")


if __name__ == "__main__":
    unittest.main()
