"""Several servers on one PostgreSQL: nodes, Redis and the database fail during play, and every
acknowledged command must be there, exactly once."""

import json
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from program import LONG, PROGRAM
from services import Postgres, Redis
from tables import Adviser, Player, Server, plan

VARIANTS = ("base", "cubes", "select", "connect", "select-connect")


class Person:
    """A player who moves to another node when one is gone."""

    def __init__(self, test):
        self.test = test
        self.cookie = None
        self.player = None
        self.game = None
        self.connect()
        test.addCleanup(lambda: self.player.close())

    def connect(self, node=None):
        """Connects to the given node, or to any that answers."""
        while True:
            node = node or self.test.random.choice(self.test.nodes)
            try:
                self.player = Player(node.port, self.cookie)
                self.cookie = self.player.cookie
                if self.game:
                    self.player.watch(self.game)
                return
            except OSError:
                node = None
                time.sleep(0.02)

    def insist(self, what):
        """Retries until it works, and notes how long that took."""
        began = time.monotonic()
        while True:
            try:
                answer = what()
                self.test.waited.append(time.monotonic() - began)
                return answer
            except OSError:
                self.player.close()
                self.connect()


class Table:
    def __init__(self, test, variant):
        self.test = test
        self.people = [Person(test), Person(test)]
        self.acknowledged = {}
        ann, ben = self.people
        self.game = ann.player.create(plan(variant, 2))
        for person in self.people:
            person.game = self.game
        ben.player.join(self.game, "Ben")

    def play_one(self):
        """One act of the player to move; false when the game is over."""
        while True:
            latest = max(person.player.table["seq"] for person in self.people)
            for person in self.people:
                person.insist(lambda: person.player.wait(lambda table: table["seq"] >= latest))
            if self.people[0].player.ended():
                return False
            mover = next((p for p in self.people if p.player.at_turn()), None)
            if mover:
                break
            self.people[0].insist(self.people[0].player.read)
        message = mover.player.command_message(
            {"act": self.test.advice.act(mover.player.table["view"])})
        command = message["command"]["id"]

        def act():
            mover.player.send(message)
            return mover.player.answer_to(command)

        answer = mover.insist(act)
        # The same command gets the same answer again, unless it never arrived.
        if answer.get("error", {}).get("code") in ("stale", "unavailable"):
            self.test.refused += 1
            return True
        self.test.assertIn("ack", answer)
        seq = answer["ack"]["seq"]
        self.acknowledged[command] = seq
        mover.insist(lambda: mover.player.wait(lambda table: table["seq"] >= seq))
        return True


