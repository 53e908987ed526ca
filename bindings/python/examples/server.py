#!/usr/bin/env python3
"""A variant server: players upload games, play them over WebSocket, and go on after the server was killed. docs/server.md.

    server.py [--port 8080] [--store games.sqlite]

The rules are betza's. Clocks, tokens and the store are the server's, and stand here in their simplest form.
"""

import argparse
import asyncio
import datetime
import secrets
import sqlite3
import time
from typing import Any, Optional

import betza
from aiohttp import WSMsgType, web

SIDES = {"white": betza.Side.White, "black": betza.Side.Black}
TABLES = """
CREATE TABLE IF NOT EXISTS inis (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS variants (name TEXT PRIMARY KEY, ini INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, ini INTEGER, variant TEXT, fog INTEGER, white TEXT, black TEXT,
    started TEXT, moves TEXT, white_ms INTEGER, black_ms INTEGER, increment_ms INTEGER, result TEXT, reason TEXT);
"""


class Store:
    """What must outlive the server. Each change is on the disk before anybody is told of it."""

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + TABLES)

    def row(self, query: str, *values: Any) -> Optional[sqlite3.Row]:
        found: Optional[sqlite3.Row] = self.db.execute(query, values).fetchone()
        return found

    def add_ini(self, text: str, names: "list[str]") -> None:
        """A name that was there before means the new game from now on. Games that run keep their text."""
        self.db.execute("BEGIN")
        ini = self.db.execute("INSERT INTO inis (text) VALUES (?)", (text,)).lastrowid
        for name in names:
            self.db.execute("INSERT OR REPLACE INTO variants VALUES (?, ?)", (name, ini))
        self.db.execute("COMMIT")

    def compiled(self, ini: Optional[int], variant: str) -> betza.Game:
        """A game as it was when its play began."""
        if ini is None:
            return betza.Game(variant)
        row = self.row("SELECT text FROM inis WHERE id = ?", ini)
        assert row is not None
        return betza.Game.from_ini(row["text"], variant)


class Table:
    """A game that is played: its position, its clocks, and who looks on."""

    def __init__(self, store: Store, row: sqlite3.Row) -> None:
        self.store, self.row = store, dict(row)
        self.position = store.compiled(row["ini"], row["variant"]).start()
        for text in row["moves"].split():
            self.position.play(text)
        #: The time in which the server was down costs nobody anything.
        self.since = time.monotonic()
        self.sockets: "dict[web.WebSocketResponse, Optional[str]]" = {}
        self.flag: Optional[asyncio.Task[None]] = None

    @property
    def mover(self) -> str:
        return "white" if self.position.turn == betza.Side.White else "black"

    def left(self, side: str) -> int:
        """The milliseconds that a side has."""
        runs = side == self.mover and self.row["moves"] and not self.row["result"]
        used = int((time.monotonic() - self.since) * 1000) if runs else 0
        return max(0, int(self.row[side + "_ms"]) - used)

    def save(self) -> None:
        changed = ("moves", "white_ms", "black_ms", "result", "reason")
        sets = ", ".join(f"{key} = :{key}" for key in changed)
        self.store.db.execute(f"UPDATE games SET {sets} WHERE id = :id", self.row)

    def end(self, result: str, reason: str) -> None:
        for side in SIDES:
            self.row[side + "_ms"] = self.left(side)
        self.row.update(result=result, reason=reason)
        self.save()

    def play(self, text: str) -> None:
        side, left = self.mover, self.left(self.mover)
        if self.row["fog"] and text not in self.position.legal_moves().texts():
            raise ValueError("that is no legal move")  # The reason would tell what stands in the way.
        move = self.position.read_move(text)
        uci = self.position.text(move, "uci")
        self.position.play(move)
        self.row[side + "_ms"] = left + self.row["increment_ms"]
        self.row["moves"] = f"{self.row['moves']} {uci}".strip()
        self.since = time.monotonic()
        outcome = self.position.outcome()
        if outcome:
            self.row.update(result=outcome.result, reason=outcome.reason)
        self.save()

    def out_of_time(self) -> None:
        """Who cannot win any more does not win by the clock either."""
        other = "black" if self.mover == "white" else "white"
        draws = self.position.lacks_material(SIDES[other])
        self.end("1/2-1/2" if draws else "1-0" if other == "white" else "0-1", "time")

    def view(self, role: Optional[str]) -> "dict[str, Any]":
        """What a player or, without a role, a spectator is told."""
        over, fog = bool(self.row["result"]), bool(self.row["fog"])
        told: "dict[str, Any]" = {
            "turn": self.mover,
            "ply": len(self.position.history),
            "clock": {side: self.left(side) for side in SIDES},
            "result": self.row["result"],
            "reason": self.row["reason"],
        }
        if over or not fog:
            told.update(fen=self.position.fen, moves=self.row["moves"].split())
        elif role:
            # The other side's moves are no business of a player in fog; what they changed, the squares in sight show.
            told["fen"] = self.position.fen_for(SIDES[role])
        # Who only looks on is shown a game in fog when it is over: a spectator may be a player's friend.
        if role == self.mover and not over:
            told["legal"] = self.position.legal_moves().texts()
        return told

    async def tell(self) -> None:
        for socket, role in list(self.sockets.items()):
            try:
                await socket.send_json(self.view(role))
            except ConnectionError:
                self.sockets.pop(socket, None)
        self.watch_clock()

    def watch_clock(self) -> None:
        if self.flag:
            self.flag.cancel()
        runs = self.sockets and self.row["moves"] and not self.row["result"]
        self.flag = asyncio.create_task(self.wait_for_flag()) if runs else None

    async def wait_for_flag(self) -> None:
        await asyncio.sleep(self.left(self.mover) / 1000)
        self.out_of_time()
        self.flag = None
        await self.tell()

    def command(self, role: Optional[str], asked: "dict[str, Any]") -> None:
        """What a player asks for. An error is told to that player alone."""
        if role is None:
            raise ValueError("you look on: join with the token of a player")
        if self.row["result"]:
            raise ValueError("the game is over")
        if self.left(self.mover) == 0:
            self.out_of_time()
        elif "resign" in asked:
            self.end("0-1" if role == "white" else "1-0", "resignation")
        elif role != self.mover:
            raise ValueError("it is not your turn")
        elif "claim" in asked:
            outcome = self.position.claimable()
            if not outcome:
                raise ValueError("there is nothing to claim")
            self.end(outcome.result, outcome.reason)
        else:
            self.play(str(asked["move"]))

    def pgn(self) -> str:
        tags = [("Event", "Casual game"), ("Date", str(self.row["started"])), ("Variant", str(self.row["variant"]))]
        return self.position.pgn(tags, result=self.row["result"])


