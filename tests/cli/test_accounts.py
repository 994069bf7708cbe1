"""Accounts over HTTP: names, sessions, guesses, ratings."""

import http.client
import json
import signal
import sqlite3
import unittest

from program import run
from tables import Player, Server, plan, play_on, totp
from test_serve import ServerTest

PASSPHRASE = "correct horse battery"


class AccountsTest(ServerTest):
    def ask(self, method, path, cookie=None, body=None, headers=None):
        """The status, the answer and the cookie to use from now on."""
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
        # As if somebody had registered a name with an empty key when that was still possible.
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
        ben.wait(lambda table: table["seats"][1]["taken"])
        names = [seat["name"] for seat in ben.table["seats"]]
        self.assertEqual(names, ["Ann", "[2JBen"])
        cid = self.player()
        cid.create(plan("base", 2))
        cid.watch(game)
        other = self.player()
        waiting = cid.create(plan("base", 2))
        for name, why in (
            ("\u200b\u200b", "bad_name"),
            ("\u202e", "bad_name"),
            ("Sixfold", "name_reserved"),
            ("admin", "name_reserved"),
        ):
            answer = other.join(waiting, name)
            self.assertEqual(answer["error"]["code"], why, name)

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


class SessionsTest(AccountsTest):
    def name_of(self, cookie):
        """The name of the account to which the cookie belongs; None for a guest."""
        return self.ask("GET", "/api/me", cookie)[1].get("name")

    def sessions(self, cookie):
        return self.ask("GET", "/api/me/sessions", cookie)[1]["sessions"]

    def post(self, path, cookie, **body):
        status, answer, cookie = self.ask("POST", path, cookie, body)
        self.assertEqual(status, 200, answer)
        return answer, cookie

    def assert_cut_off(self, player, code="session_ended"):
        player.read_until(lambda m: m.get("error", {}).get("code") == code)
        with self.assertRaises(ConnectionError):
            while True:
                player.read()

    def test_the_cookie_of_the_guest_ends_when_the_account_is_made(self):
        guest = self.guest()
        socket = self.player(guest)
        _, account = self.post("/api/account", guest, name="Ann", passphrase=PASSPHRASE)
        self.assertNotEqual(account, guest)
        self.assertEqual(self.name_of(account), "Ann")
        self.assertIsNone(self.name_of(guest))
        self.assert_cut_off(socket)

    def test_somebody_elses_transfer_code_gives_them_nothing_later(self):
        attacker = self.guest()
        code = self.post("/api/transfer", attacker)[0]["code"]
        _, victim = self.post("/api/session/claim", None, code=code)
        later = self.post("/api/transfer", attacker)[0]["code"]
        _, account = self.post("/api/account", victim, name="Ann", passphrase=PASSPHRASE)
        self.assertIsNone(self.name_of(attacker))
        self.assertEqual(self.refused("POST", "/api/session/claim", None, {"code": later}),
                         "wrong_code")
        self.assertEqual(self.name_of(account), "Ann")

    def test_sessions_are_listed_named_and_ended_one_by_one(self):
        here, _ = self.account("Ann")
        status, _, there = self.ask("POST", "/api/session", None,
                                    {"name": "Ann", "passphrase": PASSPHRASE},
                                    {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) "
                                                   "Gecko/20100101 Firefox/140.0"})
        self.assertEqual(status, 200)
        listed = self.sessions(here)
        self.assertEqual(sorted(one["current"] for one in listed), [False, True])
        other = next(one for one in listed if not one["current"])
        self.assertEqual(other["name"], "Firefox, Linux")
        path = "/api/me/sessions/" + other["session"]
        self.post(path, here, name="In the kitchen\u202e")
        self.assertEqual({one["name"] for one in self.sessions(there) if one["current"]},
                         {"In the kitchen"})
        sockets = self.player(here), self.player(there)
        stranger, _ = self.account("Ben")
        for cookie in (stranger, self.guest()):
            self.assertEqual(self.refused("DELETE", path, cookie), "no_session")
        self.assertEqual(self.ask("DELETE", path, here)[0], 200)
        self.assert_cut_off(sockets[1])
        self.assertIsNone(self.name_of(there))
        self.assertEqual(self.name_of(here), "Ann")
        sockets[0].create(plan("base", 2))
        self.assertEqual(self.refused("DELETE", path, here), "no_session")

    def test_whoever_logs_out_leaves_nothing_behind(self):
        cookie, _ = self.account("Ann")
        socket = self.player(cookie)
        self.post("/api/session/end", cookie)
        self.assert_cut_off(socket)
        self.assertIsNone(self.name_of(cookie))

    def test_signing_out_everywhere_ends_sockets_cookies_and_codes(self):
        for path, body in (("/api/account/sign-out-everywhere", {}),
                           ("/api/account/passphrase",
                            {"passphrase": PASSPHRASE, "new": "another passphrase"})):
            name = "Ann" if not body else "Ben"
            here, _ = self.account(name)
            there = self.log_in(name)[2]
            code = self.post("/api/transfer", there)[0]["code"]
            sockets = self.player(here), self.player(there)
            _, fresh = self.post(path, here, **body)
            for socket in sockets:
                self.assert_cut_off(socket)
            for old in (here, there):
                self.assertIsNone(self.name_of(old))
            self.assertEqual(self.refused("POST", "/api/session/claim", None, {"code": code}),
                             "wrong_code")
            self.assertEqual(self.name_of(fresh), name)
            self.assertEqual(len(self.sessions(fresh)), 1)

    def test_recovery_ends_everything_else(self):
        here, recovery = self.account("Ann")
        code = self.post("/api/transfer", here)[0]["code"]
        _, fresh = self.post("/api/session/recover", None, name="ann", recovery=recovery,
                             passphrase="another passphrase")
        self.assertIsNone(self.name_of(here))
        self.assertEqual(self.name_of(fresh), "Ann")
        self.assertEqual(self.refused("POST", "/api/session/claim", None, {"code": code}),
                         "wrong_code")

    def test_no_socket_goes_on_under_the_name_of_an_account_that_is_gone(self):
        cookie, _ = self.account("Ann")
        token = self.post("/api/bots", cookie, name="Annbot")[0]["token"]
        socket = self.player(cookie)
        bot = Player(self.server.port, token=token)
        self.players.append(bot)
        self.post("/api/account/delete", cookie, passphrase=PASSPHRASE)
        self.assert_cut_off(socket)
        self.assert_cut_off(bot)
        again, _ = self.account("Ann")
        self.assertIsNone(self.name_of(cookie))
        self.assertEqual(self.name_of(again), "Ann")

    def test_logging_in_again_does_not_keep_the_old_session(self):
        first, _ = self.account("Ann")
        status, _, second = self.ask("POST", "/api/session", first,
                                     {"name": "Ann", "passphrase": PASSPHRASE})
        self.assertEqual(status, 200)
        self.assertIsNone(self.name_of(first))
        self.assertEqual(self.name_of(second), "Ann")

    def test_a_cookie_from_before_there_were_sessions_is_exchanged(self):
        guest = self.guest()
        _, account = self.post("/api/account", guest, name="Ann", passphrase=PASSPHRASE)
        # As if the account were from that time, when the guest's cookie became the account's.
        self.change_rows("UPDATE accounts SET valid_from_ms = 0")
        status, answer, session = self.ask("GET", "/api/me", guest)
        self.assertEqual((status, answer["name"]), (200, "Ann"))
        self.assertNotEqual(session, guest)
        self.assertEqual(self.name_of(session), "Ann")
        self.post("/api/account/sign-out-everywhere", session)
        for old in (guest, account, session):
            self.assertIsNone(self.name_of(old))

    def test_a_guest_can_be_forgotten(self):
        ann = self.player()
        game = ann.create(plan("base", 1, 1), "Nemo")
        self.assertEqual(self.refused("DELETE", "/api/me", ann.cookie), "games_go_on")
        run("admin", "--data", self.data, "close", game)
        ann.wait(lambda table: table["status"] == "ended")
        status, answer, fresh = self.ask("DELETE", "/api/me", ann.cookie)
        self.assertEqual(status, 200, answer)
        self.assertNotEqual(fresh, ann.cookie)
        self.assert_cut_off(ann)
        self.assertEqual(self.ask("GET", "/api/me/games", ann.cookie)[1]["games"], [])
        tables = run("admin", "--data", self.data, "tables").stdout
        self.assertNotIn("Nemo", tables)
        account, _ = self.account("Ben")
        self.assertEqual(self.refused("DELETE", "/api/me", account), "has_account")


