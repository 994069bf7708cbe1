"""The program as a whole: help, version, bench and bad usage."""

import re
import subprocess
import unittest

from program import PROGRAM, ROOT, run


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

    def test_what_is_wrong_is_said_in_a_line_that_people_can_read(self):
        for arguments, expected in (
            (("nothing",), "sixfold has no command nothing"),
            (("--nothing",), "sixfold has no option --nothing"),
            (("admin", "nothing"), "sixfold admin has no command nothing"),
            (("help", "admin", "x"), "sixfold admin has no command x"),
            (("arena", "--bots", "random,greedy", "--pairs", "-1"), "--pairs: -1 is too small"),
            (("analyse", "x", "--simulations", "1"), "--simulations: 1 is not between 10 and 1000000"),
            (("selfplay", "--bots", "random,random", "--games", "1e9"), "--games: 1e9 is not a whole number"),
            (("selfplay", "--bots", "random,random", "--games", "many"), "--games: many is not a number"),
            (("serve", "--port", "70000"), "--port: 70000 is out of range"),
            (("show", "x", "--turn", "-1"), "--turn: -1 is too small"),
            (("completion", "tcsh"), "SHELL: tcsh is not one of bash, fish, zsh"),
            (
                ("arena", "--bots", "random,deep"),
                "--bots: there is no bot named deep; there are random, beginner, learner, casual, "
                "regular, greedy, skilled, master, and cmd:PROGRAM",
            ),
        ):
            with self.subTest(arguments=arguments):
                result = run(*arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertEqual(result.stderr.splitlines()[0], expected)

    def test_help_explains_every_command(self):
        self.assertEqual(run("help").stdout, run("--help").stdout)
        for path in (("arena",), ("admin",), ("admin", "ban")):
            with self.subTest(path=path):
                self.assertEqual(run("help", *path).stdout, run(*path, "--help").stdout)

    def complete(self, *words):
        """What bash offers for the last word."""
        script = (
            'eval "$("$1" completion bash)"; shift; COMP_WORDS=(sixfold "$@"); COMP_CWORD=$#; '
            'complete -p sixfold >/dev/null && _sixfold; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        result = subprocess.run(
            ["bash", "-euc", script, "bash", PROGRAM, *words],
            capture_output=True, text=True, check=True,
        )
        self.assertEqual(result.stderr, "")
        return result.stdout.split()

    def test_bash_completes_commands_options_and_values(self):
        self.assertEqual(self.complete("ar"), ["arena"])
        self.assertEqual(set(self.complete("")), set(subcommands()))
        self.assertEqual(set(self.complete("admin", "")), set(subcommands("admin")))
        self.assertEqual(self.complete("arena", "--vari"), ["--variant"])
        self.assertEqual(self.complete("arena", "--variant", "sel"), ["select", "select-connect"])
        self.assertEqual(self.complete("selfplay", "--bots", "gr"), ["greedy"])
        self.assertEqual(self.complete("verify", "games.jsonl", "--th"), ["--threads"])
        self.assertEqual(self.complete("verify", ""), [])  # bash then offers files

    def test_every_shell_and_the_manual_know_every_command_and_option(self):
        texts = {shell: run("completion", shell).stdout for shell in ("bash", "fish", "zsh")}
        texts["manual"] = run("manual").stdout.replace("\\-", "-")
        for command in subcommands():
            options = re.findall(r"^  (?:-\w,)?--([\w-]+)", run(command, "--help").stdout, re.MULTILINE)
            for name, text in texts.items():
                with self.subTest(command=command, text=name):
                    self.assertIn(command, text)
                    for option in set(options) - {"help"}:
                        self.assertIn(option, text)

    def test_version_is_that_of_the_project(self):
        project = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())
        for said in (run("version"), run("--version")):
            self.assertEqual(
                (said.returncode, said.stdout, said.stderr), (0, f"sixfold {project[1]}\n", "")
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
