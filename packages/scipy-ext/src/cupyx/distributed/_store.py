"""Keys and values over TCP: how the processes of a group find each other.

The first process serves, in a thread; every connection begins with a secret.  Messages are fixed fields and bytes:
nothing that arrives is run or unpickled.
"""
from __future__ import annotations

import hmac
import os
import secrets
import socket
import stat
import struct
import tempfile
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupyx.distributed._errors import CommunicatorError

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = []

DEFAULT_HOST = os.environ.get("CUPYX_DISTRIBUTED_HOST", "127.0.0.1")
DEFAULT_PORT = int(os.environ.get("CUPYX_DISTRIBUTED_PORT", "13333"))

TOKEN_BYTES = 32
_HELLO = struct.Struct(f"!8s{TOKEN_BYTES}si")
_REQUEST = struct.Struct("!BIQd")              # what, bytes of the key, bytes of the value, seconds to wait
_ANSWER = struct.Struct("!BQ")
_MAGIC = b"cupydst1"
_SET, _GET, _BYE, _WATCH = 1, 2, 3, 4
_OK, _LATE, _GONE = 0, 1, 2
_LONGEST_KEY, _LONGEST_VALUE = 4096, 64 << 20


def _receive(connection: socket.socket, size: int | None) -> bytes:
    parts = []
    while size:
        part = connection.recv(min(size, 1 << 20))
        if not part:
            raise ConnectionError("the connection was closed")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class Server:
    """Keeps the values; ends with the process that made it.

    Parameters
    ----------
    host, port : str, int
        Where to listen; port 0 takes a free one, which `port` names then.
    token : bytes
        What every client must know.
    """

    def __init__(self, host: str, port: Any, token: Any) -> None:
        self._token = token
        self._values, self._gone, self._left = {}, set(), set()
        self._changed = threading.Condition()
        self._socket = socket.create_server((host, port), backlog=256)
        self.port = self._socket.getsockname()[1]
        self._connections = set()
        threading.Thread(target=self._accept, daemon=True, name="cupyx store").start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True, name="cupyx store client").start()

    def _serve(self, connection: socket.socket) -> None:
        rank = None
        try:
            with connection:
                connection.settimeout(10)
                magic, token, rank_said = _HELLO.unpack(_receive(connection, _HELLO.size))
                if magic != _MAGIC or not hmac.compare_digest(token, self._token):
                    return
                if rank_said in self._left:     # whoever comes again means the next group, whose store is not there yet
                    return
                connection.sendall(_ANSWER.pack(_OK, 0))
                connection.settimeout(None)
                rank = rank_said
                self._connections.add(connection)
                while self._answer(connection, rank):
                    pass
                rank = None
        except (OSError, struct.error):
            pass
        finally:
            self._connections.discard(connection)
            if rank is not None:
                with self._changed:
                    self._gone.add(rank)
                    self._changed.notify_all()

    def _answer(self, connection: socket.socket, rank: Any) -> bool:
        what, key_bytes, value_bytes, seconds = _REQUEST.unpack(_receive(connection, _REQUEST.size))
        if key_bytes > _LONGEST_KEY or value_bytes > _LONGEST_VALUE:
            raise ConnectionError("a message is too long")
        key, value = _receive(connection, key_bytes), _receive(connection, value_bytes)
        if what == _SET:
            with self._changed:
                self._values[key] = value
                self._changed.notify_all()
            connection.sendall(_ANSWER.pack(_OK, 0))
        elif what == _GET:
            status, found = self._wait(key, seconds)
            connection.sendall(_ANSWER.pack(status, len(found)) + found)
        elif what == _WATCH:
            with self._changed:
                self._changed.wait_for(lambda: self._gone or rank in self._left)
                status = _OK if rank in self._left else _GONE
                found = ",".join(map(str, sorted(self._gone))).encode()
            connection.sendall(_ANSWER.pack(status, len(found)) + found)
            return False
        else:
            with self._changed:
                self._left.add(rank)
                self._changed.notify_all()
            connection.sendall(_ANSWER.pack(_OK, 0))
            return False
        return True

    def _wait(self, key: Any, seconds: float) -> Any:
        with self._changed:
            self._changed.wait_for(lambda: key in self._values or self._gone, min(max(seconds, 0), 86400))
            if key in self._values:
                return _OK, self._values[key]
            if self._gone:
                return _GONE, ",".join(map(str, sorted(self._gone))).encode()
            return _LATE, b""

    def drain(self, count: Any, seconds: Any) -> None:
        """Wait until so many processes have left, or some time."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._left | self._gone) >= count, seconds)

    def close(self) -> None:
        """Stop listening."""
        # Closing alone leaves a thread in accept().
        for end in (self._socket, *self._connections):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self._socket.close()


class Client:
    """A process's connection to the store."""

    def __init__(self, host: str, port: Any, token: Any, rank: Any, timeout: Any,
                 find_token: Callable[..., Any] | None = None) -> None:
        self._timeout, self._rank = timeout, rank
        self._lock = threading.Lock()
        deadline = time.monotonic() + timeout
        while True:
            try:
                known = token if find_token is None else find_token()
                self._socket, self.address = self._connect(host, port, known, rank), (host, port, known)
                return
            except (OSError, struct.error) as error:
                if time.monotonic() > deadline:
                    raise CommunicatorError(
                        f"rank {rank}: the store at {host}:{port} cannot be reached within {timeout:g} s ({error})"
                    ) from None
                time.sleep(0.05)

    @staticmethod
    def _connect(host: str | None, port: int | None, token: Any, rank: int | Int | None) -> Any:
        connection = socket.create_connection((host, port), timeout=5)
        try:
            connection.sendall(_HELLO.pack(_MAGIC, token, rank))
            _receive(connection, _ANSWER.size)
        except BaseException as error:
            connection.close()
            if isinstance(error, ConnectionError):
                raise ConnectionError("the store refuses the token") from None
            raise
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _ask(self, what: Any, key: Any, value: Any = b"", seconds: Any = 0.0) -> tuple[Any, bytes]:
        key = key.encode()
        with self._lock:
            self._socket.sendall(_REQUEST.pack(what, len(key), len(value), seconds) + key + value)
            status, size = _ANSWER.unpack(_receive(self._socket, _ANSWER.size))
            return status, _receive(self._socket, size)

    def _demand(self, doing: str, *request: str | float | bytes | None) -> tuple[Any, bytes]:
        try:
            return self._ask(*request)
        except (OSError, struct.error):
            raise CommunicatorError(f"rank {self._rank}: {doing}: the store, which rank 0 keeps, is gone") from None

    def set(self, key: str, value: Any) -> None:
        """Give a key its value."""
        self._demand(f"telling {key!r}", _SET, key, value)

    def get(self, key: str | None, timeout: Any = None) -> bytes:
        """The value of a key, as soon as some process has set it."""
        timeout = self._timeout if timeout is None else timeout
        status, value = self._demand(f"waiting for {key!r}", _GET, key, b"", timeout)
        if status == _GONE:
            raise CommunicatorError(f"rank {self._rank}: waiting for {key!r}: rank {value.decode()} is gone")
        if status == _LATE:
            raise CommunicatorError(f"rank {self._rank}: waiting for {key!r}: nobody set it within {timeout:g} s")
        return value

    def watch(self) -> str | None:
        """Wait until a process is gone: which, as text; or until this one has left in good order: None."""
        try:
            status, gone = self._ask(_WATCH, "")
        except (OSError, struct.error):
            return "0"                  # who kept the store
        finally:
            self._socket.close()
        return gone.decode() if status == _GONE else None

    def close(self) -> None:
        """Leave in good order."""
        try:
            self._ask(_BYE, "")
        except (OSError, struct.error):
            pass
        self._socket.close()


