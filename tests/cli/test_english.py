"""tools/check-english reports phrases that CONTRIBUTING.md rules out, but nothing in code."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class CheckEnglishTest(unittest.TestCase):
    def check(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, name)
            file.write_text(text, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, ROOT / "tools/check-english", file],
                capture_output=True,
                text=True,
                check=False,
            )
        self.assertEqual(result.stderr, "")
        return result.returncode, result.stdout

    def assert_refused(self, name, text, phrase):
        status, output = self.check(name, text)
        self.assertEqual(status, 1, text)
        self.assertIn(f"{name}:1: “{phrase}”", output)

    def assert_accepted(self, name, text):
        status, output = self.check(name, text)
        self.assertEqual(status, 0, output)

    def test_names_phrases_in_pages(self):
        self.assert_refused("page.md", "Records, one a line.", "one a line")
        self.assert_refused("page.md", "It has one file a language;", "one file a language")
        self.assert_refused("page.md", "It makes 50 moves a second.", "50 moves a second")
        self.assert_refused("page.md", "A cookie without a name is none.", "is none")
        self.assert_refused("page.md", "The tiles laid last.", "laid")
        self.assert_refused("page.md", "a bot plays for who is away", "for who is")

    def test_names_phrases_in_comments_and_texts_of_programs(self):
        self.assert_refused("a.cpp", "int n = 0;  // the seat at turn", "seat at turn")
        self.assert_refused("a.cpp", 'print("Records, one a line");', "one a line")

    def test_leaves_good_english_alone(self):
        for text in (
            "Records, one per line; one on a server. This one, a small bot.",
            "Nothing if there is none. No such game. Tools such as tmux.",
            "Tiles laid out before the game.",
        ):
            self.assert_accepted("page.md", text)

    def test_leaves_code_and_quotations_alone(self):
        self.assert_accepted("page.md", "Call `laid()`, never “one a line”.\n```\nlaid = 1\n```\n")
        self.assert_accepted("a.cpp", "bool laid = such(anew);")
        self.assert_accepted("a.cpp", 'json["laid"] = tiles;')


if __name__ == "__main__":
    unittest.main()
