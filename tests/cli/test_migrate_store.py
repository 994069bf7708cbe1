"""Games are moved between a data folder and PostgreSQL, and continue."""

import json
import signal
import sqlite3
import unittest

from program import run
from services import Postgres
from tables import Server, plan, play_on, play_some
from test_serve import ServerTest

TABLES = ("games", "events", "commands", "players", "accounts", "name_looks",
          "sessions", "flags", "audit", "address_bans", "reports", "mutes", "second_factors",
          "transfers", "results", "unarchived", "ratings", "daily_results",
          "push_subscriptions", "notices", "access_tokens", "relations", "friend_codes",
          "invitations", "rating_steps", "closed_profiles",
          "webhooks", "webhook_events", "holidays", "chores", "notes",
          "feeds")
PASSPHRASE = "correct horse battery"


class MigrateTest(ServerTest):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()

    def setUp(self):
        super().setUp()
        self.postgres.empty()
        self.url = self.postgres.url

    def serve(self, *options):
        for player in self.players:
            player.close()
        if self.server.process.poll() is None:
            self.assertEqual(self.server.end(signal.SIGTERM), 0)
        self.server = Server(self.data, *options)

    def stop(self):
        for player in self.players:
            player.close()
        self.assertEqual(self.server.end(signal.SIGTERM), 0)

    def migrate(self, source, target):
        return run("migrate-store", "--from", source, "--to", target)

    def migrated(self, source, target):
        """The counts that it prints."""
        result = self.migrate(source, target)
        self.assertEqual(result.returncode, 0, result.stderr)
        *lines, last = result.stdout.splitlines()
        self.assertIn("copied everything", last)
        counts = {line.split()[1]: int(line.split()[0]) for line in lines}
        self.assertEqual(tuple(counts), TABLES)
        return counts

    def in_sqlite(self, data):
        with sqlite3.connect(f"{data}/games.db") as games:
            return {t: games.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in TABLES}

    def in_postgres(self):
        return {t: int(self.postgres.rows(f"SELECT count(*) FROM {t}")[0][0]) for t in TABLES}

    def make_account(self, name):
        player = self.player()
        status, headers, body = self.server.ask(
            "POST", "/api/account", player.cookie, {"name": name, "passphrase": PASSPHRASE}
        )
        self.assertEqual(status, 200, body)
        cookie = headers.get("Set-Cookie", player.cookie).split(";")[0]
        player.close()
        return self.player(cookie)

    def come_back(self, cookies, game):
        players = [self.player(cookie) for cookie in cookies]
        for player in players:
            player.watch(game)
            self.assertIsNotNone(player.table["you"])
        return players

    def test_games_go_on_after_a_move_there_and_after_one_back(self):
        adviser = self.adviser()
        ann, ben = self.make_account("Ann"), self.make_account("Ben")
        finished = ann.create(plan("base", 2, rated=True))
        ben.join(finished, "Ben")
        play_on([ann, ben], adviser)
        self.assertTrue(ann.ended())
        game = ann.create(plan("cubes", 2, rated=True))
        ben.join(game, "Ben")
        play_some([ann, ben], adviser)
        cid = self.player()
        waiting = cid.create(plan("select", 2, lobby=True))
        seq, view = ann.table["seq"], ann.table["view"]
        rank = self.server.get("/api/ranking/base/two")[2]
        self.assertEqual(len(json.loads(rank)["players"]), 2, rank)
        cookies = [ann.cookie, ben.cookie]
        self.stop()

        counts = self.migrated(self.data, self.url)
        self.assertEqual(counts, self.in_sqlite(self.data))
        self.assertEqual(counts, self.in_postgres())
        self.assertEqual((counts["games"], counts["accounts"], counts["results"],
                          counts["ratings"]), (3, 2, 2, 2))

        self.serve("--store", self.url)
        self.assertEqual(self.server.get("/api/ranking/base/two")[2], rank)
        cid = self.player(cid.cookie)
        cid.watch(waiting)
        self.assertIn(waiting.encode(), self.server.get("/api/lobby")[2])
        ann, ben = self.come_back(cookies, game)
        self.assertEqual((ann.table["seq"], ann.table["view"]), (seq, view))
        play_some([ann, ben], adviser)
        self.assertGreater(ann.table["seq"], seq)
        seq, view = ann.table["seq"], ann.table["view"]
        # Logging in works there too.
        status = self.server.ask(
            "POST", "/api/session", None, {"name": "Ann", "passphrase": PASSPHRASE})[0]
        self.assertEqual(status, 200)
        self.stop()

        back = f"{self.data}-back"
        self.assertEqual(self.migrated(self.url, back), self.in_postgres())
        self.assertEqual(self.in_sqlite(back), self.in_postgres())
        self.data = back
        self.server = Server(self.data)
        ann, ben = self.come_back(cookies, game)
        self.assertEqual((ann.table["seq"], ann.table["view"]), (seq, view))
        play_on([ann, ben], adviser)
        self.assertTrue(ann.ended())
        record = self.server.get(f"/api/games/{game}/record")[2].decode()
        self.assertEqual(run("verify", "--fair", "-", stdin=record).returncode, 0)

    def test_more_than_a_page_of_everything(self):
        self.stop()
        with sqlite3.connect(f"{self.data}/games.db") as games:
            for number in range(1500):
                game = number.to_bytes(16, "big")
                games.execute("INSERT INTO games (game, seq, status, code) VALUES (?, 2, 2, ?)",
                              (game, f"C{number}"))
                for seq in (1, 2):
                    games.execute("INSERT INTO events VALUES (?, ?, 7, 'table-closed', 1, '{}')",
                                  (game, seq))
        counts = self.migrated(self.data, self.url)
        self.assertEqual((counts["games"], counts["events"]), (1500, 3000))
        last = self.postgres.rows("SELECT encode(game, 'hex'), seq, code, deadline_ms "
                                 "FROM games ORDER BY game DESC LIMIT 1")
        self.assertEqual(last, [[(1499).to_bytes(16, "big").hex(), "2", "C1499", ""]])

    def assert_refused(self, result, why):
        self.assertEqual(result.returncode, 2)
        self.assertIn(why, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_refuses_a_target_with_games(self):
        self.player().create(plan("base", 2))
        self.stop()
        self.migrated(self.data, self.url)
        before = self.in_postgres()
        self.assert_refused(self.migrate(self.data, self.url), "it has 1 games")
        self.assert_refused(self.migrate(self.url, self.data), "it has 1 games")
        self.assertEqual(self.in_postgres(), before)

    def test_refuses_a_folder_that_a_server_uses(self):
        self.assert_refused(self.migrate(self.data, self.url), "in use by another server")
        self.assert_refused(self.migrate(self.url, self.data), "in use by another server")

    def test_refuses_a_database_that_a_server_uses(self):
        self.serve("--store", self.url)
        self.player().create(plan("base", 2))
        self.assert_refused(
            self.migrate(self.url, f"{self.data}2"), "the database is in use by a server")

    def test_refuses_a_log_that_is_cut_short_and_leaves_nothing_behind(self):
        self.player().create(plan("base", 2))
        self.stop()
        with sqlite3.connect(f"{self.data}/games.db") as games:
            games.execute("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")
        self.assert_refused(self.migrate(self.data, self.url), "does not end with its last event")
        self.assertEqual(sum(self.in_postgres().values()), 0)

    def test_refuses_places_that_are_not_there_without_telling_secrets(self):
        self.assert_refused(self.migrate(f"{self.data}-none", self.url), "contains no games")
        self.stop()
        wrong = "postgresql://sixfold:hunter2@127.0.0.1:1/games"
        result = self.migrate(self.data, wrong)
        self.assertEqual(result.returncode, 2)
        self.assertNotIn("hunter2", result.stderr)


if __name__ == "__main__":
    unittest.main()
