"""Applies the agent rules at run time and reports violations to the host.

An audit hook sees what a module does, however the agent got hold of it: a process, a connection, a file, new code.
Every event that is not listed as harmless is refused.

The security boundary is the sandbox, not this file: code in the same interpreter can remove a hook through memory, or
through objects that it should not have found. This file makes that as hard as possible: no module refers to it once it
runs, it has its own copy of the built-in names, and its reports begin with a token that only the host knows. A report
can only ever count against the agent.
"""

import sys
from _functools import partial
from posix import getcwd, write

from _json import encode_basestring_ascii as quote

# Functions look up built-in names in this copy, where the agent cannot replace them.
__builtins__ = dict(__builtins__)

(
    OK, IMPORT, OPEN, LIST, COMPILE, EXEC, MARSHAL, MAKE_CODE, GET_ATTRIBUTE, SET_ATTRIBUTE, CONNECT, RESOLVE, REFUSED_IMPORT,
    AGENT_IMPORT, FINISH,
) = range(15)

# Events that are not listed here are refused, including those of future Python versions.
EVENTS = {
    "import": IMPORT,
    "open": OPEN,
    "os.listdir": LIST,
    "os.scandir": LIST,
    "compile": COMPILE,
    "exec": EXEC,
    "marshal.load": MARSHAL,
    "marshal.loads": MARSHAL,
    "code.__new__": MAKE_CODE,
    "function.__new__": MAKE_CODE,
    "object.__getattr__": GET_ATTRIBUTE,
    "object.__setattr__": SET_ATTRIBUTE,
    "socket.connect": CONNECT,
    "socket.getaddrinfo": RESOLVE,
    "socket.gethostbyname": RESOLVE,
    "assay.import": REFUSED_IMPORT,
    "assay.imported": AGENT_IMPORT,
    "assay.finish": FINISH,
    "_thread.start_joinable_thread": OK,
    "_thread.start_new_thread": OK,
    "array.__new__": OK,
    "builtins.id": OK,
    "builtins.input": OK,
    "builtins.input/result": OK,
    "glob.glob": OK,
    "glob.glob/2": OK,
    "http.client.connect": OK,
    "http.client.send": OK,
    "marshal.dumps": OK,
    "object.__delattr__": OK,
    "os.fwalk": OK,
    "os.putenv": OK,
    "os.unsetenv": OK,
    "os.walk": OK,
    "pathlib.Path.glob": OK,
    "pathlib.Path.rglob": OK,
    "pathlib.Path.walk": OK,
    "socket.__new__": OK,
    "sys._getframe": OK,
    "sys._getframemodulename": OK,
    "sys.excepthook": OK,
    "sys.set_asyncgen_hook_finalizer": OK,
    "sys.set_asyncgen_hook_firstiter": OK,
    "sys.set_asyncgen_hooks_finalizer": OK,
    "sys.set_asyncgen_hooks_firstiter": OK,
    "sys.unraisablehook": OK,
    "time.sleep": OK,
    "urllib.Request": OK,
}

GATEWAY = frozenset(("proxy", "localhost", "127.0.0.1", b"proxy", b"localhost", b"127.0.0.1"))
SCRATCH = "/tmp/"
TIME_ZONES = ("/usr/share/zoneinfo/", "/usr/lib/zoneinfo/", "/usr/share/lib/zoneinfo/", "/etc/zoneinfo/")
# O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND
WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000
MOST_REPORTS = 16
MOST_MODULES = 100
LONGEST_DETAIL = 160
MOST_FRAMES = 500

frame_at, loaded, RULES = sys._getframe, sys.modules, globals()
# Code runs with these globals only if it was defined there: creating such a function is an event that is refused.
BOOTSTRAP, EXTERNAL = vars(loaded["_frozen_importlib"]), vars(loaded["_frozen_importlib_external"])
LIBRARY = (*(folder.rstrip("/") + "/" for folder in sys.path), "<frozen ")
STANDARD = next(folder for folder in LIBRARY if folder.rstrip("/").rpartition("/")[2].startswith("python3."))
CURRENT = getcwd().rstrip("/") + "/"
counts = {"refused": 0, "noted": 0}
# What the host gets at the end: how often each kind of event happened, libraries included, and the agent's own imports.
COUNTED = (("import", IMPORT), ("open", OPEN), ("list", LIST), ("compile", COMPILE), ("exec", EXEC), ("connect", CONNECT))
seen = [0] * (FINISH + 1)
modules = {}
# The runner compiles and runs the agent's file once each. A second request does not come from the runner.
left = {"compile": 1, "exec": 1}


