import { AGENT_RULES } from '../../../sandbox/agent-rules.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

const MODULES: ReadonlySet<string> = new Set(AGENT_RULES.modules);
const PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(AGENT_RULES.parts).map(([module, parts]) => [module, new Set(parts)]),
);

/**
 * Top-level modules of the standard library, Python 3.10 to 3.14, except those whose name begins with an underscore.
 */
const STANDARD = words(`
  abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex
  bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
  decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
  fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http
  idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
  mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath
  nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib
  poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re
  readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib
  sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct
  subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time
  timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest
  urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport
  zlib zoneinfo`);

/** Functions and classes that have the name of a module. */
const NAMESAKES = words(`
  array.array ast.keyword ast.operator bisect.bisect calendar.calendar copy.copy datetime.datetime datetime.time
  getopt.getopt locale.gettext platform.platform pprint.pprint queue.time random.random shlex.shlex time.time
  unicodedata.decimal`);

/** Parts of allowed modules that start processes, open connections, write files, or run text as code. */
const REFUSED = words(`
  asyncio.subprocess asyncio.create_subprocess_exec asyncio.create_subprocess_shell asyncio.open_connection
  asyncio.open_unix_connection asyncio.start_server asyncio.start_unix_server asyncio.SubprocessProtocol
  concurrent.futures.ProcessPoolExecutor concurrent.futures.process logging.config logging.handlers typing.get_type_hints
  typing.ForwardRef enum.bltns types.FunctionType types.LambdaType types.CodeType xml.sax.make_parser`);

/** Whether an agent's file may import the module, given its full name. */
export function isAllowedModule(module: string): boolean {
  return MODULES.has(module) || PARTS.has(module) || AGENT_RULES.packages.some((each) => module.startsWith(each));
}

/** Modules that may be imported, as a whole or in part. */
export function listedModules(): readonly string[] {
  return [...MODULES, ...PARTS.keys()];
}

/** The allowed parts of a module that is only partly allowed. */
export function allowedParts(module: string): ReadonlySet<string> | undefined {
  return PARTS.get(module);
}

export type RefusedPart = 'module' | 'private' | 'part';

/** Why an agent may not use a path such as `json.codecs`; `null` if it may. The path begins with a module. */
export function refusedPart(path: string): RefusedPart | null {
  const steps = path.split('.');
  let depth = 1;
  while (depth < steps.length && MODULES.has(steps.slice(0, depth + 1).join('.'))) depth++;
  const module = steps.slice(0, depth).join('.');
  const next = steps[depth];
  if (next === undefined || !isAllowedModule(module) || AGENT_RULES.packages.some((each) => path.startsWith(each))) {
    return null;
  }
  const part = `${module}.${next}`;
  if (REFUSED.has(part)) return 'part';
  if (PARTS.has(module)) return PARTS.get(module)!.has(next) || /^__\w+__$/.test(next) ? null : 'part';
  if (next.startsWith('_') && !/^__\w+__$/.test(next) && !module.startsWith('src')) return 'private';
  return STANDARD.has(next) && !NAMESAKES.has(part) && !MODULES.has(part) ? 'module' : null;
}
