"""Runs one agent on one problem, inside the sandbox.

Nothing that happens here is evidence: once the agent's file is imported, the agent controls every byte of this process.
The host relies only on what it measures from outside. A report from here can therefore only contain an answer or a
failure of the agent; no message can blame anyone else.

Standard input: one line of JSON with the instructions. Descriptor 3: a line feed once everything is set up, then the
answer as one JSON document and a NUL byte. If the agent rules apply, lines of `assay_rules` come before the answer.
"""

import os
import sys

import assay_json

SETPCAP, NET_BIND_SERVICE, NET_ADMIN = 8, 10, 12
COLLECT_EVERY_SECONDS = 2
OWN_FILES = ("assay_imports.py", "assay_rules.py")
MOST_CAUSES, MOST_OF_ONE_MESSAGE, MOST_FRAMES = 3, 200, 20


def main() -> None:
    order = assay_json.parse(read_line(0).decode())
    host = os.dup2(0, 4, inheritable=False)
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    if order["answer_on_stdout"]:
        os.dup2(1, 3)
        os.dup2(2, 1)
    close_all_but(0, 1, 2, 3, host)
    os.set_inheritable(3, False)
    listener = listen(order["port"])
    port = listener.getsockname()[1]
    if order["port"] == 0:
        reach_proxy_at(port)
    if order["drop_capabilities"]:
        make_network_small()
        drop_capabilities()
    start_forwarder(listener, order["socket"])
    limit_resources(order["rlimits"])
    home = os.getpid()
    rules = order.pop("rules")
    builtins = None if rules is None else apply_rules(rules, order["agent"], port)
    send = write_answer if rules is None else send_answer
    # The token must not stay where the agent can find it.
    del rules
    # Setup is complete: from here on every failure is the agent's; before, it is the sandbox's.
    os.write(3, b"\n")
    report = attempt(order["agent"], order["problem"], builtins)
    # A child that the agent forked also returns here; only the first process may report.
    if os.getpid() != home:
        os._exit(0)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    send(report)
    # The host takes its last measurements while the process still exists, then closes the connection.
    os.read(host, 1)
    os._exit(0)


def close_all_but(*kept: int) -> None:
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in kept:
            try:
                os.close(int(name))
            except OSError:
                pass


def read_line(descriptor: int) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        piece = os.read(descriptor, 65536)
        if not piece:
            break
        line += piece
    return line


def apply_rules(rules: dict, agent_path: str, port: int) -> dict:
    """The built-in names for the agent's file; the hook enforces everything else from here on."""
    import assay_rules
    from assay_imports import allows, guarded_import

    # Two functions: the agent can reach that of its own import, and could replace the list in its closure.
    guarded = guarded_import(rules, allows(rules), sys.audit, __import__, type(sys))
    collect_garbage_apart()
    functions = (attempt, send_answer, print_frames, where)
    assay_rules.start(rules["token"], allows(rules), agent_path, port, [function.__code__ for function in functions])
    return {**vars(sys.modules["builtins"]), "__import__": guarded}


def collect_garbage_apart() -> None:
    """Collects garbage in its own thread, whose stack has no frame of the rules.

    Python collects wherever it happens to be. Inside the hook of the rules, a finaliser of the agent would find the
    hook's frame, and in it the token and the list of events.
    """
    import gc
    from _thread import start_new_thread
    from time import sleep

    gc.disable()
    start_new_thread(collect_garbage, (gc.collect, sleep))
    # Removed, so that the agent cannot enable it again.
    sys.modules.pop("gc")


def collect_garbage(collect, sleep) -> None:
    while True:
        sleep(COLLECT_EVERY_SECONDS)
        collect()


def send_answer(report: bytes) -> None:
    sys.audit("assay.finish", report)


def write_answer(report: bytes) -> None:
    write_all(3, report + b"\0")


def attempt(agent_path: str, problem: dict, builtins: dict | None) -> bytes:
    """The report on the agent: its answer, or the stage and kind of its failure."""
    stage = "read"
    try:
        with open(agent_path, "rb") as file:
            source = file.read()
        stage = "compile"
        code = compile(source, agent_path, "exec", dont_inherit=True)
        stage = "import"
        module = type(sys)("agent")
        module.__file__ = agent_path
        sys.modules["agent"] = module
        if builtins is not None:
            module.__builtins__ = builtins
        exec(code, module.__dict__)
        stage = "main"
        agent_main = module.__dict__.get("agent_main")
        if not callable(agent_main):
            return failure(stage, "NameError", "the file defines no function agent_main")
        stage = "call"
        answer = agent_main(problem)
        stage = "answer"
        if not isinstance(answer, list):
            return failure("answer type", "TypeError", f"agent_main returned {type(answer).__name__}, not a list")
        stage = "answer json"
        return b'{"answer":' + assay_json.write(answer).encode("ascii") + b"}"
    except BaseException as error:
        if stage == "call" and called_with_wrong_arguments(error):
            stage = "arity"
        try:
            report = failure(stage, type(error).__name__, described(error, agent_path), where(error, agent_path))
        except BaseException:
            report = failure(stage, "Exception", "an error that cannot be described")
        try:
            print_frames(error, agent_path)
        except BaseException:
            pass
        return report


