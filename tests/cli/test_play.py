"""`sixfold play` in a real terminal: whole games by keyboard, resizing, languages and kills."""

import json
import random
import re
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import EDITIONS, LONG, ROOT, run
from terminal import Keyboard, Terminal, over, own_turn

COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3[0-7]|4[0-7]|38;5|48;5)")


class PlayTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.save = self.folder / "game.json"
        self.terminals = []
        self.addCleanup(self.close_terminals)

    def close_terminals(self):
        for terminal in self.terminals:
            terminal.close()

    def play(self, *arguments, save=None, **options):
        """A terminal with a game that is saved in this test's own file."""
        terminal = Terminal(
            "play", "--save", save or self.save, "--pace", "0", "--hint-ms", "5", *arguments,
            XDG_STATE_HOME=self.folder, **options,
        )
        self.terminals.append(terminal)
        return terminal

    def record(self, save=None):
        return json.loads((save or self.save).read_text())

    def assert_sound(self, screen=None, save=None):
        """The file is a record that can be replayed; a finished game shows its scores."""
        save = save or self.save
        result = run("verify", save)
        self.assertEqual(result.stdout, "1 passed, 0 failed\n", save.read_text())
        if screen:
            for score in self.record(save)["scores"]:
                self.assertRegex(screen, rf"\b{score}\b")


class WholeGameTest(PlayTest):
    def whole_game(self, edition, seed=1, **options):
        save = self.folder / f"{edition}-{seed}.json"
        terminal = self.play(
            "--variant", edition, "--bots", "greedy", "--players", "4", "--seed", seed,
            save=save, **options,
        )
        keyboard = Keyboard(terminal)
        screen = keyboard.play()
        self.assertTrue(over(screen))
        self.assert_sound(screen, save)
        self.assertIn("end", self.record(save))
        self.assertGreater(keyboard.turns, 3)
        terminal.keys("q")
        self.assertEqual(terminal.status(), 0)
        terminal.close()
        return keyboard

    def every_game(self, **options):
        """Runs a few at a time, because each mostly waits for the screen."""
        with ThreadPoolExecutor(3) as players:
            games = {
                edition: players.submit(self.whole_game, edition, **options) for edition in EDITIONS
            }
        acts = set()
        for edition, game in games.items():
            with self.subTest(edition, **options):
                acts |= game.result().acts
        self.assertIn("place", acts)

    def test_every_game_at_80_by_24(self):
        self.every_game()

    def test_a_game_without_colour(self):
        self.whole_game("select", NO_COLOR="1")

    @unittest.skipUnless(LONG, "long")
    def test_every_game_at_other_sizes_and_without_colour(self):
        for columns, rows in ((120, 40), (200, 50), (60, 16)):
            self.every_game(seed=columns, columns=columns, rows=rows)
        self.every_game(seed=3, NO_COLOR="1")


