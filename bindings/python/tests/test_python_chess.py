"""Random games of every variant that python-chess has, turned into positions and back: both sides must know the same moves."""

import doctest
import random
import unittest

try:
    import chess
    import chess.variant
except ImportError as error:
    raise unittest.SkipTest("python-chess is not installed") from error

import betza
import betza.python_chess
from betza.python_chess import _GAMES, from_board, to_board

PLIES = 40


class Boards(unittest.TestCase):
    def played(self, board, seed):
        choice = random.Random(seed)
        for _ in range(PLIES):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves or board.is_variant_end():
                break
            board.push(choice.choice(moves))
        return board

    def same(self, board, position):
        """The same moves, by what python-chess calls them."""
        ours = sorted(board.parse_uci(text).uci() for text in position.legal_moves().texts())
        self.assertEqual(ours, sorted(move.uci() for move in board.legal_moves), position)

    def test_there_and_back(self):
        for kind in _GAMES:
            for seed in range(5):
                with self.subTest(kind.__name__, seed=seed):
                    board = kind()
                    if kind is chess.variant.SuicideBoard:
                        # What from_board leaves out.
                        board.castling_rights = chess.BB_EMPTY
                    self.played(board, seed)
                    position = from_board(board)
                    self.assertEqual(len(position.history), len(board.move_stack))
                    if not board.is_variant_end():
                        self.same(board, position)
                    back = to_board(position)
                    self.assertIs(type(back), kind)
                    self.assertEqual(back.board_fen(), board.board_fen())
                    self.assertEqual((back.turn, back.move_stack), (board.turn, board.move_stack))
                    self.assertEqual(back.clean_castling_rights(), board.clean_castling_rights())
                    self.assertEqual(back.fullmove_number, board.fullmove_number)

    def test_chess960(self):
        for number in [0, 100, 518, 959]:
            with self.subTest(number):
                board = self.played(chess.Board.from_chess960_pos(number), number)
                position = from_board(board)
                self.assertEqual(position.game.name, "chess960")
                self.same(board, position)
                back = to_board(position)
                self.assertTrue(back.chess960)
                self.assertEqual(back, board)

    def test_null_moves_go_along(self):
        board = chess.Board()
        board.push_uci("e2e4")
        board.push(chess.Move.null())
        position = from_board(board)
        self.assertIsNone(position.history[1])
        self.assertEqual(to_board(position), board)

    def test_what_is_unknown_is_refused(self):
        with self.assertRaisesRegex(ValueError, "has no 'shogi'"):
            to_board(betza.Game("shogi").start())

        class Mine(chess.Board):
            pass

        with self.assertRaisesRegex(ValueError, "Mine"):
            from_board(Mine())


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(betza.python_chess))
    return tests


if __name__ == "__main__":
    unittest.main()
