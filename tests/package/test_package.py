"""The Debian package on a clean Debian 12: installed, upgraded during a game, removed and
purged. Needs root, like package managers."""

import configparser
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))

from debian import Debian, call  # noqa: E402
from tables import Adviser, Player, Server, plan, play_some  # noqa: E402

UNIT = "/usr/lib/systemd/system/sixfold.service"
CONFIGURATION = "/etc/sixfold/sixfold.conf"
NEWER = "99.0.0"


class Unit(configparser.RawConfigParser):
    """The settings of a systemd unit; for repeated ones, the last value."""

    def __init__(self, text):
        super().__init__(strict=False)
        self.optionxform = str
        self.read_string(text)

    def __getitem__(self, name):
        return self.get("Service", name)


class Service(Server):
    """Starts the unit's command as systemd would: its user, its folder, no new privileges."""

    def __init__(self, debian):
        unit = Unit(debian.file(UNIT))
        user = unit["User"]
        number = debian.run("id", "-u", user).strip()
        group = debian.run("id", "-g", user).strip()
        inside = ["setpriv", "--reuid", number, "--regid", group, "--clear-groups",
                  "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
                  *shlex.split(unit["ExecStart"])]
        self.log = debian.root / "service.log"
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                ["chroot", str(debian.root), "env", "-i", "-C", unit["WorkingDirectory"], *inside],
                stdout=subprocess.PIPE, stderr=log, text=True,
            )
        line = self.process.stdout.readline().strip()
        if not line:
            raise RuntimeError(f"the service did not start: {self.log.read_text()[-2000:]}")
        self.url = line.rsplit(" ", 1)[1]
        self.port = int(self.url.rsplit(":", 1)[1])

    def status(self, member):
        """A line of the process's status in /proc."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(line.split()[1:] for line in lines if line.startswith(member + ":"))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def make_packages(*version):
    """The paths of the packages by their names."""
    paths = call(ROOT / "tools/package", *version).splitlines()
    return {Path(path).name.partition("_")[0]: path for path in paths}


@unittest.skipUnless(os.geteuid() == 0, "packages are installed as root")
class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages = make_packages()
        cls.package, cls.library = packages["sixfold"], packages["libsixfold-dev"]
        cls.newer = make_packages(NEWER)["sixfold"]

    def setUp(self):
        self.debian = Debian()
        self.addCleanup(self.debian.remove)
        self.service = None
        self.players = []

    def tearDown(self):
        for player in self.players:
            player.close()
        if self.service and self.service.process.poll() is None:
            self.service.end(signal.SIGKILL)

    def start(self):
        self.service = Service(self.debian)

    def stop(self):
        for player in self.players:
            player.close()
        self.assertEqual(self.service.end(signal.SIGTERM), 0)

    def player(self, cookie=None):
        player = Player(self.service.port, cookie)
        self.players.append(player)
        return player

    def test_installed_upgraded_removed_purged(self):
        debian = self.debian
        self.assertFalse(debian.path("/usr/bin/sixfold").exists())
        debian.install(self.package)
        self.assertTrue(debian.run("sixfold", "version").startswith("sixfold"))
        for file in ("/usr/share/sixfold/web/index.html", "/usr/share/doc/sixfold/hosting.md",
                     "/usr/share/doc/sixfold/copyright", "/usr/share/man/man1/sixfold.1.gz",
                     "/usr/share/bash-completion/completions/sixfold",
                     "/usr/share/fish/vendor_completions.d/sixfold.fish",
                     "/usr/share/zsh/vendor-completions/_sixfold", UNIT, CONFIGURATION):
            self.assertTrue(debian.path(file).exists(), file)
        self.assertTrue(
            debian.path("/etc/systemd/system/multi-user.target.wants/sixfold.service").is_symlink())
        state = debian.path("/var/lib/sixfold").stat()
        self.assertEqual(str(state.st_uid), debian.run("id", "-u", "sixfold").strip())
        self.assertEqual(state.st_mode & 0o777, 0o750)

        # The administrator's own settings, which an upgrade must preserve.
        port = free_port()
        settings = debian.file(CONFIGURATION).replace("#port=8080", f"port={port}")
        debian.path(CONFIGURATION).write_text(settings)
        self.start()
        self.assertEqual(self.service.port, port)
        self.assertEqual(self.service.status("Uid")[0], debian.run("id", "-u", "sixfold").strip())
        self.assertEqual(self.service.status("CapBnd"), ["0000000000000000"])
        self.assertEqual(self.service.status("NoNewPrivs"), ["1"])
        self.assertIn(b"<html", self.service.get("/")[2])

        adviser = Adviser()
        self.addCleanup(adviser.close)
        ann, ben = self.player(), self.player()
        game = ann.create(plan("base", 2))
        ben.join(game, "Ben")
        play_some([ann, ben], adviser)

        def come_back():
            view = ann.table["view"]
            again = [self.player(ann.cookie), self.player(ben.cookie)]
            for one in again:
                one.watch(game)
            self.assertEqual(again[0].table["view"], view)
            play_some(again, adviser)
            return again

        # The old program keeps running while the new one is unpacked; then the service is
        # restarted.
        old = debian.version_of("sixfold")
        debian.install(self.newer)
        self.assertEqual(debian.version_of("sixfold"), f"installed {NEWER}")
        self.assertNotEqual(debian.version_of("sixfold"), old)
        play_some([ann, ben], adviser)
        self.assertEqual(debian.file(CONFIGURATION), settings)
        self.stop()
        self.start()
        ann, ben = come_back()
        self.stop()

        debian.run("apt-get", "remove", "-y", "sixfold")
        self.assertFalse(debian.path("/usr/bin/sixfold").exists())
        self.assertFalse(debian.path(UNIT).exists())
        for file in ("/var/lib/sixfold/games.db", "/var/lib/sixfold/guest.key", CONFIGURATION):
            self.assertTrue(debian.path(file).exists(), file)

        debian.install(self.newer)
        self.start()
        ann, ben = come_back()
        self.stop()

        debian.run("apt-get", "purge", "-y", "sixfold")
        for file in ("/var/lib/sixfold", "/etc/sixfold", "/usr/share/sixfold",
                     "/etc/systemd/system/multi-user.target.wants/sixfold.service"):
            self.assertFalse(os.path.lexists(debian.path(file)), file)

    def test_the_library_serves_other_projects(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "root")
            call("dpkg-deb", "-x", self.library, root)
            self.assertEqual(sorted(path.name for path in root.iterdir()), ["usr"])
            self.assertFalse((root / "usr/bin").exists())
            build = Path(folder, "build")
            call("cmake", "-S", ROOT / "examples/cpp", "-B", build, f"-DCMAKE_PREFIX_PATH={root}/usr",
                 "-DCMAKE_CXX_FLAGS=-O0")
            call("cmake", "--build", build)
            self.assertIn("points: 4", call(build / "placements"))

    def test_the_unit_is_sound_and_hardened(self):
        self.debian.install(self.package)
        self.debian.run("apt-get", "install", "-y", "--no-install-recommends", "systemd")
        root = f"--root={self.debian.root}"
        self.assertEqual(call("systemd-analyze", root, "verify", "sixfold.service"), "")
        report = call("systemd-analyze", root, "security", "--offline=yes", "--threshold=15",
                      "--no-pager", "sixfold.service")
        self.assertIn("OK", report)


if __name__ == "__main__":
    unittest.main()
