"""tools/touched names the sanitizer tests that contain what has changed."""

import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def touched(*files):
    result = subprocess.run(
        [ROOT / "tools/touched", *files], capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


class TouchedTest(unittest.TestCase):
    everything = touched("CMakeLists.txt")

    def test_everything_is_every_folder_with_a_test_program(self):
        folders = {path.parent.name for path in ROOT.glob("tests/*/*.cpp")} - {"support"}
        self.assertEqual(self.everything, folders | {"fuzz"})

    def test_a_layer_touches_whatever_is_built_on_it(self):
        self.assertEqual(touched("src/rules/board.cpp"), self.everything)
        self.assertEqual(touched("src/server/hub.cpp"), {"server", "simulation", "fuzz"})
        self.assertEqual(touched("src/terminal/words/words.cpp"), {"terminal"})
        self.assertEqual(touched("simulation/world.cpp"), {"simulation"})

    def test_tests_touch_their_own_program(self):
        self.assertEqual(touched("tests/store/store_test.cpp"), {"store"})
        self.assertEqual(touched("tests/support/judge.hpp"), self.everything)
        self.assertEqual(touched("fuzz/hub.cpp", "docs/web.md"), {"fuzz"})

    def test_texts_and_what_is_only_run_as_a_whole_touch_nothing_else(self):
        self.assertEqual(touched("docs/rules.md", "web/src/app.css", "src/cli/serve.cpp"), set())
        self.assertEqual(touched("messages/de.json"), {"terminal"})

    def test_several_files_touch_what_each_does(self):
        self.assertEqual(
            touched("tests/store/store_test.cpp", "src/terminal/words/words.cpp"),
            {"store", "terminal"},
        )


if __name__ == "__main__":
    unittest.main()
