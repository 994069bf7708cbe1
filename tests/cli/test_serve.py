"""A real server process, real sockets, and a kill that is one."""

import base64
import json
import secrets
import signal
import socket
import struct
import subprocess
import tempfile
import unittest

from program import PROGRAM


class WebSocket:
    """Just enough of a client: text frames, masked as clients must."""

    def __init__(self, port, cookie=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            "GET /ws HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.receive()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.cookie = cookie
        for line in head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.split(":", 1)[1].split(";")[0].strip()

    def receive(self):
        block = self.socket.recv(65536)
        if not block:
            raise ConnectionError("the server has gone")
        return block

    def exactly(self, count):
        while len(self.buffer) < count:
            self.buffer += self.receive()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, message):
        data = json.dumps(message).encode()
        mask = secrets.token_bytes(4)
        if len(data) < 126:
            size = struct.pack("!BB", 0x81, 0x80 | len(data))
        else:
            size = struct.pack("!BBH", 0x81, 0x80 | 126, len(data))
        self.socket.sendall(size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def read(self):
        message = b""
        while True:
            first, second = self.exactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", self.exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.exactly(8))
            data = self.exactly(size)
            if first & 15 > 2:
                continue
            message += data
            if first & 0x80:
                return json.loads(message)

    def read_until(self, wanted):
        while True:
            message = self.read()
            if wanted(message):
                return message

    def close(self):
        self.socket.close()


class Server:
    def __init__(self, data):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--data", data], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])

    def end(self, how):
        self.process.send_signal(how)
        self.process.stdout.close()
        return self.process.wait(timeout=5)


PLAN = {
    "variant": "base",
    "seats": [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}],
}


def new_id():
    return secrets.token_hex(16)


def first_placement(view):
    """The best placement by the program's own `moves`, or None."""
    position = {key: view[key] for key in ("variant", "tiles", "hand")}
    answer = subprocess.run(
        [PROGRAM, "moves"], input=json.dumps(position) + "\n", capture_output=True, text=True
    )
    placements = json.loads(answer.stdout)["placements"]
    return placements[0]["place"] if placements else None


class ServeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(self.folder.name)

    def tearDown(self):
        if self.server.process.poll() is None:
            self.server.end(signal.SIGKILL)
        self.folder.cleanup()

    def my_turn(self, client):
        def wanted(message):
            table = message.get("table")
            return table and (
                table["status"] == "ended"
                or table["status"] == "running"
                and table["view"]["turn"] == table["you"]
            )

        return client.read_until(wanted)["table"]

    def move(self, client, table):
        place = first_placement(table["view"])
        act = {"place": place} if place else {"trade": table["view"]["hand"][:1]}
        command = new_id()
        message = {"id": command, "game": table["game"], "seq": table["seq"], "do": {"act": act}}
        client.send({"command": message})
        answer = client.read_until(lambda m: m.get("ack", m.get("error", {})).get("id") == command)
        self.assertIn("ack", answer)
        return command, answer["ack"]["seq"]

    def create(self, client):
        client.send({"create": {"id": new_id(), "plan": PLAN, "name": "Ann"}})
        return self.my_turn(client)

    def test_a_guest_plays_a_bot_to_the_end(self):
        client = WebSocket(self.server.port)
        client.send({"hello": {"protocol": 1}})
        self.assertEqual(client.read()["hello"]["protocol"], 1)
        table = self.create(client)
        for _ in range(200):
            if table["status"] == "ended":
                break
            self.move(client, table)
            table = self.my_turn(client)
        self.assertEqual(table["status"], "ended")
        self.assertIn("winners", table)
        client.close()

    def test_what_was_acknowledged_is_there_after_a_kill(self):
        client = WebSocket(self.server.port)
        table = self.create(client)
        for moves in range(1, 13):
            if table["status"] == "ended":
                break
            command, seq = self.move(client, table)
            cookie = client.cookie
            client.close()
            self.server.end(signal.SIGKILL)
            self.server = Server(self.folder.name)
            client = WebSocket(self.server.port, cookie)
            client.send({"watch": {"game": table["game"]}})
            seen = client.read_until(lambda m: "table" in m)["table"]
            self.assertGreaterEqual(seen["seq"], seq)
            # The same command again gets the same answer, and nothing happens twice.
            message = {"id": command, "game": table["game"], "seq": table["seq"]}
            client.send({"command": message | {"do": {"act": {"pass": True}}}})
            again = client.read_until(lambda m: m.get("ack", {}).get("id") == command)
            self.assertEqual(again["ack"]["seq"], seq)
            client.send({"watch": {"game": table["game"]}})
            table = self.my_turn(client)
            own = [turn for turn in table["view"]["history"] if turn["seat"] == table["you"]]
            self.assertLessEqual(len(own), moves)
        client.close()

    def test_stops_cleanly_when_asked(self):
        client = WebSocket(self.server.port)
        self.create(client)
        self.assertEqual(self.server.end(signal.SIGTERM), 0)
        client.close()

    def test_a_forged_cookie_is_a_new_guest(self):
        client = WebSocket(self.server.port, "sixfold_guest=" + "0" * 32 + "." + "0" * 64)
        self.assertNotIn("0" * 32, client.cookie)
        client.close()

    def test_rubbish_is_answered_with_an_error(self):
        client = WebSocket(self.server.port)
        for rubbish in ([], {}, {"create": 1}, {"command": {"id": "x"}}, {"watch": {"game": 1}}):
            client.send(rubbish)
            self.assertIn("error", client.read())
        client.close()

    def test_tells_that_it_is_well(self):
        for path, wanted in (("/healthz", "ok"), ("/metrics", "sixfold_connections_total")):
            with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
                request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                connection.sendall(request.encode())
                answer = b""
                while block := connection.recv(65536):
                    answer += block
            self.assertIn(wanted, answer.decode())


if __name__ == "__main__":
    unittest.main()