def called_with_wrong_arguments(error: BaseException) -> bool:
    """A TypeError raised before the first line of agent_main has no frame below ours."""
    trace = error.__traceback__
    return isinstance(error, TypeError) and trace is not None and trace.tb_next is None


def described(error: BaseException, agent_path: str) -> str:
    """The message with those of the exceptions that led to this one: often they name the mistake."""
    text, seen = message_of(error), [error]
    while len(seen) <= MOST_CAUSES:
        cause = error.__cause__
        if cause is None and not error.__suppress_context__:
            cause = error.__context__
        if cause is None or any(cause is each for each in seen):
            break
        line = where(cause, agent_path)
        place = "" if line is None else f" in line {line}"
        text = f"{text[:MOST_OF_ONE_MESSAGE]}, caused by {type(cause).__name__[:80]}: {message_of(cause)}{place}"
        error = cause
        seen.append(cause)
    return text


def message_of(error: BaseException) -> str:
    # As text it would name file and line, which the report does as well.
    return str(error.msg) if isinstance(error, SyntaxError) else str(error)


def print_frames(error: BaseException, agent_path: str) -> None:
    """Prints where the exception was raised. Lines of source are left out: what an agent prints may be shown to others."""
    frames, trace = [], error.__traceback__
    if trace is not None:
        trace = trace.tb_next  # The first frame is that of `attempt`.
    while trace is not None:
        code = trace.tb_frame.f_code
        name = "agent" if code.co_filename == agent_path else code.co_filename.rsplit("/", 1)[-1]
        if name not in OWN_FILES:
            frames.append(f"  {name}, line {trace.tb_lineno}, in {code.co_name}\n")
        trace = trace.tb_next
    if not frames:
        return
    left_out = len(frames) - MOST_FRAMES
    if left_out > 0:
        frames[:left_out] = [f"  ({left_out} frames left out)\n"]
    sys.stderr.flush()
    write_all(2, f"{type(error).__name__} at (innermost last):\n{''.join(frames)}".encode("utf-8", "replace"))


def where(error: BaseException, agent_path: str) -> int | None:
    """The deepest line in the agent's own file, for its author."""
    if isinstance(error, SyntaxError):
        return error.lineno
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == agent_path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def failure(stage: str, kind: str, message: str, line: int | None = None) -> bytes:
    report = {"stage": stage, "type": kind[:80], "message": message[:500], "line": line}
    return assay_json.write({"failure": report}).encode("ascii")


def write_all(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def listen(port: int):
    """Opens a socket where agents expect the proxy."""
    # The compiled half of `socket`; the other process imports the rest while the agent starts.
    import _socket

    listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listener.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(64)
    return listener


def make_network_small() -> None:
    """Limits the buffers of connections, which otherwise grow to megabytes each, out of one budget for the whole
    machine.

    If a sandbox with its own kernel does not allow it, no other process is affected.
    """
    for name in ("tcp_rmem", "tcp_wmem"):
        try:
            setting = os.open("/proc/sys/net/ipv4/" + name, os.O_WRONLY)
            os.write(setting, b"4096 65536 131072")
            os.close(setting)
        except OSError:
            pass


def start_forwarder(listener, socket_path: str) -> None:
    """Forwards bytes to the gateway's socket, in a separate process with no more privileges than the agent's."""
    if os.fork() == 0:
        try:
            nothing = os.open("/dev/null", os.O_RDWR)
            for descriptor in (0, 1, 2, 3):
                os.dup2(nothing, descriptor)
            from assay_forwarder import forward

            forward(listener.detach(), socket_path)
        finally:
            os._exit(0)
    listener.close()


def reach_proxy_at(port: int) -> None:
    """Without isolation there is no private /etc/hosts and no free port 80, so the name is resolved here."""
    import socket

    resolve = socket.getaddrinfo

    def resolve_proxy(host, service, *rest, **named):
        if host in ("proxy", b"proxy"):
            return resolve("127.0.0.1", port, *rest, **named)
        return resolve(host, service, *rest, **named)

    socket.getaddrinfo = resolve_proxy


def drop_capabilities() -> None:
    """Permanently drops the capabilities that binding port 80 and setting up the network needed, before the agent's
    first line."""
    import _ctypes

    library = _ctypes.dlopen(None, 2)

    def call(name: str, *arguments) -> int:
        return _ctypes.call_function(_ctypes.dlsym(library, name), arguments)

    clear_ambient, no_new_privileges, drop_from_bounding_set = 47, 38, 24
    call("prctl", clear_ambient, 4, 0, 0, 0)
    for capability in (NET_BIND_SERVICE, NET_ADMIN, SETPCAP):
        # Some sandbox kernels do not support it; the self-test checks the result.
        call("prctl", drop_from_bounding_set, capability, 0, 0, 0)
    version_3, everyone_nothing = b"\x22\x05\x08\x20" + bytes(4), bytes(24)
    if call("capset", version_3, everyone_nothing) != 0 or call("prctl", no_new_privileges, 1, 0, 0, 0) != 0:
        raise OSError("capabilities could not be dropped")


def limit_resources(limits: dict) -> None:
    import resource

    for name, value in limits.items():
        # The kernel sends a signal that names the reason before the hard limit kills without one.
        hard = value + 1 if name == "CPU" else value
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, hard))


main()
