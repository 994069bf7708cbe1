"""Notices of several servers on one PostgreSQL: each comes to a push service of our own exactly
once, whichever node lives."""

import http.server
import json
import os
import signal
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

from program import LONG
from services import Postgres
from tables import Adviser, Player, Server, plan

DAY_S = 24 * 3600
LONGEST_WAIT_S = 120
# A browser's, from RFC 8291; nothing is decrypted here.
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


class PushService:
    """Answers on loopback with TLS, and keeps the address of every message."""

    def __init__(self, folder):
        self.certificate = f"{folder}/cert.pem"
        key = f"{folder}/key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-keyout", key, "-out", self.certificate, "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        received = self.received = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                received.append(self.path)
                self.send_response(201)
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


class NoticesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.service = PushService(self.folder.name)
        self.addCleanup(self.service.close)
        self.postgres = Postgres()
        self.addCleanup(self.postgres.close)
        self.advice = Adviser()
        self.addCleanup(self.advice.close)
        self.nodes = [self.start(i) for i in range(2)]
        self.addCleanup(self.stop)

    def start(self, number):
        environment = os.environ | {"SSL_CERT_FILE": self.service.certificate}
        return Server(f"{self.folder.name}/node{number}", "--store", self.postgres.url,
                      "--push-private", "--sockets-per-address", "0", env=environment)

    def stop(self):
        for node in self.nodes:
            node.end(signal.SIGKILL)

    def tables(self, count):
        """Tables of days at the first node. Answers with the players to move, who are there; the
        others are not, and want notices."""
        movers, others, users = [], [], []
        for number in range(count):
            ann, ben = Player(self.nodes[0].port), Player(self.nodes[0].port)
            for player in (ann, ben):
                self.addCleanup(player.close)
            clock = {"kind": "per-move", "seconds": 3 * DAY_S}
            ben.join(ann.create(plan("base", 2, clock=clock)), "Ben")
            for player in (ann, ben):
                player.wait(lambda table: table["status"] == "running")
            mover, other = (ann, ben) if ann.at_turn() else (ben, ann)
            movers.append(mover)
            others.append(other)
            status, _, body = self.nodes[0].ask("POST", "/api/me/push", other.cookie, {
                "endpoint": f"{self.service.url}/{number}", "keys": KEYS, "kinds": ["turn"],
                "zone": "Etc/UTC", "language": "en"})
            self.assertEqual(status, 200, body)
            user = json.loads(self.nodes[0].get("/api/me", other.cookie)[2])["user"]
            users.append(f"'\\x{user}'")
        # The nodes tell each other who is there.
        present = f"SELECT count(*) FROM presence WHERE player IN ({', '.join(users)})"
        self.wait_for(present, str(count))
        for other in others:
            other.close()
        self.wait_for(present, "0")
        return movers

    def move(self, mover):
        self.assertIn("ack", mover.command({"act": self.advice.act(mover.table["view"])}))

    def wait_for(self, query, answer):
        deadline = time.monotonic() + LONGEST_WAIT_S
        while (rows := self.postgres.rows(query)) != [[answer]]:
            if time.monotonic() > deadline:
                self.fail(f"{query} is {rows}, not {answer}")
            time.sleep(0.05)

    def wait_until_all_are_sent(self):
        """Until no node has anything left to send."""
        self.wait_for("SELECT count(*) FROM notices", "0")

    def test_each_comes_once_although_every_node_looks_for_them(self):
        tables = 100 if LONG else 10
        for mover in self.tables(tables):
            self.move(mover)
        self.wait_until_all_are_sent()
        self.assertEqual(sorted(self.service.received), sorted(f"/{i}" for i in range(tables)))

    def test_it_comes_once_although_the_node_of_the_move_dies(self):
        (mover,) = self.tables(1)
        self.move(mover)
        # The move is acknowledged, so that the notice is as safe as it is.
        self.nodes.pop(0).end(signal.SIGKILL)
        self.wait_until_all_are_sent()
        self.assertEqual(self.service.received, ["/0"])


if __name__ == "__main__":
    unittest.main()
