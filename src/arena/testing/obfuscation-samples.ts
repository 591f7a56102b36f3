import type { FindingCode } from '../admission/finding-code.ts';

export interface Sample {
  readonly name: string;
  /** Inserted before a plain `agent_main`. */
  readonly source: string;
  /** Codes that must be among the findings; empty for a file that must pass. */
  readonly expected: readonly FindingCode[];
}

const LONG_BASE64 =
  'aW1wb3J0IG9zCm9zLnN5c3RlbSgiZWNobyBoZWxsbyIpCnByaW50KCJUaGlzIGlzIGEgbG9uZyBwYXlsb2FkIHRoYXQgbm9ib2R5IGNhbiByZWFkIHdpdGhvdXQgZGVjb2RpbmcgaXQgZmlyc3QiKQo5Zg==';
const LONG_HEX = '696d706f7274206f730a6f732e73797374656d28226563686f2068656c6c6f22290a'.repeat(2);

/** Ways to hide what an agent does, using what Python offers; each must be detected. */
export const OBFUSCATED: readonly Sample[] = [
  { name: 'a plain import', source: 'import os', expected: ['IMPORT_BLOCKED'] },
  { name: 'an import with another name', source: 'import subprocess as helpers', expected: ['IMPORT_BLOCKED'] },
  { name: 'an import in a function', source: 'def f():\n    import socket', expected: ['IMPORT_BLOCKED'] },
  { name: 'an import of a part', source: 'from urllib.request import urlopen', expected: ['IMPORT_BLOCKED'] },
  { name: 'an import of everything', source: 'from os import *', expected: ['IMPORT_BLOCKED'] },
  { name: 'a compiled half', source: 'import _posixsubprocess', expected: ['IMPORT_BLOCKED'] },
  {
    name: 'an import in two pieces',
    source: "__import__('sub' + 'process')",
    expected: ['CALL_BLOCKED', 'NAME_BUILT'],
  },
  { name: 'an import backwards', source: "m = __import__('so'[::-1])", expected: ['CALL_BLOCKED', 'TEXT_ASSEMBLED'] },
  { name: 'an import by join', source: "m = __import__(''.join(['o', 's']))", expected: ['NAME_BUILT'] },
  { name: 'pieces with names', source: "A = 'sock'\nB = 'et'\nm = __import__(A + B)", expected: ['TEXT_ASSEMBLED'] },
  { name: 'pieces in an f-string', source: "A = 'sub'\nname = f'{A}process'", expected: ['TEXT_ASSEMBLED'] },
  { name: 'pieces in a format', source: "name = '{}{}'.format('ctyp', 'es')", expected: ['TEXT_ASSEMBLED'] },
  { name: 'pieces by percent', source: "name = 'sub%s' % 'process'", expected: ['TEXT_ASSEMBLED'] },
  { name: 'pieces by replace', source: "name = 'sub-process'.replace('-', '')", expected: ['TEXT_ASSEMBLED'] },
  { name: 'pieces by case', source: "name = 'SHUTIL'.lower()", expected: ['TEXT_ASSEMBLED'] },
  {
    name: 'single characters',
    source: 'name = chr(101) + chr(118) + chr(97) + chr(108)',
    expected: ['TEXT_ASSEMBLED'],
  },
  { name: 'mapped codes', source: "n = ''.join(map(chr, [101, 118, 97, 108]))", expected: ['DECODER_CALLED'] },
  { name: 'codes in a loop', source: "n = ''.join(chr(c) for c in [111, 115])", expected: ['TEXT_ASSEMBLED'] },
  {
    name: 'numbers as bytes',
    source: 'n = bytes([104, 116, 116, 112, 58, 47, 47, 120]).decode()',
    expected: ['DECODER_CALLED'],
  },
  {
    name: 'the importing module',
    source: "import importlib\nimportlib.import_module('os')",
    expected: ['IMPORT_BLOCKED', 'CALL_BLOCKED'],
  },
  { name: 'a renamed eval', source: 'run = eval', expected: ['CALL_BLOCKED'] },
  { name: 'eval as a decorator', source: '@eval\ndef f(): pass', expected: ['CALL_BLOCKED'] },
  { name: 'eval in wide letters', source: "ｅｖａｌ('1')", expected: ['CALL_BLOCKED', 'DISGUISED_NAME'] },
  {
    name: 'an attribute in odd letters',
    source: 'import json\njson.𝒸𝑜𝒹ℯ𝒸𝓈',
    expected: ['MODULE_BY_ATTRIBUTE', 'DISGUISED_NAME'],
  },
  { name: 'code that is compiled', source: "c = compile('1', 'x', 'exec')", expected: ['CALL_BLOCKED'] },
  {
    name: 'the builtins',
    source: "f = __builtins__['ev' + 'al']",
    expected: ['INTERPRETER_INTERNALS', 'TEXT_ASSEMBLED'],
  },
  {
    name: 'the builtins by name',
    source: "f = globals()['__builtins__']",
    expected: ['NAME_BUILT', 'INTERPRETER_INTERNALS'],
  },
  {
    name: 'all classes there are',
    source: 'c = ().__class__.__base__.__subclasses__()',
    expected: ['INTERPRETER_INTERNALS'],
  },
  {
    name: 'a function’s globals',
    source: 'import re\ng = re.compile.__globals__',
    expected: ['INTERPRETER_INTERNALS'],
  },
  {
    name: 'a format that reads',
    source: "t = '{0.__class__.__init__.__globals__}'.format(len)",
    expected: ['INTERPRETER_INTERNALS'],
  },
  { name: 'a frame', source: 'g = (x for x in ())\nh = g.gi_frame.f_back', expected: ['INTERPRETER_INTERNALS'] },
  { name: 'special names by text', source: "g = getattr(len, '__self__')", expected: ['INTERPRETER_INTERNALS'] },
  { name: 'an attribute in pieces', source: "import re\nf = getattr(re, 'com' + 'pile')", expected: ['NAME_BUILT'] },
  { name: 'an attribute by variable', source: 'def f(x, n):\n    return getattr(x, n)', expected: ['NAME_BUILT'] },
  { name: 'a renamed getattr', source: 'g = getattr', expected: ['NAME_BUILT'] },
  {
    name: 'an attrgetter',
    source: "import operator\ng = operator.attrgetter('a.' + input())",
    expected: ['NAME_BUILT'],
  },
  { name: 'the list of modules', source: "import sys\nm = sys.modules['os']", expected: ['MODULE_BY_ATTRIBUTE'] },
  { name: 'a module of a module', source: 'import json\nd = json.codecs.decode', expected: ['MODULE_BY_ATTRIBUTE'] },
  {
    name: 'a module behind the allowed part',
    source: "import os.path\nos.system('id')",
    expected: ['MODULE_BY_ATTRIBUTE', 'CALL_BLOCKED'],
  },
  {
    name: 'a module of the allowed part',
    source: 'from os import path\nm = path.os',
    expected: ['MODULE_BY_ATTRIBUTE'],
  },
  { name: 'a decoder', source: 'import base64', expected: ['IMPORT_DECODER'] },
  { name: 'a packed text', source: 'from zlib import decompress', expected: ['IMPORT_DECODER'] },
  { name: 'hexadecimal bytes', source: "t = bytes.fromhex('6f73')", expected: ['DECODER_CALLED'] },
  { name: 'an odd codec', source: "t = 'riny'.encode().decode('rot13')", expected: ['DECODER_CALLED'] },
  {
    name: 'a cipher by table',
    source: "T = str.maketrans('abcdefghijklmnopqrstuvwxyz', 'nopqrstuvwxyzabcdefghijklm')",
    expected: ['DECODER_CALLED'],
  },
  {
    name: 'a cipher by shift',
    source: "def d(t):\n    return ''.join(chr(ord(c) - 1) for c in t)",
    expected: ['DECODER_CALLED'],
  },
  { name: 'a cipher by key', source: 'def d(t):\n    return bytes(b ^ 85 for b in t)', expected: ['DECODER_CALLED'] },
  { name: 'a long base64 text', source: `T = '${LONG_BASE64}'`, expected: ['ENCODED_LITERAL'] },
  {
    name: 'base64 in pieces',
    source: `T = [\n${(LONG_BASE64.match(/.{1,36}/g) ?? []).map((p) => `    '${p}',`).join('\n')}\n]`,
    expected: ['ENCODED_LITERAL'],
  },
  { name: 'base64 in a comment', source: `# ${LONG_BASE64}`, expected: ['ENCODED_LITERAL'] },
  { name: 'a long hexadecimal text', source: `T = '${LONG_HEX}'`, expected: ['ENCODED_LITERAL'] },
  { name: 'binary bytes', source: `T = b'${'\\x8f\\x03\\xe2\\x91'.repeat(20)}'`, expected: ['ENCODED_LITERAL'] },
  { name: 'bytes as letters', source: `T = '${'\\x8f\\x03\\xe2\\x91'.repeat(20)}'`, expected: ['ENCODED_LITERAL'] },
  { name: 'bytes in a number', source: `T = 0x${LONG_HEX}`, expected: ['ENCODED_LITERAL'] },
  { name: 'a number made bytes', source: 'def f(n):\n    return n.to_bytes(8, "big")', expected: ['DECODER_CALLED'] },
  {
    name: 'vectors',
    source: `V = [${Array.from({ length: 600 }, (_, n) => `0.${n}`).join(', ')}]`,
    expected: ['ENCODED_LITERAL'],
  },
  { name: 'a direction mark', source: "t = 'a\u202Eb'", expected: ['INVISIBLE_CHARACTERS'] },
  { name: 'a character without width', source: "t = 'a\u200Bb'", expected: ['INVISIBLE_CHARACTERS'] },
  {
    name: 'bytes in variation selectors',
    source: "t = '😀\uFE00\uFE01\uFE0A\uFE03'",
    expected: ['INVISIBLE_CHARACTERS'],
  },
  { name: 'tags', source: "t = '\u{E0061}\u{E0062}'", expected: ['INVISIBLE_CHARACTERS'] },
  {
    name: 'answers by hash',
    source: `T = {'${'0a'.repeat(16)}': 'x', '${'1b'.repeat(16)}': 'y', '${'2c'.repeat(16)}': 'z'}`,
    expected: ['LOOKUP_TABLE'],
  },
  { name: 'writing a file', source: "open('x', 'w')", expected: ['FILE_WRITE'] },
  { name: 'writing by keyword', source: "open('x', mode='a' + 'b')", expected: ['FILE_WRITE'] },
  { name: 'writing by path', source: "from pathlib import Path\nPath('x').write_text('y')", expected: ['FILE_WRITE'] },
  { name: 'a mode from somewhere', source: 'def f(m):\n    return open("x", m)', expected: ['FILE_MODE_UNKNOWN'] },
  { name: 'open handed on', source: 'o = open', expected: ['FILE_MODE_UNKNOWN'] },
];

