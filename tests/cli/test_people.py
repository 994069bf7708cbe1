"""Friends, invitations and profiles on a real server, and what they must not give away."""

import json
import os
import signal
import sqlite3
import tempfile
import time
import unittest

from tables import Server, new_id, plan, play_on
from test_notices import KEYS, LONGEST_WAIT_S, PushService
from test_serve import ServerTest

DAY_MS = 24 * 3600 * 1000


class PeopleTest(ServerTest):
    # Full tables wait for seeds, as they do by default.
    options = ("--seed-wait", "5000")

    def account(self, name):
        """A new account's cookie."""
        guest = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        status, headers, body = self.server.ask(
            "POST", "/api/account", guest, {"name": name, "passphrase": "one two three"})
        self.assertEqual(status, 200, body)
        return headers["Set-Cookie"].split(";")[0]

    def get(self, path, cookie=None, status=200):
        answered, _, body = self.server.get(path, cookie)
        self.assertEqual(answered, status, body)
        return json.loads(body)

    def post(self, path, cookie, body, status=200):
        answered, _, text = self.server.ask("POST", path, cookie, body)
        self.assertEqual(answered, status, text)
        return json.loads(text)

    def friends(self, cookie):
        return self.get("/api/me/friends", cookie)

    def names(self, cookie, which):
        return [one["name"] for one in self.friends(cookie)[which]]

    def befriend(self, ann, ben):
        self.post("/api/me/friends", ann, {"name": "Ben"})
        self.assertTrue(self.post("/api/me/friends", ben, {"name": "Ann"})["friends"])

    def block(self, cookie, name):
        self.post("/api/me/blocked", cookie, {"name": name})

    def invitations(self, cookie):
        return self.get("/api/me/invitations", cookie)["invitations"]

    def until(self, read, wanted):
        deadline = time.monotonic() + LONGEST_WAIT_S
        while (found := read()) != wanted:
            if time.monotonic() > deadline:
                self.fail(f"{found} is not {wanted}")
            time.sleep(0.05)