class GuessesTest(AccountsTest):
    # Every request gives its own address.
    options = ("--trusted-proxy", "127.0.0.1")

    def guess(self, name, passphrase, address):
        status, _, body = self.server.ask("POST", "/api/session", None,
                                          {"name": name, "passphrase": passphrase},
                                          {"X-Forwarded-For": address})
        return 200 if status == 200 else json.loads(body)["error"]["code"]

    def test_guesses_at_one_account_from_one_address_end(self):
        self.account("Ann")
        answers = [self.guess("Ann", f"wrong {i}", "192.0.2.1") for i in range(11)]
        self.assertEqual(answers, ["wrong_passphrase"] * 10 + ["too_fast"])
        self.assertEqual(self.guess("Ann", PASSPHRASE, "192.0.2.1"), "too_fast")
        # The owner logs in from elsewhere, and others try from there.
        self.assertEqual(self.guess("Ann", PASSPHRASE, "192.0.2.2"), 200)
        self.account("Ben")
        self.assertEqual(self.guess("Ben", PASSPHRASE, "192.0.2.1"), 200)

    def test_a_name_that_nobody_has_is_limited_alike(self):
        answers = [self.guess("Nemo", "wrong wrong", "192.0.2.1") for _ in range(11)]
        self.assertEqual(answers, ["wrong_passphrase"] * 10 + ["too_fast"])

    def test_codes_of_tables_cannot_be_searched(self):
        ann = self.player()
        ann.create(plan("base", 2))
        code = ann.table["code"]
        look = lambda what, address: self.server.get(
            f"/api/codes/{what}", headers={"X-Forwarded-For": address})[0]
        answers = [look("BBBBB" + letter, "192.0.2.1") for letter in "BCDFGHJKLM" * 4]
        self.assertEqual(answers[:30], [404] * 30)
        self.assertIn(429, answers)
        self.assertEqual(look(code, "192.0.2.1"), 429)
        self.assertEqual(look(code, "192.0.2.2"), 200)

    def test_many_guesses_at_once_leave_others_room(self):
        self.account("Ann")
        guesses = []
        for i in range(120):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
            connection.request("POST", "/api/session",
                               json.dumps({"name": f"Nemo {i}", "passphrase": "wrong wrong"}),
                               {"X-Forwarded-For": f"192.0.2.{i % 6 + 1}"})
            guesses.append(connection)
        self.assertEqual(self.guess("Ann", PASSPHRASE, "198.51.100.1"), 200)
        for connection in guesses:
            connection.getresponse().read()
            connection.close()


