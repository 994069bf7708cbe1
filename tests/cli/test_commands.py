"""The program as a whole: help, version, bench and bad usage."""

import re
import unittest

from program import ROOT, run


def subcommands(*command):
    """The commands listed in the help."""
    text = run(*command, "--help").stdout.split("Subcommands:")[1]
    return re.findall(r"^  (\w[\w-]*)", text, re.MULTILINE)


class CommandsTest(unittest.TestCase):
    def test_help_names_the_commands(self):
        for command in ("moves", "verify", "selfplay", "arena", "bench", "bot", "version"):
            self.assertIn(command, subcommands())

    def test_every_command_has_help(self):
        for command in subcommands():
            for option in ("--help", "-h"):
                with self.subTest(command=command, option=option):
                    result = run(command, option)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    self.assertIn(f"sixfold {command}", result.stdout)

    def test_help_fits_into_eighty_columns(self):
        commands = [(), *((command,) for command in subcommands())]
        commands += [("admin", command) for command in subcommands("admin")]
        for command in commands:
            for line in run(*command, "--help").stdout.splitlines():
                if len(line.split()) > 1:  # a long path cannot be broken
                    with self.subTest(command=command):
                        self.assertLessEqual(len(line), 80, line)

    def test_bad_usage_exits_with_two_and_writes_to_standard_error_alone(self):
        for arguments in ((), ("nothing",), ("--nothing",), ("version", "extra"), ("moves", "x")):
            with self.subTest(arguments=arguments):
                result = run(*arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertNotEqual(result.stderr, "")

    def test_an_unknown_command_is_named(self):
        self.assertIn("nothing", run("nothing").stderr)

    def test_version_is_that_of_the_project(self):
        project = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())
        result = run("version")
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr), (0, f"sixfold {project[1]}\n", "")
        )

    def test_bench_prints_figures_and_ends_with_the_same_signature_every_time(self):
        signatures = set()
        for _ in range(2):
            result = run("bench", "--repeat", "1")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            lines = result.stdout.splitlines()
            self.assertGreater(len(lines), 6)
            self.assertRegex(lines[-1], r"^signature [0-9a-f]{16}$")
            signatures.add(lines[-1])
        self.assertEqual(len(signatures), 1)


if __name__ == "__main__":
    unittest.main()
