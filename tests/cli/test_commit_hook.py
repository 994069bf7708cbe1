"""tools/hooks/commit-msg asks for the line about the bots' choices, and only where it belongs."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class CommitHookTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.git("init", "--quiet")
        self.git("config", "core.hooksPath", ROOT / "tools/hooks")
        self.git("commit", "--quiet", "--allow-empty", "-m", "Begin")

    def git(self, *arguments, check=True):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C"}
        for role in ("AUTHOR", "COMMITTER"):
            environment |= {f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@play.example"}
        return subprocess.run(["git", *map(str, arguments)], cwd=self.folder, env=environment,
                              capture_output=True, text=True, check=check)

    def commit(self, file, message):
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(message)
        self.git("add", "--all")
        return self.git("commit", "--quiet", "-m", message, check=False)

    def test_asks_if_the_engine_or_the_rules_are_touched(self):
        for file in ("src/engine/bots.cpp", "src/rules/variants/base.cpp", "src/rules/tile.hpp"):
            for message in ("Choose better", "Choose better\n\nBench: 12", "Say no functional change\n"):
                refused = self.commit(file, message)
                self.assertEqual(refused.returncode, 1, message)
                self.assertIn(file, refused.stderr)
                self.assertIn("No functional change", refused.stderr)

    def test_takes_either_line(self):
        for line in ("Bench: 1b30e0da161f2e32", "No functional change", "No functional change."):
            taken = self.commit("src/engine/bots.cpp", f"Choose better\n\nBecause.\n\n{line}")
            self.assertEqual(taken.returncode, 0, taken.stderr)

    def test_leaves_other_commits_alone(self):
        for file, message in (("src/server/hub.cpp", "Serve"), ("src/engine/CMakeLists.txt", "Build"),
                              ("src/engine/bots.cpp", "fixup! Choose better")):
            taken = self.commit(file, message)
            self.assertEqual(taken.returncode, 0, taken.stderr)


if __name__ == "__main__":
    unittest.main()
