"""Before a table: the lobby of a server, quick matches, and accounts, from a terminal."""

import json
import re
import stat
import unittest

from tables import Player, plan
from terminal import Terminal, own_turn
from test_play_online import OnlineCase

PASSPHRASE = "correct horse battery"


class LobbyTest(OnlineCase):
    def other(self, *arguments):
        """Another player at another terminal."""
        terminal = Terminal(
            "play", "--server", self.server.url, *arguments, XDG_STATE_HOME=self.folder / "other"
        )
        self.terminals.append(terminal)
        return terminal

    def listed_table(self, **more):
        """A player who waits in the lobby."""
        ann = Player(self.server.port)
        self.addCleanup(ann.close)
        ann.create(plan("base", 2, lobby=True, **more))
        return ann

    def lobby(self):
        return json.loads(self.server.get("/api/lobby")[2])["lobby"]["tables"]

    def test_tables_come_as_one_looks_and_can_be_joined(self):
        terminal = self.play()
        terminal.wait_for("No tables are open right now.")
        ann = self.listed_table(clock={"kind": "per-move", "seconds": 90}, hints=True)
        line = "Join: Classic · 90 s per move · with hints · 1 of 2 seats taken · Ann"
        terminal.wait_for(line)
        # The list is at the bottom, and the form wraps around.
        terminal.keys("Up", "Up", "Enter")
        terminal.wait_for("Your tiles")
        names = [seat["name"] for seat in ann.wait(lambda t: t["status"] == "running")["seats"]]
        self.assertEqual(names, ["Ann", "Guest"])

    def test_quick_matches(self):
        first = self.play("--quick", "--names", "Ann")
        first.wait_for("Waiting for players")
        second = self.other()  # through the form
        second.wait_for("Quick match")
        second.keys("Up")
        second.type("Ben")
        second.keys("Down", "Down", "Enter")
        for terminal in (first, second):
            screen = terminal.wait_for("Your tiles")
            self.assertIn("Ann", screen)
            self.assertIn("Ben", screen)
            self.assertRegex(screen, r"1:[0-3]\d · ")  # ninety seconds per move
        # Editions that are only themes have matches of their own.
        third = self.play("--quick", "--variant", "star-wars", "--names", "Cas")
        third.wait_for("Waiting for players")

    def test_a_table_of_ones_own_and_the_way_back(self):
        terminal = self.play()
        terminal.wait_for("No tables are open")
        terminal.keys("Down", "Down", "Enter")
        terminal.wait_for("Set up an online table")
        terminal.keys("Escape")
        terminal.wait_for("Quick match")
        terminal.keys("Down", "Down", "Enter")
        terminal.wait_for("Set up an online table")
        terminal.keys("Up", "Enter")  # the last field is the button
        code = re.search(r"Table ([A-Z]{6})", terminal.wait_for("Waiting for players"))[1]
        # Another player types the code.
        second = self.other("--lobby", "--names", "Ben")
        second.wait_for("No tables are open")
        second.keys("Down", "Down", "Down")
        second.type("nonsense")
        second.keys("Down", "Enter")
        second.wait_for("nonsense is not a table code or link for this server")
        second.keys("Up", *["BSpace"] * 8)
        second.type(code.lower())
        second.keys("Down", "Enter")
        second.wait_for("Your tiles")

    def test_what_a_table_is_like_by_flags(self):
        terminal, code = self.open_table("--players", "3", "--public", "--clock", "600+5")
        self.assertIn("Classic · 10 min + 5 s · with hints", terminal.text())
        (table,) = self.lobby()
        self.assertEqual(table["code"], code)
        self.assertEqual(table["plan"]["clock"], {"kind": "bank", "seconds": 600, "increment": 5})
        listed = self.run_play("--lobby")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual(
            listed.stdout,
            f"{code}  Classic · 10 min + 5 s · with hints · 1 of 3 seats taken · Ann\n",
        )
        result = self.run_play("--clock", "soon")
        self.assertEqual(result.returncode, 2)
        self.assertIn("soon is not a clock setting", result.stderr)

    def test_line_by_line(self):
        ann = self.listed_table()
        lines = self.lines("--lines")
        said = lines.read()
        code = ann.table["code"]
        self.assertIn(f"{code}  Classic · No clock · 1 of 2 seats taken · Ann\n", said)
        self.assertIn("Type the code of a table", said)
        self.assertIn("! nonsense is not a table code", lines.ask("nonsense"))
        self.assertIn("! quick chess is not a table code", lines.ask("quick chess"))
        self.assertIn(code, lines.ask("list"))
        lines.process.stdin.write(code.lower().encode() + b"\n")
        lines.process.stdin.flush()
        running = ann.wait(lambda table: table["status"] == "running")
        self.assertEqual([seat["taken"] for seat in running["seats"]], [True, True])
        # A client whose input has ended leaves, whoever has the turn.
        self.assertEqual(lines.close(), 0)
        # Quitting creates nothing.
        result = self.run_play(stdin="quit\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("No tables are open right now.", result.stdout)

    def test_hints_only_where_they_are_allowed(self):
        terminal = self.play("--players", "2", "--names", "Ann")
        code = re.search(r"Table ([A-Z]{6})", terminal.wait_for("Waiting for players"))[1]
        self.sit_down(self.game_of(code), "Ben")
        self.assertNotIn("h hint", terminal.wait_for("Your tiles"))
        terminal.keys("h")
        terminal.wait_for("Hints are not allowed at this table.")


class AccountTest(OnlineCase):
    def setUp(self):
        super().setUp()
        self.cookie = self.make_account("Ann")
        self.memory = self.folder / "sixfold/online.json"

    def make_account(self, name):
        _, headers, _ = self.server.get("/api/me")
        cookie = headers["Set-Cookie"].split(";")[0]
        body = {"name": name, "passphrase": PASSPHRASE}
        status, headers, answer = self.server.ask("POST", "/api/account", cookie, body)
        self.assertEqual(status, 200, answer)
        return headers["Set-Cookie"].split(";")[0]

    def seats(self, code):
        return json.loads(self.server.get(f"/api/games/{self.game_of(code)}")[2])["table"]["seats"]

    def seat_by_lines(self, *arguments, **environment):
        """The first seat of a table that was opened in line mode."""
        lines = self.lines("--players", "2", *arguments, **environment)
        said = lines.process.stdout.readline().decode()
        lines.process.kill()
        lines.close()
        found = re.search(r"Table ([A-Z]{6})", said)
        self.assertTrue(found, said)
        return self.seats(found[1])[0]

    def test_the_passphrase_from_the_environment_or_a_file(self):
        seat = self.seat_by_lines("--account", "Ann", SIXFOLD_PASSPHRASE=PASSPHRASE)
        self.assertEqual((seat["name"], seat["account"]), ("Ann", "person"))
        # The cookie is remembered, readable only by its owner; the passphrase is not.
        self.assertEqual(stat.S_IMODE(self.memory.stat().st_mode), 0o600)
        self.assertNotIn(PASSPHRASE, self.memory.read_text())
        self.assertEqual(self.seat_by_lines("--names", "Else")["name"], "Ann")
        self.assertEqual(self.seat_by_lines("--account", "ann")["account"], "person")
        # A guest again, until the next login.
        seat = self.seat_by_lines("--guest", "--names", "Else")
        self.assertEqual((seat["name"], seat.get("account")), ("Else", None))
        file = self.folder / "passphrase"
        file.write_text(PASSPHRASE + "\n")
        seat = self.seat_by_lines("--account", "Ann", "--passphrase-file", file)
        self.assertEqual(seat["account"], "person")

    def test_who_is_not_let_in(self):
        for environment, complaint in (
            ({"SIXFOLD_PASSPHRASE": "wrong enough"}, "The name or the passphrase is wrong."),
            ({}, "the passphrase of Ann is needed"),
        ):
            lines = self.lines("--account", "Ann", **environment)
            self.assertIn(complaint, lines.read())
            self.assertEqual(lines.close(), 2)
        self.assertNotEqual(self.seat_by_lines("--names", "Else")["name"], "Ann")
        for arguments in (["--account", "Ann", "--guest"], ["--passphrase-file", "x"]):
            self.assertEqual(self.run_play(*arguments).returncode, 2)

    def test_a_passphrase_is_typed_unseen(self):
        terminal = Terminal(
            "play", "--server", self.server.url, "--account", "Ann", "--players", "2",
            term="dumb", XDG_STATE_HOME=self.folder,
        )
        self.terminals.append(terminal)
        terminal.wait_for("Passphrase (Ann):")
        terminal.type(PASSPHRASE)
        terminal.keys("Enter")
        screen = terminal.wait_for(re.compile(r"Table ([A-Z]{6})").search)
        self.assertNotIn("horse", screen)
        self.assertEqual(self.seats(re.search(r"Table ([A-Z]{6})", screen)[1])[0]["name"], "Ann")

    def test_logging_in_and_out_on_the_screen(self):
        terminal = self.play()
        terminal.wait_for("Log in")
        terminal.keys("Up", "Up", "Enter")
        terminal.wait_for("Passphrase")
        terminal.type("Ann")
        terminal.keys("Down")
        terminal.type("wrong enough")
        screen = terminal.wait_for("•" * 12)
        self.assertNotIn("wrong enough", screen)
        terminal.keys("Enter", "Enter")
        terminal.wait_for("The name or the passphrase is wrong.")
        terminal.keys("Up", *["BSpace"] * 12)
        terminal.type(PASSPHRASE)
        terminal.keys("Enter", "Enter")
        terminal.wait_for("Log out (Ann)")
        terminal.keys("Up", "Enter")
        terminal.wait_for(lambda screen: "Log in" in screen and "Log out" not in screen)

    def test_a_rated_game_needs_an_account(self):
        lines = self.lines("--players", "2", "--rated", "--names", "Else")
        self.assertIn("account", lines.read())
        self.assertEqual(lines.close(), 2)
        seat = self.seat_by_lines("--account", "Ann", "--rated", SIXFOLD_PASSPHRASE=PASSPHRASE)
        self.assertEqual(seat["account"], "person")

    def test_a_bot_by_its_token(self):
        status, _, body = self.server.ask("POST", "/api/bots", self.cookie, {"name": "Robby"})
        self.assertEqual(status, 200, body)
        token = json.loads(body)["token"]
        seat = self.seat_by_lines(SIXFOLD_TOKEN=token)
        self.assertEqual((seat["name"], seat["account"]), ("Robby", "bot"))
        file = self.folder / "token"
        file.write_text(token + "\n")
        self.assertEqual(self.seat_by_lines("--token-file", file)["account"], "bot")
        if self.memory.exists():
            self.assertNotIn(token, self.memory.read_text())
        lines = self.lines("--players", "2", SIXFOLD_TOKEN="nobody's")
        self.assertIn("The server does not know this token.", lines.read())
        self.assertEqual(lines.close(), 2)


if __name__ == "__main__":
    unittest.main()