class TableTest(PlayTest):
    def test_points_and_reasons_while_tiles_are_laid(self):
        terminal = self.play("--variant", "base", "--bots", "greedy", "--seed", "5")
        # The bot has opened with Rx@0,0 Ox@1,0; the hand is Rs Rs Rd Yt Gl Bs.
        before = terminal.wait_for(own_turn)
        self.assertIn("R■", before)
        terminal.type("Rd@0,1 Rs@-1,1")
        terminal.keys("Enter")
        screen = terminal.wait_for("Total")
        self.assertIn("Line of 2 across", screen)
        self.assertIn("Line of 2 down", screen)
        self.assertRegex(screen, r"Total +\+4")
        self.assertIn("[R ◆]", screen)
        terminal.keys("BSpace")
        self.assertRegex(terminal.wait_for(lambda s: "[R ■]" not in s), r"Total +\+2")
        # Nothing has been played so far.
        self.assertEqual(len(self.record()["turns"]), 1)
        terminal.keys("BSpace")
        terminal.wait_for(lambda s: "Total" not in s)
        terminal.type("Yt@0,1")
        terminal.keys("Enter")
        screen = terminal.wait_for("Not allowed")
        self.assertIn("Everything in a line", screen)
        terminal.keys("Enter")
        self.assertIn("must share a colour or a shape", terminal.wait_for("Column 0, row 1."))
        terminal.keys("a")
        terminal.wait_for(lambda s: "Not allowed" not in s)
        terminal.type("/nonsense")
        terminal.keys("Enter")
        terminal.wait_for("“nonsense” is not a move.")
        terminal.keys("1", "Enter")
        laid = terminal.wait_for("Total")
        terminal.keys("p")
        terminal.wait_for(lambda s: s != laid and "Total" not in s)
        self.assertEqual(self.record()["turns"][1]["seat"], 0)

    def test_trading_unseen_scores_and_help(self):
        terminal = self.play("--variant", "base", "--bots", "greedy", "--seed", "5")
        terminal.wait_for(own_turn)
        terminal.keys("t")
        terminal.wait_for("Pick up to 6 tiles to")
        terminal.keys("1", "2")
        terminal.wait_for("<R■>")
        terminal.keys("Enter")
        terminal.wait_for("traded 2")
        self.assertEqual(self.record()["turns"][1]["trade"], ["Rs", "Rs"])
        terminal.keys("u")
        terminal.wait_for("Still unseen")
        terminal.keys("s")
        self.assertIn("1  Greedy", terminal.wait_for("Line of 2 across: 2"))
        terminal.keys("?")
        terminal.wait_for("take the last tile back")
        terminal.keys("Escape")
        terminal.wait_for(lambda s: "take the last tile back" not in s)

    def test_the_mouse(self):
        terminal = self.play("--variant", "base", "--bots", "greedy", "--seed", "5")
        screen = terminal.wait_for(own_turn)
        lines = screen.split("\n")
        rack = next(i for i, line in enumerate(lines) if "1 R■" in line)
        terminal.click(rack, lines[rack].index("R■"))
        screen = terminal.wait_for("◦")
        lines = screen.split("\n")
        row = next(i for i, line in enumerate(lines) if "◦" in line)
        terminal.click(row, lines[row].index("◦"))
        terminal.wait_for("Total")

    def test_resizing_and_a_tiny_window(self):
        terminal = self.play("--variant", "connect", "--bots", "greedy", "--players", "4")
        keyboard = Keyboard(terminal)
        keyboard.play(most_turns=2)
        terminal.resize(120, 40)
        screen = terminal.wait_for(lambda s: own_turn(s) and "Still unseen" in s)
        self.assertEqual(len(screen.rstrip("\n").split("\n")), 40)
        keyboard.play(most_turns=4)
        terminal.resize(40, 10)
        screen = terminal.wait_for("Sixfold needs 60")
        self.assertIn("40 columns and 10 rows", " ".join(screen.split()))
        terminal.resize(80, 24)
        terminal.wait_for(own_turn)
        screen = keyboard.play()
        self.assert_sound(screen)

    def test_colours_as_the_terminal_has_them(self):
        for term, settings, colours in (
            ("tmux-256color", {}, 256), ("screen", {}, 8), ("vt100", {}, 0),
            ("tmux-256color", {"NO_COLOR": "1"}, 0),
        ):
            with self.subTest(term, **settings):
                self.save.unlink(missing_ok=True)
                terminal = self.play("--variant", "base", "--seed", "5", term=term, **settings)
                terminal.wait_for(own_turn)
                found = COLOUR.findall(terminal.coloured())
                self.assertEqual(bool(found), colours > 0)
                self.assertEqual(any("8;5" in one for one in found), colours == 256)
                # Letter and symbol always distinguish colour and shape.
                self.assertRegex(terminal.text(), r"R ?■")
                terminal.close()

    def test_letters_where_there_is_no_unicode(self):
        terminal = self.play("--variant", "base", "--seed", "5", LC_ALL="C")
        screen = terminal.wait_for(own_turn)
        self.assertRegex(screen, r"1\s*Rs")
        self.assertTrue(screen.isascii(), screen)

    def test_the_set_up_screen(self):
        terminal = self.play()
        terminal.wait_for("Set up a table")
        terminal.keys("Right", "Right")
        terminal.wait_for("◂ Cubes ▸")
        terminal.keys("Down", "Right")
        terminal.wait_for("◂ 3 ▸")
        terminal.keys("Down", "Down")
        terminal.type("Ann")
        terminal.wait_for("Ann_")
        terminal.keys("Up", "Up", "Up", "Up", "Enter")
        screen = terminal.wait_for("Your cubes")
        self.assertIn("Sixfold · Cubes", screen)
        record = self.record()
        self.assertEqual(record["variant"], "cubes")
        self.assertEqual(record["players"][0]["name"], "Ann")
        self.assertEqual(len(record["players"]), 3)

    def test_hands_are_hidden_between_people(self):
        terminal = self.play("--hotseat", "--names", "Ann,Ben", "--seed", "2")
        screen = terminal.wait_for("Pass the device to")
        tiles = re.compile(r"[ROYGBP] ?[●■◆♣✕✸]")
        self.assertNotRegex(screen, tiles)
        first = self.record()["opener"]
        terminal.keys("Enter")
        terminal.wait_for(own_turn)
        Keyboard(terminal).follow_hint(terminal.text())
        screen = terminal.wait_for("Pass the device to")
        self.assertIn(f"I am {['Ben', 'Ann'][first]}", screen)
        self.assertNotRegex(screen, tiles)
        keyboard = Keyboard(terminal)
        self.assertTrue(over(keyboard.play()))
        self.assert_sound()

    def test_every_language(self):
        for language in sorted(path.stem for path in (ROOT / "messages").glob("*.json")):
            with self.subTest(language):
                self.save.unlink(missing_ok=True)
                terminal = self.play(
                    "--variant", "base", "--seed", "5", LC_ALL=f"{language}_XX.UTF-8"
                )
                words = json.loads((ROOT / f"messages/terminal/{language}.json").read_text())
                terminal.wait_for(words["terminal.key.choose"])
                terminal.close()


