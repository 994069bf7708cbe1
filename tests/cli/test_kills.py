"""Kills the server at random moments: what was acknowledged must be there, exactly once."""

import json
import os
import random
import signal
import sqlite3
import threading
import unittest
from pathlib import Path

from program import LONG
from tables import Adviser, Player, new_id, plan
from test_serve import ServerTest

VARIANTS = ("base", "cubes", "select", "connect", "select-connect")
TABLES = 6


class Table:
    """Two people who play the base game with a bot and note what was acknowledged."""

    def __init__(self, variant):
        self.variant = variant
        self.people = [None, None]
        self.cookies = [None, None]
        self.game = None
        self.acknowledged = {}  # command: seq
        self.unanswered = None  # the seat and the message of a command whose answer is missing

    def hang_up(self):
        for person in self.people:
            person.close()


class KillTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(1)
        self.advice = Adviser()
        self.tables = [Table(VARIANTS[i % len(VARIANTS)]) for i in range(TABLES)]
        self.finished = 0
        self.acks = 0

    def tearDown(self):
        self.advice.close()
        super().tearDown()

    def restart_server(self):
        """Once the server's process has ended."""
        self.server.process.stdout.close()
        for table in self.tables:
            table.hang_up()
        self.server = type(self.server)(self.data)

    def sit_down(self, table):
        table.game = None
        table.acknowledged = {}
        table.unanswered = None
        table.people = []
        ann = Player(self.server.port)
        table.people.append(ann)
        game = ann.create(plan(table.variant, 2, table.variant == "base"))
        ben = Player(self.server.port)
        table.people.append(ben)
        ben.join(game, "Ben")
        table.game = game
        table.cookies = [ann.cookie, ben.cookie]

    def reconnect(self, table):
        """Everyone reconnects and finds what was acknowledged, exactly once; unanswered commands
        are sent again."""
        if table.game is None:
            return self.sit_down(table)
        table.people = []
        for cookie in table.cookies:
            table.people.append(Player(self.server.port, cookie))
            table.people[-1].watch(table.game)
        latest = max(table.acknowledged.values(), default=0)
        self.assertGreaterEqual(table.people[0].table["seq"], latest)
        if table.unanswered:
            seat, message = table.unanswered
            person = table.people[seat]
            person.send(message)
            answer = person.answer_to(message["command"]["id"])
            # It was stored before or is stored now, or another command was faster; never twice.
            if "ack" in answer:
                self.note(table, message, answer)
            else:
                self.assertEqual(answer["error"]["code"], "stale")
            table.unanswered = None
        return None

    def note(self, table, message, answer):
        command, seq = message["command"]["id"], answer["ack"]["seq"]
        self.assertEqual(table.acknowledged.setdefault(command, seq), seq)
        self.acks += 1

    def play(self, table, acts):
        for _ in range(acts):
            seat = self.seat_at_turn(table)
            person = table.people[seat]
            message = person.command_message({"act": self.advice.act(person.table["view"])})
            table.unanswered = (seat, message)
            person.send(message)
            answer = person.answer_to(message["command"]["id"])
            self.assertIn("ack", answer)
            self.note(table, message, answer)
            table.unanswered = None

    def seat_at_turn(self, table):
        """Waits until one of the people has the turn, at a new table if the game is over."""
        while True:
            seen = [person.table["seq"] for person in table.people]
            latest = max([*seen, *table.acknowledged.values()])
            for person in table.people:
                person.wait(lambda shown: shown["seq"] >= latest)
            for seat, person in enumerate(table.people):
                if person.at_turn():
                    return seat
            if table.people[0].ended():
                self.finished += 1
                table.hang_up()
                self.check(table)
                self.sit_down(table)
            else:
                table.people[0].read()

    def check(self, table):
        """Checks the stored log itself."""
        database = sqlite3.connect(f"file:{self.data}/games.db?mode=ro", uri=True)
        database.execute("BEGIN")  # a single snapshot, while bots may play on
        game = bytes.fromhex(table.game)
        seqs = [row[0] for row in database.execute(
            "SELECT seq FROM events WHERE game = ? ORDER BY seq", (game,))]
        self.assertEqual(seqs, list(range(1, len(seqs) + 1)))
        stored = {row[0].hex(): row[1] for row in database.execute(
            "SELECT command, seq FROM commands WHERE game = ?", (game,))}
        for command, seq in table.acknowledged.items():
            self.assertEqual(stored.get(command), seq)
        (row,) = database.execute("SELECT seq FROM games WHERE game = ?", (game,))
        self.assertEqual(row[0], len(seqs))
        database.close()

    def kill_at_any_moment(self):
        """Kills it during play, right after an answer, or while a burst is being stored."""
        kind = self.random.choice(("any moment", "after an answer", "burst"))
        if kind == "after an answer":
            table = self.random.choice(self.tables)
            try:
                self.play(table, self.random.randint(1, 3))
            finally:
                self.server.process.kill()
            return
        timer = threading.Timer(self.random.uniform(0, 0.12), self.server.process.kill)
        timer.start()
        try:
            while True:
                if kind == "burst":
                    self.burst()
                for table in self.tables:
                    self.play(table, 1)
        except (ConnectionError, OSError):
            pass
        finally:
            timer.join()

    def burst(self):
        """Sends a command at every table before reading any answer."""
        sent = []
        for table in self.tables:
            seat = self.seat_at_turn(table)
            person = table.people[seat]
            message = person.command_message({"act": self.advice.act(person.table["view"])})
            sent.append((table, seat, message))
        for table, seat, message in sent:
            table.unanswered = (seat, message)
            table.people[seat].send(message)
        for table, seat, message in sent:
            answer = table.people[seat].answer_to(message["command"]["id"])
            self.assertIn("ack", answer)
            self.note(table, message, answer)
            table.unanswered = None

    def test_kills(self):
        kills = 1000 if LONG else 12
        for table in self.tables:
            self.sit_down(table)
        for _ in range(kills):
            self.kill_at_any_moment()
            self.server.process.wait()
            self.restart_server()
            for table in self.tables:
                self.reconnect(table)
                self.check(table)
        for table in self.tables:
            self.play(table, 2)
            table.hang_up()
        print(f"\n{kills} kills, {self.acks} acknowledged commands, {self.finished} games finished")
        self.assertGreater(self.acks, kills)

    def test_sigterm_in_mid_move_loses_nothing_that_was_acknowledged(self):
        for _ in range(3):
            for table in self.tables:
                self.reconnect(table)
            timer = threading.Timer(0.05, self.server.process.terminate)
            timer.start()
            try:
                while True:
                    self.burst()
            except (ConnectionError, OSError):
                pass
            timer.join()
            self.assertEqual(self.server.process.wait(timeout=5), 0)
            self.restart_server()
        for table in self.tables:
            self.reconnect(table)
            self.check(table)
            table.hang_up()


