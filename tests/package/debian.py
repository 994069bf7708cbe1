"""A clean Debian 12 in a folder, for installing packages."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITE = "bookworm"
# Created once; each test gets a clean copy.
PRISTINE = ROOT / "build/package/debian-12"


def call(*command, **options):
    result = subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, **options,
    )
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}:\n{result.stdout[-4000:]}")
    return result.stdout


def mirror():
    """The mirror to use, as debootstrap's arguments: that of SIXFOLD_DEBIAN_MIRROR, or else of this
    system; none for debootstrap's own default."""
    if "SIXFOLD_DEBIAN_MIRROR" in os.environ:
        return [os.environ["SIXFOLD_DEBIAN_MIRROR"]]
    for line in call("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)",
                     "Created-By: Packages").splitlines():
        site, release = line.split()
        if release == SUITE and site.rstrip("/").endswith("/debian"):
            return [site]
    return []


def make_pristine():
    if PRISTINE.exists():
        return
    unfinished = PRISTINE.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.parent.mkdir(parents=True, exist_ok=True)
    call("debootstrap", "--variant=minbase", SUITE, unfinished, *mirror())
    call("chroot", unfinished, "apt-get", "update")
    unfinished.rename(PRISTINE)


class Debian:
    def __init__(self):
        make_pristine()
        self.root = Path(tempfile.mkdtemp(prefix="sixfold-debian-"))
        call("cp", "-a", "--reflink=auto", f"{PRISTINE}/.", self.root)
        if Path("/etc/resolv.conf").exists():
            shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

        call("mount", "-t", "proc", "proc", self.path("/proc"))

    def remove(self):
        call("umount", self.path("/proc"))
        shutil.rmtree(self.root)

    def run(self, *command):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C",
                       "DEBIAN_FRONTEND": "noninteractive"}
        for name in ("http_proxy", "https_proxy"):
            if name in os.environ:
                environment[name] = os.environ[name]
        return call("chroot", self.root, *command, env=environment)

    def install(self, package):
        """Installs a package with its dependencies from the mirror."""
        shutil.copy(package, self.root / "root")
        return self.run("apt-get", "install", "-y", "--no-install-recommends",
                        f"/root/{Path(package).name}")

    def path(self, inside):
        return self.root / inside.lstrip("/")

    def file(self, inside):
        return self.path(inside).read_text()

    def version_of(self, package):
        return self.run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package)
