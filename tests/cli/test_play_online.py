"""A terminal at a table of a real server, with another player in the other seat."""

import json
import os
import re
import select
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from program import EDITIONS, GOLDEN, LONG, run
from tables import Adviser, Player, Server, plan, play_on
from terminal import Keyboard, Terminal, over, own_turn
from test_play_lines import Lines, hinted


class SecureProxy:
    """What a public server has in front of it: TLS, with its own certificate."""

    def __init__(self, folder, port):
        self.certificate = folder / "certificate.pem"
        key = folder / "key.pem"
        subprocess.run(
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-keyout", key, "-out", self.certificate,
            ],
            check=True, capture_output=True,
        )
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.server_port = port
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://localhost:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                plain, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(plain,), daemon=True).start()

    def serve(self, plain):
        try:
            outside = self.context.wrap_socket(plain, server_side=True)
        except OSError:
            return plain.close()
        inside = socket.create_connection(("127.0.0.1", self.server_port))
        with outside, inside:
            while True:
                ready = [outside] if outside.pending() else select.select([outside, inside], [], [])[0]
                for one, other in ((outside, inside), (inside, outside)):
                    if one in ready:
                        block = one.recv(65536)
                        if not block:
                            return None
                        other.sendall(block)

    def close(self):
        self.socket.close()


class OnlineCase(unittest.TestCase):
    """A server, and terminals that are closed together with it."""

    SERVER = ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = Server(self.folder / "data", *self.SERVER)
        self.addCleanup(lambda: self.server.end(signal.SIGTERM))
        self.terminals = []
        self.addCleanup(lambda: [terminal.close() for terminal in self.terminals])

    def play(self, *arguments):
        terminal = Terminal(
            "play", "--server", self.server.url, "--hint-ms", "5", *arguments,
            XDG_STATE_HOME=self.folder,
        )
        self.terminals.append(terminal)
        return terminal

    def run_play(self, *arguments, **options):
        """Plays in line mode until the program ends by itself."""
        environment = {**os.environ, "XDG_STATE_HOME": str(self.folder)}
        return run("play", "--server", self.server.url, *arguments, env=environment, **options)

    def game_of(self, code):
        status, _, body = self.server.get(f"/api/codes/{code}")
        self.assertEqual(status, 200)
        return json.loads(body)["game"]

    def sit_down(self, game, name):
        player = Player(self.server.port)
        self.addCleanup(player.close)
        self.assertIn("ack", player.join(game, name))
        return player

    def let_play(self, player):
        """Plays in the background until the game is over."""
        adviser = Adviser()
        self.addCleanup(adviser.close)
        thread = threading.Thread(target=play_on, args=([player], adviser))
        thread.start()
        self.addCleanup(thread.join)
        return thread

    def open_table(self, *arguments):
        """A terminal that waits for others, and the code of its table."""
        terminal = self.play("--names", "Ann", "--hints", *arguments)
        code = re.compile(r"Table ([A-Z]{6})")
        return terminal, code.search(terminal.wait_for(code.search))[1]

    def lines(self, *arguments, **environment):
        lines = Lines(
            "--server", self.server.url, *arguments, XDG_STATE_HOME=str(self.folder), **environment
        )
        self.addCleanup(lines.close)
        return lines