class FullDiskTest(ServerTest):
    def test_a_full_disk_refuses_and_later_goes_on(self):
        """Limits the size of the server's files, then lifts the limit."""
        import resource

        advice = Adviser()
        self.addCleanup(advice.close)
        ann = self.player()
        ann.create(plan("base", 1, 1))
        ann.wait(lambda table: ann.at_turn())
        pid = self.server.process.pid
        largest = os.path.getsize(f"{self.data}/games.db-wal")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, -1))
        act = {"act": advice.act(ann.table["view"])}
        refused = ann.command(act)
        self.assertEqual(refused["error"]["code"], "unavailable")
        told = [json.loads(line) for line in Path(self.server.log).read_text().splitlines()
                if "not_stored" in line]
        self.assertEqual([line["level"] for line in told], ["warning"] * len(told))
        self.assertTrue(told, "operators must learn of it")
        before = ann.table
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (-1, -1))
        answer = ann.command(act)
        self.assertIn("ack", answer)
        self.assertEqual(ann.table["game"], before["game"])
        ann.wait(lambda table: table["seq"] > answer["ack"]["seq"] and ann.at_turn())
        self.restart()
        again = self.player(ann.cookie)
        again.watch(ann.table["game"])
        self.assertEqual(again.table["view"], ann.table["view"])


if __name__ == "__main__":
    unittest.main()
