"""Long calls: limits, Ctrl-C, progress, threads, memory."""
import ctypes
import gc
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from fractions import Fraction

import solvego

HARD = ("4x4", "psk")  # takes hours


class Mallinfo(ctypes.Structure):
    """glibc's struct mallinfo2."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def held():
    """Bytes that malloc() gave and that are not freed, and blocks that Python holds."""
    gc.collect()
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = Mallinfo
    info = mallinfo()
    return info.uordblks + info.hblkhd, sys.getallocatedblocks()


class Limits(unittest.TestCase):
    def test_stops(self):
        result = solvego.solve(solvego.Game(*HARD), max_nodes=1000)
        self.assertEqual(result.stop, solvego.Stop.NODES)
        self.assertIn("nodes", result.stop.text)
        self.assertIsNone(result.value)
        self.assertFalse(result.known or result.moves_complete or result.best_complete)
        begun = time.monotonic()
        result = solvego.solve(solvego.Game(*HARD), seconds=0.3)
        self.assertEqual(result.stop, solvego.Stop.TIME)
        self.assertLess(time.monotonic() - begun, 60)
        self.assertEqual(pickle.loads(pickle.dumps(result)), result)
        self.assertEqual(solvego.count(solvego.Game("4x4", "psk"), seconds=0.2).verdict,
                         solvego.CountVerdict.STOPPED)
        with self.assertRaises(solvego.LimitError):
            solvego.count_positions("13x13", seconds=0.1)

    def test_refused(self):
        game = solvego.Game("2x2", "psk")
        for name, number in (("threads", 0), ("threads", 1025), ("threads", 1 << 32), ("memory", 5), ("memory", -1),
                             ("memory", 1 << 64), ("seconds", -1), ("seconds", float("nan")), ("komi", 0.25),
                             ("komi", 1001), ("komi", float("inf")), ("max_nodes", -1), ("max_nodes", 1 << 64)):
            with self.assertRaisesRegex(solvego.InputError, f"^{name} .*wanted"):
                solvego.solve(game, **{name: number})
        with self.assertRaises(TypeError):
            solvego.solve(game, threads=1.5)
        for most, wanted in (({"max_nodes": 1 << 64}, "to 18446744073709551615"), ({"seconds": float("inf")}, "to 1000000000"),
                             ({"seconds": 2e9}, "to 1000000000")):
            with self.assertRaisesRegex(solvego.InputError, wanted):
                solvego.solve(game, **most)
        with self.assertRaisesRegex(solvego.InputError, "^within 0: wanted an error above 0"):
            solvego.estimate(game, within=0)
        with self.assertRaises(solvego.InputError):
            solvego.solve(solvego.Game("9x9", "psk"))
        with self.assertRaises(solvego.InputError):
            solvego.count(game, lengths="stones")
        self.assertEqual(solvego.solve(game, komi=Fraction(1, 2)).komi, 0.5)

    def test_ask(self):
        game = solvego.Game("2x2", "psk")  # worth 1
        for claim, answer in ((">=1", True), (">=2", False), ("<=1", True), ("<= 0", False)):
            self.assertIs(solvego.solve(game, ask=claim).answer, answer)
        self.assertIsNone(solvego.solve(game).answer)
        self.assertIsNone(solvego.solve(solvego.Game(*HARD), ask=">=3", max_nodes=1000).answer)
        self.assertTrue(solvego.solve(solvego.Game("1x3", "button"), ask=">=-2.5").answer)
        for wrong, why in (("1", "'1' is no claim: wanted"), (">=x", "'>=x' is no claim: wanted"), (">=0.5", "wanted")):
            with self.assertRaisesRegex(solvego.InputError, why):
                solvego.solve(game, ask=wrong)

    def test_komi(self):
        result = solvego.solve(solvego.Game("2x3", "psk"))
        self.assertEqual(result.bounds.at_komi(7.5), result.value)
        self.assertFalse(result.komi_matters)
        pair = solvego.Bounds(-2, -2, float("inf"), float("inf"))
        self.assertEqual([pair.at_komi(komi) for komi in (0, 0.5, -3, 100)], [0, 0.5, -2, 100])
        self.assertEqual((pair.value, pair.lower, str(pair)), (None, -2, "-2 | inf"))
        self.assertIsNone(solvego.Bounds(-1, 2, -1, 2).at_komi(0))

    def test_interrupt(self):
        """Another thread stops the run; the wish stays until it is taken back."""
        interrupt = solvego.Interrupt()
        threading.Timer(0.2, interrupt.request).start()
        result = solvego.solve(solvego.Game(*HARD), interrupt=interrupt)
        self.assertEqual(result.stop, solvego.Stop.INTERRUPT)
        self.assertTrue(interrupt.requested)
        interrupt.clear()
        self.assertEqual(solvego.solve(solvego.Game("2x2", "psk"), interrupt=interrupt).value, 1)

    def test_progress(self):
        told = []
        game = solvego.Game(*HARD)

        def tell(progress):
            told.append(progress)
            game.play("A1")  # it was copied
            if len(told) == 3:
                raise ZeroDivisionError("from progress")
            game.undo()

        with self.assertRaisesRegex(ZeroDivisionError, "from progress"):
            solvego.solve(game, progress=tell, seconds=60)
        self.assertEqual(len(told), 3)
        self.assertTrue(all(isinstance(one, solvego.Progress) for one in told))
        self.assertLess(told[0].seconds, 30)
        asked = []
        solvego.solve(solvego.Game("1x7", "button"), progress=asked.append)
        self.assertEqual({one.margin % 1 for one in asked if one.phase == solvego.Phase.SEARCHING}, {0.5})


class Signals(unittest.TestCase):
    """Ctrl-C, as a terminal sends it."""

    def ctrl_c(self, call):
        def press():
            # By the clock of the processor, which says that the call is at work.
            while time.process_time() < used + 0.3:
                time.sleep(0.005)
            os.kill(os.getpid(), signal.SIGINT)

        used, begun = time.process_time(), time.monotonic()
        threading.Thread(target=press, daemon=True).start()
        with self.assertRaises(KeyboardInterrupt) as stopped:
            call()
        self.assertLess(time.monotonic() - begun, 60)
        return stopped.exception

    def test_solve(self):
        stopped = self.ctrl_c(lambda: solvego.solve(solvego.Game(*HARD)))
        self.assertIsInstance(stopped, solvego.Interrupted)
        self.assertEqual(stopped.result.stop, solvego.Stop.INTERRUPT)
        self.assertEqual(len(stopped.result.moves), 17)

    def test_others(self):
        stopped = self.ctrl_c(lambda: solvego.count(solvego.Game("4x4", "psk")))
        self.assertEqual(stopped.result.verdict, solvego.CountVerdict.STOPPED)
        self.assertIsNone(self.ctrl_c(lambda: solvego.count_positions("13x13", memory=1 << 34)).result)
        stopped = self.ctrl_c(lambda: solvego.longest(solvego.Game("4x4", "psk")))
        self.assertEqual(stopped.result.stop, solvego.Stop.INTERRUPT)

    def test_many(self):
        """It is pressed again and again."""
        done = subprocess.run([sys.executable, "-c", """
