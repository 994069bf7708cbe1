"""Malicious clients on a real server, while a good client keeps using it."""

import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tables import Player, Server, new_id, plan
from test_serve import ServerTest


class HostileTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.good = self.player()
        self.good.create(plan("base", 1, 1))
        self.adviser_of_good = self.adviser()

    def tearDown(self):
        # Whatever happened, the good client can continue to play.
        self.good.wait(lambda table: self.good.at_turn())
        answer = self.good.command({"act": self.adviser_of_good.act(self.good.table["view"])})
        self.assertIn("ack", answer)
        self.assertEqual(self.server.get("/healthz")[0], 200)
        super().tearDown()

    def frame(self, data, opcode=1, mask=True, size=None):
        length = len(data) if size is None else size
        head = struct.pack("!B", 0x80 | opcode)
        masked = 0x80 if mask else 0
        if length < 126:
            head += struct.pack("!B", masked | length)
        elif length < 65536:
            head += struct.pack("!BH", masked | 126, length)
        else:
            head += struct.pack("!BQ", masked | 127, length)
        return head + (b"\0\0\0\0" if mask else b"") + data

    def assert_cut_off(self, client):
        with self.assertRaises((ConnectionError, json.JSONDecodeError)):
            while True:
                client.read()

    def test_an_oversize_message_is_cut_off(self):
        client = self.player()
        client.socket.sendall(self.frame(b'"' + b"x" * (17 << 10) + b'"'))
        self.assert_cut_off(client)

    def test_a_message_that_claims_to_be_huge_is_cut_off(self):
        client = self.player()
        client.socket.sendall(self.frame(b"", size=1 << 40))
        self.assert_cut_off(client)

    def test_an_unmasked_message_is_cut_off(self):
        client = self.player()
        client.socket.sendall(self.frame(b"{}", mask=False))
        self.assert_cut_off(client)

    def test_bad_utf8_is_refused(self):
        client = self.player()
        client.socket.sendall(self.frame(b'{"hello":"\xff\xfe"}'))
        self.assert_cut_off(client)

    def test_deep_nesting_is_refused(self):
        client = self.player()
        client.socket.sendall(self.frame(b"[" * 5000))
        self.assertEqual(client.read()["error"]["code"], "too_deep")

    def test_binary_rubbish_is_refused(self):
        client = self.player()
        client.socket.sendall(self.frame(os.urandom(500), opcode=2))
        self.assertIn("error", client.read())

    def test_a_flood_is_told_and_then_cut_off(self):
        client = self.player()
        data = self.frame(b'{"hello":{"protocol":1}}')
        codes = []
        with self.assertRaises((ConnectionError, OSError)):
            for _ in range(200):
                client.socket.sendall(data * 50)
            while True:
                codes.append(client.read().get("error", {}).get("code"))
        self.assertIn(b"sixfold_limited_total", self.server.get("/metrics")[2])

    def test_a_flood_from_many_sockets_of_one_user_is_limited(self):
        first = self.player()
        first.send({"hello": {"protocol": 1}})
        first.read()
        others = [self.player(first.cookie) for _ in range(8)]
        data = self.frame(b'{"hello":{"protocol":1}}')
        for client in others:
            client.socket.sendall(data * 100)
        told = [client.read() for client in others for _ in range(100)]
        limited = [message for message in told if message.get("error", {}).get("code") == "too_fast"]
        self.assertGreater(len(limited), 200)

    def test_a_reader_that_never_reads_is_dropped(self):
        watchers = []
        for _ in range(2):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(("127.0.0.1", self.server.port))
            watchers.append(client)
        for client in watchers:
            client.sendall(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
            client.recv(200)
        flood = self.frame(json.dumps({"watch": {"game": self.good.table["game"]}}).encode())
        before = self.open_sockets()
        end = time.monotonic() + 20
        while self.open_sockets() > before - len(watchers) and time.monotonic() < end:
            for client in watchers:
                try:
                    client.setblocking(False)
                    client.send(flood * 20)
                except OSError:
                    pass
            time.sleep(0.05)
        self.assertLessEqual(self.open_sockets(), before - len(watchers))
        for client in watchers:
            client.close()

    def open_sockets(self):
        for line in self.server.get("/metrics")[2].decode().splitlines():
            if line.startswith("sixfold_open_sockets "):
                return int(line.split()[1])
        raise AssertionError("no such metric")

    def test_half_open_connections_do_no_harm(self):
        halves = []
        for text in (b"", b"GET", b"GET / HTTP/1.1\r\nHost:", b"\0\1\2\3", b"GET /ws HTTP/1.1\r\n"):
            for _ in range(20):
                half = socket.create_connection(("127.0.0.1", self.server.port))
                half.sendall(text)
                halves.append(half)
        self.assertEqual(self.server.get("/healthz")[0], 200)
        for half in halves:
            half.close()

    def test_huge_headers_are_refused(self):
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            client.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)
            client.settimeout(10)
            try:
                self.assertEqual(client.recv(100), b"")
            except ConnectionError:
                pass

    def test_a_replayed_command_of_another_user_is_not_theirs(self):
        ann, ben, eve = self.player(), self.player(), self.player()
        game = ann.create(plan("base", 2))
        ben.join(game, "Ben")
        for player in (ann, ben):
            player.wait(lambda table: table["status"] == "running")
        mover, other = (ann, ben) if ann.at_turn() else (ben, ann)
        message = mover.command_message({"act": self.adviser_of_good.act(mover.table["view"])})
        eve.watch(game)
        eve.send(message)
        self.assertEqual(eve.answer_to(message["command"]["id"])["error"]["code"], "not_at_table")
        other.send(message)
        refused = other.answer_to(message["command"]["id"])["error"]
        self.assertEqual((refused["code"], refused["reason"]), ("illegal", "not_your_turn"))
        mover.send(message)
        self.assertIn("ack", mover.answer_to(message["command"]["id"]))


