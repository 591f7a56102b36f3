/** What an agent's own file may import. Admission and the runner in the sandbox use the same list. */
export interface AgentRules {
  /** Allowed by their full name; a module below one of them is not. */
  readonly modules: readonly string[];
  /** Modules of which the agent gets these parts and no others. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** Packages that are allowed with everything in them, with the dot: `assay.`. */
  readonly packages: readonly string[];
  /** Imported by compiled code in the agent's name, such as `_strptime` by `datetime.strptime`. Not for its own imports. */
  readonly internal: readonly string[];
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/**
 * The kit, and what of the standard library computes, reads text or data, waits, or describes types. Left out is what
 * starts processes, opens connections, loads code, or turns unreadable bytes into text.
 */
export const AGENT_RULES: AgentRules = {
  modules: words(`
    __future__ assay src src.agent
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
