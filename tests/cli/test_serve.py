"""The server process: how it starts, what it serves, how it stops, and what it stores."""

import hashlib
import hmac
import http.client
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from program import PROGRAM
from tables import Adviser, Player, Server, new_id, plan, play_on, totp

ROOT = Path(__file__).resolve().parent.parent.parent


class ServerTest(unittest.TestCase):
    options = ()

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = f"{self.folder.name}/data"
        self.server = Server(self.data, *self.options)
        self.players = []

    def tearDown(self):
        for player in self.players:
            player.close()
        if self.server.process.poll() is None:
            self.server.end(signal.SIGKILL)
        self.folder.cleanup()

    def player(self, cookie=None):
        player = Player(self.server.port, cookie)
        self.players.append(player)
        return player

    def adviser(self):
        adviser = Adviser()
        self.addCleanup(adviser.close)
        return adviser

    def restart(self, how=signal.SIGKILL, *options):
        status = self.server.end(how)
        self.server = Server(self.data, *(options or self.options))
        return status


class StartTest(ServerTest):
    def test_tells_that_it_is_well(self):
        self.assertEqual(self.server.get("/healthz")[2], b"ok\n")
        self.player().create(plan("base", 2))
        metrics = self.server.get("/metrics")[2].decode()
        self.assertIn("\nsixfold_commands_stored_total 1\n", metrics)
        self.assertIn("\nsixfold_open_sockets 1\n", metrics)

    def test_stops_cleanly_when_asked(self):
        self.player().create(plan("base", 1, 1))
        self.assertEqual(self.server.end(signal.SIGTERM), 0)

    def test_stops_cleanly_while_connections_are_open(self):
        self.player().create(plan("base", 2))
        idle = [http.client.HTTPConnection("127.0.0.1", self.server.port) for _ in range(8)]
        for connection in idle:
            self.addCleanup(connection.close)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        self.assertEqual(self.server.end(signal.SIGTERM), 0)

    def test_logs_json_lines_without_secrets(self):
        player = self.player()
        player.create(plan("base", 1, 1))
        self.assertEqual(self.server.end(signal.SIGTERM), 0)
        with open(self.server.log) as log:
            lines = [json.loads(line) for line in log]
        events = [line["event"] for line in lines]
        for event in ("started", "listening", "table_created", "game_started", "stopped"):
            self.assertIn(event, events)
        for line in lines:
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        cookie = player.cookie.split("=")[1]
        self.assertNotIn(cookie.split(".")[1], json.dumps(lines))

    def test_refuses_a_folder_that_another_server_uses(self):
        second = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--data", self.data], capture_output=True, text=True
        )
        self.assertEqual(second.returncode, 2)
        self.assertIn("in use by another server", second.stderr)

    def test_refuses_a_port_that_is_taken(self):
        second = subprocess.run(
            [PROGRAM, "serve", "--port", str(self.server.port), "--data", self.data + "2"],
            capture_output=True, text=True,
        )
        self.assertEqual(second.returncode, 2)
        self.assertIn("in use", second.stderr)

    def test_refuses_the_data_of_a_newer_program(self):
        self.server.end(signal.SIGTERM)
        with sqlite3.connect(f"{self.data}/games.db") as database:
            database.execute("PRAGMA user_version = 1000")
        database.close()
        refused = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--data", self.data], capture_output=True, text=True
        )
        self.assertEqual(refused.returncode, 2)
        self.assertIn("schema 1000", refused.stderr)

    def test_takes_options_from_the_environment_and_from_a_file(self):
        other = f"{self.folder.name}/other"
        file = Path(self.folder.name, "options.ini")
        file.write_text(f'[serve]\nport=0\ndata="{other}"\npublic-url="https://play.example"\n')
        for more, environment in (
            (["--config", str(file)], {}),
            ([], {"SIXFOLD_PORT": "0", "SIXFOLD_DATA": other,
                  "SIXFOLD_PUBLIC_URL": "https://play.example"}),
        ):
            process = subprocess.Popen(
                [PROGRAM, "serve", *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                text=True, env={**os.environ, **environment},
            )
            self.assertEqual(process.stdout.readline(), "Sixfold is at https://play.example\n")
            process.terminate()
            self.assertEqual(process.wait(timeout=5), 0)
            process.stdout.close()
            self.assertTrue(Path(other, "games.db").exists())
            shutil.rmtree(other)


class WebFilesTest(ServerTest):
    def setUp(self):
        self.web = tempfile.TemporaryDirectory()
        Path(self.web.name, "assets").mkdir()
        Path(self.web.name, "index.html").write_text("<!doctype html><title>Sixfold</title>")
        Path(self.web.name, "addresses.txt").write_text("/\n/g/*\n/rules/base\n/t/*\n")
        Path(self.web.name, "assets", "app-1.js").write_text("export {};")
        Path(self.web.name, "assets", "app-1.js.gz").write_bytes(b"packed")
        Path(self.web.name, "assets", "app-1.js.br").write_bytes(b"tight")
        self.options = ("--web", self.web.name)
        super().setUp()

    def tearDown(self):
        super().tearDown()
        self.web.cleanup()

    def test_serves_the_app_for_its_own_addresses(self):
        for path in ("/", "/t/BCDFGH", "/g/" + "0" * 32, "/?lang=de", "/rules/base", "/rules/base/"):
            status, headers, body = self.server.get(path)
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertIn(b"Sixfold", body)
            self.assertEqual(headers["Cache-Control"], "no-cache")
            self.assertIn("default-src 'self'", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")

    def test_serves_files_that_never_change_from_the_cache(self):
        status, headers, body = self.server.get("/assets/app-1.js")
        self.assertEqual((status, body), (200, b"export {};"))
        self.assertIn("immutable", headers["Cache-Control"])
        for accepted, encoding, sent in (
            ("gzip", "gzip", b"packed"),
            ("gzip, deflate, br, zstd", "br", b"tight"),
            ("deflate, x-br", None, b"export {};"),
            (";;,gzi", None, b"export {};"),
        ):
            packed = self.server.get("/assets/app-1.js", headers={"Accept-Encoding": accepted})
            self.assertEqual((packed[1]["Content-Encoding"], packed[2]), (encoding, sent))
        self.assertEqual(self.server.get("/assets/app-1.js.br")[0], 404)
        again = self.server.get("/assets/app-1.js", headers={"If-None-Match": headers["ETag"]})
        self.assertEqual((again[0], again[2]), (304, b""))

    def test_has_nothing_else(self):
        for path in ("/assets/none.js", "/../secret.txt", "/%2e%2e/guest.key", "/api/none"):
            self.assertEqual(self.server.get(path)[0], 404, path)

    def test_shows_people_a_page_where_there_is_nothing(self):
        for path in ("/nowhere", "/rules/foo", "/t", "/t/", "/t/A/B", "/rules/base/more", "/old.html"):
            browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
            status, headers, body = self.server.get(path, headers=browser)
            self.assertEqual((status, headers["Content-Type"]), (404, "text/html; charset=utf-8"), path)
            self.assertIn(b"Sixfold", body)
            again = self.server.get(path, headers={**browser, "If-None-Match": headers["ETag"]})
            self.assertEqual(again[0], 404, path)
            self.assertEqual(self.server.get(path)[1]["Content-Type"], "application/json", path)


class GuestTest(ServerTest):
    def test_a_forged_cookie_is_a_new_guest(self):
        client = self.player("sixfold_guest=" + "0" * 32 + "." + "0" * 64)
        self.assertNotIn("0" * 32, client.cookie)

    def test_a_guest_is_known_again(self):
        first = self.player()
        game = first.create(plan("base", 2))
        self.restart()
        again = self.player(first.cookie)
        again.watch(game)
        self.assertEqual(again.table["you"], 0)

    def test_a_foreign_page_gets_no_socket(self):
        upgrade = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        for origin, wanted in (
            ("https://evil.example", 403), ("null", 403), ("", 403),
            (f"http://127.0.0.1:{self.server.port}", 101),
        ):
            status = self.server.get("/ws", headers={**upgrade, "Origin": origin})[0]
            self.assertEqual(status, wanted, origin)


class BackupTest(ServerTest):
    def sixfold(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)

    def test_a_backup_made_while_playing_goes_on_elsewhere(self):
        adviser = self.adviser()
        ann, ben = self.player(), self.player()
        game = ann.create(plan("select", 2))
        ben.join(game, "Ben")
        play_on([ann, ben], adviser, 6)
        copy = f"{self.folder.name}/copy"
        done = self.sixfold("backup", "--data", self.data, copy)
        self.assertEqual(done.returncode, 0, done.stderr)
        seq = max(player.table["seq"] for player in (ann, ben))
        play_on([ann, ben], adviser, 4)
        self.server.end(signal.SIGKILL)

        other = f"{self.folder.name}/other"
        done = self.sixfold("restore", "--data", other, copy)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server = Server(other)
        ann, ben = self.player(ann.cookie), self.player(ben.cookie)
        for player, seat in ((ann, 0), (ben, 1)):
            player.watch(game)
            self.assertEqual((player.table["seq"], player.table["you"]), (seq, seat))
        play_on([ann, ben], adviser)
        self.assertTrue(ann.ended())

    def test_nothing_is_overwritten(self):
        Path(self.folder.name, "copy").mkdir()
        refused = self.sixfold("backup", "--data", self.data, f"{self.folder.name}/copy")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("already exists", refused.stderr)
        copy = f"{self.folder.name}/copy2"
        self.assertEqual(self.sixfold("backup", "--data", self.data, copy).returncode, 0)
        running = self.sixfold("restore", "--data", self.data, copy)
        self.assertEqual(running.returncode, 2)
        self.assertIn("another server", running.stderr)
        self.server.end(signal.SIGTERM)
        full = self.sixfold("restore", "--data", self.data, copy)
        self.assertEqual(full.returncode, 2)
        self.assertIn("already contains games.db", full.stderr)
        none = self.sixfold("backup", "--data", f"{self.folder.name}/none", copy + "3")
        self.assertIn("contains no games", none.stderr)


class UpgradeTest(ServerTest):
    def old_cookie(self, player):
        """A cookie as issued before sessions existed."""
        user = json.loads(self.server.get("/api/me", player.cookie)[2])["user"]
        key = Path(f"{self.data}/guest.key").read_bytes()
        # libsodium's crypto_auth.
        mac = hmac.digest(key, bytes.fromhex(user), "sha512")[:32]
        return f"sixfold_guest={user}.{mac.hex()}"

    def test_games_of_the_previous_schema_go_on(self):
        adviser = self.adviser()
        ann, ben = self.player(), self.player()
        game = ann.create(plan("connect", 2))
        ben.join(game, "Ben")
        play_on([ann, ben], adviser, 5)
        seq = max(player.table["seq"] for player in (ann, ben))
        cookies = [self.old_cookie(player) for player in (ann, ben)]
        self.server.end(signal.SIGTERM)
        # What version 1 did not have: codes, the lobby, players, the time of the last server, and
        # everything about accounts, sessions, moderation, outages and notices.
        database = sqlite3.connect(f"{self.data}/games.db")
        database.executescript(
            """DROP INDEX games_code;
               DROP INDEX games_listed;
               DROP TABLE accounts;
               DROP TABLE transfers;
               DROP TABLE results;
               DROP TABLE ratings;
               DROP TABLE daily_results;
               DROP TABLE settings;
               DROP TABLE name_looks;
               DROP TABLE sessions;
               DROP TABLE ended_sessions;
               DROP TABLE flags;
               DROP TABLE audit;
               DROP TABLE address_bans;
               DROP TABLE reports;
               DROP TABLE mutes;
               DROP TABLE second_factors;
               DROP TABLE outages;
               DROP TABLE unarchived;
               DROP TABLE push_subscriptions;
               DROP TABLE notices;
               DROP TABLE access_tokens;
               DROP TABLE relations;
               DROP TABLE friend_codes;
               DROP TABLE invitations;
               DROP TABLE rating_steps;
               DROP TABLE closed_profiles;
               DROP TABLE event_streams;
               DROP TABLE stream_events;
               DROP TABLE webhooks;
               DROP TABLE feeds;
               DROP TABLE webhook_events;
               DROP TABLE holidays;
               DROP TABLE chores;
               DROP TABLE notes;
               ALTER TABLE games DROP COLUMN given_ms;
               ALTER TABLE games DROP COLUMN code;
               ALTER TABLE games DROP COLUMN listed;
               DROP TABLE players;
               DROP TABLE server;
               UPDATE events SET version = 1, body = json_remove(body, '$.code')
                 WHERE type = 'table-created';
               PRAGMA user_version = 1;"""
        )
        database.close()
        self.server = Server(self.data)
        ann, ben = (self.player(cookie) for cookie in cookies)
        for player in (ann, ben):
            player.watch(game)
            self.assertEqual((player.table["seq"], player.table["code"]), (seq, ""))
        play_on([ann, ben], adviser)
        self.assertTrue(ann.ended())


class RoutesTest(ServerTest):
    """Every route answers as docs/openapi.json says."""

    options = ("--sockets-per-address", "0")

    def setUp(self):
        super().setUp()
        self.api = json.loads((ROOT / "docs/openapi.json").read_text())

    def check(self, value, schema, where):
        """Supports only the parts of JSON Schema that the file uses; anything else is an error."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return self.check(value, self.api["components"]["schemas"][name], where)
        known = {"type", "required", "properties", "additionalProperties", "items", "enum",
                 "pattern", "nullable", "description"}
        self.assertLessEqual(set(schema), known, where)
        if value is None and schema.get("nullable"):
            return None
        kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
                 "number": float}
        self.assertIs(type(value), kinds[schema["type"]], where)
        if "enum" in schema:
            self.assertIn(value, schema["enum"], where)
        if "pattern" in schema:
            self.assertRegex(value, schema["pattern"], where)
        for key in schema.get("required", []):
            self.assertIn(key, value, where)
        for key, part in value.items() if isinstance(value, dict) else []:
            if key in schema.get("properties", {}):
                self.check(part, schema["properties"][key], f"{where}.{key}")
            else:
                self.assertIsNot(schema.get("additionalProperties"), False, f"{where}.{key}")
        for part in value if "items" in schema else []:
            self.check(part, schema["items"], f"{where}[]")
        return None

    def ask(self, route, wanted_status, cookie=None, post=None, query="", **parts):
        """A GET, or a POST of `post`."""
        return self.ask_by("GET" if post is None else "POST", route, wanted_status, cookie, post,
                           query, **parts)

    def ask_by(self, method, route, wanted_status, cookie=None, post=None, query="", **parts):
        path = route.format(**parts) + query
        status, headers, body = self.server.ask(method, path, cookie, post)
        self.assertEqual(status, wanted_status, (route, body))
        described = self.api["paths"][route][method.lower()]["responses"][str(status)]
        (content_type, content), = described["content"].items()
        self.assertEqual(headers["Content-Type"], content_type)
        answer = json.loads(body) if content_type == "application/json" else body
        if content_type == "application/json":
            self.check(answer, content["schema"], route)
        self.asked.add((method.lower(), route, str(status)))
        if "Set-Cookie" in headers:
            answer["cookie"] = headers["Set-Cookie"].split(";")[0]
        return answer

    def test_the_description_is_true(self):
        self.asked = set()
        adviser = self.adviser()
        ann = self.player()
        waiting = ann.create(plan("connect", 2, lobby=True, clock={"kind": "bank", "seconds": 60}))
        code = ann.table["code"]
        ended = ann.create(plan("base", 1, 1))
        play_on([ann], adviser)
        ann.command({"rematch": {}})
        running = ann.create(plan("select", 1, 1))
        self.ask("/api/version", 200)
        self.assertEqual(self.ask("/api/openapi.json", 200), self.api)
        lobby = self.ask("/api/lobby", 200)["lobby"]["tables"]
        self.assertEqual([table["game"] for table in lobby], [waiting])
        self.ask("/api/lobby", 200, query=f"?after={waiting}&limit=1")
        self.ask("/api/lobby", 400, query="?after=x")
        me = self.ask("/api/me", 200, ann.cookie)
        self.assertIn(me["user"], ann.cookie)
        games = self.ask("/api/me/games", 200, ann.cookie)["games"]
        self.assertLessEqual({waiting, running, ended}, {game["game"] for game in games})
        self.assertEqual(games[0]["status"] != "ended", True)
        self.assertEqual(self.ask("/api/codes/{code}", 200, code=code.lower())["game"], waiting)
        for missing in ("ZZZZZZ", "x"):
            self.ask("/api/codes/{code}", 404, code=missing)
        for game in (waiting, running, ended):
            table = self.ask("/api/games/{game}", 200, game=game)["table"]
            self.assertIsNone(table["you"])
            self.assertFalse(table.get("view", {}).get("hand"))
        self.ask("/api/games/{game}", 404, game=new_id())
        for one in ("record", "picture"):
            self.ask("/api/games/{game}/" + one, 409, game=running)
            self.ask("/api/games/{game}/" + one, 404, game=new_id())
        self.assertEqual(self.ask("/api/games/{game}/picture", 200, game=ended)[:4], b"\x89PNG")
        self.ask("/api/games/{game}/record", 404, game="rubbish")
        record = self.ask("/api/games/{game}/record", 200, game=ended)
        file = Path(self.folder.name, "game.jsonl")
        file.write_text(json.dumps(record) + "\n")
        verified = subprocess.run([PROGRAM, "verify", file], capture_output=True, text=True)
        self.assertEqual(verified.stdout, "1 passed, 0 failed\n")
        self.use_accounts(ann)
        self.use_days(record)
        described = {
            (method, route, status)
            for route, methods in self.api["paths"].items()
            for method, how in methods.items()
            for status in how["responses"]
        }
        self.assertEqual(self.asked, described)

    def use_days(self, record):
        """The game of the day, with the record of another game; tests/web plays a real one."""
        route = "/api/me/daily/{day}"
        commitments = self.ask("/api/daily", 200)
        today = commitments["today"]
        self.assertIn(today, (time.strftime("%Y-%m-%d", time.gmtime(time.time() + off))
                              for off in (-60, 0)))
        self.use_secrets(commitments["commitments"])
        self.assertEqual(self.ask(route, 200, day=today)["results"], [])
        self.ask(route, 409, day="2026-02-30")
        self.ask(route, 409, None, {"name": "Ann", "record": record}, day="2001-01-01")
        for bad in ({}, {"name": "Ann"}, {"name": "\t", "record": record},
                    {"name": "Ann", "record": {}}, {"name": 3, "record": record}, []):
            self.ask(route, 400, None, bad, day=today)
        self.ask(route, 409, None, {"name": "Ann", "record": record}, day=today)
        self.asked.add(("post", route, "200"))

    def use_secrets(self, commitments):
        """Today's secret fits what was committed to; those of the coming days are not handed out."""
        first, *coming = commitments
        game = self.ask("/api/daily/{day}", 200, day=first["day"])
        hashed = b"sixfold day 1\0" + first["day"].encode() + bytes.fromhex(game["secret"])
        self.assertEqual(hashlib.sha256(hashed).hexdigest(), first["commitment"])
        self.assertEqual(game["commitment"], first["commitment"])
        self.assertEqual(game["seed"], int(game["secret"][:8], 16) >> 1)
        self.assertEqual(len(coming), 7)
        for one in coming:
            refused = self.ask("/api/daily/{day}", 409, day=one["day"])
            self.assertEqual(refused["error"]["code"], "too_early")
        self.assertNotIn("secret", self.ask("/api/daily/{day}", 200, day="2026-11-15"))
        *_, code = re.findall(r"```python\n(.*?)```", (ROOT / "docs/fairness.md").read_text(), re.S)
        code = code.replace("http://localhost:8080", f"http://127.0.0.1:{self.server.port}")
        subprocess.run([sys.executable, "-c", code], check=True)
        # Another start of the same server changes nothing.
        self.restart(signal.SIGTERM)
        self.assertEqual(self.ask("/api/daily", 200)["commitments"], commitments)
        # Another server has other secrets: they follow from its own key.
        other = Server(f"{self.data}-other")
        self.addCleanup(other.end, signal.SIGTERM)
        others = json.loads(other.get("/api/daily")[2])["commitments"]
        self.assertEqual([one["day"] for one in others], [one["day"] for one in commitments])
        for ours, theirs in zip(commitments, others):
            self.assertNotEqual(ours["commitment"], theirs["commitment"])

    def use_accounts(self, ann):
        """Each route of accounts, with each of its answers. Ann has already played."""
        guest = ann.cookie
        good = {"name": "Ann", "passphrase": "one two three"}
        self.ask("/api/account", 400, guest, {"name": "Ann"})
        self.ask("/api/account", 400, guest, good | {"passphrase": "short"})
        made = self.ask("/api/account", 200, guest, good)
        self.ask("/api/account", 409, made["cookie"], good | {"name": "Another"})
        # No other name may look like Ann: neither with a full stop nor with a Cyrillic letter.
        self.ask("/api/account", 409, None, good | {"name": "a.nn"})
        self.ask("/api/account", 400, None, good | {"name": "\u0410nn"})
        cookie = made["cookie"]
        self.assertEqual(self.ask("/api/me", 200, cookie)["name"], "Ann")
        self.ask("/api/session", 400, None, {})
        self.ask("/api/session", 403, None, good | {"passphrase": "one two four"})
        self.ask("/api/session", 403, None, good | {"name": "Nobody"})
        self.assertEqual(self.ask("/api/session", 200, None, good)["user"], made["user"])
        results = self.ask("/api/me/results", 200, cookie)["results"]
        self.assertEqual(len(results), 1)
        self.assertEqual(results[0]["seats"][results[0]["you"]]["name"], "Ann")
        self.use_sessions(cookie)
        self.use_notices(cookie)
        self.use_tokens(cookie, good["passphrase"])
        self.use_friends(cookie)
        self.use_webhooks(cookie)
        self.use_holidays(cookie)
        self.use_notes(cookie)
        self.use_reports(cookie)
        cookie = self.use_second_factor(cookie, good)
        code = self.ask("/api/transfer", 200, cookie, {})["code"]
        self.ask("/api/session/claim", 400, None, [])
        self.ask("/api/session/claim", 403, None, {"code": "BBBB-BBBB-BBBB"})
        claimed = self.ask("/api/session/claim", 200, None, {"code": code.lower()})
        self.assertEqual(claimed["user"], made["user"])
        self.ask("/api/session/claim", 403, None, {"code": code})
        token = self.ask("/api/bots", 200, cookie, {"name": "Ann's robot"[:3] + "bot"})["token"]
        self.ask("/api/bots", 400, cookie, {"name": "\t"})
        self.ask("/api/bots", 404, None, {"name": "Robot"})
        self.ask("/api/bots", 409, cookie, {"name": "annbot"})
        self.assertEqual(self.ask("/api/bots", 200, cookie)["bots"], ["Annbot"])
        robot = self.server.get("/api/me", headers={"Authorization": f"Bearer {token}"})
        self.assertEqual(json.loads(robot[2])["name"], "Annbot")
        wrong = self.server.get("/api/me", headers={"Authorization": "Bearer of nothing"})
        self.assertEqual(wrong[0], 403)
        self.assertTrue(self.ask("/api/players/{name}", 200, name="annbot")["bot"])
        self.ask("/api/players/{name}", 404, name="Nobody")
        self.ask("/api/me/against/{name}", 200, cookie, name="Annbot")
        self.ask("/api/me/against/{name}", 404, cookie, name="Nobody")
        self.ask("/api/ranking/{variant}/two", 200, variant="base")
        self.ask("/api/ranking/{variant}/many", 200, variant="base")
        self.assertEqual(len(self.ask("/api/me/export", 200, cookie)["bots"]), 1)
        self.use_streams(cookie)
        self.ask("/api/bots/delete", 400, cookie, {})
        self.ask("/api/bots/delete", 404, cookie, {"name": "Ann"})
        robot = Player(self.server.port, token=token)
        self.players.append(robot)
        robot.create(plan("base", 2), "not as it says")
        self.assertEqual(robot.table["seats"][0]["name"], "Annbot")
        self.assertEqual(robot.table["seats"][0]["account"], "bot")
        self.ask("/api/bots/delete", 409, cookie, {"name": "Annbot"})
        robot.command({"leave": {}})
        self.ask("/api/bots/delete", 200, cookie, {"name": "Annbot"})
        self.ask("/api/account/passphrase", 400, cookie, {})
        change = {"passphrase": "one two three", "new": "four five six"}
        self.ask("/api/account/passphrase", 403, cookie, change | {"passphrase": "no no no"})
        changed = self.ask("/api/account/passphrase", 200, cookie, change)
        self.assertNotIn("name", self.ask("/api/me", 200, cookie), "an old cookie is none")
        self.ask("/api/session/recover", 400, None, {})
        recover = {"name": "ann", "recovery": made["recovery"], "passphrase": "seven eight nine"}
        self.ask("/api/session/recover", 403, None, recover | {"recovery": "BBBB"})
        recovered = self.ask("/api/session/recover", 200, None, recover)
        self.ask("/api/session/recover", 403, None, recover)
        self.assertNotIn("name", self.ask("/api/me", 200, changed["cookie"]))
        cookie = recovered["cookie"]
        self.ask("/api/account/sign-out-everywhere", 404, None, {})
        cookie = self.ask("/api/account/sign-out-everywhere", 200, cookie, {})["cookie"]
        self.ask("/api/account/delete", 400, cookie, {})
        self.ask("/api/account/delete", 403, cookie, {"passphrase": "wrong again"})
        leave = {"passphrase": "seven eight nine"}
        self.ask("/api/account/delete", 409, cookie, leave)
        self.finish_games(cookie)
        gone = self.ask("/api/account/delete", 200, cookie, leave)
        self.assertNotEqual(gone["user"], made["user"])
        self.ask("/api/session", 403, None, {"name": "Ann"} | leave)
        self.ask("/api/session/end", 200, cookie, {})
        self.assertNotIn(b"Ann", Path(f"{self.data}/games.db-wal").read_bytes()[-4096:])

    def use_streams(self, cookie):
        """The records, one per line, and what whoever asks too often is told."""
        route = "/api/me/games/records"
        status, headers, body = self.server.get(route, cookie)
        described = self.api["paths"][route]["get"]["responses"][str(status)]
        (content_type, content), = described["content"].items()
        self.assertEqual(headers["Content-Type"], content_type)
        for line in body.splitlines():
            self.check(json.loads(line), content["schema"], route)
        self.asked.add(("get", route, str(status)))
        self.ask(route, 400, cookie, query="?result=fled")
        while self.server.get(route, cookie)[0] == 200:
            pass
        self.ask(route, 429, cookie)
        self.ask("/api/me/export", 429, cookie)
        self.ask("/api/me/games", 400, cookie, query="?before=x")

    def use_notices(self, cookie):
        route = "/api/me/push"
        point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        keys = {"p256dh": point, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
        good = {"endpoint": "https://push.example/a", "keys": keys, "kinds": ["turn", "over"],
                "quiet_from": 1320, "quiet_until": 420, "zone": "Europe/Rome", "language": "it"}
        for bad in ({}, [], {"keys": 3}, {"keys": keys | {"p256dh": point[1:]}},
                    {"keys": keys | {"p256dh": point[:-1] + "x"}}, {"keys": keys | {"auth": "AAAA"}},
                    {"kinds": ["turn", "rubbish"]}, {"kinds": "turn"}, {"quiet_from": 1440},
                    {"quiet_until": -1}, {"zone": "Europe/Atlantis"}, {"zone": ""},
                    {"language": "x" * 21}):
            self.ask(route, 400, cookie, good | bad if isinstance(bad, dict) and bad else bad)
        for endpoint in ("http://push.example/a", "https://127.0.0.1/a", "https://[::1]:8443/a",
                         "https://169.254.169.254/latest", "https://10.0.0.1/", "https://a b/", "",
                         "https://[::ffff:127.0.0.1]/", "https://push.example/" + "a" * 1000):
            refused = self.ask(route, 400, cookie, good | {"endpoint": endpoint})
            self.assertEqual(refused["error"]["code"], "bad_endpoint", endpoint)
        device = self.ask(route, 200, cookie, good)["device"]
        self.assertEqual(self.ask(route, 200, cookie, good | {"kinds": ["over"]})["device"], device)
        shown = self.ask(route, 200, cookie)
        self.assertEqual(shown["devices"], [{
            "device": device, "service": "push.example", "kinds": ["over"], "quiet_from": 1320,
            "quiet_until": 420, "zone": "Europe/Rome", "language": "it"}])
        self.assertEqual(self.ask("/api/me/export", 200, cookie)["devices"], shown["devices"])
        self.assertEqual(len(shown["key"]), 87)
        one = route + "/{device}"
        self.ask_by("DELETE", one, 404, cookie, device=new_id())
        self.ask_by("DELETE", one, 404, None, device=device)
        self.ask_by("DELETE", one, 200, cookie, device=device)
        self.assertEqual(self.ask(route, 200, cookie)["devices"], [])

    def new_account(self, name):
        guest = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        return self.ask("/api/account", 200, guest, {"name": name, "passphrase": "one two three"})["cookie"]

    def use_friends(self, cookie):
        route = "/api/me/friends"
        ben = self.new_account("Friendly Ben")
        name = self.ask("/api/me", 200, cookie)["name"]
        for refused in (route, route + "/link", route + "/remove", "/api/me/blocked", "/api/me/blocked/remove"):
            self.ask(refused, 403, None, {"name": name})
        self.ask(route, 403)
        for bad in ({}, [], {"name": 3}, {"name": name, "code": "x"}, {"name": "x" * 301}):
            self.ask(route, 400, ben, bad)
        for refused in (route, route + "/remove", "/api/me/blocked", "/api/me/blocked/remove"):
            self.ask(refused, 404, ben, {"name": "Nobody at all"})
            if refused != route:
                self.ask(refused, 400, ben, {})
        self.ask(route, 404, ben, {"name": "Friendly Ben"})
        code = self.ask(route + "/link", 200, cookie, {})["code"]
        self.assertEqual(self.ask("/api/friends/{code}", 200, code=code.upper())["name"], name)
        self.ask("/api/friends/{code}", 403, code="bcdf")
        self.assertFalse(self.ask(route, 200, ben, {"code": code})["friends"])
        self.assertEqual([one["name"] for one in self.ask(route, 200, cookie)["asking"]], ["Friendly Ben"])
        self.assertTrue(self.ask(route, 200, cookie, {"name": "friendly ben"})["friends"])
        shown = self.ask(route, 200, cookie)
        self.assertEqual((shown["code"], shown["friends"][0]["name"]), (code, "Friendly Ben"))
        exported = self.ask("/api/me/export", 200, cookie)["friends"]
        self.assertEqual([one["name"] for one in exported], ["Friendly Ben"])
        self.ask(route + "/remove", 200, ben, {"name": name})
        self.ask(route + "/remove", 404, ben, {"name": name})
        self.ask("/api/me/blocked", 200, cookie, {"name": "Friendly Ben"})
        self.ask(route, 409, cookie, {"name": "Friendly Ben"})
        self.ask("/api/me/blocked/remove", 200, cookie, {"name": "Friendly Ben"})
        host, command = self.player(ben), new_id()
        host.send({"create": {"id": command, "plan": plan("base", 2), "name": "Ben", "invite": [name]}})
        game = host.answer_to(command)["ack"]["game"]
        waiting = self.ask("/api/me/invitations", 200, cookie)["invitations"]
        self.assertEqual([one["game"] for one in waiting], [game])
        invitation = "/api/me/invitations/{game}"
        self.ask_by("DELETE", invitation, 404, None, game=game)
        self.ask_by("DELETE", invitation, 404, cookie, game="rubbish")
        self.ask_by("DELETE", invitation, 200, cookie, game=game)
        self.ask("/api/account/profile", 403, None, {"closed": True})
        self.ask("/api/account/profile", 400, cookie, {"closed": 1})
        for closed in (True, False):
            self.ask("/api/account/profile", 200, cookie, {"closed": closed})
        while self.server.get(route, ben)[0] == 200:
            pass
        self.ask(route, 429, ben)
        while self.server.ask("POST", route, ben, {"name": name})[0] == 200:
            pass
        self.ask(route, 429, ben, {"name": name})

    def use_holidays(self, cookie):
        route = "/api/me/holiday"
        self.assertEqual(self.ask(route, 200, cookie), {"days_a_year": 21, "days_left": 21})
        for bad in ({}, [], {"days": 0}, {"days": 22}, {"days": "3"}, {"days": 3, "from_ms": "now"},
                    {"days": 3, "from_ms": 1.5}, {"days": 3, "from_ms": 2**60}):
            self.ask(route, 400, cookie, bad)
        self.ask(route, 404, None, {"days": 3})
        self.ask_by("DELETE", route, 404, cookie)
        # What has passed cannot be had.
        taken = self.ask(route, 200, cookie, {"days": 3, "from_ms": 1})
        self.assertEqual(taken["days_left"], 18)
        holiday = taken["holiday"]
        self.assertLess(abs(holiday["from_ms"] / 1000 - time.time()), 60)
        self.assertEqual(holiday["until_ms"] - holiday["from_ms"], 3 * 86_400_000)
        refused = self.ask(route, 409, cookie, {"days": 1})
        self.assertEqual(refused["error"]["code"], "has_holiday")
        # A day that has begun counts.
        self.assertEqual(self.ask_by("DELETE", route, 200, cookie)["days_left"], 20)
        later = int((time.time() + 86_400) * 1000)
        refused = self.ask(route, 409, cookie, {"days": 21, "from_ms": later})
        self.assertEqual(refused["error"]["code"], "too_many_days")
        self.assertEqual(self.ask(route, 200, cookie, {"days": 20, "from_ms": later})["days_left"], 0)
        # One that has not begun costs nothing.
        self.assertEqual(self.ask_by("DELETE", route, 200, cookie)["days_left"], 20)

    def use_notes(self, cookie):
        route = "/api/me/notes/{game}"
        ann, ben = self.player(cookie), self.player()
        game = ann.create(plan("base", 2), "Ann")
        text = "She kept ★ for the end.\n" + "é" * 1_900
        self.assertEqual(self.ask(route, 200, cookie, game=game), {"text": ""})
        self.assertEqual(self.ask(route, 200, cookie, {"text": text}, game=game), {"text": text})
        self.assertEqual(self.ask(route, 200, cookie, game=game), {"text": text})
        # Nobody else sees it, not even a player of the same table.
        ben.join(game, "Ben")
        for other in (ben.cookie, None):
            self.assertEqual(self.ask(route, 200, other, game=game)["text"], "")
        self.assertNotIn("She kept", json.dumps(self.ask("/api/games/{game}", 200, game=game)))
        self.ask(route, 403, None, {"text": text}, game=game)
        self.ask(route, 403, cookie, {"text": text}, game=new_id())
        for bad in ({}, [], {"text": 3}, {"text": "x" * 2_001}, {"text": "a\0b"}):
            self.ask(route, 400, cookie, bad, game=game)
        for bad in (None, {"text": text}):
            self.ask(route, 404, cookie, bad, game="rubbish")
        export = self.ask("/api/me/export", 200, cookie)
        notes = export["notes"]
        self.assertEqual(len(export["holidays"]), 1)
        self.assertEqual([(one["game"], one["text"]) for one in notes], [(game, text)])
        self.assertEqual(self.ask(route, 200, cookie, {"text": ""}, game=game), {"text": ""})
        ann.command({"leave": {}})

    def use_sessions(self, cookie):
        sessions = self.ask("/api/me/sessions", 200, cookie)["sessions"]
        other = next(one["session"] for one in sessions if not one["current"])
        route = "/api/me/sessions/{session}"
        self.ask(route, 200, cookie, {"name": "At home"}, session=other)
        self.ask(route, 400, cookie, {"name": "\u200b"}, session=other)
        self.ask(route, 404, cookie, {"name": "At home"}, session=new_id())
        self.ask_by("DELETE", route, 200, cookie, session=other)
        self.ask_by("DELETE", route, 404, cookie, session=other)
        self.ask_by("DELETE", "/api/me", 409, cookie)
        self.ask_by("DELETE", "/api/me", 200)

    def use_tokens(self, cookie, passphrase):
        route = "/api/me/tokens"
        good = {"name": "My script", "scopes": ["read"], "passphrase": passphrase}
        self.ask(route, 400, cookie, good | {"scopes": []})
        self.ask(route, 403, cookie, good | {"passphrase": "one two four"})
        self.ask(route, 404, None, good)
        for _ in range(20):
            self.ask(route, 200, cookie, good)
        self.ask(route, 409, cookie, good)
        one = self.ask(route, 200, cookie)["tokens"][0]["token"]
        self.ask_by("DELETE", route + "/{token}", 200, cookie, token=one)
        self.ask_by("DELETE", route + "/{token}", 404, cookie, token=one)

    def use_webhooks(self, cookie):
        route = "/api/me/webhooks"
        good = {"url": "https://hooks.example/a", "events": ["turn"]}
        for bad in ({}, [], {"url": 3}, good | {"events": "turn"}, good | {"events": ["rubbish"]}):
            self.ask(route, 400, cookie, bad)
        self.ask(route, 404, None, good)
        for _ in range(3):
            made = self.ask(route, 200, cookie, good)
        self.ask(route, 409, cookie, good)
        self.assertEqual(len(self.ask(route, 200, cookie)["webhooks"]), 3)
        one = route + "/{webhook}"
        self.ask_by("DELETE", one, 200, cookie, webhook=made["webhook"])
        self.ask_by("DELETE", one, 404, cookie, webhook=made["webhook"])
        self.use_feed(cookie)
        # tests/cli/test_events.py reads what the stream tells.
        self.asked.update(("get", "/api/me/events", status) for status in ("200", "429"))

    def use_feed(self, cookie):
        route = "/api/me/feed"
        self.ask(route, 404, None, {})
        path = self.ask(route, 200, cookie, {})["path"]
        self.assertTrue(self.ask(route, 200, cookie)["feed"])
        secret = path.removeprefix("/feeds/").removesuffix(".atom")
        self.ask("/feeds/{secret}.atom", 200, secret=secret)
        self.ask_by("DELETE", route, 200, cookie)
        self.ask("/feeds/{secret}.atom", 404, secret=secret)

    def use_reports(self, cookie):
        ann, ben = self.player(cookie), self.player()
        game = ann.create(plan("base", 2), "Ann")
        ben.join(game, "Ben")
        report = {"game": game, "seat": 1, "reason": "stalling"}
        self.ask("/api/reports", 200, cookie, report)
        self.ask("/api/reports", 409, cookie, report)
        self.ask("/api/reports", 404, cookie, report | {"seat": 0})
        self.ask("/api/reports", 403, None, report)
        self.ask("/api/reports", 400, cookie, report | {"reason": "bad luck"})
        self.ask("/api/reports", 400, cookie, {"game": game})
        self.ask("/api/reports", 400, cookie, report | {"seat": 2**32 + 1})
        ann.command({"leave": {}})

    def use_second_factor(self, cookie, good):
        route = "/api/account/second-factor"
        self.ask(route, 404, None, {})
        self.ask(route + "/confirm", 404, None, {"code": "123456"})
        secret = self.ask(route, 200, cookie, {})["secret"]
        self.ask(route + "/confirm", 400, cookie, {})
        self.ask(route + "/confirm", 403, cookie, {"code": "12345"})
        cookie = self.ask(route + "/confirm", 200, cookie, {"code": totp(secret)})["cookie"]
        self.ask(route + "/confirm", 409, cookie, {"code": "123456"})
        self.ask(route, 409, cookie, {})
        self.assertTrue(self.ask("/api/me", 200, cookie)["second_factor"])
        self.ask("/api/session", 403, None, good)
        self.ask(route + "/end", 400, cookie, {})
        self.ask(route + "/end", 403, cookie, {"passphrase": "wrong wrong"})
        self.ask(route + "/end", 200, cookie, {"passphrase": good["passphrase"]})
        self.ask("/api/session", 200, None, good)
        return cookie

    def finish_games(self, cookie):
        for row in self.ask("/api/me/games", 200, cookie)["games"]:
            if row["status"] != "ended":
                player = self.player(cookie)
                player.watch(row["game"])
                while "ack" not in (answer := player.command({"leave": {}})):
                    self.assertEqual(answer["error"]["code"], "stale", "unless a bot has moved")

    def test_only_reading_is_possible(self):
        import http.client
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        connection.request("PUT", "/api/lobby", body="{}")
        self.assertEqual(connection.getresponse().status, 405)
        connection.close()

    def test_a_new_visitor_gets_a_cookie(self):
        cookie = self.server.get("/api/me")[1]["Set-Cookie"]
        for part in ("sixfold_guest=", "HttpOnly", "SameSite=Lax"):
            self.assertIn(part, cookie)


if __name__ == "__main__":
    unittest.main()
