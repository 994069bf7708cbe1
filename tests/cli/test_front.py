"""What is between strangers and the tables: connections, addresses, TLS, files, other servers."""

import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import LONG, PROGRAM, run
from services import Postgres, Redis
from tables import Server, plan
from test_serve import ServerTest


def log_lines(server):
    return [json.loads(line) for line in Path(server.log).read_text().splitlines()
            if line.startswith("{")]


def wait_for_event(server, event, seconds=20):
    """The first line of the log with this event."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for line in log_lines(server):
            if line["event"] == event:
                return line
        time.sleep(0.05)
    raise AssertionError(f"no {event} in {Path(server.log).read_text()}")


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=20)


class MemoryTest(ServerTest):
    """Connections that have not identified themselves yet."""

    def memory(self):
        text = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", text).group(1)) << 10

    def flood(self, head, block, most=100 << 20):
        """Sends until the server closes the connection."""
        with connect(self.server.port) as client:
            client.sendall(head)
            sent = 0
            try:
                while sent < most:
                    client.sendall(block)
                    sent += len(block)
            except OSError:
                pass
        return sent

    def assert_bounded(self, head, block=b"x" * (1 << 20)):
        before = self.memory()
        sent = self.flood(head, block)
        self.assertLess(sent, 100 << 20, "the server took everything")
        self.assertLess(self.memory() - before, 40 << 20)
        self.assertEqual(self.server.get("/healthz")[0], 200)

    chunked = b"POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

    def test_a_chunk_extension_without_end(self):
        self.assert_bounded(self.chunked + b"5;")

    def test_many_chunk_extensions(self):
        self.assert_bounded(self.chunked, (b"1;" + b"x" * 1000 + b"\r\na\r\n") * 1000)

    def test_a_trailer_without_end(self):
        self.assert_bounded(self.chunked + b"0\r\nX: ")

    def test_many_trailers(self):
        self.assert_bounded(self.chunked + b"0\r\n", b"X: y\r\n" * 100_000)

    def test_headers_without_end(self):
        self.assert_bounded(b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 100_000)

    def test_a_path_without_end(self):
        self.assert_bounded(b"GET /")

    def test_a_body_without_end(self):
        self.assert_bounded(b"POST /api/session HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")

    def test_chunks_are_read(self):
        with connect(self.server.port) as client:
            body = b'{"name":"Ann","passphrase":"not hers at all"}'
            client.sendall(self.chunked + b"5;ext=1\r\n" + body[:5] + b"\r\n" +
                           b"%x\r\n" % len(body[5:]) + body[5:] + b"\r\n0\r\nX: y\r\n\r\n")
            self.assertIn(b"wrong_passphrase", client.recv(4096))

    def test_requests_may_follow_each_other_at_once(self):
        with connect(self.server.port) as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
            text = b""
            while text.count(b"ok\n") < 3:
                text += client.recv(4096)
            self.assertEqual(text.count(b"200 OK"), 3)


class HalfRequestsTest(ServerTest):
    files = 160

    def setUp(self):
        super().setUp()
        self.server.end(signal.SIGKILL)
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))
        self.server = Server(self.data, "--sockets-per-address", "0", preexec_fn=limit)

    def test_do_not_keep_others_out_when_files_are_few(self):
        ann = self.player()
        ann.create(plan("base", 2))
        halves = []
        for _ in range(400):
            half = connect(self.server.port)
            half.sendall(b"GET / HTTP/1.1\r\nHost:")
            halves.append(half)
        self.assertEqual(self.server.get("/healthz")[0], 200)
        ben = self.player()
        ben.create(plan("base", 2))
        ann.create(plan("base", 2))
        for half in halves:
            half.close()


class PerAddressTest(ServerTest):
    def test_an_address_closes_its_own_oldest_connection(self):
        kept = 128
        halves = []
        for _ in range(kept + 20):
            half = connect(self.server.port)
            half.sendall(b"GET / HTTP/1.1\r\nHost:")
            halves.append(half)
        self.assertEqual(halves[0].recv(1), b"")
        self.assertEqual(self.server.get("/healthz")[0], 200)
        halves[-1].sendall(b" x\r\n\r\n")
        self.assertIn(b"200", halves[-1].recv(100))
        for half in halves:
            half.close()


class ProxiesTest(ServerTest):
    options = ("--trusted-proxy", "127.0.0.1")

    def statuses(self, count, *lines):
        """The statuses of requests with these X-Forwarded-For lines; {} is a different number each time."""
        statuses = []
        with connect(self.server.port) as client:
            for i in range(count):
                forwarded = "".join(f"X-Forwarded-For: {line.format(i % 250)}\r\n" for line in lines)
                client.sendall(f"GET /healthz HTTP/1.1\r\nHost: x\r\n{forwarded}\r\n".encode())
                answer = b""
                while b"\r\n\r\n" not in answer or not answer.endswith((b"ok\n", b"}")):
                    answer += client.recv(4096)
                statuses.append(int(answer.split()[1]))
        return statuses

    def test_a_forged_line_beside_that_of_the_proxy_is_not_believed(self):
        self.assertIn(429, self.statuses(600, "10.1.1.{}", "198.51.100.1"))
        self.assertEqual(set(self.statuses(100, "198.51.100.2")), {200})

    def test_customers_with_an_ipv6_network_are_limited_as_one(self):
        self.assertIn(429, self.statuses(600, "2001:db8::{}"))
        self.assertEqual(set(self.statuses(100, "2001:db8:0:1::{}")), {200})

    def test_a_proxy_must_be_an_address(self):
        ended = run("serve", "--port", "0", "--data", f"{self.folder.name}/other",
                    "--trusted-proxy", "proxy.example")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("proxy.example", ended.stderr)


class MappedProxyTest(ProxiesTest):
    """The same, with the proxy's address as a dual-stack socket reports it."""

    options = ("--trusted-proxy", "::ffff:127.0.0.1")


