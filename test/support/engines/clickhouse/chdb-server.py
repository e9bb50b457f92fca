"""Serves the engine of ClickHouse, from the PyPI package `chdb-core`, over the part of ClickHouse's HTTP protocol that Inlay's
driver uses. It stands in for a server where none is installed: the SQL, types, errors and cancellation are ClickHouse's own;
users, HTTP and the check of passwords are this file's.

    chdb-server.py <port> <folder> <user> <password>
"""

import base64
import re
import select
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import ChdbError, engine_version
from chdb.state.sqlitelike import connect

PORT, FOLDER, USER, PASSWORD = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
# Parameters of the address that are not settings of the engine.
NOT_SETTINGS = {"query", "query_id", "database", "session_id", "role", "wait_end_of_query"}
HTTP_STATUS = {60: 404, 81: 404, 159: 408, 192: 403, 193: 403, 194: 403, 497: 403, 516: 403}
EXCEPTION_TAG = "inlaychdbservers"
# The engine stops when its last connection closes.
keeper = connect(FOLDER)
keeper_lock = threading.Lock()
running = {}


class EngineException(Exception):
    """An exception of ClickHouse, with its text as a server writes it."""

    def __init__(self, text):
        found = re.search(r"Code: (\d+)", text)
        self.code = int(found.group(1)) if found else 1002
        start = found.start() if found else 0
        super().__init__(f"{text[start:].strip()} (version {engine_version})")


class RunningQuery:
    """Kills the query while it runs, as soon as its client has left or a KILL QUERY names it."""

    def __init__(self, query_id, client):
        self.query_id, self.client = query_id, client
        self.done, self.killed = threading.Event(), threading.Event()
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        # A query that has not begun yet misses the first kill, so it is repeated.
        while not self.done.wait(0.05):
            if self.killed.is_set() or has_left(self.client):
                with keeper_lock:
                    pattern = quote(f"%{marker(self.query_id)}")
                    keeper.query(f"KILL QUERY WHERE query LIKE {pattern} AND query NOT LIKE 'KILL%' ASYNC")


def has_left(client):
    try:
        readable, _, _ = select.select([client], [], [], 0)
        return bool(readable) and client.recv(1, socket.MSG_PEEK) == b""
    except OSError:
        return True


def marker(query_id):
    """The engine names queries itself, so the id that the client chose is a comment at the end of the text."""
    return f"-- query_id: {query_id}"


def quote(text):
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def prepare(connection, options):
    for name, value in options.items():
        if name.startswith("param_"):
            connection.query(f"SET {name} = {quote(value)}")
    settings = {name: value for name, value in options.items() if re.fullmatch(r"(?!param_)\w+", name)}
    for name in settings.keys() - NOT_SETTINGS - {"readonly"}:
        connection.query(f"SET {name} = {quote(settings[name])}")
    if "database" in settings:
        name = settings["database"].replace("`", "\\`")
        connection.query(f"USE `{name}`")
    # Last, because it forbids the others. A server checks all settings of a request before it applies one.
    if "readonly" in settings:
        connection.query(f"SET readonly = {quote(settings['readonly'])}")


def chunks(connection, text):
    """Yields the result in parts. Each part of the engine repeats the header lines, which a server writes once."""
    form = re.search(r"FORMAT\s+(\w+)\s*;?\s*$", text)
    is_streamed = form and form.group(1).endswith("WithNamesAndTypes") and not re.match(r"\s*DESCRIBE", text)
    text = f"{text}\n{marker(connection.query_id)}"
    if not is_streamed:
        yield connection.query(text, "TabSeparated").bytes()
        return
    is_first = True
    for part in connection.send_query(text, "TabSeparated"):
        data = part.bytes()
        yield data if is_first else data.split(b"\n", 2)[2]
        is_first = False
    if is_first:
        yield connection.query(text, "TabSeparated").bytes()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        self.answer(b"Ok.\n")

    def do_POST(self):
        options = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        body = self.read_body().decode()
        text = "\n".join(part for part in (options.get("query"), body) if part)
        try:
            self.check_password()
            if text.startswith("KILL QUERY WHERE query_id ="):
                query = running.get(options.get("param_p1"))
                if query:
                    query.killed.set()
                return self.answer(b"")
            self.run(text, options)
        except EngineException as error:
            self.answer(f"{error}\n".encode(), HTTP_STATUS.get(error.code, 500), error.code)
        except OSError:
            self.close_connection = True

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", "0")))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def check_password(self):
        user, password = self.headers.get("X-ClickHouse-User"), self.headers.get("X-ClickHouse-Key", "")
        scheme, _, credentials = self.headers.get("Authorization", "").partition(" ")
        if scheme == "Basic":
            user, _, password = base64.b64decode(credentials).decode().partition(":")
        if (user, password) != (USER, PASSWORD):
            reason = "Authentication failed: password is incorrect, or there is no user with such name."
            raise EngineException(f"Code: 516. DB::Exception: {user}: {reason} (AUTHENTICATION_FAILED)")

    def run(self, text, options):
        query_id = options.get("query_id", "")
        query = running[query_id] = RunningQuery(query_id, self.connection)
        connection = connect(FOLDER)
        connection.query_id = query_id
        try:
            prepare(connection, options)
            parts = chunks(connection, text)
            first = next(parts)
        except (ChdbError, RuntimeError) as error:
            raise EngineException(str(error)) from None
        else:
            self.stream(first, parts)
        finally:
            query.done.set()
            running.pop(query_id, None)
            connection.close()

    def stream(self, first, parts):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=UTF-8")
        self.send_header("X-ClickHouse-Exception-Tag", EXCEPTION_TAG)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.write_chunk(first)
        try:
            for part in parts:
                self.write_chunk(part)
        except (ChdbError, RuntimeError) as error:
            message = f"{EngineException(str(error))}\n"
            block = f"{message}{len(message.encode())} {EXCEPTION_TAG}\r\n__exception__\r\n"
            self.write_chunk(f"\r\n__exception__\r\n{EXCEPTION_TAG}\r\n{block}".encode())
        self.wfile.write(b"0\r\n\r\n")

    def write_chunk(self, data):
        if data:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))

    def answer(self, body, status=200, code=None):
        self.send_response(status)
        if code is not None:
            self.send_header("X-ClickHouse-Exception-Code", str(code))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """Clients that leave are expected."""


Server(("127.0.0.1", PORT), Handler).serve_forever()
