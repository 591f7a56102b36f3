function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

/** Modules that the reference blocks, and others that give the same power under another name. */
const BLOCKED = words(`
  os subprocess commands socket http urllib requests ctypes cffi pickle shutil
  posix nt pty popen2 multiprocessing socketserver ssl ftplib telnetlib smtplib poplib imaplib nntplib xmlrpc wsgiref
  webbrowser urllib2 urllib3 httpx httplib httplib2 aiohttp websocket websockets paramiko pycurl
  builtins importlib imp runpy pkgutil zipimport zipapp code codeop site ensurepip venv pip setuptools distutils
  marshal shelve dbm sqlite3 dill cloudpickle joblib copyreg
  tempfile fileinput zipfile tarfile mmap fcntl termios tty gc faulthandler ptrace
  timeit doctest pdb bdb cProfile profile trace test lib2to3 idlelib pydoc`);

/** Modules that decode unreadable data into text. */
const DECODERS = words(
  'base64 binascii codecs zlib gzip bz2 lzma uu quopri encodings brotli zstandard base58 cryptography',
);

/** Names so distinctive that an agent would not use them for its own attributes; `code` or `http` it might. */
const UNMISTAKABLE = words('os sys subprocess socket builtins importlib ctypes pickle shutil posix');

/** Parts of blocked modules that any agent may use. */
const ALLOWED_PARTS = words('os.path os.getenv os.environ urllib.parse');

export type ModuleKind = 'blocked' | 'decoder' | 'free';

export function kindOfModule(module: string): ModuleKind {
  const root = module.split('.')[0]!;
  // Compiled parts of modules: `_io`, `_socket`, `_posixsubprocess`.
  if (BLOCKED.has(root) || (root.startsWith('_') && root !== '__future__')) return 'blocked';
  return DECODERS.has(root) ? 'decoder' : 'free';
}

/** `os.path.join` and `urllib.parse`, but not `os` itself. */
export function isAllowedPart(path: string): boolean {
  return ALLOWED_PARTS.has(path.split('.').slice(0, 2).join('.'));
}

export function isUnmistakable(name: string): boolean {
  return UNMISTAKABLE.has(name);
}

export function isKnownModule(name: string): boolean {
  return BLOCKED.has(name) || DECODERS.has(name) || name === 'sys';
}