class AddressTest(ServerTest):
    options = ("--sockets-per-address", "3", "--trusted-proxy", "127.0.0.1")

    def status(self, forwarded):
        upgrade = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        return self.server.get("/ws", headers={**upgrade, "X-Forwarded-For": forwarded})[0]

    def test_one_address_has_so_many_sockets(self):
        players = [self.player() for _ in range(3)]
        self.assertEqual(self.server.get("/healthz")[0], 200)
        with self.assertRaises((ConnectionError, KeyError)):
            refused = Player(self.server.port)
            self.players.append(refused)
            refused.send({"hello": {"protocol": 1}})
            refused.read()
        self.assertEqual(self.status("10.0.0.1"), 101, "another address has its own")
        self.assertEqual(self.status("evil, 10.0.0.2"), 101, "only the last one counts")
        self.assertEqual(len(players), 3)

    def test_requests_of_one_address_are_limited(self):
        statuses = [self.server.get("/healthz")[0] for _ in range(600)]
        self.assertIn(429, statuses)
        answer = self.server.get("/healthz", headers={"X-Forwarded-For": "10.0.0.3"})
        self.assertEqual(answer[0], 200)


class GuessingTest(ServerTest):
    def log_in(self, name="Ann", **headers):
        guess = {"name": name, "passphrase": "not hers at all"}
        return self.server.ask("POST", "/api/session", body=guess, headers=headers)[0]

    def test_passphrases_are_tried_rarely(self):
        statuses = [self.log_in(f"Ann {i}") for i in range(30)]
        self.assertEqual(statuses[:20], [403] * 20)
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(self.server.get("/healthz")[0], 200)

    def test_other_pages_may_not_act(self):
        for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"},
                        {"Sec-Fetch-Site": "cross-site"}):
            self.assertEqual(self.log_in(**headers), 403)
            answer = self.server.ask("POST", "/api/session/end", body={}, headers=headers)
            self.assertIn(b"foreign_origin", answer[2])
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(self.server.ask("POST", "/api/session/end", body={}, headers=own)[0], 200)

    def test_a_forged_cookie_is_nobodys(self):
        cookie = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        user = cookie.split("=")[1].split(".")[0]
        for forged in (cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
                       cookie.replace(".", ".1", 1), cookie.replace(user, new_id())):
            me = json.loads(self.server.get("/api/me", forged)[2])
            self.assertNotEqual(me["user"], user)
        self.assertEqual(json.loads(self.server.get("/api/me", cookie)[2])["user"], user)

    def test_the_log_knows_no_secrets(self):
        guest = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        body = {"name": "Hidden", "passphrase": "a very secret one"}
        made = json.loads(self.server.ask("POST", "/api/account", guest, body)[2])
        self.server.end(signal.SIGTERM)
        log = Path(self.server.log).read_text()
        for secret in ("a very secret one", made["recovery"], guest.split(".")[-1]):
            self.assertNotIn(secret, log)
        stored = b"".join(path.read_bytes() for path in Path(self.data).iterdir() if path.is_file()
                          and path.name.startswith("games"))
        for secret in (b"a very secret one", made["recovery"].encode()):
            self.assertNotIn(secret, stored)


