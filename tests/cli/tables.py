"""A real server process and people at its tables, over real sockets."""

import base64
import hmac
import json
import re
import secrets
import socket
import struct
import subprocess
import time
import http.client

from program import PROGRAM


class WebSocket:
    """A minimal client: text frames, masked as required of clients."""

    def __init__(self, port, cookie=None, token=None, address="127.0.0.1"):
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=20, source_address=(address, 0)
        )
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
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self.buffer = b""
        self.message = b""  # what has arrived of one in several frames
        try:
            self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            while b"\r\n\r\n" not in self.buffer:
                self.buffer += self.receive()
        except OSError:
            self.close()
            raise
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

    def send(self, message):
        self.send_frame(0x81, json.dumps(message).encode())

    def send_frame(self, first, data):
        mask = secrets.token_bytes(4)
        if len(data) < 126:
            size = struct.pack("!BB", first, 0x80 | len(data))
        else:
            size = struct.pack("!BBH", first, 0x80 | 126, len(data))
        self.socket.sendall(size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def next_frame(self):
        """The first byte and the data of the next frame. A timeout loses nothing."""
        while True:
            size, start = (self.buffer[1] & 127 if len(self.buffer) >= 2 else None), 2
            if size == 126:
                start = 4
                size = struct.unpack("!H", self.buffer[2:4])[0] if len(self.buffer) >= 4 else None
            elif size == 127:
                start = 10
                size = struct.unpack("!Q", self.buffer[2:10])[0] if len(self.buffer) >= 10 else None
            if size is not None and len(self.buffer) >= start + size:
                first, data = self.buffer[0], self.buffer[start : start + size]
                self.buffer = self.buffer[start + size :]
                return first, data
            self.buffer += self.receive()

    def read(self):
        while True:
            first, data = self.next_frame()
            if first & 15 == 9:  # A ping, which the server wants answered.
                self.send_frame(0x8A, data)
            elif first & 15 <= 2:
                self.message += data
                if first & 0x80:
                    message, self.message = self.message, b""
                    return json.loads(message)

    def read_until(self, wanted):
        while True:
            message = self.read()
            if wanted(message):
                return message

    def close(self):
        self.socket.close()


class Server:
    """A `sixfold serve` on its own port; its log goes to a file next to the data."""

    def __init__(self, data, *options, log="serve.log", port=0, **more):
        self.data = str(data)
        self.log = f"{self.data}.{log}"
        # Later options override earlier ones.
        command = [PROGRAM, "serve", "--port", str(port), "--data", self.data, "--bot-pace", "0",
                   "--seed-wait", "0", *options]
        with open(self.log, "a") as log_file:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log_file, text=True, **more
            )
        line = self.process.stdout.readline().strip()
        if not line:
            self.process.stdout.close()
            self.process.wait()
            with open(self.log) as log_file:
                raise RuntimeError(f"the server did not start: {log_file.read()[-2000:]}")
        self.url = line.rsplit(" ", 1)[1]
        # The URL is the one people use; there may be a proxy in between.
        with open(self.log) as log_file:
            addresses = re.findall(r'"event":"listening".*"address":"([^"]*)"', log_file.read())
        self.port = int((addresses or [self.url])[-1].rsplit(":", 1)[1])

    def get(self, path, cookie=None, headers=None):
        return self.ask("GET", path, cookie, headers=headers)

    def ask(self, method, path, cookie=None, body=None, headers=None):
        """The status, headers and body of an answer; a body is sent as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = dict(headers or {})
        if cookie:
            headers["Cookie"] = cookie
        text = None if body is None else json.dumps(body)
        connection.request(method, path, body=text, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def end(self, how):
        self.process.send_signal(how)
        self.process.stdout.close()
        return self.process.wait(timeout=5)


class Adviser:
    """A bot process that suggests moves."""

    def __init__(self, level="greedy"):
        self.process = subprocess.Popen(
            [PROGRAM, "bot", "--level", level],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        self.number = 0
        self.ask({"hello": {"protocol": 1, "program": "test"}})

    def ask(self, question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def act(self, view):
        self.number += 1
        return self.ask({"id": self.number, "view": view, "budget_ms": 1000})["act"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=5)
        self.process.stdout.close()


def totp(secret, step=0):
    """The code of an authenticator app, now or a number of 30-second steps later."""
    counter = struct.pack("!Q", int(time.time()) // 30 + step)
    mac = hmac.digest(base64.b32decode(secret), counter, "sha1")
    (number,) = struct.unpack_from("!I", mac, mac[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"


def new_id():
    return secrets.token_hex(16)


def plan(variant, people, bots=0, **more):
    seats = [{"kind": "open"}] * people + [{"kind": "bot", "bot": "greedy"}] * bots
    return {"variant": variant, "seats": seats, **more}


class Player(WebSocket):
    """A client that keeps the table it was shown last."""

    def __init__(self, port, cookie=None, token=None):
        super().__init__(port, cookie, token)
        self.table = None

    def read(self):
        message = super().read()
        if "table" in message:
            self.table = message["table"]
        return message

    def answer_to(self, command):
        for_command = lambda m: m.get("ack", m.get("error", {})).get("id") == command
        return self.read_until(for_command)

    def create(self, table_plan, name="Ann"):
        command = new_id()
        self.send({"create": {"id": command, "plan": table_plan, "name": name}})
        answer = self.answer_to(command)
        game = answer["ack"]["game"]
        self.read_until(lambda m: m.get("table", {}).get("game") == game)
        return game

    def watch(self, game):
        self.send({"watch": {"game": game}})
        self.read_until(lambda m: m.get("table", {}).get("game") == game)

    def command_message(self, what, command=None):
        return {
            "command": {
                "id": command or new_id(),
                "game": self.table["game"],
                "seq": self.table["seq"],
                "do": what,
            }
        }

    def command(self, what):
        """Sends a command and returns its answer: an ack or an error."""
        message = self.command_message(what)
        self.send(message)
        return self.answer_to(message["command"]["id"])

    def join(self, game, name):
        self.watch(game)
        while True:
            answer = self.command({"join": {"name": name}})
            # Others may have given their seeds in the meantime.
            if answer.get("error", {}).get("code") != "stale":
                return answer

    def at_turn(self):
        table = self.table
        return table["status"] == "running" and table["view"]["turn"] == table["you"]

    def ended(self):
        return self.table["status"] == "ended"

    def wait(self, wanted):
        while not wanted(self.table):
            self.read()
        return self.table


def play_on(players, adviser, most_acts=1000):
    """Everyone acts in turn until the game is over or this many acts have been made."""
    acts = 0
    while acts < most_acts:
        latest = max(player.table["seq"] for player in players)
        for player in players:
            player.wait(lambda table: table["seq"] >= latest)
        if players[0].ended():
            break
        mover = next((player for player in players if player.at_turn()), None)
        if mover is None:  # a bot's turn
            players[0].read()
            continue
        answer = mover.command({"act": adviser.act(mover.table["view"])})
        assert "ack" in answer, answer
        mover.wait(lambda table: table["seq"] >= answer["ack"]["seq"])
        acts += 1
    return acts


def play_some(players, adviser, acts=3):
    """A few acts, until everyone has seen the last."""
    play_on(players, adviser, acts)
    latest = max(player.table["seq"] for player in players)
    for player in players:
        player.wait(lambda table: table["seq"] >= latest)