class OnlineTest(OnlineCase):
    def test_whole_games_at_a_table_of_ones_own(self):
        for edition in EDITIONS if LONG else ("base", "cubes"):
            with self.subTest(edition):
                terminal, code = self.open_table("--variant", edition, "--players", "2")
                self.assertIn(f"{self.server.url}/t/{code}", terminal.text())
                game = self.game_of(code)
                other = self.sit_down(game, "Ben")
                thread = self.let_play(other)
                screen = Keyboard(terminal).play()
                self.assertTrue(over(screen))
                thread.join()
                body = self.record_of(game)
                self.assertEqual(run("verify", "-", stdin=body).stdout, "1 passed, 0 failed\n")
                for score in json.loads(body)["scores"]:
                    self.assertRegex(screen, rf"\b{score}\b")
                terminal.keys("q")
                self.assertEqual(terminal.status(), 0)

    def test_the_record_of_a_game_is_kept(self):
        archive = self.folder / "sixfold/games.jsonl"
        archive.parent.mkdir()
        archive.write_text(GOLDEN["base"].read_text().splitlines()[0] + "\n")
        terminal, code = self.open_table("--variant", "base", "--players", "2")
        game = self.game_of(code)
        other = self.sit_down(game, "Ben")
        other.wait(lambda table: table["status"] == "running")
        self.assertIn("ack", other.command({"leave": {}}))
        screen = terminal.wait_for("The game is saved as number 2 in")
        self.assertTrue(over(screen))
        kept = archive.read_text().splitlines()
        self.assertEqual(len(kept), 2)
        self.assertEqual(json.loads(kept[1]), json.loads(self.record_of(game)))
        terminal.keys("q")
        self.assertEqual(terminal.status(), 0)
        self.assertIn("--game 2", terminal.last_words().replace("\n", ""))
        # The command shown on the screen works.
        self.assertEqual(run("verify", "--fair", archive, "--game", "2").stdout, "1 passed, 0 failed\n")
        self.assertEqual(run("verify", "--fair", archive).returncode, 1)  # no proof
        self.assertEqual(run("verify", archive, "--game", "3").returncode, 1)
        self.assertEqual(run("analyse", archive, "--game", "2", "--simulations", "10").returncode, 0)
        replayed = run("replay", archive, "--game", "2", "--lines", "--simulations", "0")
        self.assertIn("Ben", replayed.stdout)
        # Coming back to see the end does not save the record twice.
        self.play("--resume").wait_for("The game is saved as number 2 in")
        self.assertEqual(archive.read_text().splitlines(), kept)

    def record_of(self, game):
        status, _, body = self.server.get(f"/api/games/{game}/record")
        self.assertEqual(status, 200)
        return body

    def test_joining_by_code_and_by_link(self):
        ann = Player(self.server.port)
        self.addCleanup(ann.close)
        game = ann.create(plan("base", 3))
        code = ann.table["code"]
        first = self.play("--table", code.lower(), "--names", "Ben")
        first.wait_for("Ben")
        # Another guest, by the link alone.
        second = Terminal(
            "play", "--table", f"{self.server.url}/t/{code}", "--names", "Cleo",
            XDG_STATE_HOME=self.folder / "other",
        )
        self.terminals.append(second)
        for terminal in (first, second):
            terminal.wait_for("Your tiles")
        names = [seat["name"] for seat in ann.wait(lambda t: t["status"] == "running")["seats"]]
        self.assertEqual(names, ["Ann", "Ben", "Cleo"])
        self.assertEqual(ann.table["game"], game)

    def test_killed_and_resumed_in_ones_own_seat(self):
        terminal, code = self.open_table("--variant", "base", "--players", "2")
        other = self.sit_down(self.game_of(code), "Ben")
        thread = self.let_play(other)
        keyboard = Keyboard(terminal)
        for turns in (1, 3, 5):
            keyboard.play(most_turns=turns)
            terminal.kill()
            terminal = self.play("--resume")
            screen = terminal.wait_for(lambda s: own_turn(s) or over(s))
            self.assertIn("Ann (you)", screen)
            keyboard.terminal = terminal
        keyboard.play()
        thread.join()

    def test_a_server_that_comes_back(self):
        terminal, code = self.open_table("--variant", "base", "--players", "2")
        self.sit_down(self.game_of(code), "Ben")
        terminal.wait_for("Your tiles")
        port = self.server.port
        self.server.end(signal.SIGKILL)
        terminal.wait_for("Connection lost.")
        self.server = Server(self.folder / "data", port=port, log="again.log")
        terminal.wait_for(lambda screen: "Connection lost." not in screen)

    def test_what_the_server_refuses_is_told(self):
        result = self.run_play("--table", "BBBBBB", "--lines")
        self.assertEqual(result.returncode, 2)
        self.assertIn("There is no such table.", result.stderr)

    def test_a_server_behind_tls(self):
        proxy = SecureProxy(self.folder, self.server.port)
        self.addCleanup(proxy.close)
        arguments = ["--server", proxy.url, "--bots", "greedy", "--names", "Ann"]
        arguments += ["--save", self.folder / "secure.json"]
        lines = Lines(*arguments, SSL_CERT_FILE=str(proxy.certificate))
        self.addCleanup(lines.close)
        self.assertIn("Your turn", lines.read())
        self.assertIn("You place: ", lines.ask(hinted(lines.ask("hint"))))
        # A server without a trusted certificate is refused.
        result = run("play", "--server", proxy.url, "--table", "BBBBBB", "--lines")
        self.assertEqual(result.returncode, 2)
        self.assertIn("certificate verify failed", result.stderr)

    def test_line_by_line(self):
        lines = Lines(
            "--server", self.server.url, "--variant", "base", "--players", "2",
            "--bots", "greedy", "--names", "Ann", "--save", self.folder / "online.json",
        )
        self.addCleanup(lines.close)
        said = lines.read()
        while not lines.ended:
            self.assertIn("Your turn", said)
            answer = lines.ask("hint")
            said = lines.ask("pass" if "pass:" in answer else hinted(answer))
        self.assertRegex(said, r"wins?[.!]|share the win")
        self.assertIn(f"The game is saved as number 1 in {self.folder}/games.jsonl.", said)
        self.assertEqual(run("verify", "--fair", self.folder / "games.jsonl").returncode, 0)
        self.assertEqual(lines.close(), 0)


