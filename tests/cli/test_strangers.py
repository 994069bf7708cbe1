"""Strangers who want to play, and some who want to spoil it, on a real server."""

import json
import unittest

from tables import new_id, plan
from test_serve import ServerTest


class QuickMatchTest(ServerTest):
    # Full tables wait for seeds, as they do by default.
    options = ("--seed-wait", "5000")

    def quick(self, player, players=2):
        command = new_id()
        player.send({"quick": {"id": command, "name": "Guest", "variant": "base",
                               "players": players}})
        return player.answer_to(command)["ack"]["game"]

    def test_three_guests_within_five_seconds(self):
        guests = [self.player() for _ in range(3)]
        games = [self.quick(guest) for guest in guests]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])
        self.restart()
        guests = [self.player(guest.cookie) for guest in guests[:2]]
        for guest in guests:
            guest.watch(games[0])
        self.assertNotEqual(self.quick(self.player()), games[0])

    def test_a_guest_beside_a_rated_table(self):
        body = {"name": "Ann", "passphrase": "a long enough one"}
        guest = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        status, headers, _ = self.server.ask("POST", "/api/account", guest, body)
        self.assertEqual(status, 200)
        ann = self.player(headers["Set-Cookie"].split(";")[0])
        rated = ann.create(plan("base", 2, lobby=True, rated=True,
                                clock={"kind": "per-move", "seconds": 90}))
        self.assertNotEqual(self.quick(self.player()), rated)
        self.assertEqual(self.server.get("/healthz")[0], 200)

    def test_many_guests_for_tables_of_each_size(self):
        for players in (2, 3, 4):
            games = [self.quick(self.player(), players) for _ in range(2 * players + 1)]
            self.assertEqual(sorted(map(games.count, set(games))), [1, players, players])
            tables = json.loads(self.server.get("/api/lobby")[2])["lobby"]["tables"]
            self.assertEqual([table["game"] for table in tables if table["game"] in games],
                             games[-1:], "full tables are not listed")


class LobbyTest(ServerTest):
    """Large boards and many tables must not disconnect visitors of the lobby."""

    def huge(self):
        stars = [f"{x},{y}" for y in range(0, 64, 2) for x in range(0, 64, 2)][:900]
        board = {"size": [64, 64], "stars": stars, "starts": ["1,1"], "bonus": []}
        return plan("select", 2, lobby=True, board=board)

    def test_ninety_tables_with_huge_boards(self):
        hosts = [self.player() for _ in range(9)]
        games = {host.create(self.huge()) for host in hosts for _ in range(10)}
        visitor = self.player()
        visitor.send({"lobby": {}})
        shown = []
        while True:
            page = visitor.read_until(lambda m: "lobby" in m)["lobby"]
            self.assertLess(len(json.dumps(page)), 100_000)
            shown += [table["game"] for table in page["tables"]]
            if "next" not in page:
                break
            visitor.send({"lobby": {"after": page["next"]}})
        self.assertEqual(sorted(shown), sorted(games))

    def test_pages_over_http(self):
        host = self.player()
        games = sorted(host.create(plan("base", 2, lobby=True)) for _ in range(7))
        page = json.loads(self.server.get("/api/lobby?limit=4")[2])["lobby"]
        self.assertEqual([table["game"] for table in page["tables"]], games[:4])
        page = json.loads(self.server.get(f"/api/lobby?limit=4&after={page['next']}")[2])["lobby"]
        self.assertEqual([table["game"] for table in page["tables"]], games[4:])
        self.assertNotIn("next", page)
        for query in ("after=x", "limit=x", "limit=-1", "limit="):
            self.assertEqual(self.server.get(f"/api/lobby?{query}")[0], 400, query)

    def test_changes_follow_the_first_page(self):
        visitor, host = self.player(), self.player()
        visitor.send({"lobby": {}})
        visitor.read_until(lambda m: "lobby" in m)
        game = host.create(self.huge())
        changes = visitor.read_until(lambda m: "lobby_changes" in m)["lobby_changes"]
        self.assertEqual([table["game"] for table in changes["put"]], [game])
        self.assertNotIn("board", changes["put"][0]["plan"])
        host.command({"leave": {}})
        changes = visitor.read_until(lambda m: "lobby_changes" in m)["lobby_changes"]
        self.assertEqual(changes, {"put": [], "gone": [game]})


class ManyTablesTest(ServerTest):
    def made(self, player, table_plan, count):
        """How many of these simultaneous requests for a table succeed."""
        commands = {new_id() for _ in range(count)}
        for command in commands:
            player.send({"create": {"id": command, "plan": table_plan, "name": "Ann"}})
        made = 0
        while commands:
            message = player.read()
            answer = message.get("ack", message.get("error", {}))
            if answer.get("id") in commands:
                commands.remove(answer["id"])
                made += "ack" in message
        return made

    def test_tables_asked_for_at_once_are_counted(self):
        self.assertLessEqual(self.made(self.player(), plan("base", 2), 121), 20)

    def test_an_address_makes_tables_only_so_fast(self):
        made = sum(self.made(self.player(), plan("base", 2), 20) for _ in range(10))
        self.assertGreaterEqual(made, 100)
        self.assertLess(made, 200)

    def test_watching_in_a_loop_tells_the_others_nothing(self):
        ann, ben = self.player(), self.player()
        game = ann.create(plan("base", 2))
        ben.join(game, "Ben")
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        for _ in range(100):
            ben.watch(game)
        ann.send({"hello": {"protocol": 1}})
        self.assertIn("hello", ann.read())


if __name__ == "__main__":
    unittest.main()
