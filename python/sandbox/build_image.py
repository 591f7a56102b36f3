"""Collects the files of a Python for sandboxes: the interpreter, the libraries it loads, and modules without their
source.

Arguments: the folder to fill, and "small", "usual" or "whole". Prints as JSON the modules included, and those of their
submodules that are not.

Every sandbox gets its own copy of the result, so its size costs time and memory in each attempt. Small: what most
agents import, what that loads, and what the runner needs. Usual: what the rules let agents import. Whole: the standard
library without tests and tools.
"""

import importlib
import importlib.machinery
import importlib.util
import json
import marshal
import os
import shutil
import sys
import warnings

SMALL = """
__future__ abc array bisect bz2 cmath codecs collections concurrent contextlib contextvars copy copyreg ctypes dataclasses
datetime decimal difflib encodings enum errno fcntl fractions functools gc hashlib heapq hmac html html.parser http.client
io itertools json keyword linecache locale logging math mmap numbers operator os pathlib platform pprint queue random re
reprlib resource secrets select selectors shutil signal socket stat statistics string stringprep struct sys tempfile
termios textwrap threading time traceback types typing unicodedata urllib.error urllib.parse urllib.request uuid warnings
weakref zlib _strptime concurrent.futures.thread email.parser email.message email.policy base64 _colorize annotationlib
""".split()

USUAL = """
argparse ast asyncio binascii calendar colorsys csv fnmatch getopt getpass gettext glob graphlib gzip inspect ipaddress lzma
mimetypes ntpath opcode pickle posixpath pwd quopri sched shlex subprocess sysconfig timeit token tokenize xml xml.dom.minidom
xml.dom.expatbuilder xml.etree.ElementTree xml.sax.saxutils xml.sax.expatreader pyexpat _elementtree zoneinfo http
""".split()

# These packages are included completely, because they load parts of themselves on first use.
SMALL_PACKAGES = "collections ctypes html json re string urllib".split()
USUAL_PACKAGES = "asyncio concurrent email http importlib logging pathlib xml zoneinfo".split()

# Common encodings; agents that name another one get the whole library.
ENCODINGS = """ascii latin_1 iso8859_1 iso8859_15 cp1252 utf_8 utf_8_sig utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be
idna punycode unicode_escape raw_unicode_escape hex_codec base64_codec""".split()

NEVER = {"test", "tests", "idlelib", "tkinter", "turtledemo", "turtle", "lib2to3", "ensurepip", "pydoc_data", "venv", "msilib"}
NEVER |= {"__pycache__", "site-packages", "dist-packages", "lib-dynload", "__phello__", "antigravity", "this", "idle_test"}
# OpenSSL is half as large as everything else together. Modules that can use it also work without it.
LARGE = {"_ssl", "_hashlib", "ssl", "_sqlite3", "_curses", "_curses_panel", "readline"}
# Loaded by libc itself when a thread ends or a name is resolved.
LOADED_LATE = ("libgcc_s.so.1", "libnss_files.so.2")

LIBRARY = os.path.dirname(os.path.realpath(os.__file__))
EXTENSIONS = tuple(importlib.machinery.EXTENSION_SUFFIXES)


def main() -> None:
    target, size = sys.argv[1:]
    warnings.simplefilter("ignore")
    if size == "whole":
        load(name for name in extension_names() if not name.startswith(("_test", "_xx", "xx", "_ctypes_test")))
        sources = set(every_source(LIBRARY))
    else:
        sys.modules.update(dict.fromkeys(LARGE))
        names, packages = (SMALL, SMALL_PACKAGES) if size == "small" else (SMALL + USUAL, SMALL_PACKAGES + USUAL_PACKAGES)
        load((*names, *(f"encodings.{name}" for name in ENCODINGS)))
        sources = {path for path in loaded_files() if path.startswith(LIBRARY + "/") and path.endswith(".py")}
        for package in packages:
            sources.update(every_source(f"{LIBRARY}/{package}"))
    # Python locates its library by this file.
    sources.add(f"{LIBRARY}/os.py")
    for path in sources:
        write_module(target, path)
    for path in {path for path in loaded_files() if path.endswith(EXTENSIONS)}:
        copy(path, target + path)
    for path in shared_libraries():
        copy(path, f"{target}{os.path.dirname(path)}/{name_to_load(path)}")
    executable = os.path.realpath(sys.executable)
    copy(executable, target + executable)
    inside = {name for name, module in sys.modules.items() if module is not None} | {module_name(path) for path in sources}
    everything = {module_name(path) for path in every_source(LIBRARY)}
    missing = {name for name in everything - inside if name.rpartition(".")[0] in inside}
    print(json.dumps({"modules": sorted(inside | set(sys.builtin_module_names)), "missing": sorted(missing)}))


def module_name(path: str) -> str:
    return os.path.relpath(path, LIBRARY).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def load(names) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:
            # Not every Python has every module, and a module that cannot be loaded here cannot be loaded there.
            pass


def loaded_files() -> set[str]:
    """Files of the loaded modules. Frozen modules need no file."""
    modules = [module for module in list(sys.modules.values()) if getattr(module, "__file__", None)]
    return {module.__file__ for module in modules if getattr(module.__spec__, "origin", None) != "frozen"} - {__file__}


def every_source(top: str):
    for folder, folders, files in os.walk(top):
        folders[:] = [name for name in folders if name not in NEVER and not name.startswith("config-")]
        yield from (f"{folder}/{name}" for name in files if name.endswith(".py") and name.removesuffix(".py") not in NEVER)


def extension_names() -> list[str]:
    folders = [folder for folder in sys.path if folder.endswith("lib-dynload") and os.path.isdir(folder)]
    return [name.partition(".")[0] for folder in folders for name in os.listdir(folder) if name.endswith(EXTENSIONS)]


def write_module(target: str, path: str) -> None:
    try:
        code = importlib.machinery.SourceFileLoader("module", path).get_code("module")
    except SyntaxError:
        return
    unchecked = (1).to_bytes(4, "little") + bytes(8)
    file = target + path + "c"
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "wb") as output:
        output.write(importlib.util.MAGIC_NUMBER + unchecked + marshal.dumps(code))


def shared_libraries() -> set[str]:
    with open("/proc/self/maps") as maps:
        mapped = {os.path.realpath(line.split(maxsplit=5)[5].strip()) for line in maps if "/" in line and ".so" in line}
    found = {path for path in mapped if not path.endswith(EXTENSIONS) and os.path.isfile(path)}
    late = {os.path.realpath(f"{os.path.dirname(path)}/{name}") for path in found for name in LOADED_LATE}
    return found | {path for path in late if os.path.isfile(path)}


def name_to_load(path: str) -> str:
    """The name under which programs load a library; its file often has a longer name."""
    folder, name = os.path.split(path)
    stem = name.partition(".so")[0]
    links = [link for link in os.listdir(folder) if link.startswith(stem + ".so.") and os.path.realpath(f"{folder}/{link}") == path]
    return min(links, key=lambda link: (len(link), link), default=name)


def copy(source: str, target: str) -> None:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(source, target)
    shutil.copymode(source, target)


main()
