"""Personal tokens, their scopes, and what pages of other sites may ask."""

import json
import tempfile
import time
import unittest

from program import ROOT
from services import Postgres
from tables import Player, Server, new_id, plan, totp
from test_accounts import PASSPHRASE, AccountsTest

SCOPES = ("read", "play")
ELSEWHERE = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}


def bearing(token):
    return {"Authorization": f"Bearer {token}"}


class TokensTest(AccountsTest):
    options = ("--sockets-per-address", "0")

    def wish(self, *scopes, **more):
        return {"name": "My script", "scopes": scopes, "passphrase": PASSPHRASE} | more

    def token(self, cookie, *scopes):
        status, answer, _ = self.ask("POST", "/api/me/tokens", cookie, self.wish(*scopes))
        self.assertEqual(status, 200, answer)
        return answer["token"]

    def tokens(self, cookie):
        return self.ask("GET", "/api/me/tokens", cookie)[1]["tokens"]

    def code_of(self, method, path, token):
        """The code of a refusal, if there is one."""
        body = {} if method == "POST" else None
        if path == "/api/me/events":
            # It goes on for ever.
            method = "HEAD"
        status, _, answer = self.server.ask(method, path, None, body, bearing(token))
        if method == "HEAD" and status == 403:
            return "not_in_scope"
        if not answer.startswith(b'{"error"'):
            return None
        return json.loads(answer)["error"]["code"]

    def described(self):
        """Method, path and security of every route."""
        api = json.loads((ROOT / "docs/openapi.json").read_text())
        for route, methods in api["paths"].items():
            path = route.replace("{variant}", "base").replace("{day}", "2026-11-01")
            for part in ("{game}", "{name}", "{code}", "{device}", "{session}", "{token}",
                         "{webhook}", "{secret}"):
                path = path.replace(part, "ZZZZZZ" if part == "{code}" else new_id())
            for method, how in methods.items():
                yield method.upper(), path, [name for one in how["security"] for name in one]

    def test_a_token_never_can_more_than_its_scopes(self):
        cookie, _ = self.account("Ann")
        for scopes in (("read",), ("play",), SCOPES):
            token = self.token(cookie, *scopes)
            for method, path, security in self.described():
                allowed = not security or any(scope in security for scope in scopes)
                code = self.code_of(method, path, token)
                self.assertEqual(code == "not_in_scope", not allowed,
                                 (method, path, scopes, code))
        self.assertEqual(len(self.tokens(cookie)), 3)
        self.assertEqual(self.ask("GET", "/api/me", cookie)[1]["name"], "Ann")

    def test_it_is_made_only_by_whoever_could_log_in(self):
        route = "/api/me/tokens"
        cookie, _ = self.account("Ann")
        bot = self.ask("POST", "/api/bots", cookie, {"name": "Annbot"})[1]["token"]
        for body in ({}, [], self.wish(), self.wish("write"), self.wish("read", scopes="read"),
                     self.wish("read", scopes=[3])):
            self.assertEqual(self.refused("POST", route, cookie, body), "bad_request")
        self.assertEqual(self.refused("POST", route, cookie, self.wish("read", name="\u200b")),
                         "bad_name")
        self.assertEqual(self.refused("POST", route, cookie, self.wish("read", passphrase="no")),
                         "wrong_passphrase")
        self.assertEqual(self.refused("POST", route, self.guest(), self.wish("read")),
                         "no_account")
        answer = self.ask("POST", route, None, self.wish("read"), bearing(bot))
        self.assertEqual(answer[1]["error"]["code"], "no_account")
        _, found, cookie = self.ask("POST", "/api/account/second-factor", cookie, {})
        cookie = self.ask("POST", "/api/account/second-factor/confirm", cookie,
                          {"code": totp(found["secret"])})[2]
        self.assertEqual(self.refused("POST", route, cookie, self.wish("read")), "code_needed")
        code = totp(found["secret"], 1)
        self.assertEqual(self.ask("POST", route, cookie, self.wish("read", code=code))[0], 200)
        self.assertEqual(self.refused("POST", route, cookie, self.wish("read", code=code)),
                         "wrong_code")
        for _ in range(19):
            self.change_rows("UPDATE second_factors SET last_step = 0")
            self.assertEqual(self.ask("POST", route, cookie, self.wish("read", code=code))[0],
                             200)
        self.change_rows("UPDATE second_factors SET last_step = 0")
        self.assertEqual(self.refused("POST", route, cookie, self.wish("read", code=code)),
                         "too_many_tokens")

    def test_it_is_listed_without_itself_until_it_is_revoked(self):
        cookie, _ = self.account("Ann")
        token = self.token(cookie, "read")
        (listed,) = self.tokens(cookie)
        self.assertEqual((listed["name"], listed["scopes"]), ("My script", ["read"]))
        self.assertNotIn("used_ms", listed)
        self.assertNotIn(token, json.dumps(listed))
        me = json.loads(self.server.get("/api/me", headers=bearing(token))[2])
        self.assertEqual(me["name"], "Ann")
        # When it was used is written later.
        while "used_ms" not in self.tokens(cookie)[0]:
            time.sleep(0.01)
        exported = self.ask("GET", "/api/me/export", cookie)[1]["tokens"]
        self.assertEqual([one["token"] for one in exported], [listed["token"]])
        path = "/api/me/tokens/" + listed["token"]
        stranger, _ = self.account("Ben")
        self.assertEqual(self.refused("DELETE", path, stranger), "no_token")
        self.assertEqual(self.tokens(stranger), [])
        self.assertEqual(self.ask("DELETE", path, cookie)[0], 200)
        self.assertEqual(self.refused("DELETE", path, cookie), "no_token")
        self.assertEqual(self.code_of("GET", "/api/me", token), "wrong_token")

    def test_it_plays_until_it_is_revoked(self):
        cookie, _ = self.account("Ann")
        token = self.token(cookie, "play")
        player = Player(self.server.port, token=token)
        self.players.append(player)
        player.create(plan("base", 2), "another name")
        seat = player.table["seats"][0]
        self.assertEqual((seat["name"], seat["account"]), ("Ann", "person"))
        (listed,) = self.tokens(cookie)
        self.ask("DELETE", "/api/me/tokens/" + listed["token"], cookie)
        self.assert_ends(player)

    def test_one_that_only_reads_gets_no_socket(self):
        cookie, _ = self.account("Ann")
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        for scopes, wanted in ((("read",), 403), (("play",), 101)):
            headers = upgrade | bearing(self.token(cookie, *scopes))
            self.assertEqual(self.server.get("/ws", headers=headers)[0], wanted)

    def test_tokens_end_with_all_sessions_and_with_the_account(self):
        for path, body in (("/api/account/sign-out-everywhere", {}),
                           ("/api/account/passphrase",
                            {"passphrase": PASSPHRASE, "new": "another passphrase"}),
                           ("/api/account/delete", {"passphrase": PASSPHRASE})):
            cookie, _ = self.account("Ann" + path[13].upper())
            token = self.token(cookie, *SCOPES)
            player = Player(self.server.port, token=token)
            self.players.append(player)
            self.assertEqual(self.ask("POST", path, cookie, body)[0], 200, path)
            self.assert_ends(player)
            self.assertEqual(self.code_of("GET", "/api/me", token), "wrong_token")

    def assert_ends(self, player):
        player.read_until(lambda m: m.get("error", {}).get("code") == "session_ended")
        with self.assertRaises(ConnectionError):
            while True:
                player.read()

    def test_other_sites_read_what_is_public_and_nothing_else(self):
        """A browser shows the answer to the page only with the header."""
        cookie, _ = self.account("Ann")
        for method, path, security in self.described():
            body = {} if method == "POST" else None
            method = "HEAD" if path == "/api/me/events" else method
            _, headers, text = self.server.ask(method, path, cookie, body, ELSEWHERE)
            self.assertEqual(headers.get("Access-Control-Allow-Origin"),
                             None if security else "*", (method, path))
            self.assertNotIn("Set-Cookie", headers)
            self.assertNotIn("Access-Control-Allow-Credentials", headers)
            self.assertNotIn(b"Ann", text, (method, path))

    def test_cookies_count_for_nothing_on_other_sites(self):
        cookie, _ = self.account("Ann")
        user = self.ask("GET", "/api/me", cookie)[1]["user"]
        for headers in (ELSEWHERE, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            _, answered, text = self.server.ask("GET", "/api/me", cookie, None, headers)
            self.assertNotIn(user.encode(), text, headers)
            self.assertNotIn("Set-Cookie", answered)
        self.assertEqual(self.ask("GET", "/api/me", cookie)[1]["user"], user)

    def test_a_page_of_another_site_may_use_a_token(self):
        cookie, _ = self.account("Ann")
        token = self.token(cookie, "read")
        for path, methods in (("/api/me", "GET"), ("/api/me/daily/2026-11-01", "GET, POST")):
            wanted = {"Access-Control-Request-Method": "GET",
                      "Access-Control-Request-Headers": "authorization"}
            status, headers, _ = self.server.ask("OPTIONS", path, None, None, ELSEWHERE | wanted)
            self.assertEqual(status, 200)
            self.assertEqual(headers["Access-Control-Allow-Origin"], "*")
            self.assertEqual(headers["Access-Control-Allow-Methods"], methods)
            self.assertIn("Authorization", headers["Access-Control-Allow-Headers"])
        for path in ("/api/me/tokens", "/api/bots", "/api/account", "/api/nothing", "/"):
            status, headers, _ = self.server.ask("OPTIONS", path, None, None, ELSEWHERE | wanted)
            self.assertGreaterEqual(status, 400, path)
            self.assertNotIn("Access-Control-Allow-Origin", headers, path)
        # The token says who asks, not the cookie.
        other, _ = self.account("Ben")
        _, headers, text = self.server.ask("GET", "/api/me", other, None,
                                           ELSEWHERE | bearing(token))
        self.assertEqual(json.loads(text)["name"], "Ann")
        self.assertEqual(headers["Access-Control-Allow-Origin"], "*")


class NodesTest(unittest.TestCase):
    def test_a_revoked_token_is_cut_off_on_every_node(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        nodes = []
        for number in range(2):
            nodes.append(Server(f"{folder.name}/{number}", "--store", postgres.url,
                                "--sockets-per-address", "0"))
            self.addCleanup(nodes[-1].end, 9)

        def ask(node, method, path, cookie=None, body=None):
            status, headers, text = nodes[node].ask(method, path, cookie, body)
            self.assertEqual(status, 200, text)
            given = headers.get("Set-Cookie")
            return json.loads(text), given.split(";")[0] if given else cookie

        _, cookie = ask(0, "GET", "/api/me")
        _, cookie = ask(0, "POST", "/api/account", cookie,
                        {"name": "Ann", "passphrase": PASSPHRASE})
        token = ask(0, "POST", "/api/me/tokens", cookie,
                    {"name": "x", "scopes": ["play"], "passphrase": PASSPHRASE})[0]["token"]
        player = Player(nodes[1].port, token=token)
        self.addCleanup(player.close)
        (listed,) = ask(0, "GET", "/api/me/tokens", cookie)[0]["tokens"]
        ask(0, "DELETE", "/api/me/tokens/" + listed["token"], cookie)
        player.read_until(lambda m: m.get("error", {}).get("code") == "session_ended")


if __name__ == "__main__":
    unittest.main()
