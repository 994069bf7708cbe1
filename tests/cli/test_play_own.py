"""One's own games at a server, from a terminal: the list, the next one, and the bell."""

import json
import os
import pty
import subprocess
import unittest

from program import PROGRAM
from tables import Player, plan
from test_events import do
from test_play_online import OnlineCase

DAYS = {"kind": "per-move", "seconds": 3 * 24 * 3600}
PASSPHRASE = "correct horse battery"


class OwnGamesTest(OnlineCase):
    SERVER = ("--sockets-per-address", "0")

    def setUp(self):
        super().setUp()
        guest = self.ask("GET", "/api/me")[1]
        _, self.cookie = self.ask("POST", "/api/account", guest,
                                  {"name": "Ann", "passphrase": PASSPHRASE})
        self.token = self.make_token("read", "play")

    def ask(self, method, path, cookie=None, body=None):
        status, headers, text = self.server.ask(method, path, cookie, body)
        self.assertEqual(status, 200, text)
        given = headers.get("Set-Cookie")
        return json.loads(text), given.split(";")[0] if given else cookie

    def make_token(self, *scopes):
        wish = {"name": "x", "scopes": scopes, "passphrase": PASSPHRASE}
        return self.ask("POST", "/api/me/tokens", self.cookie, wish)[0]["token"]

    def command(self, *arguments, token=None):
        command = [PROGRAM, "play", "--server", self.server.url, "--lines", *arguments]
        environment = {**os.environ, "SIXFOLD_TOKEN": token or self.token, "LANG": "C.UTF-8",
                       "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(self.folder)}
        return command, environment

    def run_play(self, *arguments, token=None, given=""):
        command, environment = self.command(*arguments, token=token)
        return subprocess.run(command, env=environment, input=given, capture_output=True,
                              text=True, timeout=60)

    def game(self):
        """Both players of a game of days; Ann is the account."""
        ann, ben = Player(self.server.port, self.cookie), Player(self.server.port)
        for player in (ann, ben):
            self.addCleanup(player.close)
        ben.join(ann.create(plan("base", 2, clock=DAYS)), "Ben")
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        return ann, ben

    def test_they_are_listed_with_whose_turn_it_is_and_the_time_left(self):
        self.assertIn("You have no games here.", self.run_play("--games").stdout)
        self.assertIn("None of your games waits for you.", self.run_play("--next").stdout)
        ann, _ = self.game()
        listed = self.run_play("--games").stdout
        self.assertTrue(listed.startswith(ann.table["code"] + "  "), listed)
        self.assertIn("Your turn" if ann.at_turn() else "Ben to move", listed)
        self.assertIn("2 days left", listed)
        self.assertTrue(listed.endswith("Ben\n"), listed)

    def test_the_next_one_is_played(self):
        ann, ben = self.game()
        if not ann.at_turn():
            self.assertIn("None of your games waits", self.run_play("--next").stdout)
            return
        shown = self.run_play("--next", given="quit\n").stdout
        self.assertIn("Your tiles", shown)

    def test_a_token_must_allow_it(self):
        refused = self.run_play("--games", token=self.make_token("play"))
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("This token does not allow that.", refused.stderr)

    def test_it_waits_and_rings(self):
        command, environment = self.command("--notify", token=self.make_token("read"))
        outside, inside = pty.openpty()
        waiting = subprocess.Popen(command, env=environment, stdout=inside, stderr=inside,
                                   stdin=subprocess.DEVNULL)
        os.close(inside)
        self.addCleanup(os.close, outside)
        self.addCleanup(waiting.wait)
        self.addCleanup(waiting.kill)
        shown = b""

        def read_until(text):
            nonlocal shown
            while text not in shown:
                shown += os.read(outside, 4096)

        read_until(b"Waiting for events in your games.")
        ann, ben = self.game()
        read_until(b"A game begins.")
        address = f"{self.server.url}/t/{ann.table['code']}".encode()
        read_until(address)
        do(ben, {"leave": {}})
        read_until(b"Your game is over. " + address)
        self.assertIn(b"\a", shown)
        self.assertIn(b"\x1b]2;", shown)


if __name__ == "__main__":
    unittest.main()