def start(token, allowed, agent_path, port, runner):
    """Applies the rules from here on. `runner` contains the code objects of its functions that load the agent, finish
    and read tracebacks."""
    global TOKEN, ALLOWED, AGENT, PORTS, LOADER, FINISHER, READERS, READABLE
    TOKEN, ALLOWED, AGENT, PORTS = token.encode("ascii"), allowed, agent_path, (80, port)
    LOADER, FINISHER, *READERS = runner
    READABLE = (*LIBRARY, *TIME_ZONES, agent_path.rpartition("/")[0] + "/", SCRATCH, "/dev/null")
    loaded["_posixsubprocess"] = without_fork(type(sys))
    # The runner needed it to drop its privileges. Loading it again raises an event.
    loaded.pop("_ctypes", None)
    loaded.pop(__name__, None)
    sys.addaudithook(hook)


def without_fork(module_type):
    """`_posixsubprocess` starts processes without raising an event. A function defined here would carry the globals of
    this module to everything that can read the attribute."""
    module = module_type("_posixsubprocess")
    module.fork_exec = partial(sys.audit, "subprocess.fork_exec")
    return module


def hook(event, args):
    kind = EVENTS.get(event)
    # Annotations, abstract methods and similar attributes are set all the time.
    if kind == OK or kind == SET_ATTRIBUTE and args[1] != "__code__" or kind == GET_ATTRIBUTE and args[1] != "tb_frame":
        return
    frame = frame_at(1)
    if kind is not None:
        seen[kind] += 1
    if kind == IMPORT:
        name, file = args[0], args[1]
        if file is not None:
            if type(file) is not str or not file.startswith(LIBRARY):
                refuse(event, plain((file,)), frame, ImportError)
        elif asked_by_agent(frame) and not ALLOWED(name):
            refuse(event, plain(args), frame, ImportError)
    elif kind == OPEN:
        opened(event, args, frame)
    elif kind == LIST:
        path = path_of("." if args[0] is None else args[0])
        if path is None or not (path + "/").startswith(READABLE):
            refuse(event, path or plain(args), frame)
    elif kind == COMPILE:
        # When Python prints a traceback, it parses lines to underline a part. The agent may do the same: running
        # compiled code is another event. An error raised here would reveal this frame, so every refusal is reported.
        if not may_compile(frame) and not underlines(args[0], args[1]):
            refuse(event, plain(args), frame)
    elif kind == EXEC:
        if not may_run(args[0], frame):
            refuse(event, args[0].co_filename, frame)
    elif kind == MARSHAL:
        if not is_import_system(frame) or asked_by_agent(frame):
            refuse(event, "", frame)
    elif kind == MAKE_CODE:
        if not is_library(frame):
            refuse(event, "", frame)
    elif kind == GET_ATTRIBUTE:
        if reveals_rules(args[0], frame):
            # Not a violation: printing the traceback of an error at the recursion limit reads the frame too.
            report("noted", event, "tb_frame", agent_line(frame))
            raise PermissionError("frames of the rules for agents cannot be read")
    elif kind == SET_ATTRIBUTE:
        if not is_library(frame):
            refuse(event, "__code__", frame)
    elif kind == CONNECT:
        address = args[1]
        if type(address) is not tuple or address[0] not in GATEWAY or address[1] not in PORTS:
            refuse(event, plain(args[1:]), frame)
    elif kind == RESOLVE:
        if args[0] not in GATEWAY:
            refuse(event, plain(args), frame)
    elif kind == REFUSED_IMPORT:
        refuse("import", plain(args), frame, ImportError)
    elif kind == AGENT_IMPORT:
        if len(modules) < MOST_MODULES:
            modules[args[0]] = True
    elif kind == FINISH and frame.f_code is FINISHER:
        finish(args[0])
    else:
        refuse(event, plain(args), frame)


def is_library(frame):
    return frame.f_code.co_filename.startswith(LIBRARY)


def is_import_system(frame):
    return frame.f_globals is BOOTSTRAP or frame.f_globals is EXTERNAL


def asked_by_agent(frame):
    """Whether the first frame below those of the import system belongs to the agent or is missing."""
    while frame is not None and is_import_system(frame):
        frame = frame.f_back
    return frame is None or not is_library(frame)


def reveals_rules(traceback, frame):
    """Whether this would give the agent a frame of the rules although nothing was reported: Python itself raised the
    error there, at the recursion or memory limit. After a refusal such a frame is of no use any more."""
    # Reading the frame here raises the same event.
    if counts["refused"] > 0 or frame.f_globals is RULES:
        return False
    # Equal code can belong to the agent.
    return not any([frame.f_code is reader for reader in READERS]) and traceback.tb_frame.f_globals is RULES