class FriendsTest(PeopleTest):
    def test_one_asks_and_the_other_accepts_or_declines(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        self.assertFalse(self.post("/api/me/friends", ann, {"name": "ben"})["friends"])
        self.assertEqual(self.names(ann, "requested"), ["Ben"])
        self.assertEqual(self.names(ben, "asking"), ["Ann"])
        self.assertEqual(self.get("/api/me/invitations", ben)["asking"], 1)
        self.post("/api/me/friends/remove", ben, {"name": "Ann"})
        self.assertEqual((self.names(ann, "requested"), self.names(ben, "asking")), ([], []))
        self.befriend(ann, ben)
        for one, other in ((ann, "Ben"), (ben, "Ann")):
            self.assertEqual(self.names(one, "friends"), [other])
            self.assertEqual((self.names(one, "requested"), self.names(one, "asking")), ([], []))
        self.post("/api/me/friends/remove", ann, {"name": "Ben"})
        self.assertEqual((self.names(ann, "friends"), self.names(ben, "friends")), ([], []))

    def test_a_link_leads_to_its_owner_until_there_is_a_new_one(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        first = self.post("/api/me/friends/link", ann, {})["code"]
        self.assertEqual(self.get(f"/api/friends/{first}")["name"], "Ann")
        second = self.post("/api/me/friends/link", ann, {})["code"]
        self.get(f"/api/friends/{first}", status=403)
        self.post("/api/me/friends", ben, {"code": first}, 403)
        self.post("/api/me/friends", ben, {"code": second})
        self.assertEqual(self.names(ann, "asking"), ["Ben"])

    def test_guests_and_bots_have_none(self):
        ann = self.account("Ann")
        guest = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        for path in ("friends", "friends/remove", "friends/link", "blocked", "blocked/remove"):
            refused = self.post(f"/api/me/{path}", guest, {"name": "Ann"}, 403)
            self.assertEqual(refused["error"]["code"], "account_needed", path)
        self.get("/api/me/friends", guest, 403)
        self.post("/api/bots", ann, {"name": "Robot"})
        self.post("/api/me/friends", self.account("Ben"), {"name": "Robot"}, 404)
        self.post("/api/me/friends", ann, {"name": "Ann"}, 404)

    def test_lists_have_an_end(self):
        ann = self.account("Ann")
        database = sqlite3.connect(f"{self.data}/games.db")
        (player,) = database.execute("SELECT account FROM accounts").fetchone()
        with database:
            for i in range(50):
                other = (1000 + i).to_bytes(16, "big")
                database.execute("INSERT INTO relations VALUES (?, ?, 0, 0)", (player, other))
        self.account("Ben")
        refused = self.post("/api/me/friends", ann, {"name": "Ben"}, 409)
        self.assertEqual(refused["error"]["code"], "too_many_people")
        with database:
            database.execute("DELETE FROM relations")
            for i in range(200):
                other = (1000 + i).to_bytes(16, "big")
                database.execute("INSERT INTO relations VALUES (?, ?, 1, 0)", (player, other))
        ben = self.account("Benny")
        self.post("/api/me/friends", ann, {"name": "Benny"})
        self.post("/api/me/friends", ben, {"name": "Ann"}, 409)
        database.close()

    def test_only_friends_see_who_is_here(self):
        ann, ben, cid = self.account("Ann"), self.account("Ben"), self.account("Cid")
        self.befriend(ann, ben)
        self.post("/api/me/friends", cid, {"name": "Ben"})
        here = lambda cookie: [one["here"] for one in self.friends(cookie)["friends"]]
        self.assertEqual(here(ann), [False])
        player = self.player(ben)
        self.until(lambda: here(ann), [True])
        for cookie in (cid, None):
            for path in ("/api/me/friends", "/api/players/Ben"):
                self.assertNotIn(b'"here":true', self.server.get(path, cookie)[2])
        self.block(ben, "Ann")
        self.assertEqual(here(ann), [])
        self.assertNotIn(b"here", self.server.get("/api/me/friends", ann)[2])
        player.close()


class BlockedTest(PeopleTest):
    def test_learns_nothing(self):
        ann, ben, cid = self.account("Ann"), self.account("Ben"), self.account("Cid")
        self.block(ann, "Ben")
        shown = []
        for name in ("Ann", "Cid"):
            asked = self.post("/api/me/friends", ben, {"name": name})
            listed = self.friends(ben)
            for one in listed["requested"]:
                one.update(name="X", since_ms=0)
            player = self.player(ben)
            command = new_id()
            player.send({"create": {"id": command, "plan": plan("base", 2), "name": "Ben", "invite": [name]}})
            answer = player.answer_to(command)
            self.assertIn("ack", answer)
            table = self.get(f"/api/games/{answer['ack']['game']}")["table"]
            profile = self.get(f"/api/players/{name}", ben) | {"name": "X"}
            shown.append((asked, listed, [seat.get("reserved") for seat in table["seats"]], profile))
            self.post("/api/me/friends/remove", ben, {"name": name})
        self.assertEqual(*shown)
        self.assertEqual((self.names(ann, "asking"), self.invitations(ann)), ([], []))
        self.assertEqual(len(self.invitations(cid)), 1)
        self.assertEqual(self.names(ann, "blocked"), ["Ben"])
        self.assertEqual(self.friends(ben)["blocked"], [])

    def test_may_ask_as_before_once_unblocked(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        self.block(ann, "Ben")
        self.post("/api/me/friends", ben, {"name": "Ann"})
        self.assertEqual(self.get("/api/me/invitations", ann)["asking"], 0)
        self.post("/api/me/friends", ann, {"name": "Ben"}, 409)
        self.post("/api/me/blocked/remove", ann, {"name": "Ben"})
        self.assertEqual(self.names(ann, "asking"), ["Ben"])

    def quick(self, player):
        command = new_id()
        player.send({"quick": {"id": command, "name": "X", "variant": "base", "players": 2}})
        return player.answer_to(command)["ack"]["game"]

    def test_never_meets_the_other_in_the_lobby_or_a_quick_match(self):
        cookies = [self.account(name) for name in ("Ann", "Ben", "Cid")]
        ann, ben, cid = (self.player(cookie) for cookie in cookies)
        self.block(cookies[0], "Ben")
        table = ann.create(plan("base", 2, lobby=True))
        for _ in range(2):
            answer = ben.join(table, "Ben")
            self.assertEqual(answer["error"]["code"], "no_free_seat")
        self.assertIn("ack", cid.join(table, "Cid"))
        match = self.quick(ann)
        own = self.quick(ben)
        self.assertNotEqual(match, own)
        self.assertEqual(self.quick(cid), min(match, own))
        # Neither does the one who blocked.
        bens = ben.create(plan("select", 2, lobby=True))
        self.assertEqual(ann.join(bens, "Ann")["error"]["code"], "no_free_seat")
        # A link is an agreement of its own.
        linked = ann.create(plan("connect", 2))
        self.assertIn("ack", ben.join(linked, "Ben"))


class InvitationsTest(PeopleTest):
    def invite(self, player, *names, seats=2, **more):
        command = new_id()
        player.send({"create": {"id": command, "plan": plan("base", seats, **more), "name": "Ann",
                                "invite": list(names)}})
        answer = player.answer_to(command)
        if "ack" in answer:
            player.read_until(lambda m: m.get("table", {}).get("game") == answer["ack"]["game"])
        return answer

    def test_waits_and_the_game_begins_although_the_host_has_gone(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        host = self.player(ann)
        game = self.invite(host, "ben", clock={"kind": "per-move", "seconds": 86400})["ack"]["game"]
        (waiting,) = self.invitations(ben)
        self.assertEqual((waiting["game"], waiting["host"], waiting["seats"]), (game, "Ann", 2))
        self.assertEqual(waiting["plan"]["clock"]["seconds"], 86400)
        self.assertEqual(waiting["until_ms"] - waiting["made_ms"], 7 * DAY_MS)
        host.close()
        self.restart()
        database = sqlite3.connect(f"{self.data}/games.db")
        ((deadline,),) = database.execute("SELECT deadline_ms FROM games").fetchall()
        self.assertGreaterEqual(deadline, waiting["until_ms"])
        guest = self.player(ben)
        self.assertIn("ack", guest.join(game, "Ben"))
        table = guest.wait(lambda one: one["status"] == "running")
        self.assertEqual([seat["name"] for seat in table["seats"]], ["Ann", "Ben"])
        self.assertEqual(self.invitations(ben), [])
        self.assertEqual(database.execute("SELECT * FROM invitations").fetchall(), [])
        database.close()

    def test_is_for_the_invited_alone(self):
        cookies = [self.account(name) for name in ("Ann", "Ben", "Cid")]
        ann, ben, cid = (self.player(cookie) for cookie in cookies)
        game = self.invite(ann, "Ben")["ack"]["game"]
        self.assertEqual(self.invitations(cookies[2]), [])
        self.assertEqual(cid.join(game, "Cid")["error"]["code"], "no_free_seat")
        status, _, _ = self.server.ask("DELETE", f"/api/me/invitations/{game}", cookies[2])
        self.assertEqual(status, 404)
        # Nobody else reads who is invited.
        user = self.get("/api/me", cookies[1])["user"]
        seen = self.server.get(f"/api/games/{game}", cookies[2])[2].decode() + json.dumps(cid.table)
        self.assertNotIn(user, seen)
        self.assertNotIn("Ben", seen)
        self.assertIn("ack", ben.join(game, "Ben"))

    def test_declining_frees_the_seat(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        host = self.player(ann)
        game = self.invite(host, "Ben")["ack"]["game"]
        status, _, _ = self.server.ask("DELETE", f"/api/me/invitations/{game}", ben)
        self.assertEqual(status, 200)
        self.assertEqual(self.invitations(ben), [])
        host.wait(lambda table: not table["seats"][1].get("reserved"))
        status, _, _ = self.server.ask("DELETE", f"/api/me/invitations/{game}", ben)
        self.assertEqual(status, 404)

    def test_goes_with_the_table(self):
        ann, ben = self.account("Ann"), self.account("Ben")
        host = self.player(ann)
        self.invite(host, "Ben")
        host.command({"leave": {}})
        self.assertEqual(self.invitations(ben), [])

    def test_has_limits(self):
        ann = self.account("Ann")
        ben = self.account("Ben")
        host = self.player(ann)
        code = lambda answer: answer["error"]["code"]
        self.assertEqual(code(self.invite(host, "Nobody")), "no_account")
        self.assertEqual(code(self.invite(host, "Ann")), "no_account")
        self.assertEqual(code(self.invite(host, "Ben", "Ben", seats=3)), "no_account")
        self.assertEqual(code(self.invite(host, "Ben", lobby=True)), "no_free_seat")
        self.assertEqual(code(self.invite(host, "Ben", "Ann", seats=2)), "no_free_seat")
        self.assertEqual(code(self.invite(self.player(), "Ben")), "account_needed")
        for _ in range(5):
            self.assertIn("ack", self.invite(host, "Ben"))
        self.assertEqual(code(self.invite(host, "Ben")), "too_many_people")
        self.assertEqual(len(self.invitations(ben)), 5)

    def test_several_are_invited_at_once(self):
        cookies = [self.account(name) for name in ("Ann", "Ben", "Cid")]
        ann, ben, cid = (self.player(cookie) for cookie in cookies)
        game = self.invite(ann, "Ben", "Cid", seats=3)["ack"]["game"]
        self.assertIn("ack", cid.join(game, "Cid"))
        self.assertIn("ack", ben.join(game, "Ben"))
        table = ben.wait(lambda one: one["status"] == "running")
        self.assertEqual([seat["name"] for seat in table["seats"]], ["Ann", "Ben", "Cid"])


class InvitedNoticeTest(PeopleTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.service = PushService(folder.name)
        self.addCleanup(self.service.close)
        self.assertEqual(self.server.end(signal.SIGTERM), 0)
        self.server = Server(self.data, "--push-private",
                             env=os.environ | {"SSL_CERT_FILE": self.service.certificate})

    def test_is_sent_to_the_invited_who_wants_it_and_never_from_a_blocked_account(self):
        cookies = {name: self.account(name) for name in ("Ann", "Ben", "Cid", "Dora")}
        for name in ("Ben", "Cid", "Dora"):
            kinds = ["over"] if name == "Cid" else ["invited"]
            self.post("/api/me/push", cookies[name], {
                "endpoint": f"{self.service.url}/{name}", "keys": KEYS, "kinds": kinds,
                "zone": "Etc/UTC", "language": "en"})
        self.block(cookies["Dora"], "Ann")
        host = self.player(cookies["Ann"])
        for name in ("Dora", "Cid", "Ben"):
            command = new_id()
            host.send({"create": {"id": command, "plan": plan("base", 2), "name": "Ann",
                                  "invite": [name]}})
            self.assertIn("ack", host.answer_to(command))
        self.until(lambda: self.service.received, ["/Ben"])
        database = sqlite3.connect(f"{self.data}/games.db")
        self.until(lambda: database.execute("SELECT count(*) FROM notices").fetchall(), [(0,)])
        database.close()
        self.assertEqual(self.service.received, ["/Ben"])


class ProfileTest(PeopleTest):
    options = ()

    def test_shows_the_record_until_it_is_closed(self):
        cookies = [self.account(name) for name in ("Ann", "Ben", "Cid")]
        ann, ben = (self.player(cookie) for cookie in cookies[:2])
        self.befriend(*cookies[:2])
        adviser = self.adviser()
        game = ann.create(plan("base", 2, rated=True), "Ann")
        ben.join(game, "Ben")
        play_on([ann, ben], adviser)
        ann.create(plan("base", 1, 1))
        play_on([ann], adviser)
        shown = self.get("/api/players/ann", cookies[2])
        self.assertEqual(shown["statistics"]["base"]["games"], 2)
        self.assertEqual(sum(one["games"] for one in shown["against_bots"].values()), 1)
        (step,) = shown["steps"]
        self.assertEqual(step["rating"], shown["ratings"][0]["rating"])
        archived = self.get("/api/me/games?status=ended", cookies[0])["games"]
        self.assertEqual([[seat.get("account", False) for seat in one["seats"]] for one in archived],
                         [[True, False], [True, True]])
        ranked = lambda: [one["name"] for one in self.get("/api/ranking/base/two")["players"]]
        self.assertEqual(sorted(ranked()), ["Ann", "Ben"])
        self.post("/api/account/profile", cookies[0], {"closed": True})
        for cookie in (None, *cookies[1:]):
            self.assertEqual(self.get("/api/players/Ann", cookie),
                             {"name": "Ann", "bot": False, "closed": True})
        self.assertEqual(ranked(), ["Ben"])
        self.assertEqual(self.get("/api/players/Ann", cookies[0])["steps"], [step])
        self.assertTrue(self.get("/api/me", cookies[0])["closed"])
        self.post("/api/account/profile", cookies[0], {"closed": False})
        self.assertEqual(self.get("/api/players/Ann"), shown)


if __name__ == "__main__":
    unittest.main()
