"""Accounts over HTTP: names, sessions, guesses, ratings."""

import json
import signal
import sqlite3
import unittest

from program import run
from tables import Server, plan
from test_serve import ServerTest

PASSPHRASE = "correct horse battery"


class AccountsTest(ServerTest):
    def ask(self, method, path, cookie=None, body=None, headers=None):
        """The status, the answer and the cookie to go on with."""
        status, answered, text = self.server.ask(method, path, cookie, body, headers)
        given = answered.get("Set-Cookie")
        return status, json.loads(text), given.split(";")[0] if given else cookie

    def refused(self, method, path, cookie=None, body=None):
        status, answer, _ = self.ask(method, path, cookie, body)
        self.assertGreaterEqual(status, 400, answer)
        return answer["error"]["code"]

    def guest(self):
        return self.ask("GET", "/api/me")[2]

    def account(self, name, passphrase=PASSPHRASE):
        """The cookie of a new account, and its recovery code."""
        status, answer, cookie = self.ask(
            "POST", "/api/account", self.guest(), {"name": name, "passphrase": passphrase})
        self.assertEqual(status, 200, answer)
        return cookie, answer["recovery"]

    def log_in(self, name, passphrase=PASSPHRASE):
        return self.ask("POST", "/api/session", None, {"name": name, "passphrase": passphrase})

    def why_no_account(self, name):
        return self.refused("POST", "/api/account", self.guest(),
                            {"name": name, "passphrase": PASSPHRASE})

    def change_rows(self, statement, values=()):
        with sqlite3.connect(f"{self.data}/games.db", timeout=10) as games:
            games.execute(statement, values)
        games.close()


class NamesTest(AccountsTest):
    def test_a_name_is_taken_in_every_case_and_by_what_looks_like_it(self):
        self.account("Mark")
        for name in ("mark", "MARK", "m.ark", "МАRК"[:2] + "rk"):
            self.assertIn(self.why_no_account(name), ("name_taken", "bad_name"), name)
        self.account("Tom")
        for name in ("ТОМ", "Том", "TOM", "T0m", "Torn"):
            self.assertEqual(self.why_no_account(name), "name_taken", name)
        self.assertEqual(self.log_in("MARK")[0], 200)

    def test_reserved_names_cannot_be_registered_by_people_or_bots(self):
        cookie, _ = self.account("Ann")
        for name in ("admin", "Sixfold", "Administrator", "moderator", "Greedy", "Könner", "guest"):
            self.assertEqual(self.why_no_account(name), "name_reserved", name)
            self.assertEqual(self.refused("POST", "/api/bots", cookie, {"name": name}),
                             "name_reserved", name)

    def test_a_name_that_no_account_can_have_finds_none(self):
        self.account("Ann")
        # As if somebody had registered what folds to nothing, when that could be done.
        self.change_rows("UPDATE accounts SET name_key = ''")
        for name in ("", "x", "...", "\u3164", "no such name because it is far too long"):
            self.assertEqual(self.refused("POST", "/api/session", None,
                                          {"name": name, "passphrase": PASSPHRASE}),
                             "wrong_passphrase", name)
        self.assertEqual(self.refused("GET", "/api/players/%E3%85%A4"), "no_account")
        self.assertEqual(self.refused("GET", "/api/me/against/x", self.guest()), "no_account")
        self.assertEqual(self.refused("POST", "/api/session/recover", None,
                                      {"name": "...", "recovery": "B", "passphrase": PASSPHRASE}),
                         "wrong_recovery")

    def test_accounts_whose_names_have_become_one_keep_working(self):
        self.account("Mark", "the older passphrase")
        self.account("Zora", "the newer passphrase")
        self.server.end(signal.SIGTERM)
        # As an earlier version left them.
        self.change_rows("UPDATE accounts SET name_key = 'mark' WHERE name = 'Mark'")
        self.change_rows("UPDATE accounts SET name = 'mark', name_key = 'rnark', "
                         "created_ms = created_ms + 1 WHERE name = 'Zora'")
        self.change_rows("DELETE FROM settings")
        self.change_rows("DELETE FROM name_looks")
        self.server = Server(self.data)
        self.assertEqual(self.log_in("MARK", "the older passphrase")[0], 200)
        self.assertEqual(self.log_in("Mark", "the older passphrase")[0], 200)
        self.assertEqual(self.log_in("mark", "the newer passphrase")[0], 200)
        self.assertEqual(self.log_in("mark", "the older passphrase")[0], 403)
        self.assertEqual(self.why_no_account("mArk"), "name_taken")

    def test_what_is_not_shown_is_taken_out_of_the_names_of_guests(self):
        ann, ben = self.player(), self.player()
        game = ann.create(plan("base", 2), "A\u202enn\u200b\u0085")
        ben.join(game, "\x1b[2JBen")
        names = [seat["name"] for seat in ben.table["seats"]]
        self.assertEqual(names, ["Ann", "[2JBen"])
        cid = self.player()
        cid.create(plan("base", 2))
        cid.watch(game)
        other = self.player()
        waiting = cid.create(plan("base", 2))
        for name in ("\u200b\u200b", "\u202e", "Sixfold", "admin"):
            answer = other.join(waiting, name)
            self.assertEqual(answer["error"]["code"], "bad_name", name)

    def test_names_in_old_logs_are_printed_without_what_steers_a_terminal(self):
        ann = self.player()
        ann.create(plan("base", 2), "Nemo")
        self.change_rows("UPDATE events SET body = replace(body, 'Nemo', char(8238) || 'Nemo' || "
                         "char(155) || '2J') WHERE type = 'seat-taken'")
        result = run("admin", "--data", self.data, "tables")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Nemo", result.stdout)
        for character in "\u202e\x9b":
            self.assertNotIn(character, result.stdout)


if __name__ == "__main__":
    unittest.main()