class ResumeTest(PlayTest):
    def moves(self, save=None):
        return self.record(save)["turns"]

    def test_a_game_that_was_quit_goes_on(self):
        terminal = self.play("--variant", "select", "--bots", "greedy", "--seed", "4")
        terminal.wait_for(own_turn)
        Keyboard(terminal).play(most_turns=2)
        terminal.wait_for(own_turn)
        # The first tile that fits somewhere.
        for number in "123456":
            screen = terminal.text()
            terminal.keys(number, "Enter")
            laid = terminal.changed(screen)
            if "··" in laid:
                break
            terminal.keys("Escape")
        laid = terminal.wait_for("··")
        before = self.moves()
        terminal.keys("q")
        self.assertEqual(terminal.status(), 0)
        self.assertIn("--resume", terminal.last_words().replace("\n", ""))
        terminal.close()
        terminal = self.play("--resume")
        screen = terminal.wait_for(own_turn)
        # The placed tile is still there.
        self.assertIn("··", screen)
        self.assertEqual(laid.count("··"), screen.count("··"))
        self.assertEqual(self.moves(), before)

    def test_a_new_game_overwrites_none_that_was_left(self):
        self.play("--variant", "base", "--seed", "4").wait_for("Sixfold · Classic")
        first = self.record()
        second = self.play("--variant", "cubes")
        self.assertEqual(second.status(), 2)
        self.assertIn("this game is open in another sixfold", second.last_words())
        self.close_terminals()
        self.play("--variant", "cubes", "--seed", "4").wait_for("has been kept as")
        aside = json.loads((self.folder / "game-1.json").read_text())
        self.assertEqual(aside["hands"], first["hands"])

    def test_killed_at_any_moment(self):
        editions = EDITIONS if LONG else ("base", "cubes", "select-connect")
        with ThreadPoolExecutor(3) as players:
            games = {
                edition: players.submit(self.killed_again_and_again, edition, 25 if LONG else 5)
                for edition in editions
            }
        for edition, game in games.items():
            with self.subTest(edition):
                game.result()

    def killed_again_and_again(self, edition, most_kills):
        lots = random.Random(edition)
        save = self.folder / f"{edition}.json"
        arguments = ["--variant", edition, "--bots", "greedy", "--players", "3", "--seed", "8"]
        known = []
        for kill in range(most_kills):
            terminal = self.play(*arguments, save=save)
            arguments = ["--resume"]
            keyboard = Keyboard(terminal)
            screen = terminal.wait_for(lambda s: own_turn(s) or over(s))
            if over(screen):
                terminal.kill()
                break
            keyboard.turns = kill  # alternately by hand and by hint
            keyboard.play(most_turns=kill + lots.randrange(3))
            # What a player has seen is on disk by then.
            seen = self.moves(save)
            self.assertEqual(seen[: len(known)], known)
            terminal.keys(*lots.choice((["1"], ["h"], ["1", "Enter"], ["1", "Enter", "Enter"])))
            time.sleep(lots.random() / 20)
            terminal.kill()
            known = self.moves(save)
            self.assertEqual(known[: len(seen)], seen)
            self.assert_sound(save=save)
        # In the end the game is finished as if nothing had happened.
        terminal = self.play("--resume", save=save)
        screen = Keyboard(terminal).play()
        self.assert_sound(screen, save)
        self.assertEqual(self.moves(save)[: len(known)], known)
        terminal.kill()

    def test_kills_change_no_draw(self):
        """The same moves lead to the same game, even if the program was killed in between."""
        games = []
        for kills in (False, True):
            self.save.unlink(missing_ok=True)
            terminal = self.play("--variant", "base", "--bots", "greedy", "--seed", "9")
            for _ in range(4):
                terminal.wait_for(own_turn)
                if kills:
                    terminal.kill()
                    terminal = self.play("--resume")
                    terminal.wait_for(own_turn)
                before = len(self.moves())
                terminal.keys("t", "1", "2", "Enter")
                terminal.wait_for(lambda _, before=before: len(self.moves()) >= before + 2)
            games.append(self.moves())
            terminal.close()
        self.assertEqual(*games)


if __name__ == "__main__":
    unittest.main()
