"""One HTTP request over a plain socket.

`http.client` imports e-mail parsers and TLS: 50 modules that take more processor time than the rest of an
agent's start. Requests to the gateway need neither.
"""

from __future__ import annotations

import socket

MAX_LINE_BYTES = 65536
MAX_HEADERS = 100


def exchange(
    address: tuple[str, int],
    method: str,
    target: str,
    headers: dict[str, str],
    content: bytes | None,
    timeout: float,
    most: int,
) -> tuple[int, bytes]:
    """Returns the status and at most `most` bytes of the answer. Raises OSError or ValueError on failure."""
    if not target.isascii() or any(letter <= " " or letter == "\x7f" for letter in target):
        raise ValueError(f"a request cannot ask for {target!r}")
    host, port = address
    named = {"Host": host if port == 80 else f"{host}:{port}", "Accept-Encoding": "identity"}
    if content is not None:
        named["Content-Length"] = str(len(content))
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in {**named, **headers}.items())]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header cannot hold a line break")
    with socket.create_connection(address, timeout) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + (content or b""))
        with connection.makefile("rb") as stream:
            return _read_answer(stream, method, most)


def _read_answer(stream, method: str, most: int) -> tuple[int, bytes]:
    status = 100
    while status == 100:
        status = _status(_line(stream))
        headers = _headers(stream)
    if method == "HEAD" or status in (204, 304):
        return status, b""
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return status, _chunks(stream, most)
    length = headers.get("content-length")
    if length is None:
        return status, stream.read(most)
    expected = min(int(length), most)
    content = stream.read(expected)
    if len(content) < expected:
        raise ConnectionError(f"the answer ended after {len(content)} of {expected} bytes")
    return status, content


def _status(line: bytes) -> int:
    parts = line.split(None, 2)
    if len(parts) < 2 or not parts[0].startswith(b"HTTP/") or not parts[1].isdigit():
        raise ConnectionError("the answer is not HTTP" if line else "the connection was closed without an answer")
    return int(parts[1])


def _headers(stream) -> dict[str, str]:
    headers: dict[str, str] = {}
    for _ in range(MAX_HEADERS):
        line = _line(stream)
        if line in (b"\r\n", b"\n", b""):
            return headers
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    raise ConnectionError("the answer has too many headers")


def _chunks(stream, most: int) -> bytes:
    content = b""
    while len(content) < most:
        size = int(_line(stream).split(b";")[0], 16)
        if size == 0:
            break
        piece = stream.read(size)
        if len(piece) < size:
            raise ConnectionError("the answer ended in the middle")
        content += piece
        _line(stream)
    return content[:most]


def _line(stream) -> bytes:
    line = stream.readline(MAX_LINE_BYTES + 1)
    if len(line) > MAX_LINE_BYTES:
        raise ConnectionError("the answer has too long a line")
    return line
