"""The package by itself. Counts are published ones (testdata/perft of the project), rules those of the games."""

import doctest
import importlib
import importlib.util
import subprocess
import sys
import threading
import unittest

import betza


class Games(unittest.TestCase):
    def test_counts(self):
        published = {
            "chess": [20, 400, 8902, 197281],
            "capablanca": [28, 784, 25228],
            "shogi": [30, 900, 25470],
            "xiangqi": [44, 1920, 79666],
            "crazyhouse": [20, 400, 8902],
        }
        for name, counts in published.items():
            start = betza.Game(name).start()
            self.assertEqual([start.perft(depth + 1) for depth in range(len(counts))], counts, name)
            self.assertEqual(sum(start.divide(2).values()), counts[1], name)

    def test_a_game_is_written_as_pgn(self):
        position = betza.Game("crazyhouse").start()
        for move in ["e4", "d5", "exd5"]:
            position.play(move)
        text = position.pgn([("White", 'A "B"'), ("Event", "x")], result="1-0")
        self.assertIn('[Event "x"]', text)
        self.assertIn('[White "A \\"B\\""]', text)
        self.assertIn('[Variant "crazyhouse"]', text)
        self.assertTrue(text.rstrip().endswith("1. e4 d5 2. exd5 1-0"), text)
        self.assertTrue(betza.Game("chess").start().pgn().rstrip().endswith("*"))
        with self.assertRaises(betza.MoveError):
            position.pgn(result="won")

    def test_texts_that_are_no_unicode_are_refused(self):
        start = betza.Game("chess").start()
        with self.assertRaises(betza.MoveError) as caught:
            start.play("\ud800")
        self.assertEqual(caught.exception.code, "move-text")
        with self.assertRaises(TypeError):
            start.play(7)

    def test_sides_have_names(self):
        self.assertEqual([side.name for side in (betza.Side.White, betza.Side.Black)], ["white", "black"])

    def test_a_game_of_ones_own(self):
        text = """
            format = 1
            name = "griffons"
            parent = "nocastle"
            start = "rgbqkbgr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBGR w - - 0 1"

            [pieces.G]
            name = "Griffon"
            dialect = "betza"
            move = "t[FR]"
        """
        game = betza.Game.from_toml(text)
        self.assertEqual((game.name, game.files, game.ranks, len(game.squares)), ("griffons", 8, 8, 64))
        griffon = next(kind for kind in game.kinds if kind.name == "Griffon")
        self.assertEqual(griffon.letters, ("G", "g"))
        self.assertGreater(griffon.mobility(), next(k for k in game.kinds if k.name == "Pawn").mobility())

    def test_errors_have_a_place(self):
        with self.assertRaises(betza.LoadError) as caught:
            betza.Game("capablanc")
        self.assertEqual(caught.exception.code, "unknown-game")
        with self.assertRaises(betza.PositionError) as caught:
            betza.Game("chess").position("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.assertEqual(caught.exception.code, "fen-board-size")
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(betza.NotationError) as caught:
            betza.Piece("WöN", "betza")
        # Places are in characters, not in bytes.
        self.assertEqual(caught.exception.span, (1, 2))
        self.assertTrue(caught.exception.diagnostics)
        with self.assertRaises(betza.NotationError) as caught:
            betza.Piece("öWöN", "betza")
        self.assertEqual([line.split(":")[0].split(" at ")[1] for line in str(caught.exception).splitlines()], ["0", "2"])


class Positions(unittest.TestCase):
    def test_fools_mate(self):
        position = betza.Game("chess").start()
        for text in ["f3", "e7e5", "g2g4", "Qh4#"]:
            self.assertIsNone(position.outcome())
            position.play(text)
        outcome = position.outcome()
        self.assertEqual((outcome.winner, outcome.result), (betza.Side.Black, "0-1"))
        self.assertEqual(outcome.reason, "checkmate")
        self.assertTrue(position.is_check)
        self.assertFalse(position.has_legal_move())
        with self.assertRaises(betza.MoveError):
            position.play("a2a3")

    def test_moves_stand_by_themselves(self):
        position = betza.Game("chess").start()
        moves = position.legal_moves()
        self.assertEqual(len(moves), 20)
        e4 = position.read_move("e4")
        self.assertIn(e4, moves)
        self.assertEqual({e4: 1}[position.read_move("e2e4")], 1)
        self.assertEqual((e4.from_square, e4.to_square, e4.drop, e4.promotion), ("e2", "e4", None, None))
        self.assertEqual(position.text(e4, "san"), "e4")
        self.assertEqual(sorted(moves.texts()), sorted(position.text(m, "uci") for m in moves))
        self.assertRaises(IndexError, lambda: moves[20])
        before = position.fen
        position.play(e4)
        self.assertEqual(position.history, [e4])
        self.assertEqual(position.undo(), e4)
        self.assertEqual(position.fen, before)

    def test_moves_that_are_not_legal_are_errors(self):
        position = betza.Game("chess").start()
        stale = position.read_move("e2e4")
        position.play(stale)
        self.assertFalse(position.is_legal(stale))
        questions = [
            position.copy().play,
            position.text,
            lambda m: position.text(m, strict=False),
            position.captured,
            position.legs,
            position.gives_check,
        ]
        for ask in questions:
            with self.assertRaises(betza.MoveError) as caught:
                ask(stale)
            self.assertEqual(caught.exception.code, "illegal-move")
        jieqi = betza.Game("jieqi").start()
        with self.assertRaises(betza.MoveError):
            betza.Deal.draw(jieqi).captured(jieqi, stale)

    def test_walls_are_no_pieces(self):
        position = betza.Game("duck").start()
        position.play("e2e4,e4e3")
        self.assertEqual([s for s in position.game.squares if position.is_wall(s)], ["e3"])
        self.assertIsNone(position.piece_at("e3"))
        with self.assertRaises(betza.SquareError):
            position.is_wall("z9")
        self.assertTrue(position.is_complete)

    def test_arrays(self):
        start = betza.Game("chess").start()
        # perft 0 to 4 of chess, as published.
        self.assertEqual(start.counts(4).tolist(), [1, 20, 400, 8902, 197281])
        moves = start.legal_moves()
        counts, bits = moves.counts(3), moves.bits()
        # One object each, whose memory others read without copying it.
        self.assertEqual((counts.typecode, bits.typecode, counts.itemsize), ("Q", "Q", 8))
        self.assertEqual(memoryview(counts).nbytes, 8 * 20)
        self.assertEqual(dict(zip(moves.texts(), counts)), start.divide(3))
        self.assertEqual([start.move_of_bits(b) for b in bits], list(moves))
        start.play(start.move_of_bits(bits[0]))
        with self.assertRaises(betza.MoveError) as caught:
            start.move_of_bits(bits[0])
        self.assertTrue(caught.exception.remedy)

    def test_below_a_move_there_is_no_depth_of_0(self):
        start = betza.Game("chess").start()
        for ask in [start.divide, start.legal_moves().counts]:
            with self.assertRaises(betza.BetzaError) as caught:
                ask(0)
            self.assertEqual((caught.exception.code, bool(caught.exception.remedy)), ("depth", True))
        self.assertEqual(set(start.divide(1).values()), {1})
        self.assertEqual((start.perft(0), start.counts(0).tolist()), (1, [1]))

    def test_counts_of_makruk(self):
        # Fairy-Stockfish's test.py: a Bia promotes, and Black with a bare Khun has 44 moves, eight plies of them gone.
        position = betza.Game("makruk").position("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1")
        self.assertEqual((position.counted, position.promoted), (None, []))
        position.play("g5g6m")
        self.assertEqual(position.fen, "8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1")
        self.assertEqual((position.counted, position.promoted), ((88, 8), ["g6"]))
        again = position.game.position(position.fen)
        for p in [position, again]:
            p.play("d7d8")
            self.assertEqual(p.counted, (88, 9))
        # A promoted Bia has another name in Thai than a Met; what the text does not say is not known.
        self.assertEqual(position.text("g6h7", "thai-san")[0], "ง")
        self.assertEqual(again.text("g6h7", "thai-san")[0], "ม")
        self.assertEqual(position.read_move(position.text("g6h7", "thai-san")), position.read_move("g6h7"))
        position.undo()
        position.undo()
        self.assertEqual((position.counted, position.promoted), (None, []))

    def test_hands(self):
        position = betza.Game("crazyhouse").start()
        for text in ["e2e4", "d7d5", "e4d5"]:
            position.play(text)
        self.assertEqual(position.hand(betza.Side.White), {"P": 1})
        self.assertEqual(position.hand(betza.Side.Black), {})
        self.assertEqual(position.piece_at("d5"), "P")
        self.assertIsNone(position.piece_at("e4"))

    def test_other_threads_run_while_it_counts(self):
        position = betza.Game("chess").start()
        done = threading.Event()
        turns = 0

        def count():
            position.copy().perft(6)
            done.set()

        thread = threading.Thread(target=count)
        thread.start()
        while not done.is_set():
            turns += 1
        thread.join()
        self.assertGreater(turns, 1000)

    def test_numpy_is_needed_by_batches_only(self):
        program = """
import sys
sys.modules["numpy"] = None   # as if it were not installed
import betza
game = betza.Game("chess")
assert len(game.start().legal_moves().bits()) == 20
try:
    betza.Batch(game, 1)
except ImportError as error:
    assert "install the package numpy" in str(error)
else:
    raise AssertionError
"""
        subprocess.run([sys.executable, "-c", program], check=True)

    def test_pictures(self):
        position = betza.Game("shogi").start()
        for svg in [position._repr_svg_(), betza.Piece("N")._repr_svg_()]:
            self.assertTrue(svg.startswith("<svg") and svg.rstrip().endswith("</svg>"))


class Pieces(unittest.TestCase):
    def test_moves(self):
        # A lame Dabbaba on a1 is stopped by the friend on b1.
        lame = betza.Piece("nD", "betza")
        self.assertEqual([m.to for m in lame.moves("a1", friends=["b1"])], ["a3"])
        cannon = betza.Piece("mRcpR")
        self.assertEqual([m.to for m in cannon.moves("a1", friends=["a3"], foes=["a6"]) if m.captures], ["a6"])

    def test_errors_are_about_the_name_that_is_wrong(self):
        wazir = betza.Piece("W")
        for men in ({"friends": ["b2", "zöö"]}, {"foes": ["zöö"]}, {"moved": ["zöö"]}):
            with self.assertRaises(betza.SquareError) as caught:
                wazir.moves("a1", **men)
            self.assertEqual((caught.exception.code, caught.exception.span), ("square", (0, 3)))
        for ask in (wazir.moves, wazir.svg, wazir.reach):
            with self.assertRaises(betza.SquareError) as caught:
                ask("zöö")
            self.assertEqual((caught.exception.code, caught.exception.span), ("square", (0, 3)))
        # No name is wrong here: two pieces stand on a1.
        with self.assertRaises(betza.SquareError) as caught:
            wazir.moves("a1", foes=["a1"])
        self.assertEqual((caught.exception.code, caught.exception.span), ("occupied", (0, 0)))

    def test_occupancies_are_numbers(self):
        rook = betza.Piece("R").compile()
        with self.assertRaises(betza.SquareError) as caught:
            rook.attacks(0, 1 << 64)
        self.assertEqual(caught.exception.code, "occupancy")
        self.assertRaises(OverflowError, rook.attacks, 0, -1)
        self.assertRaises(AttributeError, rook.attacks, 0, "a1")

    def test_dialects(self):
        self.assertIn("xbetza", betza.dialects())
        # The Griffon in another dialect: one step diagonally, then as a Rook outwards, if it goes on.
        self.assertEqual(betza.Piece("t[FR]", "betza").write("xbetza"), "[F?R]")
        with self.assertRaises(betza.NotationError):
            betza.Piece("N", "klingon")

    def test_tables(self):
        knight = betza.Piece("N").compile(board=(10, 8), stride=12)
        # From b1 (1): a3 (24), c3 (26), d2 (15).
        self.assertEqual(knight.attacks(1, 0), 1 << 24 | 1 << 26 | 1 << 15)
        rook = betza.Piece("R").compile()
        # From a1 with a piece on c1: b1 is quiet, c1 a capture; the file is open.
        self.assertEqual(rook.captures(0, 1 << 2), 1 << 2)
        self.assertEqual(rook.quiets(0, 1 << 2) & 0xFF, 1 << 1)
        # The other squares of its rank and its file, ends included.
        rank, file = 0xFE, 0x0101_0101_0101_0100
        self.assertEqual(rook.depends_on(0), rank | file)
        # A leaper's moves depend on where it lands alone.
        self.assertEqual(knight.depends_on(1), 1 << 24 | 1 << 26 | 1 << 15)
        # Eight ranks of twelve bits do not fit into one word of 64.
        self.assertEqual((rook.words, knight.words), (1, 2))
        # No square of the board, no squares.
        self.assertEqual(rook.depends_on(64), 0)
        with self.assertRaises(betza.CompileError):
            betza.Piece("KNADcaKmabK").compile()


def load_tests(loader, tests, pattern):
    has_numpy = importlib.util.find_spec("numpy") is not None
    for name in ["betza", "betza.pyffish", "betza._betza"]:
        suite = doctest.DocTestSuite(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
        # Batches give arrays of NumPy, which one may do without.
        tests.addTests(test for test in suite if has_numpy or ".Batch" not in test.id())
    return tests


if __name__ == "__main__":
    unittest.main()
