"""The archive: every finished game, in pages, by its properties, and as a stream of records."""

import http.client
import json
import signal
import sqlite3
import subprocess
import unittest

from program import PROGRAM, run
from services import Postgres
from tables import Player, Server, plan, play_on
from test_serve import ServerTest


class ArchiveTest(ServerTest):
    def serve(self, *options):
        for player in self.players:
            player.close()
        self.players = []
        self.assertEqual(self.server.end(signal.SIGTERM), 0)
        self.server = Server(self.data, *options)

    def ask(self, path, cookie, status=200):
        answered, _, text = self.server.get(path, cookie)
        self.assertEqual(answered, status, text)
        return json.loads(text)

    def games(self, cookie, query=""):
        """Page by page; their ids and, for the last page, what it says."""
        found, before = [], ""
        while True:
            page = self.ask(f"/api/me/games?status=ended&limit=2{query}{before}", cookie)
            self.assertLessEqual(len(page["games"]), 2)
            found += page["games"]
            if "next" not in page:
                return found
            before = f"&before={page['next']}"

    def lines(self, cookie, query=""):
        """The records of the stream."""
        status, headers, body = self.server.get(f"/api/me/games/records{query}", cookie)
        self.assertEqual((status, headers["Content-Type"]), (200, "application/jsonl"), body)
        return [json.loads(line) for line in body.splitlines()]

    def play(self, player, variant, most_acts=1000, **more):
        """A game against a bot, played to its end or resigned."""
        game = player.create(plan(variant, 1, 1, **more))
        if play_on([player], self.adviser(), most_acts) == most_acts and not player.ended():
            while "error" in player.command({"leave": {}}):
                player.read()
        player.wait(lambda table: table["game"] == game and table["status"] == "ended")
        return game

    def played(self):
        """The cookie of somebody with five games, and their ids from the newest on."""
        ann = self.player()
        games = [self.play(ann, "base"),
                 self.play(ann, "select", 4),
                 self.play(ann, "base", 2, theme="star-wars"),
                 self.play(ann, "connect", 1)]
        aborted = ann.create(plan("base", 1, 1))
        run("admin", "--data", self.data, "close", aborted)
        ann.wait(lambda table: table["game"] == aborted and table["status"] == "ended")
        return ann, [*games, aborted][::-1]


class PagesTest(ArchiveTest):
    def test_has_every_finished_game_once_and_finds_them_by_what_they_were(self):
        ann, games = self.played()
        cookie = ann.cookie
        waiting = ann.create(plan("base", 2))
        found = self.games(cookie)
        self.assertEqual([one["game"] for one in found], games)
        aborted, connect, star_wars, select, base = found
        self.assertEqual([seat["place"] for seat in aborted["seats"]], [0, 0])
        self.assertEqual([one["status"] for one in found], ["ended"] * 5)
        self.assertEqual((star_wars["variant"], star_wars["theme"]), ("base", "star-wars"))
        records = {game: self.ask(f"/api/games/{game}/record", cookie) for game in games}
        for one in found:
            record = records[one["game"]]
            self.assertEqual(one["turns"], len(record["turns"]))
            self.assertEqual([seat["points"] for seat in one["seats"]], record["scores"])
            for i, seat in enumerate(one["seats"]):
                biggest = max([turn.get("points", 0) for turn in record["turns"]
                               if turn["seat"] == i] or [0])
                self.assertEqual(seat["biggest_move"], biggest)
        ids = lambda query: [one["game"] for one in self.games(cookie, query)]
        for query, wanted in (
            ("&variant=base", [aborted, star_wars, base]),
            ("&theme=star-wars", [star_wars]),
            ("&opponent=GREE", found),
            ("&opponent=ann", []),
            ("&result=lost&variant=connect", [connect]),
            (f"&since_ms={select['ended_ms']}&until_ms={connect['ended_ms']}",
             [star_wars, select]),
            (f"&fewest_turns={base['turns']}", [base]),
            (f"&most_turns={connect['turns']}",
             [one for one in found if one["turns"] <= connect["turns"]]),
            (f"&biggest_move={base['seats'][base['you']]['biggest_move']}", [base]),
        ):
            self.assertEqual(ids(query), [one["game"] for one in wanted], query)
        won = {one["game"] for one in found if one["seats"][one["you"]]["place"] == 1}
        self.assertEqual(set(ids("&result=won")), won)
        # The first page has what goes on; others see nothing of all this.
        first = self.ask("/api/me/games", cookie)["games"]
        self.assertEqual([one["game"] for one in first], [waiting, *games])
        self.assertEqual(self.games(self.player().cookie), [])
        for wrong in ("before=x", "limit=x", "limit=0", "result=fled", "since_ms=-1",
                      "status=running", "opponent=%ff"):
            self.ask(f"/api/me/games?{wrong}", cookie, 400)

    def test_whoever_asks_for_too_many_streams_is_told_so(self):
        cookie = self.player().cookie
        status = 200
        for _ in range(10):
            status = self.server.get("/api/me/games/records", cookie)[0]
            if status != 200:
                break
        self.assertEqual(status, 429)
        self.assertEqual(self.server.get("/api/me/games", self.player().cookie)[0], 200)

    def test_fills_in_what_earlier_versions_did_not_store(self):
        ann, _ = self.played()
        cookie = ann.cookie
        before = self.games(cookie)
        self.server.end(signal.SIGKILL)
        with sqlite3.connect(f"{self.data}/games.db") as games:
            games.executescript(
                """DELETE FROM results WHERE place = 0;
                   DROP INDEX results_archive;
                   DROP INDEX results_unarchived;
                   ALTER TABLE results DROP COLUMN theme;
                   ALTER TABLE results DROP COLUMN length;
                   ALTER TABLE results DROP COLUMN biggest_move;
                   CREATE INDEX results_player ON results (player, ended_ms)
                     WHERE player IS NOT NULL;
                   DROP TABLE unarchived;
                   DROP TABLE push_subscriptions;
                   DROP TABLE notices;
                   DROP TABLE access_tokens;
                   DROP TABLE feeds;
                   DROP TABLE webhook_events;
                   DROP TABLE webhooks;
                   DROP TABLE stream_events;
                   DROP TABLE event_streams;
                   DROP TABLE relations;
                   DROP TABLE friend_codes;
                   DROP TABLE invitations;
                   DROP TABLE rating_steps;
                   DROP TABLE closed_profiles;
                   DROP TABLE holidays;
                   DROP TABLE chores;
                   DROP TABLE notes;
                   PRAGMA user_version = 10;""")
        games.close()
        self.server = Server(self.data)
        while self.games(cookie) != before:
            self.assertIsNone(self.server.process.poll())
        # Moved elsewhere, it is the same.
        postgres = Postgres()
        self.addCleanup(postgres.close)
        self.server.end(signal.SIGTERM)
        self.assertEqual(run("migrate-store", "--from", self.data, "--to",
                             postgres.url).returncode, 0)
        self.server = Server(self.data, "--store", postgres.url)
        self.assertEqual(self.games(cookie), before)