class SecondFactorTest(AccountsTest):
    def log_in_with(self, code):
        status, answer, cookie = self.ask("POST", "/api/session", None, {
            "name": "Ann", "passphrase": PASSPHRASE, "code": code})
        return cookie if status == 200 else answer["error"]["code"]

    def test_logging_in_needs_a_code_that_nobody_used_before(self):
        cookie, recovery = self.account("Ann")
        secret = self.ask("POST", "/api/account/second-factor", cookie, {})[1]["secret"]
        self.assertEqual(self.log_in("Ann")[0], 200, "not before it is confirmed")
        first = totp(secret)
        status, _, confirmed = self.ask("POST", "/api/account/second-factor/confirm", cookie,
                                        {"code": first})
        self.assertEqual(status, 200)
        self.assertNotEqual(confirmed, cookie)
        self.assertEqual(self.log_in("Ann")[1]["error"]["code"], "code_needed")
        self.assertEqual(self.log_in_with(first), "wrong_code", "it was used to confirm")
        self.assertEqual(self.log_in_with("000000"), "wrong_code")
        second = totp(secret, 1)
        self.assertIn("=", self.log_in_with(second))
        self.assertEqual(self.log_in_with(second), "wrong_code")
        # Someone who has lost their phone has the recovery code.
        status, answer, _ = self.ask("POST", "/api/session/recover", None, {
            "name": "Ann", "recovery": recovery, "passphrase": PASSPHRASE})
        self.assertEqual(status, 200, answer)
        self.assertEqual(self.log_in("Ann")[0], 200)

    def test_codes_cannot_be_guessed(self):
        cookie, _ = self.account("Ann")
        secret = self.ask("POST", "/api/account/second-factor", cookie, {})[1]["secret"]
        self.ask("POST", "/api/account/second-factor/confirm", cookie, {"code": totp(secret)})
        answers = [self.log_in_with(f"00000{i % 10}") for i in range(12)]
        self.assertEqual(answers[-1], "too_fast")


