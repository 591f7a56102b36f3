"""One end of a covert channel, run in two sandboxes at once by bench/channels.ts.

The query says which channel, which end, when the first slot begins, how long a slot is and, to the sender, the bits. The
receiver returns one number for each slot.
"""

import fcntl
import http.client
import json
import os
import socket
import time


def agent_main(problem):
    order = json.loads(problem["query"])
    channel = CHANNELS[order["channel"]]()
    ends = [order["start"] + (at + 1) * order["slot"] for at in range(order["count"])]
    time.sleep(max(0, order["start"] - time.time()))
    if "bits" not in order:
        return [channel.receive(end) for end in ends]
    for bit, end in zip(order["bits"], ends):
        channel.send(bit, end)
    return ["sent"]


class Processor:
    """The sender computes or sleeps; the receiver counts how far it gets itself."""

    def send(self, bit, end):
        if bit:
            child = os.fork()
            spin(end)
            if child == 0:
                os._exit(0)
            os.waitpid(child, 0)
        sleep_until(end)

    def receive(self, end):
        return -spin(end)


class Cache:
    """The sender writes more than a cache holds; the receiver times reading what it had in the cache."""

    def __init__(self):
        self.large, self.small = bytearray(48 << 20), bytearray(1 << 20)

    def send(self, bit, end):
        while bit and time.time() < end:
            self.large[: 24 << 20] = self.large[24 << 20 :]
        sleep_until(end)

    def receive(self, end):
        times = []
        while time.time() < end:
            started = time.perf_counter()
            bytes(self.small)
            times.append(time.perf_counter() - started)
        return sorted(times)[len(times) // 2] if times else 0


class InodeNumbers:
    """Pipes of all sandboxes are numbered by one counter, in batches for each processor."""

    def send(self, bit, end):
        while bit and time.time() < end:
            for descriptor in os.pipe():
                os.close(descriptor)
        sleep_until(end)

    def receive(self, end):
        first, made = None, 0
        while time.time() < end:
            reading, writing = os.pipe()
            number = os.fstat(reading).st_ino
            first = number if first is None else first
            made += 1
            os.close(reading)
            os.close(writing)
        return 0 if first is None else (number - first) / made


class NetworkMemory:
    """Unread bytes of all network namespaces are counted together in /proc/self/net/sockstat."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            pairs = [(socket.create_connection(listener.getsockname()), listener.accept()[0]) for _ in range(24)]
        self.pairs = [pair for pair in pairs if not any(end.setblocking(False) for end in pair)]

    def send(self, bit, end):
        for sending, receiving in self.pairs:
            try:
                while bit:
                    sending.send(bytes(65536))
            except BlockingIOError:
                pass
            try:
                while not bit and receiving.recv(1 << 20):
                    pass
            except BlockingIOError:
                pass
        sleep_until(end)

    def receive(self, end):
        sleep_until(end - 0.001)
        with open("/proc/self/net/sockstat") as file:
            return next(int(line.split()[-1]) for line in file if line.startswith("TCP:"))


class PipeBuffers:
    """Above a limit for each user, the kernel gives new pipes smaller buffers. The sender takes almost all of it with
    large pipes, and the rest with ordinary ones that it closes for a 0."""

    LARGE, USUAL = 1 << 20, 1 << 16

    def __init__(self):
        self.large, self.rest = [], []

    def send(self, bit, end):
        try:
            while len(self.large) < 128:
                self.large.append(os.pipe())
                fcntl.fcntl(self.large[-1][1], fcntl.F_SETPIPE_SZ, self.LARGE)
        except OSError:
            self.large += [None] * 128
        while bit and time.time() < end and (not self.rest or size_of(self.rest[-1]) >= self.USUAL) and len(self.rest) < 64:
            self.rest.append(os.pipe())
        while not bit and self.rest:
            close(self.rest.pop())
        sleep_until(end)

    def receive(self, end):
        sleep_until(end - 0.001)
        pipe = os.pipe()
        size = size_of(pipe)
        close(pipe)
        return size


def size_of(pipe):
    return fcntl.fcntl(pipe[1], fcntl.F_GETPIPE_SZ)


def close(pipe):
    for descriptor in pipe:
        os.close(descriptor)


class Gateway:
    """Each end has its own gateway, both in one process. The sender makes it search; the receiver times its answers.

    12 requests a slot are fewer than a gateway refuses before it closes (2,000), in 120 slots.
    """

    PER_SLOT = 12
    SEARCH = "/search/find_product?q=" + "+".join(f"lamp{number}+light+desk+red+cotton" for number in range(40))

    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", 80)

    def ask(self, path):
        started = time.perf_counter()
        self.connection.request("GET", path)
        self.connection.getresponse().read()
        return time.perf_counter() - started

    def send(self, bit, end):
        sent = 0
        while bit and time.time() < end and sent < self.PER_SLOT:
            self.ask(self.SEARCH)
            sent += 1
        sleep_until(end)

    def receive(self, end):
        times, pause = [], (end - time.time()) / self.PER_SLOT
        while time.time() < end and len(times) < self.PER_SLOT:
            times.append(self.ask("/health"))
            time.sleep(max(0, min(pause - times[-1], end - time.time())))
        sleep_until(end)
        return sum(times) / len(times) if times else 1


CHANNELS = {
    "processor": Processor,
    "cache": Cache,
    "inode numbers": InodeNumbers,
    "network memory": NetworkMemory,
    "pipe buffers": PipeBuffers,
    "gateway": Gateway,
}


def spin(end):
    count = 0
    while time.time() < end:
        count += 1
    return count


def sleep_until(end):
    time.sleep(max(0, end - time.time()))