def opened(event, args, frame):
    name, flags = args[0], args[2]
    if type(name) is int:
        if not 0 <= name <= 2:
            refuse(event, f"descriptor {name}", frame)
        return
    # An object that stands for a path can return another path the next time.
    path = path_of(name) if type(name) in (str, bytes) else None
    if path is None or not path.startswith(SCRATCH if flags & WRITING else READABLE):
        refuse(event, path or plain(args), frame)
    if not is_library(frame):
        report("noted", event, path, agent_line(frame))


def path_of(name):
    """The absolute path as text; `None` if it cannot be determined in advance."""
    if type(name) is bytes:
        name = name.decode("utf-8", "surrogateescape")
    elif type(name) is not str:
        paths = loaded.get("pathlib")
        if paths is None or type(name) is not paths.PosixPath:
            return None
        name = paths.PosixPath.__str__(name)
    if not name.startswith("/"):
        name = CURRENT + name.removeprefix("./").removeprefix(".")
    return None if ".." in name.split("/") else name


def may_compile(frame):
    code = frame.f_code
    if is_import_system(frame):
        return not asked_by_agent(frame)
    if code.co_name == "parse":
        return code.co_filename == STANDARD + "ast.py"
    # String annotations are compiled when a named tuple is created. Running them is another event.
    if code.co_name == "__init__":
        return code.co_filename in (STANDARD + "typing.py", STANDARD + "annotationlib.py")
    return generates(frame) or is_first("compile", code)


def underlines(source, name):
    return type(source) is bytes and b"\n" not in source and type(name) is str and name.startswith((AGENT, *LIBRARY))


def may_run(code, frame):
    if is_import_system(frame):
        return code.co_filename.startswith(LIBRARY) and not asked_by_agent(frame)
    return generates(frame) or is_first("exec", frame.f_code)


def generates(frame):
    """Whether this is one of the two places where the standard library generates code from names."""
    code = frame.f_code
    if code.co_name == "namedtuple":
        return code.co_filename == STANDARD + "collections/__init__.py" and "code" in frame.f_locals
    if code.co_filename != STANDARD + "dataclasses.py" or code.co_name not in ("_create_fn", "add_fns_to_class"):
        return False
    while frame is not None and frame.f_code.co_name != "_process_class":
        frame = frame.f_back
    fields = None if frame is None else frame.f_locals.get("fields")
    # Field names are inserted into the code unchanged.
    return type(fields) is dict and all([type(name) is str and name.isidentifier() for name in fields])


def is_first(what, code):
    if code is not LOADER or left[what] == 0:
        return False
    left[what] -= 1
    return True


def plain(values):
    """The first plain value as text, found without running any code of the agent."""
    for value in values:
        if type(value) is str:
            return value
        if type(value) is bytes:
            return value.decode("utf-8", "replace")
        if type(value) is int:
            return f"{value}"
        if type(value) is tuple and len(value) > 1 and type(value[0]) is str and type(value[1]) is int:
            return f"{value[0]}:{value[1]}"
    return ""


def agent_line(frame):
    for _ in range(MOST_FRAMES):
        if frame is None:
            break
        if frame.f_code.co_filename == AGENT:
            return frame.f_lineno or 0
        frame = frame.f_back
    return 0


def refuse(event, detail, frame, error=PermissionError):
    line = agent_line(frame)
    report("refused", event, detail, line)
    raise error(f"not allowed by the rules for agents: {event} {detail[:LONGEST_DETAIL]}".rstrip())


def report(kind, event, detail, line):
    if counts[kind] < MOST_REPORTS:
        fact = f'{{"event":{quote(event[:80])},"detail":{quote(detail[:LONGEST_DETAIL])},"line":{line}}}'
        write(3, TOKEN + f" {kind} {fact}\n".encode("ascii"))
    # Only after it was written: at the recursion limit this function can fail before.
    counts[kind] += 1


def finish(answer):
    happened = ",".join([f'"{name}":{seen[kind]}' for name, kind in COUNTED])
    imported = ",".join([quote(name[:80]) for name in modules])
    totals = (
        f' finished {{"refused":{counts["refused"]},"noted":{counts["noted"]},'
        f'"events":{{{happened}}},"modules":[{imported}]}}\n'
    )
    content = TOKEN + totals.encode("ascii") + answer + b"\0"
    view = memoryview(content)
    while view:
        view = view[write(3, view) :]