class OwnCertificateTest(ServerTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = f"{self.folder.name}/data"
        self.players = []
        for name in ("one", "two"):
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                 "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext",
                 "subjectAltName=IP:127.0.0.1", "-keyout", f"{self.folder.name}/{name}.key",
                 "-out", f"{self.folder.name}/{name}.pem"],
                check=True, capture_output=True)
        self.use("one")
        self.server = Server(self.data, "--tls-certificate", f"{self.folder.name}/used.pem",
                             "--tls-key", f"{self.folder.name}/used.key")

    def use(self, name):
        for kind in ("key", "pem"):
            shutil.copy(f"{self.folder.name}/{name}.{kind}", f"{self.folder.name}/used.{kind}")

    def ask(self, name):
        context = ssl.create_default_context(cafile=f"{self.folder.name}/{name}.pem")
        connection = http.client.HTTPSConnection("127.0.0.1", self.server.port, timeout=20,
                                                 context=context)
        connection.request("GET", "/api/me")
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def test_serves_https_and_takes_a_renewed_certificate(self):
        self.assertTrue(self.server.url.startswith("https://"))
        self.assertIn("Secure", self.ask("one").headers["Set-Cookie"])
        self.use("two")
        self.server.process.send_signal(signal.SIGHUP)
        for _ in range(100):
            try:
                self.assertEqual(self.ask("two").status, 200)
                break
            except ssl.SSLCertVerificationError:
                time.sleep(0.05)
        with self.assertRaises(ssl.SSLCertVerificationError):
            self.ask("one")

    def test_plain_http_gets_nothing(self):
        with self.assertRaises((http.client.HTTPException, OSError)):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
            connection.request("GET", "/api/me")
            connection.getresponse()

    def test_a_key_that_does_not_fit_is_named(self):
        shutil.copy(f"{self.folder.name}/two.key", f"{self.folder.name}/used.key")
        with self.assertRaisesRegex(RuntimeError, "used.key"):
            Server(f"{self.folder.name}/other", "--tls-certificate",
                   f"{self.folder.name}/used.pem", "--tls-key", f"{self.folder.name}/used.key")


class TablesTest(ServerTest):
    options = ("--tables-per-user", "2")

    def test_a_user_has_so_many_tables(self):
        ann = self.player()
        for _ in range(2):
            ann.create(plan("base", 2))
        command = new_id()
        ann.send({"create": {"id": command, "plan": plan("base", 2), "name": "Ann"}})
        self.assertEqual(ann.answer_to(command)["error"]["code"], "too_many_tables")


if __name__ == "__main__":
    unittest.main()
