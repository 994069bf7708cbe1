"""tools/check-messages accepts the texts of this tree and reports each error in a broken copy."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class CheckMessagesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copytree(ROOT / "messages", self.root / "messages")
        (self.root / "docs").mkdir()
        for page in ("rules.md", "glossary.md"):
            shutil.copy(ROOT / "docs" / page, self.root / "docs" / page)

    def check(self):
        result = subprocess.run(
            ["node", ROOT / "tools/check-messages", self.root],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(result.stderr, "")
        return result.returncode, result.stdout

    def change(self, name, change):
        path = self.root / "messages" / name
        data = json.loads(path.read_text(encoding="utf-8"))
        change(data)
        path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")

    def say(self, name, key, text):
        self.change(name, lambda messages: messages.update({key: text}))

    def assert_refused(self, where, why):
        status, output = self.check()
        self.assertEqual(status, 1, output)
        self.assertIn(f"messages/{where}", output)
        self.assertIn(why, output)

    def test_accepts_the_texts_of_this_tree(self):
        status, output = self.check()
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"^\d+ messages in \d+ languages\n$")

    def test_a_message_is_missing(self):
        self.change("nl.json", lambda messages: messages.pop("table.pass"))
        self.assert_refused("nl.json: table.pass", "is missing")

    def test_a_message_is_not_in_english(self):
        self.say("terminal/it.json", "terminal.new", "nuovo")
        self.assert_refused("terminal/it.json: terminal.new", "does not exist in English")

    def test_a_message_is_there_twice(self):
        path = self.root / "messages/fr.json"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("{\n", '{\n  "table.pass": "Passer",\n', 1), encoding="utf-8")
        self.assert_refused("fr.json: table.pass", "appears twice")

    def test_an_argument_differs(self):
        self.say("es.json", "result.won", "Gana {nombre}.")
        self.assert_refused("es.json: result.won", "fills in nombre; English fills in name")

    def test_a_brace_is_not_closed(self):
        self.say("de.json", "result.won", "{name gewinnt.")
        self.assert_refused("de.json: result.won", "is not ICU MessageFormat")

    def test_a_plural_branch_is_missing(self):
        self.say("fr.json", "table.held", "{count, plural, other {# tuiles}}")
        self.assert_refused("fr.json: table.held", 'count has no branch "one"')

    def test_a_language_has_plural_categories_of_its_own(self):
        for folder in ("messages", "messages/terminal"):
            shutil.copy(self.root / folder / "de.json", self.root / folder / "pl.json")
        self.assert_refused("pl.json: table.held", 'count has no branch "few"')

    def test_an_exact_branch_does_for_a_category_of_one_number(self):
        self.say("de.json", "table.held", "{count, plural, =1 {ein Stein} other {# Steine}}")
        self.assertEqual(self.check()[0], 0)

    def test_a_word_that_the_glossary_avoids(self):
        self.say("en.json", "hint.lay", "Lay as shown")
        self.assert_refused("en.json: hint.lay", 'says "Lay"; the glossary has "place"')

    def test_a_term_under_another_name(self):
        self.say("nl.json", "reason.no_disc", "Je hebt geen penning.")
        self.assert_refused("nl.json: reason.no_disc", '"schijf" is missing')

    def test_typography(self):
        self.say("fr.json", "result.won.you", "Tu gagnes !")
        self.assert_refused("fr.json: result.won.you", "U+202F")

    def test_english_is_left(self):
        self.say("it.json", "table.undo", "Undo")
        self.assert_refused("it.json: table.undo", "is the same as in English")

    def test_an_exception_that_is_none_any_more(self):
        self.say("nl.json", "table.menu", "Keuzes")
        self.assert_refused("check/same-as-english.json", "nl has its own words for table.menu")

    def test_tiles_in_a_game_of_cubes(self):
        self.say("de.json", "rules.c.never", "Steine tauschen gibt es nicht.")
        self.assert_refused("de.json: rules.c.never", 'is about cubes and says "Steine"')

    def test_a_form_for_cubes_that_names_tiles(self):
        self.say("en.json", "reason.occupied.cubes", "There is already a tile here.")
        self.assert_refused("en.json: reason.occupied.cubes", 'is about cubes and says "tile"')

    def test_a_message_without_a_form_for_cubes(self):
        self.say("es.json", "table.pass", "Pasar sin poner fichas")
        self.assert_refused("es.json: table.pass", "has no form for cubes, table.pass.cubes")

    def test_a_word_for_two_commands(self):
        self.say("terminal/it.json", "command.open", "esci")
        status, output = self.check()
        self.assertEqual(status, 1)
        self.assertIn('it: command.open: "esci" also means quit', output)

    def test_a_rule_without_a_message(self):
        self.change("check/rules.json", lambda rules: rules.pop("S7"))
        self.assert_refused("check/rules.json", "S7 has no message")

    def test_a_rule_whose_message_is_gone(self):
        self.change("check/rules.json", lambda rules: rules.update(S7=["rules.s.gone"]))
        self.assert_refused("check/rules.json", "S7: de has no rules.s.gone")

    def test_a_language_of_one_file(self):
        shutil.copy(self.root / "messages/de.json", self.root / "messages/sv.json")
        self.assert_refused("terminal/sv.json", "is missing")

    def test_a_glossary_that_was_not_printed(self):
        path = self.root / "docs/glossary.md"
        path.write_text(path.read_text(encoding="utf-8").replace("| Beutel |", "| Sack |"))
        status, output = self.check()
        self.assertEqual(status, 1)
        self.assertIn("docs/glossary.md: its table differs", output)


if __name__ == "__main__":
    unittest.main()
