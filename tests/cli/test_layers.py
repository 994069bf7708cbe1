"""tools/check-layers accepts a valid tree and reports each include that breaks the layers."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class CheckLayersTest(unittest.TestCase):
    def check(self, files):
        """Runs the check on a tree of the given files; returns its status and output."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, ROOT / "tools/check-layers", folder],
                capture_output=True,
                text=True,
                check=False,
            )
        self.assertEqual(result.stderr, "")
        return result.returncode, result.stdout

    def assert_refused(self, files, where, why):
        status, output = self.check(files)
        self.assertEqual(status, 1, output)
        self.assertIn(where + ": ", output)
        self.assertIn(why, output)

    def test_accepts_includes_of_lower_layers(self):
        status, output = self.check(
            {
                "src/rules/tile.hpp": "#include <vector>\n",
                "src/record/text.hpp": '#include <nlohmann/json.hpp>\n#include "rules/tile.hpp"\n',
                "src/engine/bot.cpp": '#include <chrono>\n#include "rules/tile.hpp"\n',
                "src/server/room.cpp": '#include <boost/asio.hpp>\n#include "record/text.hpp"\n',
                "src/cli/main.cpp": '#include <CLI/CLI.hpp>\n#include "record/text.hpp"\n',
            }
        )
        self.assertEqual(status, 0, output)

    def test_refuses_an_include_of_a_higher_layer(self):
        self.assert_refused(
            {
                "src/rules/tile.cpp": '#include <vector>\n\n#  include "record/text.hpp"\n',
                "src/record/text.hpp": "",
            },
            "src/rules/tile.cpp:3",
            'layer rules may not include "record/text.hpp"',
        )

    def test_refuses_an_include_of_a_layer_beside(self):
        self.assert_refused(
            {"src/engine/bot.cpp": '#include "record/text.hpp"\n', "src/record/text.hpp": ""},
            "src/engine/bot.cpp:1",
            'layer engine may not include "record/text.hpp"',
        )

    def test_checks_the_simulation_which_no_layer_may_include(self):
        files = {
            "simulation/world.cpp": '#include "server/room.hpp"\n#include "simulation/clock.hpp"\n',
            "simulation/clock.hpp": "",
            "src/server/room.hpp": "",
        }
        status, output = self.check(files)
        self.assertEqual(status, 0, output)
        self.assert_refused(
            files | {"simulation/clock.hpp": '#include "cli/main.hpp"\n', "src/cli/main.hpp": ""},
            "simulation/clock.hpp:1",
            'layer simulation may not include "cli/main.hpp"',
        )
        self.assert_refused(
            files | {"src/server/room.hpp": '#include "simulation/clock.hpp"\n'},
            "src/server/room.hpp:1",
            'layer server may not include "simulation/clock.hpp"',
        )

    def test_refuses_anything_but_computation_in_the_rules(self):
        for header in (
            "iostream fstream sstream cstdio thread mutex atomic chrono random filesystem ctime cmath "
            "unistd.h stdio.h nlohmann/json.hpp"
        ).split():
            with self.subTest(header=header):
                self.assert_refused(
                    {"src/rules/variants/cubes.cpp": f"#include <{header}>\n"},
                    "src/rules/variants/cubes.cpp:1",
                    f"layer rules may not include <{header}>",
                )

    def test_refuses_a_library_in_a_layer_of_plain_code(self):
        self.assert_refused(
            {"src/engine/bot.cpp": "#include <fmt/format.h>\n"},
            "src/engine/bot.cpp:1",
            "layer engine may not use the library of <fmt/format.h>",
        )

    def test_refuses_paths_that_are_not_from_the_source_root(self):
        tile = {"src/rules/tile.hpp": ""}
        for include in ('"tile.hpp"', '"../rules/tile.hpp"', "<rules/tile.hpp>", '"rules/none.hpp"'):
            with self.subTest(include=include):
                self.assert_refused(
                    tile | {"src/rules/board.hpp": f"#include {include}\n"},
                    "src/rules/board.hpp:1",
                    include[1:-1],
                )

    def test_refuses_a_computed_include(self):
        self.assert_refused(
            {"src/rules/tile.hpp": "#include HEADER\n"}, "src/rules/tile.hpp:1", "not computed"
        )

    def test_refuses_a_folder_that_is_no_layer(self):
        self.assert_refused(
            {"src/utils/text.hpp": "\n"}, "src/utils/text.hpp:1", "src/utils is not a layer"
        )

    def test_refuses_a_tree_without_sources(self):
        status, output = self.check({"src/rules/notes.txt": ""})
        self.assertEqual(status, 1, output)


if __name__ == "__main__":
    unittest.main()