class NodesTest(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(1)
        self.postgres = Postgres()
        self.addCleanup(self.postgres.close)
        self.redis = Redis()
        self.addCleanup(self.redis.close)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.advice = Adviser()
        self.addCleanup(self.advice.close)
        self.waited = []
        self.refused = 0
        self.started = 0
        self.nodes = [self.start() for _ in range(3)]
        self.addCleanup(self.stop)

    def start(self):
        self.started += 1
        return Server(f"{self.folder.name}/node{self.started}", "--store", self.postgres.url,
                      "--bus", self.redis.url, "--sockets-per-address", "0")

    def stop(self):
        for node in self.nodes:
            self.assertIsNone(node.process.poll(), "a node has ended by itself")
            node.end(signal.SIGKILL)

    def check(self, tables):
        """Checks the database itself."""
        for table in tables:
            game = table.game
            seqs = [int(seq) for (seq,) in self.postgres.rows(
                f"SELECT seq FROM events WHERE game = '\\x{game}' ORDER BY seq")]
            self.assertEqual(seqs, list(range(1, len(seqs) + 1)))
            stored = {command[2:]: int(seq) for command, seq in self.postgres.rows(
                f"SELECT command, seq FROM commands WHERE game = '\\x{game}'")}
            for command, seq in table.acknowledged.items():
                self.assertEqual(stored.get(command), seq)

    def longest_wait(self, what):
        longest = max(self.waited)
        print(f"\n{what}: nobody waited longer than {longest * 1000:.0f} ms")
        self.waited.clear()

    def scatter(self, tables):
        """The two players of a table, on different nodes."""
        for table in tables:
            for person, node in zip(table.people, self.nodes):
                person.player.close()
                person.connect(node)

    def play(self, tables, rounds):
        for _ in range(rounds):
            for table in tables:
                table.play_one()

    def test_the_game_of_the_day_is_the_same_at_every_node(self):
        commitments = {node.get("/api/daily")[2] for node in self.nodes}
        self.assertEqual(len(commitments), 1)
        today = json.loads(commitments.pop())["today"]
        games = {node.get(f"/api/daily/{today}")[2] for node in self.nodes}
        self.assertEqual(len(games), 1)
        self.assertIn("secret", json.loads(games.pop()))

    def test_nothing_acknowledged_is_lost(self):
        tables = [Table(self, VARIANTS[i % len(VARIANTS)]) for i in range(5)]
        self.play(tables, 2)
        self.longest_wait("nothing fails")
        for _ in range(20 if LONG else 2):
            gone = self.nodes.pop(self.random.randrange(len(self.nodes)))
            gone.end(signal.SIGKILL)
            self.play(tables, 1)
            self.nodes.append(self.start())
        self.longest_wait("nodes are killed")
        self.scatter(tables)
        self.redis.kill()
        self.play(tables, 2)
        self.longest_wait("Redis is gone")
        self.redis.start()
        self.play(tables, 1)
        self.waited.clear()
        for _ in range(5 if LONG else 1):
            restart = threading.Thread(target=self.postgres.restart)
            restart.start()
            while restart.is_alive():
                self.play(tables, 1)
            restart.join()
            self.play(tables, 1)
        self.longest_wait("PostgreSQL restarts")
        self.check(tables)
        acknowledged = sum(len(table.acknowledged) for table in tables)
        print(f"{acknowledged} acknowledged commands, {self.refused} refused")
        self.assertGreater(acknowledged, 20)

    def test_what_is_said_at_one_node_is_heard_at_another(self):
        table = Table(self, "base")
        self.scatter([table])
        ann, ben = (person.player for person in table.people)
        said = {"phrase": {"game": table.game, "phrase": "good_luck"}}
        ben.send(said)
        for player in (ben, ann):
            message = player.read_until(lambda m: "phrase" in m)
            self.assertEqual(message["phrase"], {**said["phrase"], "seat": 1})

    def test_a_session_that_ends_at_one_node_ends_at_all_with_redis_or_without(self):
        guest = self.nodes[0].get("/api/me")[1]["Set-Cookie"].split(";")[0]
        body = {"name": "Ann", "passphrase": "one two three"}
        made = self.nodes[0].ask("POST", "/api/account", guest, body)
        cookie = made[1]["Set-Cookie"].split(";")[0]
        for redis_runs in (True, False):
            if not redis_runs:
                self.redis.kill()
            there = self.nodes[1].ask("POST", "/api/session", None, body)
            there = there[1]["Set-Cookie"].split(";")[0]
            sockets = [Player(node.port, there) for node in self.nodes]
            listed = json.loads(self.nodes[2].get("/api/me/sessions", cookie)[2])["sessions"]
            other = next(one["session"] for one in listed if not one["current"])
            ended = self.nodes[2].ask("DELETE", f"/api/me/sessions/{other}", cookie)
            self.assertEqual(ended[0], 200, ended[2])
            for socket in sockets:
                socket.read_until(lambda m: m.get("error", {}).get("code") == "session_ended")
                with self.assertRaises(ConnectionError):
                    socket.read()
                socket.close()
            for node in self.nodes:
                self.assertNotIn("name", json.loads(node.get("/api/me", there)[2]))

    def test_a_whole_game_across_nodes_with_accounts_and_a_proof(self):
        guest = self.nodes[2].get("/api/me")[1]["Set-Cookie"].split(";")[0]
        body = {"name": "Ann", "passphrase": "one two three"}
        made = self.nodes[0].ask("POST", "/api/account", guest, body)
        self.assertEqual(made[0], 200)
        found = self.nodes[1].ask("POST", "/api/session", body=body)
        self.assertEqual(json.loads(found[2])["user"], json.loads(made[2])["user"])
        table = Table(self, "base")
        while table.play_one():
            pass
        self.check([table])
        record = self.nodes[2].get(f"/api/games/{table.game}/record")[2].decode()
        file = f"{self.folder.name}/record.jsonl"
        with open(file, "w") as out:
            out.write(record)
        verified = subprocess.run([PROGRAM, "verify", "--fair", file], capture_output=True,
                                  text=True)
        self.assertEqual(verified.stdout, "1 passed, 0 failed\n")
        placed = self.postgres.rows("SELECT count(*) FROM results")
        self.assertEqual(placed, [["2"]])


if __name__ == "__main__":
    unittest.main()
