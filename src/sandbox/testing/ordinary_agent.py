"""Uses the parts of the standard library that ordinary agents use. The rules must allow all of it, in any Python.

Compiled code imports and compiles on behalf of the agent, and libraries generate code; each line here is a place where
that happens or may happen. Returns the names of the functions that failed.
"""

from __future__ import annotations

import ast
import asyncio
import calendar
import collections
import contextlib
import contextvars
import copy
import csv
import dataclasses
import datetime
import decimal
import difflib
import enum
import fractions
import functools
import hashlib
import hmac
import html.parser
import io
import json
import locale
import logging
import pprint
import random
import re
import secrets
import shlex
import statistics
import string
import sys
import threading
import time
import traceback
import types
import typing
import unicodedata
import urllib.parse
import uuid
import warnings
import weakref
import xml.dom.minidom
import xml.etree.ElementTree as ElementTree
import zoneinfo
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from os import environ, getenv
from os import path as paths
from pathlib import Path

from src.agent.proxy_client import ProxyClient


class Plain:
    value = 1


class Pair(typing.NamedTuple):
    left: int
    right: str


def dates():
    time.strptime("2024-01-02", "%Y-%m-%d")
    datetime.datetime.strptime("2024", "%Y").astimezone()
    calendar.month(2024, 1)
    with contextlib.suppress(zoneinfo.ZoneInfoNotFoundError):
        zoneinfo.ZoneInfo("Europe/Berlin")


def numbers():
    getattr(sys, "set_int_max_str_digits", print)(0)
    assert len(str(7**40_000)) == 33_804 and int("9" * 30_000) > 0
    assert fractions.Fraction("1/3") + decimal.Decimal(1).__int__() > 1
    statistics.NormalDist(0, 1).cdf(1)
    random.SystemRandom().random()
    f"{1234:n}", locale.getlocale()


def texts():
    assert re.sub(r"(a)(b)", r"\2\1", "abab") == "baba"
    "é".encode("cp1252"), "bücher".encode("idna"), "é".encode("ascii", "namereplace"), "\N{EM DASH}"
    unicodedata.normalize("NFKD", "é"), difflib.get_close_matches("ap", ["ape"]), pprint.pformat({"a": [1] * 50})
    string.Template("$a").substitute(a=1), shlex.split("a 'b'"), list(csv.DictReader(io.StringIO("a,b\n1,2")))
    urllib.parse.urlencode({"a": 1}), paths.join("a", "b")


def data():
    ast.literal_eval("(1, 'a')"), json.loads("[1]")
    with contextlib.suppress(ValueError):
        json.loads("{bad")
    ElementTree.fromstring("<a><b/></a>").findall(".//b"), xml.dom.minidom.parseString("<a/>").toxml()
    html.parser.HTMLParser().feed("<p>x</p>")
    copy.copy(Plain()), copy.deepcopy({"a": {1, 2}, "d": datetime.date.today()}), copy.copy(re.compile("x"))


def hashes():
    hashlib.new("sha256", b"x"), hmac.new(b"k", b"m", "sha1"), secrets.token_hex(4)
    uuid.uuid4(), uuid.uuid1(), uuid.uuid5(uuid.NAMESPACE_DNS, "x")


def classes():
    @dataclasses.dataclass(order=True, frozen=True)
    class Wish:
        title: str = "lamp"
        words: list = dataclasses.field(default_factory=list)

    dataclasses.asdict(Wish()), dataclasses.make_dataclass("Made", ["a", ("b", int, 3)])(1)
    Pair(1, "b"), collections.namedtuple("Point", "x y", defaults=[1])(2), enum.Enum("Colour", ["RED"])
    typing.TypedDict("Shape", {"a": int}), list[int] | None, types.SimpleNamespace(a=1), str(signature(classes))
    functools.lru_cache(str)(1), functools.singledispatch(str)(1), weakref.finalize(Plain(), print)


def errors():
    """Python prints these errors itself, and reads and parses the source lines to do so."""

    class Unraisable:
        def __del__(self):
            raise ValueError("in a finaliser")

    Unraisable()
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    try:
        raise KeyError("x")
    except KeyError:
        traceback.format_exc()
        logging.getLogger("agent").exception("logged")
    warnings.warn("warned")


async def several():
    async def fail():
        raise ValueError

    async def count():
        yield 1

    await asyncio.gather(fail(), asyncio.to_thread(str, 1), return_exceptions=True)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.sleep(1), 0.001)
    async for _ in count():
        pass
    async with asyncio.Lock():
        await asyncio.get_running_loop().run_in_executor(None, str, 1)


def tasks():
    asyncio.run(several())
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(str, range(4)))
    contextvars.copy_context().run(str)


def surroundings():
    environ["MARK"] = "1"
    assert getenv("MARK") == "1"
    assert Path(__file__).exists() and [each.name for each in Path(__file__).parent.iterdir()]
    assert ProxyClient().get("/health") == {}
    print("printed", file=sys.stderr)


def agent_main(problem):
    failed = []
    for each in (dates, numbers, texts, data, hashes, classes, errors, tasks, surroundings):
        try:
            each()
        except Exception as error:
            failed.append(f"{each.__name__}: {error!r}")
    return failed