class Server:
    def __init__(self, path: str) -> None:
        self.store, self.tables = Store(path), dict[str, Table]()
        self.app = web.Application(client_max_size=1 << 20)
        self.app.add_routes([
            web.post("/variants", self.upload), web.post("/games", self.begin),
            web.get("/games/{id}", self.join), web.get("/games/{id}/pgn", self.written),
        ])  # fmt: skip

    def table(self, request: web.Request) -> Table:
        name = request.match_info["id"]
        if name not in self.tables:
            row = self.store.row("SELECT * FROM games WHERE id = ?", name)
            if row is None:
                raise web.HTTPNotFound(text=f"there is no game {name}")
            self.tables[name] = Table(self.store, row)
        return self.tables[name]

    async def upload(self, request: web.Request) -> web.Response:
        """Checks a variants.ini, and takes all of its games into use or none."""
        text = await request.text()
        # A thread checks it: games that are played go on meanwhile.
        found = await asyncio.to_thread(betza.check_ini, text, seconds=2.0, bytes=32 << 20)
        about = [(f, None) for f in found.findings] + [(f, s.name) for s in found.sections for f in s.findings]
        findings = [
            {"line": f.line, "section": name, "severity": f.diagnostic.severity, "code": f.diagnostic.code,
             "message": f.diagnostic.message, "remedy": f.diagnostic.remedy}
            for f, name in about
        ]  # fmt: skip
        if found.ok:
            self.store.add_ini(text, [section.name for section in found.sections])
        games = {s.name: {"rules": s.summary.rules, "fen": s.summary.start_fen} for s in found.sections if s.summary}
        return web.json_response({"ok": found.ok, "findings": findings, "games": games}, status=200 if found.ok else 422)

    async def begin(self, request: web.Request) -> web.Response:
        """Begins a game of a variant that was uploaded, or else of one that is built in."""
        asked = await request.json()
        variant = str(asked.get("variant", "chess"))
        known = self.store.row("SELECT ini FROM variants WHERE name = ?", variant)
        ini = known["ini"] if known else None
        try:
            game = self.store.compiled(ini, variant)
        except betza.LoadError as error:
            return web.json_response({"error": str(error)}, status=404)
        if asked.get("fog") and game.has_check:
            return web.json_response({"error": "in fog, the legal moves would tell of checks that are not seen"}, status=422)
        clock, increment = int(asked.get("clock_ms", 300_000)), int(asked.get("increment_ms", 0))
        name, white, black = (secrets.token_urlsafe(9) for _ in range(3))
        today = datetime.date.today().strftime("%Y.%m.%d")
        values = (name, ini, variant, bool(asked.get("fog")), white, black, today, "", clock, clock, increment, None, None)
        self.store.db.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
        return web.json_response({"id": name, "white": white, "black": black})

    async def join(self, request: web.Request) -> web.WebSocketResponse:
        """A WebSocket for a player (`?token=`) or, without a token, for one who looks on."""
        table, token = self.table(request), request.query.get("token")
        role = next((side for side in SIDES if token is not None and secrets.compare_digest(token, table.row[side])), None)
        if token is not None and role is None:
            raise web.HTTPForbidden(text="that is the token of no player of this game")
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        table.sockets[socket] = role
        await socket.send_json(table.view(role))
        table.watch_clock()
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT:
                    continue
                try:
                    table.command(role, message.json())
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    # betza's errors are values that are wrong, and say why.
                    await socket.send_json({"error": str(error)})
                else:
                    await table.tell()
        finally:
            table.sockets.pop(socket, None)
            if table.row["result"] and not table.sockets:
                self.tables.pop(str(table.row["id"]), None)
        return socket

    async def written(self, request: web.Request) -> web.Response:
        table = self.table(request)
        if table.row["fog"] and not table.row["result"]:
            raise web.HTTPForbidden(text="a game in fog is shown when it is over")
        return web.Response(text=table.pgn(), content_type="application/x-chess-pgn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--store", default="games.sqlite")
    args = parser.parse_args()
    web.run_app(Server(args.store).app, host="127.0.0.1", port=args.port)


if __name__ == "__main__":
    main()
