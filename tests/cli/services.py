"""PostgreSQL and Redis servers for the tests, each in its own folder and without a port."""

import os
import subprocess
import tempfile
import time

PROGRAMS = "/usr/lib/postgresql/15/bin"
# PostgreSQL refuses to run as root.
AS_OTHER = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Postgres:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sixfold-pg-")
        if AS_OTHER:
            subprocess.run(["chown", "postgres", self.folder.name], check=True)
        self.url = f"postgresql:///postgres?user=sixfold&host={self.folder.name}"
        self.run("initdb", "--no-sync", "--auth=trust", "--username=sixfold", "-D", self.data())
        self.start()

    def data(self):
        return f"{self.folder.name}/data"

    def run(self, program, *arguments):
        subprocess.run([*AS_OTHER, f"{PROGRAMS}/{program}", *arguments], check=True, cwd="/",
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder.name}"
        self.run("pg_ctl", "-w", "-D", self.data(), "-l", f"{self.folder.name}/log",
                 "-o", settings, "start")

    def restart(self):
        self.run("pg_ctl", "-w", "-m", "fast", "-D", self.data(), "-l",
                 f"{self.folder.name}/log", "restart")

    def signal_all(self, which):
        """Signals all of its processes."""
        with open(f"{self.data()}/postmaster.pid") as file:
            postmaster = int(file.readline())
        # Signal the postmaster first, so that it starts no new processes.
        os.kill(postmaster, which)
        children = subprocess.run(["pgrep", "-P", str(postmaster)], capture_output=True, text=True)
        for child in children.stdout.split():
            try:
                os.kill(int(child), which)
            except ProcessLookupError:
                pass

    def rows(self, query):
        answer = subprocess.run([f"{PROGRAMS}/psql", "-At", "-F", "\t", self.url, "-c", query],
                                check=True, capture_output=True, text=True)
        return [line.split("\t") for line in answer.stdout.splitlines()]

    def empty(self):
        """Drops every table."""
        self.rows("SET client_min_messages = warning; DROP SCHEMA public CASCADE; "
                  "CREATE SCHEMA public")

    def close(self):
        self.run("pg_ctl", "-m", "immediate", "-D", self.data(), "stop")
        self.folder.cleanup()


class Redis:
    def __init__(self, *options):
        self.options = options
        self.folder = tempfile.TemporaryDirectory(prefix="sixfold-redis-")
        self.socket = f"{self.folder.name}/redis.sock"
        self.url = f"unix://{self.socket}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--save", "",
             *self.options],
            stdout=subprocess.DEVNULL)
        while not os.path.exists(self.socket):
            time.sleep(0.01)

    def kill(self):
        self.process.kill()
        self.process.wait()
        if os.path.exists(self.socket):
            os.remove(self.socket)

    def close(self):
        self.kill()
        self.folder.cleanup()
