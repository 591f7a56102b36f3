"""Creates a sandbox with only Python and the kernel: namespaces, a private root, no privileges, a system call filter.

For machines without bubblewrap. It needs user namespaces for unprivileged users, and fails closed: every step that does
not succeed raises before the agent's process exists. The first argument is the blueprint, as JSON.
"""

import ctypes
import fcntl
import json
import os
import socket
import struct
import sys

LIBC = ctypes.CDLL(None, use_errno=True)

NEW_MOUNTS, NEW_CGROUP, NEW_NAMES, NEW_IPC = 0x20000, 0x02000000, 0x04000000, 0x08000000
NEW_USER, NEW_PROCESSES, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
NEW_EVERYTHING = NEW_MOUNTS | NEW_CGROUP | NEW_NAMES | NEW_IPC | NEW_USER | NEW_PROCESSES | NEW_NETWORK

READ_ONLY, NO_SETUID, NO_DEVICES, NO_EXECUTION, REMOUNT, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}[os.uname().machine]

SET_PARENT_DEATH_SIGNAL, DROP_FROM_BOUNDING_SET, SET_SECCOMP, NO_NEW_PRIVILEGES, AMBIENT = 1, 24, 22, 38, 47
KILL = 9
SETPCAP, NET_BIND_SERVICE, NET_ADMIN = 8, 10, 12
# Scratch files use kernel memory that no process limit counts.
MAX_SCRATCH_FILES = 4096


def main() -> None:
    blueprint = json.loads(sys.argv[1])
    with open(blueprint["filter"], "rb") as file:
        program = file.read()
    enter_namespaces()
    first = os.fork()
    if first:
        wait_for(first)
    die_with_parent()
    os.setsid()
    socket.sethostname("sandbox")
    build_root(blueprint)
    raise_loopback()
    second = os.fork()
    if second:
        # Process 1 of the sandbox. It reaps orphans and has no privileges worth taking over.
        drop_privileges(keep=())
        install(program)
        wait_for(second)
    drop_privileges(keep=(SETPCAP, NET_BIND_SERVICE, NET_ADMIN))
    install(program)
    os.chdir(blueprint["working_directory"])
    os.execve(blueprint["command"][0], blueprint["command"], blueprint["environment"])


def check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def enter_namespaces() -> None:
    user, group = os.getuid(), os.getgid()
    if user == 0:
        raise PermissionError("the launcher must not be started as root")
    check(LIBC.unshare(NEW_EVERYTHING), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def die_with_parent() -> None:
    check(LIBC.prctl(SET_PARENT_DEATH_SIGNAL, KILL, 0, 0, 0), "parent death signal")


def wait_for(process: int) -> None:
    """Reaps every process that ends. Exits with the status of that process, as a shell would report it."""
    for descriptor in range(64):
        close(descriptor)
    die_with_parent()
    while True:
        ended, status = os.wait()
        if ended == process:
            code = os.waitstatus_to_exitcode(status)
            os._exit(128 - code if code < 0 else code)


def close(descriptor: int) -> None:
    try:
        os.close(descriptor)
    except OSError:
        pass


def mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    encode = lambda text: None if text is None else os.fsencode(text)  # noqa: E731
    check(LIBC.mount(encode(source), encode(target), encode(kind), ctypes.c_ulong(flags), encode(data)), f"mount {target}")


def build_root(blueprint: dict) -> None:
    """Mounts the image as the root, the blueprint's mounts on it, and nothing else of the host."""
    mount(None, "/", None, RECURSIVE | PRIVATE)
    mount("tmpfs", "/tmp", "tmpfs", NO_SETUID | NO_DEVICES, "size=64k,mode=755")
    os.mkdir("/tmp/host")
    os.mkdir("/tmp/root")
    os.chdir("/tmp")
    check(LIBC.syscall(PIVOT_ROOT, b".", b"host"), "pivot_root")
    show("/host" + blueprint["image"], "/root")
    os.chdir("/root")
    for source, target in blueprint["mounts"]:
        show("/host" + source, "." + target)
    mount("tmpfs", "dev", "tmpfs", NO_SETUID | NO_EXECUTION, "size=64k,mode=755")
    for device in blueprint["devices"]:
        open("." + device, "w").close()
        mount("/host" + device, "." + device, None, BIND)
        # Devices stay writable, but their timestamps cannot change.
        mount(None, "." + device, None, REMOUNT | BIND | READ_ONLY | NO_SETUID | NO_EXECUTION)
    for name, target in blueprint["links"]:
        os.symlink(target, "." + name)
    for scratch in blueprint["scratch"]:
        os.makedirs("." + scratch, exist_ok=True)
        limits = f"size={blueprint['scratch_bytes']},nr_inodes={MAX_SCRATCH_FILES},mode=1777"
        mount("tmpfs", "." + scratch, "tmpfs", NO_SETUID | NO_DEVICES | NO_EXECUTION, limits)
    mount(None, "dev", None, REMOUNT | BIND | READ_ONLY | NO_SETUID | NO_EXECUTION)
    mount("proc", "proc", "proc", NO_SETUID | NO_DEVICES | NO_EXECUTION)
    for nothing, path in blueprint["hidden"]:
        # Read-only, because the image it comes from is read-only.
        mount("." + nothing, "." + path, None, BIND)
    check(LIBC.syscall(PIVOT_ROOT, b".", b"."), "second pivot_root")
    check(LIBC.umount2(b".", DETACH), "letting go of the host")
    os.chdir("/")


def show(source: str, target: str) -> None:
    # Not recursive: a mount below the source would stay writable, so it must not be included.
    mount(source, target, None, BIND)
    mount(None, target, None, REMOUNT | BIND | READ_ONLY | NO_SETUID | NO_DEVICES)


def raise_loopback() -> None:
    set_flags, up_and_running = 0x8914, 0x41
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH14x", b"lo", up_and_running))


def drop_privileges(keep: tuple[int, ...]) -> None:
    for capability in range(64):
        if capability not in keep:
            LIBC.prctl(DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    kept = sum(1 << capability for capability in keep)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    check(LIBC.capset(header, (ctypes.c_uint32 * 6)(kept, kept, kept, 0, 0, 0)), "capset")
    for capability in keep:
        check(LIBC.prctl(AMBIENT, 2, capability, 0, 0), "ambient capability")
    check(LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no new privileges")


def install(program: bytes) -> None:
    instructions = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(instructions))
    filter_mode = 2
    check(LIBC.prctl(SET_SECCOMP, filter_mode, ctypes.create_string_buffer(header, len(header)), 0, 0), "seccomp")


main()
