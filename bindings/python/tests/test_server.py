"""The server of docs/server.md: two players and one who looks on, over WebSocket, before and after it is killed."""

import asyncio
import contextlib
import importlib.util
import logging
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

SERVER = pathlib.Path(__file__).parent.parent / "examples" / "server.py"
THERE = importlib.util.find_spec("aiohttp") is not None

FOOLS = "[fools:chess]\nnMoveRule = 20\n"
#: The same name with other rules: the queens are gone.
CHANGED = "[fools:chess]\nstartFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n"
#: Fog of war, as Fairy-Stockfish plays it: whose king is captured has lost.
DARK = """\
[dark:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
"""


#: The connections of a test.
OPEN = []


@contextlib.asynccontextmanager
async def running(folder, port):
    """The server as a program of its own, which is killed at the end."""
    import aiohttp

    command = [sys.executable, str(SERVER), "--port", str(port), "--store", str(pathlib.Path(folder) / "games.sqlite")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            for _ in range(600):
                with contextlib.suppress(aiohttp.ClientConnectionError):
                    async with session.get("/games/none/pgn") as answer:
                        assert answer.status == 404
                        break
                assert process.poll() is None, "the server has ended"
                await asyncio.sleep(0.05)
            yield session
            process.kill()
            while OPEN:
                await OPEN.pop().close()
    finally:
        process.kill()
        process.wait()


async def post(session, path, **body):
    async with session.post(path, **body) as answer:
        return answer.status, await answer.json()


async def join(session, game, token=None):
    """A socket, and what its owner is told first."""
    connection = await session.ws_connect(f"/games/{game}", params={"token": token} if token else {})
    OPEN.append(connection)
    return connection, await connection.receive_json(timeout=20)


async def say(connection, **asked):
    await connection.send_json(asked)
    return await connection.receive_json(timeout=20)


async def pgn(session, game):
    async with session.get(f"/games/{game}/pgn") as answer:
        return answer.status, await answer.text()


@unittest.skipUnless(THERE, "SKIPPED: aiohttp is not installed")
class Server(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        # Steps that take long are no matter here.
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    async def test_a_game_goes_on_after_the_server_was_killed(self):
        async with running(self.folder, self.port) as session:
            status, found = await post(session, "/variants", data=FOOLS + "[worse:fools]\nstartFen = 8/8\n")
            self.assertEqual((status, found["ok"]), (422, False))
            self.assertEqual([(f["section"], f["line"]) for f in found["findings"] if f["severity"] == "error"], [("worse", 4)])
            # Nothing of it was taken into use.
            self.assertEqual((await post(session, "/games", json={"variant": "fools"}))[0], 404)
            status, found = await post(session, "/variants", data=FOOLS)
            self.assertEqual((status, list(found["games"])), (200, ["fools"]))
            _, game = await post(session, "/games", json={"variant": "fools"})
            white, told = await join(session, game["id"], game["white"])
            self.assertEqual((told["turn"], len(told["legal"]), told["result"]), ("white", 20, None))
            black, told = await join(session, game["id"], game["black"])
            self.assertNotIn("legal", told)
            onlooker, _ = await join(session, game["id"])
            self.assertIn("not your turn", (await say(black, move="e7e5"))["error"])
            self.assertIn("look on", (await say(onlooker, move="f2f3"))["error"])
            self.assertIn("e2e5", (await say(white, move="e2e5"))["error"])
            self.assertEqual((await say(white, move="f2f3"))["ply"], 1)
            self.assertEqual((await black.receive_json(timeout=20))["moves"], ["f2f3"])
            # The name has other rules from now on, and the game that runs has those with which it began.
            self.assertEqual((await post(session, "/variants", data=CHANGED))[0], 200)
            self.assertEqual((await say(black, move="e7e5"))["ply"], 2)
            _, later = await post(session, "/games", json={"variant": "fools"})
            _, told = await join(session, later["id"], later["white"])
            self.assertEqual(told["fen"].split()[0], "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR")
            with self.assertRaises(Exception) as refused:
                await join(session, game["id"], "no token")
            self.assertEqual(refused.exception.status, 403)
        async with running(self.folder, self.port) as session:
            white, told = await join(session, game["id"], game["white"])
            self.assertEqual(told["fen"], "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2")
            self.assertTrue(0 < told["clock"]["white"] <= 300_000)
            black, _ = await join(session, game["id"], game["black"])
            await say(white, move="g4")
            await black.receive_json(timeout=20)
            told = await say(black, move="Qh4")
            self.assertEqual((told["result"], told["reason"]), ("0-1", "checkmate"))
            self.assertIn("over", (await say(black, move="Qh4"))["error"])
            status, text = await pgn(session, game["id"])
            self.assertEqual((status, text.rstrip().splitlines()[-1]), (200, "1. f3 e5 2. g4 Qh4# 0-1"))
            self.assertIn('[Variant "fools"]', text)

    async def test_fog_hides_the_queen_until_the_game_is_over(self):
        async with running(self.folder, self.port) as session:
            await post(session, "/variants", data=DARK)
            self.assertEqual((await post(session, "/games", json={"variant": "chess", "fog": True}))[0], 422)
            _, game = await post(session, "/games", json={"variant": "dark", "fog": True})
            white, _ = await join(session, game["id"], game["white"])
            black, _ = await join(session, game["id"], game["black"])
            onlooker, told = await join(session, game["id"])
            self.assertNotIn("fen", told)
            for player, other, move in [(white, black, "e2e4"), (black, white, "f7f5"), (white, black, "d1h5")]:
                await say(player, move=move)
                told = await other.receive_json(timeout=20)
            # Black's pawns go to all squares of the sixth rank but f6, where the Knight goes, and to a5 to e5 and g5; that of
            # f5 goes to f4 or takes on e4. The one on h7 sees no more than h6: the Queen stands on h5. The King goes to f7.
            board = "rnbqkbnr/ppppp1pp/8/5p1*/****P1**/********/********/********"
            self.assertEqual(told["fen"].split()[0], board)
            self.assertNotIn("Q", told["fen"])
            self.assertNotIn("moves", told)
            self.assertEqual((await pgn(session, game["id"]))[0], 403)
            # Why a move is refused would tell what stands in the way.
            self.assertEqual((await say(black, move="h7h5"))["error"], "that is no legal move")
            await say(black, move="a7a6")
            await white.receive_json(timeout=20)
            told = await say(white, move="h5e8")
            self.assertEqual(told["result"], "1-0")
            for _ in range(5):
                told = await onlooker.receive_json(timeout=20)
            self.assertEqual(told["moves"], ["e2e4", "f7f5", "d1h5", "a7a6", "h5e8"])
            self.assertEqual((await pgn(session, game["id"]))[0], 200)

    async def test_a_clock_runs_out(self):
        async with running(self.folder, self.port) as session:
            _, game = await post(session, "/games", json={"variant": "chess", "clock_ms": 700})
            white, _ = await join(session, game["id"], game["white"])
            black, _ = await join(session, game["id"], game["black"])
            await say(white, move="e2e4")
            await black.receive_json(timeout=20)
            told = await black.receive_json(timeout=20)
            self.assertEqual((told["result"], told["reason"], told["clock"]["black"]), ("1-0", "time", 0))


if __name__ == "__main__":
    unittest.main()
