"""`betza.pyffish` by itself. The answers are those of pyffish 0.0.90, of its test.py or its source."""

import os
import tempfile
import threading
import unittest

import betza.pyffish as pyffish

BARE = "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1"


class Functions(unittest.TestCase):
    def test_counts_from_where_a_player_begins(self):
        fen = "3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 7 33"
        after = lambda started: pyffish.get_fen("makruk", fen, ["d4d5"], False, False, True, started)
        self.assertEqual(after(58), "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 8 33")
        self.assertEqual(after(-1), "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 0 33")
        self.assertEqual(after(0), "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 8 33")
        # 128 plies are counted, and the next one is too many.
        ends = lambda plies, started: pyffish.is_optional_game_end(
            "makruk", f"3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 {plies} 133", ["d4d5"], False, started
        )
        self.assertEqual([ends(127, 0), ends(128, 0), ends(128, -1)], [(False, 0), (True, 0), (False, 0)])

    def test_promotions_are_shown_where_that_is_asked_for(self):
        shown = lambda *args: pyffish.get_fen("makruk", BARE, ["g5g6m"], *args)
        self.assertEqual(shown(), "8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1")
        self.assertEqual(shown(False, False, True), "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")
        promoted = pyffish.get_fen("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", ["a7a8q", "h7g7", "a8b8"], False, False, True)
        self.assertEqual(promoted.split(" ")[0], "1Q~6/6k1/8/8/8/8/8/K7")
        # What captures it has not promoted.
        taken = pyffish.get_fen("chess", "1r6/P6k/8/8/8/8/8/K7 w - - 0 1", ["a7a8q", "b8a8"], False, False, True)
        self.assertEqual(taken.split(" ")[0], "r7/7k/8/8/8/8/8/K7")

    def test_positions_of_several_threads_and_games(self):
        wrong = []

        def play(variant, moves):
            fen = pyffish.start_fen(variant)
            for end in list(range(len(moves) + 1)) * 20:
                fens = {pyffish.get_fen(variant, fen, moves[:end]), pyffish.get_fen(variant, fen, moves[:end])}
                wrong.extend(fens if len(fens) > 1 else [])

        games = [("chess", ["e2e4", "e7e5", "g1f3"]), ("shogi", ["c3c4", "g7g6"]), ("makruk", ["e3e4", "d6d5"])]
        threads = [threading.Thread(target=play, args=game) for game in games * 2]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(wrong, [])

    def test_a_configuration_read_again(self):
        pyffish.load_variant_config("[ourown:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2N w - - 0 1\n")
        fen = pyffish.start_fen("ourown")
        self.assertIn("h1g3", pyffish.legal_moves("ourown", fen, []))
        pyffish.load_variant_config("[ourown:chess]\ncustomPiece1 = n:F\n")
        self.assertNotIn("h1g3", pyffish.legal_moves("ourown", fen, []))

    def test_the_option_of_files_of_variants_loads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("one.ini", "two.ini")]
            for path, piece in zip(paths, ("n:F", "n:W")):
                with open(path, "w") as file:
                    name = os.path.basename(path)[:-4]
                    file.write(f"[path{name}:chess]\ncustomPiece1 = {piece}\nstartFen = 4k3/8/8/8/8/8/8/4K2N w - - 0 1\n")
            pyffish.set_option("VariantPath", os.pathsep.join(paths))
            self.assertLessEqual({"pathone", "pathtwo"}, set(pyffish.variants()))
            for name, move in (("pathone", "h1g2"), ("pathtwo", "h1g1")):
                self.assertIn(move, pyffish.legal_moves(name, pyffish.start_fen(name), []))
            with self.assertRaises(OSError):
                pyffish.set_option("variantpath", os.path.join(folder, "none.ini"))
        # What has no file, and other options, change nothing.
        pyffish.set_option("VariantPath", "<empty>")
        pyffish.set_option("Threads", 4)

    def test_a_move_that_is_not_legal_has_its_own_text_in_san(self):
        # What a server asks before it plays a move: jieqi's rook uncovers the file between the generals; a bot's move
        # comes when it is no longer to move.
        generals = ("xiangqi", "4k4/9/9/9/9/9/9/9/p8/R3K4 w - - 0 1")
        stale = ("atomic", "q1kr3n/p2p3p/8/1pp1Qp2/8/1P4N1/P1PP1PPP/1RK1B1R1 w GB - 2 10")
        for (variant, fen), move, chess960 in ((generals, "a1a2", False), (stale, "c8b7", True)):
            self.assertNotIn(move, pyffish.legal_moves(variant, fen, [], chess960))
            self.assertEqual(pyffish.get_san(variant, fen, move, chess960), move)
            self.assertFalse(pyffish.is_capture(variant, fen, [], move, chess960))
            # No position comes of it, and the next question is answered as before.
            with self.assertRaises(ValueError):
                pyffish.get_fen(variant, fen, [move], chess960)
            with self.assertRaises(ValueError):
                pyffish.get_san_moves(variant, fen, [move], chess960)
            self.assertEqual(pyffish.get_fen(variant, fen, [], chess960), fen)
            pyffish.set_option("StrictMoves", True)
            try:
                with self.assertRaises(ValueError):
                    pyffish.get_san(variant, fen, move, chess960)
                with self.assertRaises(ValueError):
                    pyffish.is_capture(variant, fen, [], move, chess960)
            finally:
                pyffish.set_option("StrictMoves", False)

    def test_kings_of_sections_castle_from_any_file(self):
        # A section of one's own, and one that has the name of a built-in game: its Queen is an Amazon.
        pyffish.load_variant_config("[any-castling:crazyhouse]\n[twokings:chess]\nqueen = -\ncustomPiece1 = q:QN\n")
        rights = "w KQ - 0 1"
        for variant, fen in (("any-castling", f"1k6/8/8/8/8/8/8/R3K2R[] {rights}"), ("twokings", f"1k6/8/8/3Q4/8/8/8/R3K2R {rights}")):
            for chess960 in (True, False):
                moves = pyffish.legal_moves(variant, fen, [], chess960)
                self.assertEqual(("e1h1" in moves, "e1g1" in moves), (chess960, not chess960), variant)
                # The rules are the section's: the Amazon leaps.
                self.assertEqual("d5e7" in moves, variant == "twokings")
        # Where nothing castles, the flag changes nothing.
        self.assertEqual(len(pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), [], True)), 44)

    def test_castling_has_one_text(self):
        # On this board Embassy's king goes two squares and Capablanca's three; neither is written as taking the rook.
        fen = "r3k4r/10/10/10/10/10/10/R3K4R b KQkq - 0 1"
        for variant, long, wrong in (("embassy", "e8b8", ("e8a8", "e8c8")), ("capablanca", "e8c8", ("e8a8", "e8b8"))):
            self.assertEqual(pyffish.get_san_moves(variant, fen, [long]), ["O-O-O"])
            for move in wrong + ("O-O-O",):
                with self.assertRaises(ValueError):
                    pyffish.get_san_moves(variant, fen, [move])
        # The last of five letters may be a capital, and an `=` says that a piece stays as it is.
        self.assertIn("Q", pyffish.get_fen("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", ["a7a8Q"]))
        stays = pyffish.get_fen("shogi", "4k4/9/9/4S4/9/9/9/9/4K4[] w - - 0 1", ["e6e7="])
        self.assertEqual(stays.split(" ")[0], "4k4/9/4S4/9/9/9/9/9/4K4[]")

    def test_hands_are_filled_by_editing_the_start(self):
        start = pyffish.start_fen("torishogi")
        self.assertEqual(start, "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[-] w 0 1")
        self.assertTrue(pyffish.start_fen("crazyhouse").endswith("[] w KQkq - 0 1"))
        # All 32 men of the board could come to the hand, which counts to 255.
        for count, answer in ((14, 1), (255 - 32, 1), (256 - 32, -7)):
            fen = start.replace("[-]", "[%s]" % ("S" * count))
            self.assertEqual(pyffish.validate_fen(fen, "torishogi"), answer)
            if answer == 1:
                self.assertEqual(pyffish.get_fen("torishogi", fen, []).count("S"), count + 8)


if __name__ == "__main__":
    unittest.main()
