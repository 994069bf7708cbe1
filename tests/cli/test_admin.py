"""`sixfold admin` next to a running server."""

import json
import signal
import sqlite3
import time
import unittest

from program import run
from services import Postgres
from tables import plan, play_on
from test_serve import ServerTest

PASSPHRASE = "correct horse battery"
DAY_MS = 24 * 3600 * 1000


class AdminTest(ServerTest):
    def place(self):
        return ("--data", self.data)

    def admin(self, *arguments, status=0):
        result = run("admin", *self.place(), *arguments)
        self.assertEqual(result.returncode, status, result.stderr + result.stdout)
        return result.stdout if status == 0 else result.stderr

    def listed(self, *arguments):
        return json.loads(self.admin(*arguments, "--json"))

    def account(self, name):
        """A player with an account."""
        guest = self.player()
        status, headers, body = self.server.ask(
            "POST", "/api/account", guest.cookie, {"name": name, "passphrase": PASSPHRASE})
        self.assertEqual(status, 200, body)
        cookie = headers.get("Set-Cookie", guest.cookie).split(";")[0]
        guest.close()
        return self.player(cookie)

    def assert_cut_off(self, player):
        player.read_until(lambda m: m.get("error", {}).get("code") == "banned")
        with self.assertRaises(ConnectionError):
            while True:
                player.read()

    def test_lists_tables(self):
        ann, ben = self.player(), self.player()
        waiting = ann.create(plan("select", 2, lobby=True))
        running = ann.create(plan("base", 2), "Ännchen")
        ben.join(running, "Ben")
        tables = self.listed("tables")
        self.assertEqual([table["game"] for table in tables], [running, waiting])
        first = tables[0]
        self.assertEqual(
            (first["status"], first["variant"], first["players"], first["code"], first["lobby"]),
            ("running", "base", ["Ännchen", "Ben"], ann.table["code"], False))
        self.assertLessEqual(first["created_ms"], first["changed_ms"])
        self.assertTrue(tables[1]["lobby"])
        self.assertEqual([t["game"] for t in self.listed("tables", "--status", "waiting")],
                         [waiting])
        self.assertEqual(len(self.listed("tables", "--limit", "1")), 1)
        text = self.admin("tables")
        self.assertEqual(len(text.splitlines()), 2)
        self.assertIn("Ännchen, Ben", text)
        self.admin("tables", "--status", "wrong", status=2)

    def test_a_ban_cuts_the_connections_and_keeps_them_out_until_it_is_lifted(self):
        ann = self.account("Ann")
        ben = self.player()
        token = json.loads(self.server.ask(
            "POST", "/api/bots", ann.cookie, {"name": "Annbot"})[2])["token"]
        users = {user["name"]: user for user in self.listed("users")}
        self.assertEqual(users["Ann"]["kind"], "person")
        self.assertEqual((users["Annbot"]["kind"], users["Annbot"]["owner"]), ("bot", "Ann"))
        self.assertFalse(users["Ann"]["banned"])
        ann.create(plan("base", 1, 1))

        self.assertIn("banned", self.admin("ban", "ANN"))
        self.assert_cut_off(ann)
        status, _, body = self.server.get("/api/me", ann.cookie)
        self.assertEqual((status, json.loads(body)["error"]["code"]), (403, "banned"))
        status = self.server.get("/api/me", headers={"Authorization": f"Bearer {token}"})[0]
        self.assertEqual(status, 403)
        self.assertTrue(all(user["banned"] for user in self.listed("users")))
        self.assertIn("banned", self.admin("users"))
        ben.create(plan("base", 1, 1))  # others are not affected

        self.admin("unban", "Ann")
        self.assertEqual(self.server.get("/api/me", ann.cookie)[0], 200)
        back = self.player(ann.cookie)
        back.create(plan("base", 1, 1))
        self.assertIn("no account named Nobody", self.admin("ban", "Nobody", status=1))

    def test_what_admins_did_is_written_down(self):
        ann = self.account("Ann")
        game = ann.create(plan("base", 1, 1))
        self.admin("ban", "ann")
        self.admin("unban", "Ann")
        self.admin("close", game)
        self.admin("retention", "--days", "30")
        entries = self.listed("audit")
        self.assertEqual([(one["action"], one["subject"]) for one in reversed(entries)],
                         [("ban", "Ann"), ("unban", "Ann"), ("close", game),
                          ("retention", "0 games")])
        self.assertTrue(all(one["who"] for one in entries))
        self.admin("delete-user", "Ann")
        entries = self.listed("audit")
        self.assertEqual(entries[0]["action"], "delete-user")
        self.assertNotIn("Ann", json.dumps(entries))
        self.assertEqual(len(self.admin("audit").splitlines()), 5)

    def test_bans_an_address_for_a_time(self):
        ann = self.player()
        self.assertIn("127.0.0.0/8", self.admin("ban-address", "127.0.0.1/8", "--for", "1h"))
        self.wait_for_status(403)
        self.assertEqual(self.server.get("/ws", headers={
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="})[0], 403)
        ann.send({"lobby": {}})
        with self.assertRaises(ConnectionError):
            while True:
                ann.read()
        self.assertEqual(self.listed("address-bans")[0]["address"], "127.0.0.0/8")
        self.admin("unban-address", "127.0.0.0/8")
        self.wait_for_status(200)
        self.assertIn("not banned", self.admin("unban-address", "127.0.0.0/8", status=1))
        self.admin("ban-address", "127.0.0.1", "--for", "1s")
        self.wait_for_status(200)
        self.admin("ban-address", "nowhere", status=2)
        self.admin("ban-address", "192.0.2.1", "--for", "ever", status=2)

    def wait_for_status(self, wanted):
        """Servers poll about once a second."""
        for _ in range(100):
            if self.server.get("/api/version")[0] == wanted:
                return
            time.sleep(0.1)
        self.fail(f"never {wanted}")

    def test_mutes_an_account(self):
        ann, ben = self.account("Ann"), self.player()
        game = ann.create(plan("base", 2))
        ben.join(game, "Ben")
        self.admin("mute", "Ann", "--for", "1d")
        say = {"phrase": {"game": game, "phrase": "oops"}}
        for _ in range(50):
            ann.send(say)
            answer = ann.read_until(
                lambda m: "phrase" in m or m.get("error", {}).get("code") in ("muted", "too_fast"))
            if answer.get("error", {}).get("code") == "muted":
                break
            time.sleep(0.1)
        else:
            self.fail("never muted")
        self.admin("unmute", "Ann")
        self.assertIn("not muted", self.admin("unmute", "Ann", status=1))
        self.assertIn("no account", self.admin("mute", "Nobody", status=1))

    def test_lists_reports_with_their_games(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        game = ann.create(plan("base", 2))
        ben.join(game, "Ben")
        self.server.ask("POST", "/api/reports", ann.cookie,
                        {"game": game, "seat": 1, "reason": "stalling"})
        report, = self.listed("reports")
        self.assertEqual((report["reporter"], report["reported"], report["game"], report["reason"]),
                         ("Ann", "Ben", game, "stalling"))
        self.assertIn("stalling", self.admin("reports"))
        self.admin("close-report", report["report"])
        self.assertEqual(self.listed("reports"), [])
        self.assertTrue(self.listed("reports", "--all")[0]["closed"])
        self.admin("close-report", report["report"], status=1)

    def test_closes_a_table_that_waits(self):
        ann, ben = self.player(), self.player()
        ann.create(plan("base", 2, lobby=True))
        self.admin("close", ann.table["code"])
        ann.wait(lambda table: table["status"] == "ended")
        self.assertIn("already ended", self.admin("close", ann.table["game"], status=1))
        self.assertIn("no table", self.admin("close", "ZZZZZZ", status=1))
        ben.watch(ann.table["game"])
        answer = ben.command({"join": {"name": "Ben"}})
        self.assertEqual(answer["error"]["code"], "table_closed")

    def test_aborts_a_game_that_runs_in_any_variant(self):
        adviser = self.adviser()
        for variant in ("base", "cubes", "select", "connect"):
            ann, ben = self.player(), self.player()
            game = ann.create(plan(variant, 2, clock={"kind": "bank", "seconds": 600}))
            ben.join(game, "Ben")
            play_on([ann, ben], adviser, 5)
            self.admin("close", game)
            for player in (ann, ben):
                player.wait(lambda table: table["status"] == "ended")
                self.assertEqual(player.table["end"], {"reason": "aborted"})
                self.assertEqual(player.table["winners"], [])
                self.assertNotIn("deadline_ms", player.table)
            record = self.server.get(f"/api/games/{game}/record")[2].decode()
            result = run("verify", "--fair", "-", stdin=record)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_an_aborted_game_stays_so_and_counts_for_nobody(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        game = ann.create(plan("base", 2, rated=True))
        ben.join(game, "Ben")
        self.admin("close", game)
        ann.wait(lambda table: table["status"] == "ended")
        self.assertEqual(json.loads(self.server.get("/api/ranking/base/two")[2])["players"], [])
        self.restart(signal.SIGTERM, *self.options)
        again = self.player(ann.cookie)
        again.watch(game)
        self.assertEqual(again.table["end"]["reason"], "aborted")
        self.assertEqual(self.listed("tables")[0]["status"], "ended")

    def test_deletes_a_user_whose_games_are_over(self):
        ann = self.account("Ann")
        game = ann.create(plan("base", 1, 1))
        self.assertIn("unfinished games", self.admin("delete-user", "Ann", status=1))
        self.admin("close", game)
        self.admin("delete-user", "Ann")
        self.assertEqual(self.listed("users"), [])
        self.assertNotIn("Ann", json.dumps(self.listed("tables")))
        self.assertIn("no account", self.admin("delete-user", "Ann", status=1))

    def age(self, game, days):
        """As if everything at the table had happened long ago."""
        with sqlite3.connect(f"{self.data}/games.db", timeout=10) as games:
            games.execute("UPDATE events SET time_ms = time_ms - ? WHERE game = ?",
                          (days * DAY_MS, bytes.fromhex(game)))

    def rows_of(self, game):
        with sqlite3.connect(f"{self.data}/games.db", timeout=10) as games:
            return [
                games.execute(f"SELECT count(*) FROM {table} WHERE game = ?",
                              (bytes.fromhex(game),)).fetchone()[0]
                for table in ("games", "events", "commands", "players", "results")
            ]

    def test_retention_removes_what_ended_long_ago_and_nothing_else(self):
        adviser = self.adviser()
        ann = self.player()
        old = ann.create(plan("base", 1, 1))
        play_on([ann], adviser)
        young = ann.create(plan("base", 1, 1))
        play_on([ann], adviser)
        running = ann.create(plan("base", 1, 1))
        self.age(old, 40)
        self.age(running, 40)
        self.assertIn("would remove 1 game that ended", self.admin("retention", "--days", "30", "--dry-run"))
        self.assertTrue(all(self.rows_of(old)))
        self.assertIn("removed 1 game that ended", self.admin("retention", "--days", "30"))
        self.assertEqual(self.rows_of(old), [0] * 5)
        self.assertTrue(all(self.rows_of(young)))
        self.assertTrue(all(self.rows_of(running)[:4]))
        self.assertIn("removed 0 games that ended", self.admin("retention", "--days", "30"))

    def test_refuses_a_folder_without_games(self):
        result = run("admin", "tables", "--data", f"{self.data}-none")
        self.assertEqual(result.returncode, 2)
        self.assertIn("contains no games", result.stderr)


class PostgresAdminTest(AdminTest):
    """The same, with the games in a database."""

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.options = ("--store", cls.postgres.url)

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()

    def setUp(self):
        self.postgres.empty()
        super().setUp()

    def place(self):
        return self.options

    def age(self, game, days):
        self.postgres.rows(f"UPDATE events SET time_ms = time_ms - {days * DAY_MS} "
                          f"WHERE game = '\\x{game}'")

    def rows_of(self, game):
        return [
            int(self.postgres.rows(f"SELECT count(*) FROM {table} WHERE game = '\\x{game}'")[0][0])
            for table in ("games", "events", "commands", "players", "results")
        ]


if __name__ == "__main__":
    unittest.main()