class RecordsTest(ArchiveTest):
    def test_streams_the_records_of_all_games(self):
        ann, games = self.played()
        records = self.lines(ann.cookie)
        self.assertEqual(
            records, [self.ask(f"/api/games/{game}/record", ann.cookie) for game in games])
        verified = subprocess.run(
            [PROGRAM, "verify", "-"], capture_output=True, text=True,
            input="".join(json.dumps(record) + "\n" for record in records))
        self.assertEqual(verified.stdout, "5 passed, 0 failed\n")
        self.assertEqual(self.lines(ann.cookie, "?variant=connect"), records[1:2])
        self.assertEqual(self.lines(self.player().cookie), [])
        # The same on a connection that goes on, and to a client of HTTP/1.0.
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        for path, method in (("/api/me/games/records?limit=9", "GET"), ("/api/version", "GET"),
                             ("/api/me/games/records", "HEAD"), ("/api/version", "GET")):
            connection.request(method, path, headers={"Cookie": ann.cookie})
            answer = connection.getresponse()
            self.assertEqual(answer.status, 200)
            body = answer.read()
            if path.startswith("/api/me") and method == "GET":
                self.assertEqual([json.loads(line) for line in body.splitlines()], records)
        connection.close()
        old = self.raw(f"GET /api/me/games/records HTTP/1.0\r\nCookie: {ann.cookie}\r\n\r\n")
        head, body = old.split(b"\r\n\r\n", 1)
        self.assertNotIn(b"chunked", head)
        self.assertEqual([json.loads(line) for line in body.splitlines()], records)

    def raw(self, request):
        player = Player(self.server.port)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        player.close()
        connection.connect()
        connection.sock.sendall(request.encode())
        text = b""
        while block := connection.sock.recv(65536):
            text += block
        connection.close()
        return text

    def test_exports_everything_with_the_records(self):
        ann, games = self.played()
        waiting = ann.create(plan("base", 2))
        export = self.ask("/api/me/export", ann.cookie)
        self.assertEqual([one["game"] for one in export["results"]], games)
        for one in export["results"]:
            self.assertEqual(one.pop("record"),
                             self.ask(f"/api/games/{one['game']}/record", ann.cookie))
        self.assertEqual(export["results"], self.ask("/api/me/results", ann.cookie)["results"])
        self.assertEqual([one["game"] for one in export["tables"]], [waiting])
        empty = self.ask("/api/me/export", self.player().cookie)
        self.assertEqual((empty["results"], empty["tables"]), ([], []))

    def test_shows_nothing_that_is_hidden(self):
        """Other people's ids and sessions are in no answer."""
        ann, ben = self.player(), self.player()
        game = ann.create(plan("base", 2))
        ben.join(game, "Ben")
        ann.wait(lambda table: table["status"] == "running")
        for path in ("/api/me/games/records", "/api/me/games?status=ended"):
            self.assertNotIn(game.encode(), self.server.get(path, ann.cookie)[2])
        while "error" in ben.command({"leave": {}}):
            ben.read()
        ann.wait(lambda table: table["status"] == "ended")
        user = self.ask("/api/me", ben.cookie)["user"]
        self.assertEqual(len(self.lines(ann.cookie)), 1)
        for path in ("/api/me/games/records", "/api/me/games", "/api/me/export"):
            self.assertNotIn(user.encode(), self.server.get(path, ann.cookie)[2], path)
        # What somebody who is forgotten leaves behind has no name.
        self.assertEqual(self.server.ask("DELETE", "/api/me", ben.cookie)[0], 200)
        (one,) = self.ask("/api/me/games", ann.cookie)["games"]
        self.assertEqual([seat["name"] for seat in one["seats"]], ["Ann", ""])
        self.assertNotIn("Ben", json.dumps(self.lines(ann.cookie)))


if __name__ == "__main__":
    unittest.main()