def _token_path(port: int | None) -> str:
    return os.path.join(tempfile.gettempdir(), f"cupy-store-{os.getuid()}-{port}")


def given_token() -> bytes | None:
    """The secret of the environment (``CUPYX_DISTRIBUTED_TOKEN``), or None."""
    text = os.environ.get("CUPYX_DISTRIBUTED_TOKEN")
    return None if not text else hmac.digest(b"cupyx.distributed", text.encode(), "sha256")


def _is_local(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def serve(host: str, port: int | None) -> tuple[Server, bytes, None] | tuple[Server, bytes, str]:
    """``(server, token, path)``; on one machine the token lies in a file at `path` that this user alone can read."""
    token = given_token()
    if token is None and not _is_local(host):
        raise ValueError(f"a store on {host} needs a secret that all processes know: set CUPYX_DISTRIBUTED_TOKEN")
    if token is not None:
        return Server(host, port, token), token, None
    token = secrets.token_bytes(TOKEN_BYTES)
    server = Server(host, port, token)
    path = _token_path(server.port)
    if os.path.lexists(path):
        os.unlink(path)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(token)
    return server, token, path


def find_token(host: str, port: int | None) -> bytes:
    """The secret of the store on this machine; OSError while it is not there."""
    token = given_token()
    if token is not None:
        return token
    if not _is_local(host):
        raise ValueError(f"a store on {host} needs a secret that all processes know: set CUPYX_DISTRIBUTED_TOKEN")
    with open(os.open(_token_path(port), os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        about = os.fstat(file.fileno())
        if about.st_uid != os.getuid() or not stat.S_ISREG(about.st_mode):
            raise OSError("the file with the store's token belongs to somebody else")
        token = file.read(TOKEN_BYTES)
    if len(token) != TOKEN_BYTES:
        raise OSError("the store's token is not whole yet")
    return token
