"""What referees know and lead: covered pieces (jieqi), and matches of two boards (bughouse)."""

import random
import unittest

import betza
import betza.pyffish


class Covered(unittest.TestCase):
    def setUp(self):
        self.start = betza.Game("jieqi").start()

    def test_a_deal_is_stored_and_taken_back(self):
        deal = betza.Deal.draw(self.start)
        kinds = deal.kinds(self.start)
        self.assertEqual(len(kinds), 30)
        # Each side has what xiangqi has, but for the general.
        red = sorted(letter for square, letter in kinds.items() if int(square[1:]) <= 4)
        self.assertEqual("".join(red), "AABBCCNNPPPPPRR")
        self.assertEqual(betza.Deal(self.start, kinds), deal)

    def test_a_game_is_played_as_it_was_dealt(self):
        rng = random.Random(5)
        deal, position = betza.Deal.draw(self.start, rng), self.start
        kinds = deal.kinds(position)
        for _ in range(40):
            moves = list(deal.legal_moves(position))
            if not moves:
                break
            move = rng.choice(moves)
            hidden = deal.covered(position).get(move.from_square)
            self.assertEqual(move.promotion, hidden)
            for square, letter in deal.captured(position, move).items():
                self.assertEqual(kinds[square], letter)
            position.play(deal.truth(position, move))
            self.assertEqual(betza.Game("jieqi").position(position.fen).fen, position.fen)

    def test_a_player_names_two_squares(self):
        deal = betza.Deal.draw(self.start, random.Random(9))
        asked, true = self.start.read_move("h3e3p"), deal.truth(self.start, "h3e3")
        self.assertEqual(true, deal.truth(self.start, asked))
        self.assertEqual(true.promotion, deal.covered(self.start)["h3"])
        with self.assertRaises(betza.MoveError):
            deal.truth(self.start, "h3h9")

    def test_games_say_that_they_have_covered_pieces_or_two_boards(self):
        about = {name: (game.covered, game.two_boards) for name in ["chess", "jieqi", "bughouse", "crazyhouse"] for game in [betza.Game(name)]}
        expected = {"chess": (False, False), "jieqi": (True, False), "bughouse": (False, True), "crazyhouse": (False, False)}
        self.assertEqual(about, expected)

    def test_what_cannot_be_is_refused(self):
        for kinds, code in [({}, "deal-missing"), ({"e1": "R"}, "deal-not-covered")]:
            with self.assertRaises(betza.PositionError) as caught:
                betza.Deal(self.start, kinds)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(betza.SquareError):
            betza.Deal(self.start, {"z9": "R"})
        broken = type("Broken", (), {"randrange": lambda self, below: "x"})()
        with self.assertRaises(TypeError):
            betza.Deal.draw(self.start, broken)


class Matches(unittest.TestCase):
    def test_a_match_is_played_taken_back_and_written(self):
        match = betza.Match(betza.Game("bughouse"))
        for board, move in [("A", "e2e4"), ("A", "d7d5"), ("A", "e4d5"), ("B", "e2e4"), ("B", "P@d3")]:
            match.play(board, move)
        self.assertEqual([board for board, _ in match.history], ["A", "A", "A", "B", "B"])
        text = match.bpgn([("WhiteA", "w")], {0: "119.9"})
        self.assertIn("1A. e4 {119.9} 1a. d5 2A. exd5 1B. e4 1b.", text)
        [(tags, read, comments, result)] = betza.read_bpgn(text, betza.Game("bughouse"))
        self.assertEqual((tags, read.fen, result), ([("WhiteA", "w")], match.fen, "*"))
        self.assertEqual(comments[0], "119.9")
        board, move = match.undo()
        self.assertEqual((board, move.drop), ("B", "P"))
        self.assertEqual(match.board("B").hand(betza.Side.Black), {"p": 1})

    def test_a_match_that_cannot_be_read_does_not_hide_the_others(self):
        game = betza.Game("bughouse")
        text = '[WhiteA "a"]\n\n1A. e4 *\n\n[WhiteA "b"]\n\n1A. e5 *\n\n[WhiteA "c"]\n\n1A. d4 *\n'
        with self.assertRaises(betza.MoveError) as caught:
            betza.read_bpgn(text, game)
        self.assertEqual(caught.exception.code, "illegal-move")
        self.assertTrue(str(caught.exception).startswith("7:5: game 2: "), caught.exception)
        self.assertEqual(str(caught.exception).count(caught.exception.remedy), 1)
        read = betza.read_bpgn(text, game, strict=False)
        self.assertEqual([tags for tags, _, _, _ in read], [[("WhiteA", "a")], [("WhiteA", "c")]])

    def test_mate_that_a_drop_averts_is_none(self):
        match = betza.Match(betza.Game("bughouse"))
        for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
            match.play("A", move)
        self.assertIsNone(match.outcome())
        self.assertTrue(match.waits("A"))
        # White of A gives up: the file says so in both places.
        text = match.bpgn([("Result", "0-1")])
        self.assertTrue('[Result "0-1"]' in text and text.rstrip().endswith("0-1"), text)
        with self.assertRaises(betza.MoveError):
            match.bpgn([("Result", "White")])
        for move in ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]:
            match.play("B", move)
        end = match.outcome()
        self.assertEqual((end.board, end.winner, end.result), ("B", betza.Side.Black, "0-1"))
        with self.assertRaises(betza.MoveError):
            match.play("B", "e8f7")

    def test_other_games_are_refused(self):
        with self.assertRaises(betza.PositionError) as caught:
            betza.Match(betza.Game("chess"))
        self.assertEqual(caught.exception.code, "no-match")
        self.assertIn("not for two boards", str(caught.exception))
        self.assertIn("twoBoards = true", caught.exception.remedy)

    def test_games_for_two_boards_are_those_of_pyffish(self):
        # What pyffish 0.0.90 says: of its games, and of sections.
        names = ["chess", "bughouse", "crazyhouse", "koedem", "placement", "sittuyin", "supply", "xiangqi"]
        self.assertEqual([name for name in names if betza.pyffish.two_boards(name)], ["bughouse", "koedem", "supply"])
        betza.pyffish.load_variant_config("[two-a:xiangqi]\ntwoBoards = true\n[two-b:koedem]\n[two-c:bughouse]\ntwoBoards = false\n")
        self.assertEqual([betza.pyffish.two_boards(name) for name in ["two-a", "two-b", "two-c"]], [True, True, False])


if __name__ == "__main__":
    unittest.main()
