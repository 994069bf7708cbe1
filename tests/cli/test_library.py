"""The library as its users get it: installed, or built from its sources inside another project."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import LONG, PROGRAM, ROOT, run

BUILD = Path(PROGRAM).parent
EXAMPLES = ROOT / "examples/cpp"
PREFIX = "/opt/sixfold"
# What the server and the terminal need, and the library must not ask for.
STRANGERS = ("Boost", "PostgreSQL", "Curses", "OpenSSL", "ICU", "CLI11", "fmt", "spdlog", "Threads",
             "SQLiteCpp", "PkgConfig", "GTest", "rapidcheck")
PLACEMENTS = """\
diamond at 2,-1, points: 2
diamond at 2,-1, clover at 3,-1, points: 4
diamond at 2,1, points: 2
diamond at 2,1, clover at 3,1, points: 4
"""
CCACHE = shutil.which("ccache")


def call(*command, **options):
    """The finished process; what it printed, errors included, is in stdout."""
    return subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=600, **options)


def selfplay(seed):
    """The program's own record of the game that the example plays."""
    return run("selfplay", "--bots", "greedy,random", "--games", 1, "--seed", seed).stdout


class LibraryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.root = cls.folder / "root"
        cls.prefix = cls.root / PREFIX.lstrip("/")
        cls.installed = call("cmake", "--install", BUILD, "--prefix", PREFIX,
                             env=os.environ | {"DESTDIR": str(cls.root)})

    def setUp(self):
        self.assertEqual(self.installed.returncode, 0, self.installed.stdout)

    def succeed(self, *command, **options):
        done = call(*command, **options)
        self.assertEqual(done.returncode, 0, f"{command}:\n{done.stdout}")
        return done.stdout

    def configure(self, source, *options):
        """Configures a project without what the library does not need; returns its build folder."""
        build = Path(tempfile.mkdtemp(dir=self.folder))
        without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in STRANGERS]
        self.succeed("cmake", "-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_CXX_COMPILER=g++",
                     "-DCMAKE_CXX_FLAGS=-O0", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *without,
                     *options)
        return build

    def test_installing_stays_inside_the_prefix(self):
        everything = sorted(self.root.rglob("*"))
        outside = [path for path in everything
                   if path not in self.prefix.parents and not path.is_relative_to(self.prefix)]
        self.assertEqual(outside, [])
        for file in ("bin/sixfold", "include/sixfold/version.hpp", "include/sixfold/rules/game.hpp"):
            self.assertTrue((self.prefix / file).is_file(), file)

    def test_each_installed_header_stands_alone_and_without_json(self):
        include = self.prefix / "include"
        headers = sorted(include.rglob("*.hpp"))
        self.assertGreater(len(headers), 30)
        source = self.folder / "header.cpp"
        # Paths are relative, so that ccache knows what it has seen in another folder.
        compiler = [*filter(None, [CCACHE]), "g++", "-std=c++20", "-O0", "-Wall", "-Wextra", "-Wpedantic",
                    "-Werror", f"-I{include.relative_to(self.folder)}", "-c", source.name]
        for header in headers:
            self.assertNotIn("nlohmann", header.read_text(), header)
            name = header.relative_to(include)
            source.write_text(f"#include <{name}>\n#include <{name}>\n")
            self.succeed(*compiler, "-o", "header.o", cwd=self.folder)

    def test_its_json_library_does_not_mix_with_that_of_the_user(self):
        archives = sorted(self.prefix.rglob("libsixfold_*.a"))
        self.assertEqual(len(archives), 4)
        names = self.succeed("nm", *archives)
        self.assertIn("json_abi", names)
        self.assertNotIn("json_abi_v", names)

    def test_a_project_finds_it_installed(self):
        build = self.configure(EXAMPLES, f"-DCMAKE_PREFIX_PATH={self.prefix}",
                               "-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON")
        self.succeed("cmake", "--build", build, "-j", "1")
        printed = self.succeed(build / "placements")
        self.assertEqual(printed.partition("\n")[2], PLACEMENTS)
        self.assertEqual(self.succeed(build / "match", "7"), selfplay(7))

    def test_a_project_builds_it_from_source(self):
        build = self.configure(
            EXAMPLES, f"-DSIXFOLD_SOURCE={ROOT}",
            *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={CCACHE}"] if CCACHE else []))
        self.succeed("cmake", "--build", build, "-j", "1", "--target", "placements")
        version = re.search(r"project\(sixfold VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(self.succeed(build / "placements"), f"Sixfold {version}\n{PLACEMENTS}")
        # The other parts take longer; one source shows that they find what they need.
        if LONG:
            self.succeed("cmake", "--build", build, "-j", "1")
            self.assertEqual(self.succeed(build / "match", "7"), selfplay(7))
        else:
            self.succeed("ninja", "-C", build, "_deps/sixfold-build/src/play/CMakeFiles/"
                         "sixfold_play.dir/hint_form.cpp.o")

        cache = (build / "CMakeCache.txt").read_text()
        found = [name for name in STRANGERS if re.search(rf"^{name}_(DIR|INCLUDE_DIR)", cache, re.M)]
        self.assertEqual(found, [])
        commands = {Path(entry["file"]).name: entry["command"]
                    for entry in json.loads((build / "compile_commands.json").read_text())}
        self.assertIn("-ffp-contract=off", commands["placement.cpp"])
        self.assertNotIn("-Werror", commands["placement.cpp"])
        # The project's own sources are compiled as it says, with the public headers in reach.
        for option in ("-ffp-contract", "-fno-exceptions", "-W", "JSON", f"{ROOT}/src"):
            self.assertNotIn(option, commands["placements.cpp"])

    def test_the_rules_alone_need_nothing_else(self):
        build = self.configure(ROOT, "-DSIXFOLD_LIBRARY_ONLY=ON", "-DSIXFOLD_COMPONENTS=rules",
                               "-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON")
        targets = self.succeed("ninja", "-C", build, "-t", "targets", "all")
        self.assertIn("libsixfold_rules.a", targets)
        self.assertNotIn("libsixfold_record.a", targets)

    def test_an_unknown_component_is_named(self):
        project = self.folder / "unknown"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(unknown LANGUAGES CXX)\n"
            "find_package(Sixfold REQUIRED COMPONENTS rules chess)\n")
        refused = call("cmake", "-S", project, "-B", project / "build",
                       f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertNotEqual(refused.returncode, 0)
        words = " ".join(refused.stdout.split())
        self.assertIn("There is no component chess; there are: rules, record, engine, play.", words)


if __name__ == "__main__":
    unittest.main()
