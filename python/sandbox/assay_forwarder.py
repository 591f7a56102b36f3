"""Forwards bytes between connections to 127.0.0.1 and the gateway's Unix socket, in both directions and without
inspecting them."""

import selectors
import socket

CHUNK = 65536
# A reader that stops reading also stops its writer, so that memory does not fill up.
MAX_WAITING = 4 * CHUNK


class Side:
    """One of the two sockets of a connection, with the bytes still to be written to it."""

    __slots__ = ("socket", "waiting", "read_all", "closed_for_writing", "other")

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.waiting = bytearray()
        self.read_all = False
        self.closed_for_writing = False
        self.other: "Side" = self

    def wants(self) -> int:
        events = 0
        if not self.read_all and len(self.other.waiting) < MAX_WAITING:
            events |= selectors.EVENT_READ
        if self.waiting:
            events |= selectors.EVENT_WRITE
        return events


def forward(descriptor: int, socket_path: str) -> None:
    selector = selectors.DefaultSelector()
    listener = socket.socket(fileno=descriptor)
    listener.setblocking(False)
    selector.register(listener, selectors.EVENT_READ, None)
    while True:
        for key, events in selector.select():
            if key.data is None:
                accept(selector, listener, socket_path)
            elif key.data.socket.fileno() >= 0:
                serve(selector, key.data, events)


def accept(selector: selectors.BaseSelector, listener: socket.socket, socket_path: str) -> None:
    try:
        client, _ = listener.accept()
    except OSError:
        return
    gateway = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        gateway.connect(socket_path)
    except OSError:
        client.close()
        gateway.close()
        return
    left, right = Side(client), Side(gateway)
    left.other, right.other = right, left
    for side in (left, right):
        side.socket.setblocking(False)
        selector.register(side.socket, selectors.EVENT_READ, side)


def serve(selector: selectors.BaseSelector, side: Side, events: int) -> None:
    try:
        if events & selectors.EVENT_READ:
            read = side.socket.recv(CHUNK)
            side.other.waiting += read
            side.read_all = not read
        if events & selectors.EVENT_WRITE and side.waiting:
            del side.waiting[: side.socket.send(side.waiting)]
        for end in (side, side.other):
            if end.other.read_all and not end.waiting and not end.closed_for_writing:
                end.closed_for_writing = True
                end.socket.shutdown(socket.SHUT_WR)
    except BlockingIOError:
        pass
    except OSError:
        return hang_up(selector, side)
    if side.closed_for_writing and side.other.closed_for_writing:
        return hang_up(selector, side)
    for end in (side, side.other):
        watch(selector, end)


def watch(selector: selectors.BaseSelector, side: Side) -> None:
    wanted = side.wants()
    known = selector.get_map().get(side.socket)
    if wanted == 0:
        if known is not None:
            selector.unregister(side.socket)
    elif known is None:
        selector.register(side.socket, wanted, side)
    elif known.events != wanted:
        selector.modify(side.socket, wanted, side)


def hang_up(selector: selectors.BaseSelector, side: Side) -> None:
    for end in (side, side.other):
        if selector.get_map().get(end.socket) is not None:
            selector.unregister(end.socket)
        end.socket.close()