class HeadersTest(ServerTest):
    options = ("--public-url", "https://play.example")

    def session_end(self, **headers):
        return self.server.ask("POST", "/api/session/end", body={}, headers=headers)[0]

    def test_only_pages_of_the_public_url_may_act(self):
        self.assertEqual(self.session_end(Origin="https://play.example"), 200)
        for origin in ("http://play.example", "https://play.example:8443", "https://evil.example"):
            host = origin.split("//")[1]
            self.assertEqual(self.session_end(Origin=origin, Host=host), 403, origin)

    def test_browsers_are_told_to_stay_with_https(self):
        headers = self.server.get("/api/me")[1]
        self.assertRegex(headers["Strict-Transport-Security"], r"max-age=\d{8}")
        self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")

    def test_cookies_belong_to_this_host(self):
        cookie = self.server.get("/api/me")[1]["Set-Cookie"]
        self.assertTrue(cookie.startswith("__Host-sixfold_guest="))
        for part in ("; Secure", "; Path=/"):
            self.assertIn(part, cookie)
        self.assertNotIn("Domain", cookie)
        pair = cookie.split(";")[0]
        user = json.loads(self.server.get("/api/me", pair)[2])["user"]
        self.assertEqual(json.loads(self.server.get("/api/me", pair)[2])["user"], user)

    def test_cookies_of_the_old_name_are_known_and_replaced(self):
        pair = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        user = json.loads(self.server.get("/api/me", pair)[2])["user"]
        _, headers, body = self.server.get("/api/me", pair.removeprefix("__Host-"))
        self.assertEqual(json.loads(body)["user"], user)
        self.assertIn("__Host-sixfold_guest=", headers["Set-Cookie"])


class PlainTest(ServerTest):
    def test_plain_http_promises_no_https(self):
        headers = self.server.get("/api/me")[1]
        self.assertNotIn("Strict-Transport-Security", headers)
        self.assertTrue(headers["Set-Cookie"].startswith("sixfold_guest="))

    def test_tells_whether_it_is_ready(self):
        self.assertEqual(self.server.get("/readyz")[0::2], (200, b"ok\n"))


class CertificatesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.server = None

    def tearDown(self):
        if self.server and self.server.process.poll() is None:
            self.server.end(signal.SIGKILL)

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=self.folder)

    def make(self, name, kind=("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), days=90):
        self.openssl("req", "-x509", "-newkey", *kind, "-nodes", "-days", str(days), "-subj",
                     f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
                     f"{name}.key", "-out", f"{name}.pem")

    def make_dated(self, name, start, end):
        Path(f"{self.folder}/ca.cnf").write_text(
            "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\n"
            "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n[req]\n"
            "distinguished_name=n\n[n]\n")
        Path(f"{self.folder}/index.txt").write_text("")
        Path(f"{self.folder}/serial").write_text("01\n")
        self.openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                     "-nodes", "-subj", f"/CN={name}", "-config", "ca.cnf", "-keyout",
                     f"{name}.key", "-out", "request.pem")
        self.openssl("ca", "-batch", "-config", "ca.cnf", "-selfsign", "-notext", "-keyfile",
                     f"{name}.key", "-in", "request.pem", "-out", f"{name}.pem",
                     "-startdate", start, "-enddate", end)

    def use(self, certificate, key):
        shutil.copy(f"{self.folder}/{certificate}.pem", f"{self.folder}/used.pem")
        shutil.copy(f"{self.folder}/{key}.key", f"{self.folder}/used.key")

    def serve(self, certificate, key=None):
        self.use(certificate, key or certificate)
        self.server = Server(f"{self.folder}/data", "--tls-certificate",
                             f"{self.folder}/used.pem", "--tls-key", f"{self.folder}/used.key")

    def handshake(self, context):
        with connect(self.server.port) as plain:
            with context.wrap_socket(plain, server_hostname="127.0.0.1") as client:
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                self.assertIn(b"200", client.recv(100))
                return client.version()

    @staticmethod
    def any_certificate():
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context

    def test_a_key_of_another_kind_is_refused(self):
        self.make("ec")
        self.make("rsa", ("rsa:2048",))
        with self.assertRaisesRegex(RuntimeError, "does not belong to the certificate"):
            self.serve("ec", "rsa")
        self.serve("ec")
        self.use("ec", "rsa")
        self.server.process.send_signal(signal.SIGHUP)
        fault = wait_for_event(self.server, "not_reloaded")
        self.assertIn("does not belong", fault["why"])
        self.assertEqual(self.handshake(self.any_certificate()), "TLSv1.3")

    def test_dates_that_are_wrong_are_logged(self):
        self.make_dated("old", "20200101000000Z", "20200201000000Z")
        self.make_dated("later", "20900101000000Z", "20910101000000Z")
        self.make("short", days=2)
        self.serve("old")
        warning = wait_for_event(self.server, "certificate_expired")
        self.assertEqual((warning["level"], warning["until"]), ("warning", "2020-02-01T00:00:00Z"))
        for name, event in (("later", "certificate_not_yet_valid"),
                            ("short", "certificate_expires_soon")):
            self.use(name, name)
            self.server.process.send_signal(signal.SIGHUP)
            wait_for_event(self.server, event)

    def test_a_good_certificate_is_nothing_to_log(self):
        self.make("good")
        self.serve("good")
        wait_for_event(self.server, "listening")
        self.assertNotIn("certificate", Path(self.server.log).read_text())

    def test_only_modern_ciphers(self):
        self.make("rsa", ("rsa:2048",))
        self.serve("rsa")
        good = self.any_certificate()
        good.maximum_version = ssl.TLSVersion.TLSv1_2
        good.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")
        self.assertEqual(self.handshake(good), "TLSv1.2")
        for cipher in ("AES128-SHA", "AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA"):
            weak = self.any_certificate()
            weak.maximum_version = ssl.TLSVersion.TLSv1_2
            weak.set_ciphers(f"{cipher}:@SECLEVEL=0")
            with self.assertRaises(OSError, msg=cipher):
                self.handshake(weak)

    def test_unfinished_handshakes_do_not_keep_others_out(self):
        self.make("ec")
        self.serve("ec")
        halves = [connect(self.server.port) for _ in range(200)]
        self.assertEqual(halves[0].recv(1), b"", "the oldest made room")
        self.assertEqual(self.handshake(self.any_certificate()), "TLSv1.3")
        for half in halves:
            half.close()


class FilesTest(ServerTest):
    def modes(self, folder):
        paths = [Path(folder), *Path(folder).iterdir()]
        return {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}

    def assert_private(self, folder):
        for name, mode in self.modes(folder).items():
            self.assertEqual(mode & 0o077, 0, f"{name}: {mode:o}")

    def test_can_be_read_by_their_owner_alone(self):
        data = f"{self.folder.name}/new"
        server = Server(data, preexec_fn=lambda: os.umask(0))
        self.assertIn("games.db-wal", self.modes(data))
        self.assert_private(data)
        copy = f"{self.folder.name}/copy"
        run("backup", "--data", data, copy, preexec_fn=lambda: os.umask(0))
        self.assert_private(copy)
        server.end(signal.SIGTERM)
        again = f"{self.folder.name}/again"
        run("restore", "--data", again, copy, preexec_fn=lambda: os.umask(0))
        self.assert_private(again)

    def test_those_of_before_stay_as_they_are_but_are_mentioned(self):
        self.server.end(signal.SIGTERM)
        os.chmod(self.data, 0o755)
        os.chmod(f"{self.data}/games.db", 0o644)
        self.server = Server(self.data)
        self.assertEqual(self.modes(self.data)["games.db"], 0o644)
        self.assertEqual(wait_for_event(self.server, "data_readable_by_others")["level"], "warning")

    def test_a_lost_key_is_mentioned(self):
        self.assertNotIn("guest_key_made", Path(self.server.log).read_text())
        self.server.end(signal.SIGTERM)
        os.remove(f"{self.data}/guest.key")
        self.server = Server(self.data)
        self.assertEqual(wait_for_event(self.server, "guest_key_made")["level"], "warning")


class SecretsTest(unittest.TestCase):
    def test_addresses_that_are_wrong_are_not_shown_with_their_secret(self):
        with tempfile.TemporaryDirectory() as folder:
            data = ("--data", f"{folder}/data", "--port", "0")
            for option in (("--bus", "redis://me:hidden1@"), ("--bus", "rediss://:hidden1@db"),
                           ("--bus", "redis://:hidden1@db:port"),
                           ("--store", "postgresql://me:hid/hidden1@db/x"),
                           ("--store", "postgresql://me:hidden1%zz@db/x"),
                           ("--store", "postgresql://me:hid@hidden1@db/x"),
                           ("--store", "postgresql://me:hid?hidden1@db/x"),
                           ("--store", "mysql://me:hidden1@db/x")):
                ended = run("serve", *data, *option)
                self.assertNotEqual(ended.returncode, 0, option)
                self.assertNotIn("hidden1", ended.stdout + ended.stderr, option)
                self.assertNotEqual(ended.stderr, "")


class BusTest(ServerTest):
    password = "a hidden one"

    def setUp(self):
        super().setUp()
        self.redis = Redis("--requirepass", self.password)
        self.addCleanup(self.redis.close)

    def serve(self, password):
        self.server.end(signal.SIGTERM)
        self.server = Server(self.data, "--bus", f"unix://:{password}@{self.redis.socket}")

    def test_logs_in_and_tells_when_redis_goes_and_comes(self):
        self.serve("a%20hidden%20one")
        self.redis.kill()
        away = wait_for_event(self.server, "bus_unreachable")
        self.assertEqual(away["level"], "warning")
        self.redis.start()
        wait_for_event(self.server, "bus_back")
        self.assertNotIn("hidden", Path(self.server.log).read_text())

    def test_a_wrong_password_is_told_but_not_shown(self):
        self.serve("another")
        away = wait_for_event(self.server, "bus_unreachable")
        self.assertIn("WRONGPASS", away["why"])
        self.assertNotIn("another", Path(self.server.log).read_text())
        self.assertEqual(self.server.get("/healthz")[0], 200)


class PostgresTest(unittest.TestCase):
    def setUp(self):
        self.postgres = Postgres()
        self.addCleanup(self.postgres.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Server(f"{folder.name}/data", "--store", self.postgres.url)
        self.addCleanup(self.end)

    def end(self):
        if self.server.process.poll() is None:
            self.server.end(signal.SIGKILL)


class UnreadablePathsTest(PostgresTest):
    def test_are_not_taken_for_faults_of_the_store(self):
        """PostgreSQL refuses text that is not UTF-8."""
        for path in ("ranking/\xff/two", "codes/\xff\xff\xff\xff\xff\xff", "players/%ff", "players/\xff",
                     "me/against/%c3%28", "players/%ed%a0%80", "me/daily/\xff", "games/%ff",
                     "players/%00", "players/Ann%00", "me/against/%00"):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as connection:
                connection.sendall(f"GET /api/{path} HTTP/1.0\r\n\r\n".encode("latin-1"))
                answer = connection.makefile("rb").read()
            self.assertIn(b" 404 ", answer.splitlines()[0], path)
            self.assertEqual(self.server.get("/readyz")[0], 200, path)


class StoreTest(PostgresTest):
    """A PostgreSQL server that does not answer."""

    def freeze(self, how):
        first = Path(f"{self.postgres.data()}/postmaster.pid").read_text().split()[0]
        children = subprocess.run(["pgrep", "-P", first], capture_output=True, text=True)
        for process in [first, *children.stdout.split()]:
            os.kill(int(process), how)

    def status_of_ready(self, wanted):
        end = time.monotonic() + 40
        while (status := self.server.get("/readyz")[0]) != wanted and time.monotonic() < end:
            time.sleep(0.2)
        return status

    def test_makes_the_server_unready_and_does_not_keep_it_from_ending(self):
        self.assertEqual(self.server.get("/readyz")[0], 200)
        self.freeze(signal.SIGSTOP)
        try:
            self.assertEqual(self.status_of_ready(503), 503)
            self.assertIn(b"unavailable", self.server.get("/readyz")[2])
            self.assertEqual(self.server.get("/healthz")[0], 200)
            self.assertEqual(wait_for_event(self.server, "no_news")["level"], "warning")
            self.server.process.send_signal(signal.SIGTERM)
            self.server.process.wait(timeout=15)
        finally:
            self.server.process.stdout.close()
            self.freeze(signal.SIGCONT)

    def test_is_not_said_to_forbid_anything(self):
        """Who somebody is cannot be found out, nor whether they may do it."""
        guest = self.server.get("/api/me")[1]["Set-Cookie"].split(";")[0]
        body = {"name": "Ann", "passphrase": "correct horse battery"}
        account = self.server.ask("POST", "/api/account", guest, body)[1]["Set-Cookie"].split(";")[0]
        self.freeze(signal.SIGSTOP)
        try:
            for cookie, headers in ((guest, {}), (account, {}), (None, {"Authorization": "Bearer x"})):
                status, _, text = self.server.get("/api/me", cookie, headers)
                self.assertEqual((status, json.loads(text)["error"]["code"]), (503, "unavailable"))
        finally:
            self.freeze(signal.SIGCONT)
        self.assertEqual(self.status_of_ready(200), 200)
        self.assertEqual(json.loads(self.server.get("/api/me", account)[2])["name"], "Ann")

    def test_back_again_makes_it_ready(self):
        self.freeze(signal.SIGSTOP)
        try:
            self.assertEqual(self.status_of_ready(503), 503)
        finally:
            self.freeze(signal.SIGCONT)
        self.assertEqual(self.status_of_ready(200), 200)


class IdleSocketTest(ServerTest):
    @unittest.skipUnless(LONG, "takes half a minute")
    def test_is_pinged(self):
        player = self.player()
        player.socket.settimeout(60)
        opcode = 1
        while opcode != 9:
            first, _ = player.next_frame()
            opcode = first & 15


class ProgramTest(unittest.TestCase):
    """The protection against memory attacks that the compiler and the linker add to the program."""

    def readelf(self, *arguments):
        return subprocess.run(["readelf", "--wide", *arguments, PROGRAM], check=True,
                              capture_output=True, text=True).stdout

    def code_of(self, name):
        """The instructions of one of the program's own functions."""
        symbols = subprocess.run(["nm", PROGRAM], check=True, capture_output=True, text=True).stdout
        symbol = re.search(rf" [Tt] (_ZN{name}\w*)$", symbols, re.MULTILINE).group(1)
        return subprocess.run(["objdump", f"--disassemble={symbol}", PROGRAM], check=True,
                              capture_output=True, text=True).stdout

    def test_is_hardened(self):
        if re.search("__(asan|tsan)_init", self.readelf("--dyn-syms")):
            self.skipTest("sanitizers have their own checks")
        self.assertRegex(self.readelf("--file-header"), r"Type:\s+DYN")
        segments = self.readelf("--segments")
        self.assertIn("GNU_RELRO", segments)
        self.assertRegex(segments, r"GNU_STACK.* RW ")
        self.assertRegex(self.readelf("--dynamic"), r"FLAGS_1.*NOW")
        self.assertIn("_chk@GLIBC", self.readelf("--dyn-syms"), "nothing checks the size of buffers")
        serve = self.code_of("7sixfold6server5serveERKNS0_13ServerOptions")
        self.assertIn("__stack_chk_fail", serve)
        if os.uname().machine == "x86_64":
            self.assertIn("endbr64", serve)


if __name__ == "__main__":
    unittest.main()
