/** Modules that an agent's own file may import. Admission and the runner in the sandbox use the same list. */
export interface AgentRules {
  /** Allowed by full name; their submodules are not included. */
  readonly modules: readonly string[];
  /** Modules from which the agent may use only these names. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** Packages that are allowed with all their submodules, with the trailing dot: `assay.`. */
  readonly packages: readonly string[];
  /**
   * Imported by compiled code on behalf of the agent, such as `_strptime` by `datetime.strptime`. The agent itself may
   * not import them.
   */
  readonly internal: readonly string[];
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/**
 * The kit, and the modules of the standard library that compute, read text or data, wait, or describe types. Excluded
 * are modules that start processes, open connections, load code, or turn unreadable bytes into text.
 */
export const AGENT_RULES: AgentRules = {
  modules: words(`
    __future__ assay src src.agent ujson
    abc argparse array ast asyncio bisect calendar cmath collections collections.abc colorsys concurrent
    concurrent.futures contextlib contextvars copy csv dataclasses datetime decimal difflib enum errno fractions functools
    getopt graphlib hashlib heapq hmac html html.entities html.parser itertools json json.decoder json.encoder keyword
    locale logging math ntpath numbers operator os.path pathlib platform posixpath pprint queue random re reprlib sched
    secrets shlex stat statistics string stringprep struct textwrap threading time token traceback types typing
    unicodedata urllib.parse uuid warnings weakref xml xml.dom xml.dom.minidom xml.etree xml.etree.ElementTree
    xml.sax.saxutils zoneinfo`),
  parts: {
    os: words('environ getenv path'),
    urllib: words('parse'),
    io: words('BytesIO StringIO TextIOBase IOBase SEEK_CUR SEEK_END SEEK_SET'),
    inspect: words(`Parameter Signature cleandoc getdoc isasyncgenfunction isawaitable isbuiltin isclass iscoroutine
      iscoroutinefunction isfunction isgenerator isgeneratorfunction ismethod signature`),
    sys: words(`argv byteorder exc_info exit float_info getdefaultencoding getrecursionlimit getsizeof hash_info hexversion
      implementation int_info intern maxsize maxunicode platform set_int_max_str_digits setrecursionlimit stderr stdin
      stdout version version_info`),
  },
  packages: ['assay.', 'src.agent.'],
  internal: words(`_py_warnings _pydatetime _pylong _strptime _weakrefset annotationlib copyreg encodings linecache
    zoneinfo._common zoneinfo._tzpath zoneinfo._zoneinfo`),
};