import os, signal, threading, time, solvego
def press():
    for _ in range(30):
        os.kill(os.getpid(), signal.SIGINT); time.sleep(0.01)
threads = []
for _ in range(3):
    try:
        threads.append(threading.Thread(target=press)); threads[-1].start()
        while True:
            try:
                solvego.solve(solvego.Game("4x4", "psk"), seconds=0.5)
            except KeyboardInterrupt:
                continue
            break
    except KeyboardInterrupt:
        pass
signal.signal(signal.SIGINT, signal.SIG_IGN)
for thread in threads: thread.join()
print(solvego.solve(solvego.Game("2x3", "psk", "X../...", 1)).known)
"""], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "True\n"), done.stderr)

    def test_handler(self):
        """What another handler raises comes out, and handlers that raise nothing do not stop it."""
        def leave(*_):
            raise SystemExit(7)

        old = signal.signal(signal.SIGALRM, leave)
        try:
            with self.assertRaises(SystemExit):
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                solvego.solve(solvego.Game(*HARD))
            seen, interrupt = [], solvego.Interrupt()

            def look(*_):
                seen.append(1)
                if len(seen) == 3:
                    interrupt.request()

            signal.signal(signal.SIGALRM, look)
            signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
            result = solvego.solve(solvego.Game(*HARD), seconds=60, interrupt=interrupt)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.assertEqual(result.stop, solvego.Stop.INTERRUPT)
            self.assertGreaterEqual(len(seen), 3)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)


class Threads(unittest.TestCase):
    def test_runs(self):
        """Runs of many threads at once, of one board, rules, store and cache."""
        game = solvego.Game("2x3", "psk")
        wanted = solvego.solve(game).value
        found = []
        with tempfile.TemporaryDirectory() as folder, solvego.Store(os.path.join(folder, "s")) as store:
            cache = solvego.Cache(1 << 26)

            def run(number):
                for _ in range(10):
                    result = solvego.solve(game, store=store if number % 2 else None,
                                           cache=cache if number % 3 else None, progress=lambda _: None)
                    found.append(result.value)

            threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(found, [wanted] * 80)

    def test_others_run(self):
        """Other threads of Python run meanwhile."""
        interrupt, found, used = solvego.Interrupt(), [], time.process_time()
        thread = threading.Thread(target=lambda: found.append(solvego.solve(solvego.Game(*HARD), seconds=60,
                                                                            interrupt=interrupt)))
        thread.start()
        while time.process_time() < used + 0.3 and thread.is_alive():
            time.sleep(0.001)
        interrupt.request()
        thread.join()
        self.assertEqual(found[0].stop, solvego.Stop.INTERRUPT)

    def test_one_game(self):
        """Short calls on one game from many threads do not harm it."""
        game = solvego.Game("3x3", "psk")

        def play():
            for _ in range(300):
                for move in game.legal_moves[:2]:
                    try:
                        game.play(move)
                        game.turn(-1)
                        game.copy()
                    except (solvego.InputError, IndexError):
                        pass
                try:
                    game.undo()
                except solvego.InputError:
                    pass

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        again = solvego.Game("3x3", "psk")
        again.play(*game.moves)
        self.assertEqual(again.position, game.position)


class Memory(unittest.TestCase):
    def rounds(self, folder):
        game = solvego.Game(solvego.Board.from_graph("r", "a b c d\na b\nb c\nc d\nd a\n"), "psk")
        game.play("a", "c")
        for refused in ("nonsense", "a"):
            try:
                game.play(refused)
            except solvego.InputError:
                pass
        game.legal_moves, game.board.symmetries(), game.scores, game.why("a"), pickle.loads(pickle.dumps(game))
        solvego.solve(game, cache=solvego.Cache(1 << 20), progress=lambda _: None)
        solvego.verify(solvego.solve(solvego.Game("1x3", "psk"), certificate=True).certificate)
        solvego.endless(solvego.Game("1x3", "none"))
        solvego.count(solvego.Game("1x3", "psk"), lengths="turns")
        solvego.longest(solvego.Game("1x3", "psk"))
        solvego.count_positions("2x3")
        solvego.control("3x3", "X.X/.X./X.X")
        with solvego.Store(os.path.join(folder, "store")) as store:
            store.lookup(solvego.Game("1x3", "psk"))

    def test_no_leaks(self):
        """As many rounds again hold no more memory."""
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(40):
                self.rounds(folder)
            grown = []
            for _ in range(2):
                before = held()
                for _ in range(300):
                    self.rounds(folder)
                after = held()
                grown.append([new - old for new, old in zip(after, before)])
            # Now and then an arena or a cache gets larger, and stays so. A leak is there in both parts: of the smallest
            # object a round it would be more.
            self.assertLess(min(held for held, _ in grown), 300 * 24, grown)
            self.assertLess(min(blocks for _, blocks in grown), 300 * 3, grown)


class Html(unittest.TestCase):
    def test_html(self):
        text = solvego.solve(solvego.Game("2x3", "psk", "X../...", 1))._repr_html_()
        self.assertEqual(text.count("<td"), 6)
        self.assertIn("●", text)
        ring = solvego.Board.from_graph("<ring>", "a b c\na b\nb c\nc a\n")
        text = solvego.solve(solvego.Game(ring, "psk"))._repr_html_()
        self.assertNotIn("<ring>", text)
        self.assertNotIn("<table>", text)


if __name__ == "__main__":
    unittest.main()
