"""Batches of positions, beside python-chess for chess: planes, masks, legal moves and results. Needs NumPy; what python-chess
answers is skipped without it."""

import importlib.util
import random
import threading
import unittest

import betza

HAS_NUMPY = importlib.util.find_spec("numpy") is not None
if HAS_NUMPY:
    import numpy as np

if importlib.util.find_spec("chess") is not None:
    import chess
else:
    chess = None

#: The bits of no move.
NONE = 2**64 - 1


def random_boards(games, seed):
    """Boards of python-chess, at all plies of random games."""
    rng = random.Random(seed)
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over(claim_draw=False):
            yield board
            board.push(rng.choice(list(board.legal_moves)))
        yield board


@unittest.skipUnless(HAS_NUMPY, "NumPy is not installed")
class Batches(unittest.TestCase):
    def setUp(self):
        self.chess = betza.Game("chess")

    def test_the_start(self):
        batch = betza.Batch(self.chess, 5)
        self.assertEqual((len(batch), batch.threads, batch.game.name), (5, 1, "chess"))
        moves, offsets = batch.legal_moves()
        self.assertEqual((moves.dtype, offsets.dtype), (np.dtype("uint64"), np.dtype("int64")))
        self.assertEqual(offsets.tolist(), [0, 20, 40, 60, 80, 100])
        start = self.chess.start()
        self.assertEqual([start.move_of_bits(int(m)) for m in moves[20:40]], list(start.legal_moves()))
        over, winner = batch.results()
        self.assertEqual((over.tolist(), winner.tolist()), ([False] * 5, [0] * 5))
        self.assertEqual(betza.Batch(self.chess, 0).legal_moves()[1].tolist(), [0])

    def test_fools_mate_is_stepped_beside_others(self):
        batch = betza.Batch(self.chess, 3)
        for texts in [["f2f3", "e2e4"], ["e7e5", "e7e5"], ["g2g4", "g1f3"], ["d8h4", "b8c6"]]:
            bits = [batch.position(i).read_move(text).bits for i, text in enumerate(texts)]
            batch.step_bits(np.array([*bits, NONE], np.uint64))
        over, winner = batch.results()
        self.assertEqual((over.tolist(), winner.tolist()), ([True, False, False], [-1, 0, 0]))
        self.assertEqual(batch.turns().tolist(), [0, 0, 0])
        self.assertEqual(batch.position(0).outcome().reason, "checkmate")
        self.assertEqual([len(batch.position(i).history) for i in range(3)], [4, 4, 0])
        # Mated: there is nothing to play at random.
        self.assertEqual([m == NONE for m in batch.step_random(1).tolist()], [True, False, False])
        batch.reset(over)
        self.assertEqual(batch.position(0).fen, self.chess.start_fen)
        self.assertEqual(len(batch.position(1).history), 5)
        batch.reset([1])
        self.assertEqual(batch.position(1).fen, self.chess.start_fen)
        self.assertEqual(len(batch.position(2).history), 1)
        batch.reset()
        self.assertEqual(batch.turns().tolist(), [0, 0, 0])

    def test_repetition_is_seen_with_the_moves_that_were_played_before(self):
        # Chess is drawn by itself when a position comes about for the fifth time: the start, after 16 plies of this.
        there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
        position = self.chess.start()
        for text in there_and_back * 3:
            position.play(text)
        batch = betza.Batch.of([position, self.chess.start()])
        for ply, text in enumerate(there_and_back, 13):
            self.assertEqual(batch.results()[0].tolist(), [False, False], ply)
            batch.step_bits([batch.position(i).read_move(text).bits for i in range(2)])
        self.assertEqual(batch.results()[0].tolist(), [True, False])
        # A place begins again with what it began with.
        batch.reset()
        self.assertEqual([len(batch.position(i).history) for i in range(2)], [12, 0])

    def test_what_is_wrong_plays_nothing(self):
        batch = betza.Batch(self.chess, 2)
        wrong = [
            (batch.step, [0, 20], "position 1 has 20 legal moves"),
            (batch.step, [-2, 0], "position 0 has 20 legal moves"),
            (batch.step, [0], "1 moves were given for 2 positions"),
            (batch.step, [0.0, 1.0], "no integers"),
            (batch.step, [[0, 0]], "not flat"),
            (batch.step_bits, [int(batch.legal_moves()[0][0]), 0], "of position 1"),
            (batch.reset, [2], "no place 2"),
            (batch.reset, [-1], "no place -1"),
            (batch.reset, np.array([True]), "1 values for 2 positions"),
            (batch.planes, np.zeros((2, 18, 8, 7), np.uint8), "the shape (2, 18, 8, 7)"),
            (batch.planes, np.zeros((2, 18, 8, 8), np.int64), "no array of uint8"),
            (batch.planes, np.zeros((2, 18, 8, 16), np.uint8)[..., ::2], "not in C order"),
            (batch.planes, np.asfortranarray(np.zeros((2, 18, 8, 8), np.float32)), "not in C order"),
            (batch.planes, [0], "no array of uint8"),
            (batch.legal_mask, np.zeros((2, 64, 64), np.uint8), "no array of bool"),
        ]
        for call, given, message in wrong:
            with self.assertRaises(betza.BetzaError, msg=message) as caught:
                call(given)
            self.assertIn(message, str(caught.exception))
            self.assertTrue(caught.exception.remedy, message)
        locked = np.zeros((2, 18, 8, 8), np.uint8)
        locked.flags.writeable = False
        with self.assertRaises(betza.BetzaError):
            batch.planes(locked)
        with self.assertRaises(betza.BetzaError):
            betza.Batch(self.chess, 1, threads=0)
        with self.assertRaises(betza.BetzaError):
            betza.Batch.of([self.chess.start(), betza.Game("shogi").start()])
        with self.assertRaises(betza.BetzaError):
            betza.Batch.of([])
        self.assertRaises(IndexError, batch.position, 2)
        self.assertEqual([len(batch.position(i).history) for i in range(2)], [0, 0])

    def test_seeds_and_threads(self):
        def play(threads, first):
            batch = betza.Batch(betza.Game("crazyhouse"), 37, threads)
            played = [batch.step_random(seed) for seed in range(first, first + 60)]
            planes, mask = batch.planes(), batch.legal_mask()
            return np.stack(played), planes, mask, *batch.legal_moves(), batch.actions(), *batch.results()

        once = play(1, 5)
        for threads in [2, 3, 50]:
            for ours, theirs in zip(once, play(threads, 5)):
                np.testing.assert_array_equal(ours, theirs)
        self.assertFalse((play(1, 6)[0] == once[0]).all())
        # At the first ply any of 20 moves is as likely: of 4,000, none is seen less than 140 or more than 260 times.
        first = betza.Batch(self.chess, 4000).step_random(7)
        counts = np.unique(first, return_counts=True)[1]
        self.assertEqual(len(counts), 20)
        self.assertTrue((counts > 140).all() and (counts < 260).all(), counts)

    def test_other_threads_run_while_it_steps(self):
        batch = betza.Batch(self.chess, 2000)
        done, turns = threading.Event(), 0

        def step():
            for seed in range(40):
                batch.step_random(seed)
            done.set()

        thread = threading.Thread(target=step)
        thread.start()
        while not done.is_set():
            turns += 1
        thread.join()
        self.assertGreater(turns, 1000)

    def test_hands_and_drops_of_shogi(self):
        shogi = betza.Game("shogi")
        # Black, who moves up and first, has two pawns and a rook in hand, White a gold.
        position = shogi.position("4k4/9/9/9/9/9/9/9/4K4 b R2Pg 1")
        batch = betza.Batch.of([position])
        names, planes = batch.plane_names, batch.planes()[0]
        self.assertEqual(planes.shape, (len(names), 9, 9))
        by_name = dict(zip(names, planes))
        self.assertEqual({n: int(p[0, 0]) for n, p in by_name.items() if n.startswith("hand") and p.any()},
                         {"hand P": 2, "hand R": 1, "hand g": 1})
        self.assertTrue(all((p == p[0, 0]).all() for n, p in by_name.items() if n.startswith("hand")))
        self.assertEqual(np.argwhere(by_name["K"]).tolist(), [[0, 4]])
        self.assertEqual(np.argwhere(by_name["k"]).tolist(), [[8, 4]])
        mask = batch.legal_mask()[0]
        kinds = [name for name in names if not name.startswith(("hand", "turn"))]
        kinds = kinds[: len(kinds) // 2]
        self.assertEqual(mask.shape, (81 + len(kinds), 81))
        # The rook goes to each of the 79 empty squares; pawns not to the last rank, whose eight empty squares fall away, nor
        # where they mate: a king alone in the open is not mated by a pawn.
        self.assertEqual(int(mask[81 + kinds.index("R")].sum()), 79)
        self.assertEqual(int(mask[81 + kinds.index("P")].sum()), 79 - 8)
        # The king on the edge has five steps.
        self.assertEqual(np.flatnonzero(mask[4]).tolist(), [3, 5, 12, 13, 14])
        self.assertEqual(int(mask.sum()), 79 + 71 + 5)


@unittest.skipUnless(HAS_NUMPY and chess is not None, "NumPy or python-chess is not installed")
class BesideAnother(unittest.TestCase):
    def test_planes_masks_and_moves_of_chess(self):
        game = betza.Game("chess")
        boards = [board.copy(stack=False) for board in random_boards(6, 38)]
        self.assertGreater(len(boards), 500)
        batch = betza.Batch.of([game.position(board.fen()) for board in boards], threads=2)
        names = batch.plane_names
        planes = batch.planes()
        as_float = batch.planes(np.full(planes.shape, 7, np.float32))
        np.testing.assert_array_equal(planes, as_float)
        mask = batch.legal_mask(np.ones((len(boards), 64, 64), bool))
        actions = batch.actions()
        moves, offsets = batch.legal_moves()
        letters = {letter: names.index(letter) for letter in "PNBRQKpnbrqk"}
        for i, board in enumerate(boards):
            expected = np.zeros((len(names), 64), np.uint8)
            for square, piece in board.piece_map().items():
                expected[letters[piece.symbol()], square] = 1
            for right, is_left in [
                ("K", board.has_kingside_castling_rights(chess.WHITE)),
                ("Q", board.has_queenside_castling_rights(chess.WHITE)),
                ("k", board.has_kingside_castling_rights(chess.BLACK)),
                ("q", board.has_queenside_castling_rights(chess.BLACK)),
            ]:
                expected[names.index(f"castling {right}")] = is_left
            if board.has_legal_en_passant():
                expected[names.index("en passant"), board.ep_square] = 1
            expected[names.index("turn")] = board.turn == chess.BLACK
            np.testing.assert_array_equal(planes[i].reshape(-1, 64), expected, board.fen())
            # python-chess has the king's destination; here castling ends on the rook's square.
            legal = set()
            for m in board.legal_moves:
                to = m.to_square
                if board.is_castling(m):
                    to = chess.square(7 if board.is_kingside_castling(m) else 0, chess.square_rank(to))
                legal.add((m.from_square, to))
            self.assertEqual(set(map(tuple, np.argwhere(mask[i]).tolist())), legal, board.fen())
            mine = actions[offsets[i] : offsets[i + 1]]
            self.assertEqual(len(mine), board.legal_moves.count())
            self.assertEqual({divmod(int(a), 64) for a in mine}, legal)
            self.assertEqual(len(set(moves[offsets[i] : offsets[i + 1]].tolist())), len(mine))

    def test_results_of_random_games(self):
        batch = betza.Batch(betza.Game("chess"), 64, threads=2)
        boards = [chess.Board() for _ in range(len(batch))]
        ended = {}
        for ply in range(260):
            batch.step_random(ply)
            for i, board in enumerate(boards):
                played = batch.position(i).undo()
                origin, to = (chess.parse_square(name) for name in (played.from_square, played.to_square))
                found = [m for m in board.legal_moves if m.from_square == origin and place(board, m) == to]
                if played.promotion is not None:
                    found = [m for m in found if chess.piece_symbol(m.promotion) == played.promotion.lower()]
                self.assertEqual(len(found), 1, board.fen())
                board.push(found[0])
            over, winner = batch.results()
            for i, board in enumerate(boards):
                outcome = board.outcome(claim_draw=False)
                self.assertEqual(bool(over[i]), outcome is not None, board.fen())
                if outcome is not None:
                    expected = {True: 1, False: -1, None: 0}[outcome.winner]
                    self.assertEqual(int(winner[i]), expected, board.fen())
                    ended[outcome.termination] = ended.get(outcome.termination, 0) + 1
                    boards[i] = chess.Board()
            batch.reset(over)
            self.assertEqual(batch.turns().tolist(), [0 if board.turn else 1 for board in boards])
        # Some of so many random games end by mate.
        self.assertIn(chess.Termination.CHECKMATE, ended)
        for i, board in enumerate(boards):
            self.assertEqual(batch.position(i).fen.split()[0], board.board_fen())


def place(board, m):
    """Where a move ends in betza: castling on the rook's square."""
    if board.is_castling(m):
        return chess.square(7 if board.is_kingside_castling(m) else 0, chess.square_rank(m.to_square))
    return m.to_square


if __name__ == "__main__":
    unittest.main()