class AbsenceTest(OnlineCase):
    """The others decide about a player who is away for longer than the grace time."""

    SERVER = ("--grace", "5")  # long enough to be seen on a busy machine

    def test_a_bot_takes_over_for_who_is_away(self):
        terminal, code = self.open_table("--variant", "base", "--players", "2")
        game = self.game_of(code)
        other = self.sit_down(game, "Ben")
        terminal.wait_for("Your tiles")
        other.close()
        self.assertNotIn("b bot plays", terminal.wait_for("Ben is away. In 0:0"))
        screen = terminal.wait_for("Ben has been gone for a while.  b bot plays")
        self.assertIn("w play on without", screen)
        self.assertIn("q quit", screen)
        terminal.keys("b")
        # Ben's seat now names the bot that plays there.
        terminal.wait_for(lambda screen: "· Greedy" in screen and "gone for a while" not in screen)
        again = Player(self.server.port, cookie=other.cookie)
        self.addCleanup(again.close)
        again.watch(game)
        self.assertEqual(again.table["seats"][1]["bot"], "greedy")

    def test_the_others_play_on_without(self):
        terminal, code = self.open_table("--variant", "base", "--players", "2")
        self.sit_down(self.game_of(code), "Ben").close()
        terminal.wait_for("gone for a while")
        terminal.keys("?")
        self.assertIn("let a bot play for someone who has been away", self.scrolled(terminal))
        terminal.keys("Escape")
        terminal.type("/let-leave")
        terminal.keys("Enter")
        self.assertIn("Ann wins.", terminal.wait_for(over))

    def scrolled(self, terminal):
        """The whole text of an overlay."""
        terminal.wait_for("▼")
        seen = terminal.text()
        terminal.keys("PageDown")
        return seen + terminal.wait_for("▲")

    def test_line_by_line_the_end_of_the_input_leaves_a_table_that_waits(self):
        lines = self.lines("--variant", "base", "--players", "2", "--names", "Ann")
        self.assertIn("Table ", lines.process.stdout.readline().decode())
        lines.process.stdin.close()
        self.assertEqual(lines.process.wait(timeout=20), 0)

    def test_line_by_line_the_question_comes_by_itself(self):
        lines = self.lines("--variant", "base", "--players", "2", "--names", "Ann")
        said = lines.process.stdout.readline().decode()
        code = re.search(r"Table ([A-Z]{6})", said)[1]
        other = self.sit_down(self.game_of(code), "Ben")
        other.wait(lambda table: table["status"] == "running")
        if not other.at_turn():
            self.assertIn("Your turn", lines.read())
            self.assertIn("! Nobody is away.", lines.ask("let-bot-play"))
        other.close()
        said = lines.read()
        while "let-leave" not in said:
            said += lines.read()
        self.assertRegex(said, r"Ben is away\. In 0:0[1-5] you can decide how to continue\.")
        self.assertIn("Ben has been gone for a while. Type let-bot-play, or let-leave", said)
        self.assertIn("let-leave NAME", lines.ask("help"))
        self.assertIn("! Nobody is away.", lines.ask("let-leave Nobody"))
        self.assertIn("Ann wins.", lines.ask("let-leave Ben"))
        self.assertEqual(lines.close(), 0)


if __name__ == "__main__":
    unittest.main()
