"""The stream of a player's events, and webhooks: with real servers, and a receiver on loopback."""

import hashlib
import hmac
import http.client
import http.server
import json
import os
import queue
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree

from services import Postgres
from tables import Adviser, Player, Server, plan
from test_accounts import PASSPHRASE, AccountsTest
from test_tokens import bearing

# Everything that an event may tell.
MEMBERS = {"event", "game", "table", "time_ms", "deadline_ms"}
DAYS = {"kind": "per-move", "seconds": 3 * 24 * 3600}


def do(player, what):
    """Repeats a command that came at an old state of the table."""
    while "ack" not in (answer := player.command(what)):
        assert answer["error"]["code"] == "stale", answer


class Stream:
    def __init__(self, port, cookie=None, headers=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = dict(headers or {}) | ({"Cookie": cookie} if cookie else {})
        self.connection.request("GET", "/api/me/events", headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        if self.status != 200:
            self.code = json.loads(self.answer.read())["error"]["code"]
            return
        opened = self.next()
        assert opened["event"] == "open", opened

    def next(self):
        """The next event; None at the end."""
        line = self.answer.readline()
        if not line:
            return None
        event = json.loads(line)
        assert set(event) <= MEMBERS, event
        return event

    def read_until(self, kind):
        while (event := self.next()) is not None:
            if event["event"] == kind:
                return event
        raise AssertionError(f"no {kind}")

    def close(self):
        self.answer.close()
        self.connection.close()


class Receiver:
    """Takes webhooks on loopback with TLS, and keeps their headers and bodies."""

    def __init__(self, folder):
        self.certificate = f"{folder}/cert.pem"
        key = f"{folder}/key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-keyout", key, "-out", self.certificate, "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        received = self.received = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                received.put((self.path, self.headers, body))
                if self.path.startswith("/to/"):
                    self.send_response(307)
                    self.send_header("Location", self.path[3:])
                else:
                    self.send_response(410 if self.path == "/gone" else 200)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class EventsTest(AccountsTest):
    options = ("--sockets-per-address", "0")

    def stream(self, cookie=None, headers=None):
        stream = Stream(self.server.port, cookie, headers)
        self.addCleanup(stream.close)
        return stream

    def test_it_tells_of_a_game_from_its_start_to_a_rematch(self):
        cookie, _ = self.account("Ann")
        stream = self.stream(cookie)
        ann, ben = self.player(cookie), self.player()
        game = ann.create(plan("base", 2, clock=DAYS))
        ben.join(game, "Ben")
        self.assertEqual(stream.read_until("started")["game"], game)
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        if not ann.at_turn():
            ben.command({"act": self.adviser().act(ben.table["view"])})
        turn = stream.read_until("turn")
        self.assertEqual((turn["game"], turn["table"]), (game, ann.table["code"]))
        self.assertGreater(turn["deadline_ms"], turn["time_ms"])
        do(ben, {"leave": {}})
        self.assertEqual(stream.read_until("over")["game"], game)
        ben.wait(lambda table: table["status"] == "ended")
        do(ben, {"rematch": {}})
        self.assertNotEqual(stream.read_until("rematch")["game"], game)

    def test_it_begins_with_what_waits(self):
        ann, ben = self.player(), self.player()
        ben.join(ann.create(plan("base", 2, clock=DAYS)), "Ben")
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        mover, other = (ann, ben) if ann.at_turn() else (ben, ann)
        waiting = self.stream(mover.cookie).read_until("turn")
        self.assertEqual(waiting["game"], mover.table["game"])
        idle = self.stream(other.cookie)
        mover.command({"act": self.adviser().act(mover.table["view"])})
        self.assertEqual(idle.next()["event"], "turn")

    def test_a_player_has_few_streams_at_a_time(self):
        cookie, _ = self.account("Ann")
        streams = [self.stream(cookie) for _ in range(5)]
        refused = self.stream(cookie)
        self.assertEqual((refused.status, refused.code), (429, "too_many_streams"))
        self.assertEqual(self.stream(self.account("Ben")[0]).status, 200)
        for stream in streams:
            stream.close()

    def test_it_ends_with_the_token_the_session_and_the_account(self):
        cookie, _ = self.account("Ann")
        wish = {"name": "x", "scopes": ["read"], "passphrase": PASSPHRASE}
        token = self.ask("POST", "/api/me/tokens", cookie, wish)[1]["token"]
        by_token = self.stream(headers=bearing(token))
        by_cookie = self.stream(cookie)
        (listed,) = self.ask("GET", "/api/me/tokens", cookie)[1]["tokens"]
        self.ask("DELETE", "/api/me/tokens/" + listed["token"], cookie)
        self.assertIsNone(by_token.next())
        cookie = self.ask("POST", "/api/account/sign-out-everywhere", cookie, {})[2]
        self.assertIsNone(by_cookie.next())
        last = self.stream(cookie)
        self.ask("POST", "/api/account/delete", cookie, {"passphrase": PASSPHRASE})
        self.assertIsNone(last.next())


class WebhooksTest(AccountsTest):
    options = ("--sockets-per-address", "0", "--push-private")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.receiver = Receiver(folder.name)
        self.addCleanup(self.receiver.close)
        os.environ["SSL_CERT_FILE"] = self.receiver.certificate
        self.addCleanup(os.environ.pop, "SSL_CERT_FILE")
        super().setUp()

    def webhook(self, cookie, path, **more):
        body = {"url": self.receiver.url + path} | more
        status, answer, _ = self.ask("POST", "/api/me/webhooks", cookie, body)
        self.assertEqual(status, 200, answer)
        return answer["secret"]

    def webhooks(self, cookie):
        return self.ask("GET", "/api/me/webhooks", cookie)[1]["webhooks"]

    def game(self, cookie):
        ann, ben = self.player(cookie), self.player()
        ben.join(ann.create(plan("base", 2, clock=DAYS)), "Ben")
        ann.wait(lambda table: table["status"] == "running")
        return ann

    def test_it_is_told_signed_and_only_what_it_wants(self):
        cookie, _ = self.account("Ann")
        secret = self.webhook(cookie, "/hook", events=["started"])
        ann = self.game(cookie)
        path, headers, body = self.receiver.received.get(timeout=60)
        self.assertEqual(path, "/hook")
        event = json.loads(body)
        self.assertLessEqual(set(event), MEMBERS)
        self.assertEqual((event["event"], event["game"], event["table"]),
                         ("started", ann.table["game"], ann.table["code"]))
        # As docs/protocol.md says.
        signed = headers["Sixfold-Timestamp"].encode() + b"." + body
        signature = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        self.assertTrue(hmac.compare_digest(signature, headers["Sixfold-Signature"]))
        self.assertLess(abs(time.time() - int(headers["Sixfold-Timestamp"])), 300)
        while self.webhooks(cookie)[0].get("status") != 200:
            time.sleep(0.05)
        shown = self.webhooks(cookie)
        self.assertNotIn(secret, json.dumps(shown))
        self.assertEqual(self.ask("GET", "/api/me/export", cookie)[1]["webhooks"], shown)
        self.assertTrue(self.receiver.received.empty())

    def test_one_that_is_gone_is_switched_off_and_nothing_is_redirected(self):
        cookie, _ = self.account("Ann")
        self.webhook(cookie, "/gone", events=["started"])
        self.webhook(cookie, "/to/elsewhere", events=["started"])
        self.game(cookie)
        paths = {self.receiver.received.get(timeout=60)[0] for _ in range(2)}
        self.assertEqual(paths, {"/gone", "/to/elsewhere"})
        while [one["failures"] for one in self.webhooks(cookie)] != [1, 1]:
            time.sleep(0.05)
        self.assertEqual({(one["off"], one["status"]) for one in self.webhooks(cookie)},
                         {(True, 410), (False, 307)})
        self.assertTrue(self.receiver.received.empty())

    def test_an_account_has_three_and_nobody_else_sees_them(self):
        cookie, _ = self.account("Ann")
        for number in range(3):
            self.webhook(cookie, f"/{number}")
        body = {"url": self.receiver.url}
        self.assertEqual(self.refused("POST", "/api/me/webhooks", cookie, body),
                         "too_many_webhooks")
        self.assertEqual(self.refused("POST", "/api/me/webhooks", self.guest(), body),
                         "no_account")
        stranger, _ = self.account("Ben")
        self.assertEqual(self.webhooks(stranger), [])
        path = "/api/me/webhooks/" + self.webhooks(cookie)[0]["webhook"]
        self.assertEqual(self.refused("DELETE", path, stranger), "no_webhook")
        self.assertEqual(self.ask("DELETE", path, cookie)[0], 200)
        self.assertEqual([one["url"][-1] for one in self.webhooks(cookie)], ["1", "2"])


class FeedTest(AccountsTest):
    options = ("--sockets-per-address", "0")
    ATOM = "{http://www.w3.org/2005/Atom}"

    def entries(self, path):
        status, headers, body = self.server.get(path)
        self.assertEqual((status, headers["Content-Type"]), (200, "application/atom+xml"))
        self.assertNotIn("Set-Cookie", headers)
        feed = xml.etree.ElementTree.fromstring(body)
        for name in ("id", "title", "updated", "author"):
            self.assertIsNotNone(feed.find(self.ATOM + name))
        return {entry.find(self.ATOM + "id").text: entry
                for entry in feed.findall(self.ATOM + "entry")}

    def test_it_tells_whose_turn_it_is_and_what_ended_and_nothing_else(self):
        cookie, _ = self.account("Ann")
        path = self.ask("POST", "/api/me/feed", cookie, {})[1]["path"]
        self.assertEqual(self.entries(path), {})
        ann, ben = self.player(cookie), self.player()
        game = ann.create(plan("base", 2, clock=DAYS))
        ben.join(game, "B<e>n")
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        if not ann.at_turn():
            self.assertEqual(self.entries(path), {})
            do(ben, {"act": self.adviser().act(ben.table["view"])})
        ((id_, entry),) = self.entries(path).items()
        self.assertTrue(id_.startswith(f"urn:sixfold:{game}:turn:"), id_)
        self.assertTrue(entry.find(self.ATOM + "link").get("href").endswith(
            "/t/" + ann.table["code"]))
        self.assertIsNone(entry.find(self.ATOM + "content"))
        do(ben, {"leave": {}})
        ann.wait(lambda table: table["status"] == "ended")
        ((id_, entry),) = self.entries(path).items()
        self.assertEqual(id_, f"urn:sixfold:{game}:over")
        self.assertRegex(entry.find(self.ATOM + "content").text, r"^Ann \d+, B<e>n \d+$")

    def test_its_address_can_be_changed_and_ends_with_the_account(self):
        cookie, _ = self.account("Ann")
        first, second = (self.ask("POST", "/api/me/feed", cookie, {})[1]["path"]
                         for _ in range(2))
        self.assertEqual(self.server.get(first)[0], 404)
        self.assertEqual(self.server.get(second)[0], 200)
        self.ask("POST", "/api/account/delete", cookie, {"passphrase": PASSPHRASE})
        self.assertEqual(self.server.get(second)[0], 404)


class AddressesTest(AccountsTest):
    def test_no_message_goes_to_private_addresses(self):
        cookie, _ = self.account("Ann")
        for url in ("http://hooks.example/", "https://127.0.0.1/", "https://[::1]/",
                    "https://10.0.0.1/", "https://169.254.169.254/latest", "ftp://a.example/", "",
                    "https://[::ffff:127.0.0.1]/", "https://user@hooks.example/",
                    "https://hooks.example/" + "a" * 1000):
            self.assertEqual(self.refused("POST", "/api/me/webhooks", cookie, {"url": url}),
                             "bad_url", url)


class NodesTest(unittest.TestCase):
    def test_events_of_one_node_reach_a_stream_of_another(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        nodes = []
        for number in range(2):
            nodes.append(Server(f"{folder.name}/{number}", "--store", postgres.url,
                                "--sockets-per-address", "0"))
            self.addCleanup(nodes[-1].end, 9)
        adviser = Adviser()
        self.addCleanup(adviser.close)
        ann, ben = Player(nodes[0].port), Player(nodes[0].port)
        streams = [Stream(nodes[1].port, player.cookie) for player in (ann, ben)]
        for one in (ann, ben, *streams):
            self.addCleanup(one.close)
        game = ann.create(plan("base", 2, clock=DAYS))
        ben.join(game, "Ben")
        for stream in streams:
            self.assertEqual(stream.read_until("started")["game"], game)
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        mover, other = (0, 1) if ann.at_turn() else (1, 0)
        streams[mover].read_until("turn")
        (ann, ben)[mover].command({"act": adviser.act((ann, ben)[mover].table["view"])})
        self.assertEqual(streams[other].read_until("turn")["game"], game)


if __name__ == "__main__":
    unittest.main()
