"""Strangers who come for a game, and some who come to spoil it, against a real server."""

import json
import unittest

from tables import new_id, plan
from test_serve import ServerTest


class QuickMatchTest(ServerTest):
    # Full tables wait for seeds, as they do unless an option says otherwise.
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
        self.assertEqual(self.server.ask("POST", "/api/account", guest, body)[0], 200)
        ann = self.player(guest)
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


if __name__ == "__main__":
    unittest.main()