class FarmingTest(AccountsTest):
    def rated_game(self, ann, ben):
        game = ann.create(plan("base", 2, rated=True))
        self.assertIn("ack", ben.join(game, "Ben"))
        return game

    def leave(self, player, game):
        player.wait(lambda table: table["game"] == game and table["status"] == "running")
        answer = player.command({"leave": {}})
        while answer.get("error", {}).get("code") == "stale":
            answer = player.command({"leave": {}})
        self.assertIn("ack", answer)

    def why_unrated(self, cookie, game):
        results = self.ask("GET", "/api/me/results", cookie)[1]["results"]
        return next(one for one in results if one["game"] == game).get("unrated")

    def ranked(self):
        return [one["name"] for one in self.ask("GET", "/api/ranking/base/two")[1]["players"]]

    def test_games_against_ones_own_bots_and_without_turns_count_for_nothing(self):
        cookie, _ = self.account("Ann")
        token = self.ask("POST", "/api/bots", cookie, {"name": "Annbot"})[1]["token"]
        ann = self.player(cookie)
        bot = Player(self.server.port, token=token)
        self.players.append(bot)
        own = self.rated_game(ann, bot)
        self.leave(bot, own)
        ann.wait(lambda table: table["status"] == "ended")
        self.assertEqual(self.why_unrated(cookie, own), "own_bots")

        flagged = json.loads(run("admin", "--data", self.data, "flags", "--json").stdout)
        self.assertEqual([(one["name"], one["reason"], one["games"], one["last_game"])
                          for one in flagged], [("Ann", "own_bots", 1, own)])

        ben = self.player(self.account("Ben")[0])
        short = self.rated_game(ann, ben)
        self.leave(ben, short)
        ann.wait(lambda table: table["game"] == short and table["status"] == "ended")
        self.assertEqual(self.why_unrated(cookie, short), "too_short")
        self.assertEqual(self.ranked(), [])

        real = self.rated_game(ann, ben)
        adviser = self.adviser()
        play_on([ann, ben], adviser, 8)
        self.leave(ben, real)
        ann.wait(lambda table: table["game"] == real and table["status"] == "ended")
        self.assertIsNone(self.why_unrated(cookie, real))
        self.assertEqual(self.ranked()[0], "Ann")


if __name__ == "__main__":
    unittest.main()
