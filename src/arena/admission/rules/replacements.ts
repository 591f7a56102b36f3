/** What to use instead of a module, by the module's top-level name. */
const REPLACEMENTS: readonly (readonly [modules: string, advice: string])[] = [
  [
    'requests urllib urllib2 urllib3 http httpx httplib httplib2 aiohttp socket ssl websocket websockets pycurl ftplib smtplib',
    'Use assay.chat, assay.tools or src.agent.proxy_client.ProxyClient, which reach the gateway.',
  ],
  ['openai litellm anthropic langchain langgraph llama_index', 'Use assay.chat.'],
  [
    'subprocess multiprocessing pty commands popen2',
    'Stay in one process; concurrent.futures.ThreadPoolExecutor is allowed.',
  ],
  ['os posix shutil tempfile', 'os.path and from os import getenv, environ are allowed.'],
  ['importlib imp runpy pkgutil zipimport builtins', 'Import what you need by an import statement.'],
  ['pickle marshal shelve dbm sqlite3 dill cloudpickle joblib', 'Use json.'],
  ['orjson simplejson yaml toml tomllib', 'Use json.'],
  ['numpy pandas scipy sklearn torch', 'Use math and statistics.'],
  ['regex', 'Use re.'],
  ['rapidfuzz fuzzywuzzy thefuzz Levenshtein jellyfish nltk spacy', 'Use difflib.'],
  ['bs4 lxml html5lib', 'Use html.parser or xml.etree.ElementTree.'],
  ['pydantic attr attrs marshmallow', 'Use dataclasses.'],
  ['inspect', 'inspect.signature, getdoc, cleandoc and the is… functions are allowed.'],
  ['io', 'io.StringIO and io.BytesIO are allowed.'],
  ['signal atexit', 'Return from agent_main before the time limit.'],
  ['tenacity backoff', 'assay.chat and ProxyClient retry automatically.'],
];

const ADVICE: ReadonlyMap<string, string> = new Map(
  REPLACEMENTS.flatMap(([modules, advice]) => modules.split(' ').map((module) => [module, advice] as const)),
);

export function replacementFor(module: string): string {
  return ADVICE.get(module.split('.')[0]!) ?? '';
}

/** Modules that other Pythons have and the sandbox lacks. */
export function replacedModules(): readonly string[] {
  return [...ADVICE.keys()];
}
