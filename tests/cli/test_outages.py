"""Nodes and databases that freeze instead of failing: nothing answers, but no connection breaks."""

import signal
import tempfile
import time
import unittest

from services import Postgres
from tables import Adviser, Player, Server, plan, play_some

# Far beyond any time limit of the server.
FOR_EVER = 60


class OutagesTest(unittest.TestCase):
    def setUp(self):
        self.postgres = Postgres()
        self.addCleanup(self.postgres.close)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.adviser = Adviser()
        self.addCleanup(self.adviser.close)
        self.nodes = []
        for i in range(2):
            node = Server(f"{self.folder.name}/node{i}", "--store", self.postgres.url,
                          "--sockets-per-address", "0")
            self.nodes.append(node)
            self.addCleanup(self.end, node)

    def end(self, node):
        if node.process.poll() is None:
            node.process.send_signal(signal.SIGCONT)
            node.end(signal.SIGKILL)
        node.process.stdout.close()

    def begin_game(self, **more):
        """Ann on the first node, Ben on the second."""
        players = [Player(node.port) for node in self.nodes]
        for player in players:
            self.addCleanup(player.close)
            player.socket.settimeout(FOR_EVER)
        ann, ben = players
        ben.join(ann.create(plan("base", 2, **more)), "Ben")
        ann.wait(lambda table: table["status"] == "running")
        return players

    def test_a_postgresql_that_hangs(self):
        players = self.begin_game(clock={"kind": "per-move", "seconds": 12})
        play_some(players, self.adviser, 2)
        mover = next(player for player in players if player.at_turn())
        act = {"act": self.adviser.act(mover.table["view"])}
        self.postgres.signal_all(signal.SIGSTOP)
        try:
            began = time.monotonic()
            answer = mover.command(act)
            print(f"\nPostgreSQL hangs: unavailable after {time.monotonic() - began:.1f} s")
            self.assertEqual(answer["error"]["code"], "unavailable")
            self.assertEqual(self.nodes[0].get("/healthz")[0], 200)
            # The time of the turn would be up by now.
            time.sleep(10)
            other = self.nodes[0 if mover is players[1] else 1].process
            began = time.monotonic()
            other.send_signal(signal.SIGTERM)
            self.assertEqual(other.wait(timeout=FOR_EVER), 0)
            print(f"SIGTERM was obeyed after {time.monotonic() - began:.1f} s")
        finally:
            self.postgres.signal_all(signal.SIGCONT)
        began = time.monotonic()
        while True:
            answer = mover.command(act)
            if answer.get("error", {}).get("code") not in ("unavailable", "stale"):
                break
            self.assertLess(time.monotonic() - began, FOR_EVER)
            if answer["error"]["code"] == "stale":
                mover.wait(lambda table: table["seq"] >= answer["error"]["seq"])
            time.sleep(0.1)
        print(f"PostgreSQL goes on: stored after {time.monotonic() - began:.1f} s")
        self.assertIn("ack", answer)
        given = self.postgres.rows("SELECT count(*) FROM events WHERE type = 'time-given-back'")
        # Once, not once per node; not at all if the move is stored first.
        self.assertIn(given, ([["0"]], [["1"]]))

    def test_a_node_that_hangs(self):
        players = self.begin_game()
        third = Player(self.nodes[1].port)
        self.addCleanup(third.close)
        third.socket.settimeout(FOR_EVER)
        # At any point: sometimes within a transaction.
        self.nodes[0].process.send_signal(signal.SIGSTOP)
        for _ in range(3):
            began = time.monotonic()
            third.create(plan("base", 1, 1))
            print(f"\na node hangs: another made a table in {time.monotonic() - began:.2f} s")
            time.sleep(1)
        self.nodes[0].process.send_signal(signal.SIGCONT)
        play_some(players, self.adviser, 2)


if __name__ == "__main__":
    unittest.main()
