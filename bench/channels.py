"""One end of a covert channel, run in two sandboxes at once by bench/channels.ts.

The query says which channel, which end, when the first slot begins, how long a slot is and, to the sender, the bits. The
receiver returns one number for each slot.
"""

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


CHANNELS = {"processor": Processor, "cache": Cache, "inode numbers": InodeNumbers, "network memory": NetworkMemory}


def spin(end):
    count = 0
    while time.time() < end:
        count += 1
    return count


def sleep_until(end):
    time.sleep(max(0, end - time.time()))