/** Code that looks similar but is harmless: each must pass without findings. */
export const BENIGN: readonly Sample[] = [
  {
    name: 'parts that are allowed',
    source:
      'import os.path\nfrom os import environ, getenv, path\nimport urllib.parse\nx = os.path.join("a", "b") + path.basename("c") + urllib.parse.quote("d")',
  },
  {
    name: 'a compiled pattern',
    source: 'import re\nP = re.compile(r"(\\d+)")\nm = P.search("x").group(1) if P.search("x1") else ""',
  },
  {
    name: 'reading a file',
    source:
      'from pathlib import Path\ndef f(p):\n    return open(p).read() + open(p, "rb").read().decode() + Path(p).read_text()',
  },
  {
    name: 'attributes with a default',
    source: 'def f(x):\n    return getattr(x, "title", "") if hasattr(x, "title") else ""',
  },
  {
    name: 'plain joins and formats',
    source: 'W = ", ".join(["red", "blue"])\nT = "{}-{}".format("a", "b")\nU = "abc"[::-1]\nV = f"{W} and {T}"',
  },
  { name: 'letters for choices', source: 'def label(i):\n    return "Option " + chr(65 + i)' },
  {
    name: 'one hash',
    source:
      'import hashlib\ndef f(t):\n    return hashlib.sha256(t.encode("utf-8")).hexdigest() == "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  {
    name: 'punctuation taken out',
    source: 'import string\nT = str.maketrans("", "", string.punctuation)\nF = str.maketrans("áéíóú", "aeiou")',
  },
  {
    name: 'time limits',
    source:
      'import time\ndef f():\n    start = time.time()\n    deadline = time.monotonic() + 100\n    while time.time() - start < 60 and time.monotonic() < deadline:\n        time.sleep(0.1)\n    return int(time.time() * 1000)',
  },
  {
    name: 'the arena’s own variables',
    source:
      'from os import environ, getenv\nMODEL = getenv("SANDBOX_MODEL", "")\nURL = environ.get("SANDBOX_PROXY_URL")',
  },
  {
    name: 'special methods',
    source:
      'class Cart:\n    def __init__(self):\n        self.items = []\n    def __len__(self):\n        return len(self.items)\n    def __repr__(self):\n        return f"{self.__class__.__name__}"\nif __name__ == "__main__":\n    print(Cart())',
  },
  {
    name: 'an evaluation that is ours',
    source:
      'class Model:\n    def eval(self):\n        return self\n    def compile(self):\n        return self\nm = Model().compile().eval()',
  },
  { name: 'literals of Python', source: 'import ast\ndef f(t):\n    return ast.literal_eval(t)' },
  {
    name: 'a schema in one line',
    source: `S = '${JSON.stringify({ type: 'object', properties: Object.fromEntries(['query', 'page', 'shop', 'price', 'sort', 'service', 'title', 'brand'].map((name) => [name, { type: 'string', description: `what ${name} is wanted` }])) }).replaceAll(' ', '_')}'`,
  },
  {
    name: 'a prompt in Chinese',
    source: `P = '${'你是一个购物助手请根据用户的要求寻找最合适的商品并且逐一核对价格品牌颜色尺寸和服务'.repeat(12)}'`,
  },
  { name: 'an emoji in full dress', source: "E = 'thumbs up 👍️ and ❤️'" },
  { name: 'seeded luck', source: 'import random\nrandom.seed(7)\nx = random.random()' },
  {
    name: 'services and stop words',
    source:
      'S = {"free shipping": "freeShipping", "cash on delivery": "COD", "official store": "official", "flash sale": "flashsale"}',
  },
  {
    name: 'threads',
    source:
      'from concurrent.futures import ThreadPoolExecutor\ndef f(calls):\n    with ThreadPoolExecutor(4) as pool:\n        return list(pool.map(str, calls))',
  },
].map((sample) => ({ ...sample, expected: [] }));

export function withMain(source: string): Uint8Array {
  return Buffer.from(`${source}\n\n\ndef agent_main(problem_data):\n    return []\n`);
}
