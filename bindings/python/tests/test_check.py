"""`betza.check_ini`: other people's games, within limits, and loading them again and again."""

import resource
import threading
import time
import unittest

import betza
import betza.pyffish as pyffish

TEXT = """; three games
[good:chess]
queen = -
[bad:chess]
hawk = h
[worse:nochess]
"""


class Checking(unittest.TestCase):
    def test_each_section_has_its_findings(self):
        found = betza.check_ini(TEXT, seconds=600)
        self.assertFalse(found.ok)
        self.assertEqual([s.name for s in found.sections], ["good", "bad", "worse"])
        good, bad, worse = found.sections
        errors = lambda section: [f for f in section.findings if f.diagnostic.severity == "error"]
        self.assertEqual((errors(good), good.summary is None, bad.summary, worse.summary), ([], False, None, None))
        # The key that nobody knows stands in the fifth line, the parent that nobody knows in the sixth.
        self.assertEqual([(f.line, f.diagnostic.code) for f in errors(bad)], [(5, "unknown-key")])
        self.assertEqual([(f.line, f.diagnostic.code) for f in errors(worse)], [(6, "unknown-game")])
        begin, end = errors(worse)[0].diagnostic.span
        self.assertEqual(TEXT[begin:end], "nochess")
        self.assertTrue(all(f.diagnostic.remedy for s in found.sections for f in s.findings))
        outside = betza.check_ini("queen = q\n")
        self.assertEqual(([f.line for f in outside.findings], outside.ok), ([1, 1], False))

    def test_a_game_is_told_as_it_is(self):
        summary = betza.check_ini("[mine:chess]\n", seconds=600).sections[0].summary
        self.assertEqual((summary.board, summary.start_moves), ((8, 8), 20))
        self.assertEqual(summary.start_fen, betza.Game("chess").start_fen)
        self.assertEqual(summary.svg.count('class="man"'), 32)
        self.assertTrue(any(line.startswith("Knight (N): ") for line in summary.rules))
        self.assertTrue(any(line.startswith("Castling: ") for line in summary.rules))
        self.assertTrue(15 < summary.mean_moves < 45 and summary.table_bytes > 10_000)
        again = betza.check_ini("[mine:chess]\n", seconds=600).sections[0].summary
        self.assertEqual(again.mean_moves, summary.mean_moves)

    def test_limits_are_kept_and_told(self):
        codes = lambda found: [[f.diagnostic.code for f in s.findings] for s in found.sections]
        self.assertEqual(codes(betza.check_ini("[a:chess]\n[b:shogi]\n", seconds=0)), [["time-limit"], ["time-limit"]])
        self.assertEqual(codes(betza.check_ini("[a:chess]\n", seconds=600, bytes=1000)), [["memory-limit"]])
        long = betza.check_ini("[a:chess]\n" * 200, bytes=1000)
        self.assertEqual(([f.diagnostic.code for f in long.findings], long.sections), (["memory-limit"], []))
        begun = time.monotonic()
        betza.check_ini("".join(f"[a{i}:chess]\n" for i in range(2000)), seconds=0.2)
        self.assertLess(time.monotonic() - begun, 5)

    def test_places_in_a_long_text_are_told_in_time(self):
        # A chain of 20,000 sections in 8 MB. Were each place counted from the start of the text, that would take minutes.
        text = "[a0:chess]\n" + "".join(f"[a{i}:a{i - 1}]\n; {'é' * 200}\n" for i in range(1, 20_000))
        begun = time.monotonic()
        found = betza.check_ini(text, seconds=0.5)
        self.assertLess(time.monotonic() - begun, 10)
        self.assertEqual(len(found.sections), 20_000)
        [finding] = found.sections[-1].findings
        begin, end = finding.diagnostic.span
        self.assertEqual((finding.diagnostic.code, text[begin:end]), ("time-limit", "[a19999:a19998]"))

    def test_nothing_is_kept(self):
        pyffish.load_variant_config("[kept:chess]\ncustomPiece1 = n:F\n")
        before = pyffish.variants(), pyffish.legal_moves("kept", pyffish.start_fen("kept"), [])
        wrong = []

        def check():
            found = betza.check_ini("[kept:chess]\n[new:shogi]\n", seconds=600)
            wrong.extend(s.name for s in found.sections if s.summary is None)

        threads = [threading.Thread(target=check) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(wrong, [])
        self.assertEqual((pyffish.variants(), pyffish.legal_moves("kept", pyffish.start_fen("kept"), [])), before)


class Loading(unittest.TestCase):
    def test_ten_thousand_times_one_name(self):
        texts = ["[again:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2N w - - 0 1\ncustomPiece1 = n:%s\n" % n for n in ("F", "W")]
        running = betza.Game.from_ini(texts[0], "again").start()
        size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        used = []
        for i in range(10_000):
            pyffish.load_variant_config(texts[i % 2])
            # A game is compiled when it is asked for; its tables take more than 200 kB.
            if i % 100 < 2:
                moves = pyffish.legal_moves("again", pyffish.start_fen("again"), [])
                self.assertEqual(("h1g2" in moves, "h1g1" in moves), (i % 2 == 0, i % 2 == 1))
            if i in (1000, 9999):
                used.append(size())
        self.assertLess(used[1] - used[0], 20_000)
        self.assertTrue(running.is_legal("h1g2") and not running.is_legal("h1g1"))


if __name__ == "__main__":
    unittest.main()
