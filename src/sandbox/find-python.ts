import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../json/parse-json.ts';

const python = z.object({
  version: z.string(),
  executable: z.string(),
  standardLibrary: z.string(),
  /** Folders of `requests` and its dependencies, if installed. */
  packages: z.record(z.string(), z.string()),
});

/** A Python installation that can be copied into a sandbox file by file. */
export type Python = z.infer<typeof python> & {
  /** Path where the kernel looks for the loader of this executable. */
  readonly loader: string;
};

/** Run with site-packages to see what is installed; agents run without. */
const PROBE = `
import importlib.util, json, os, platform, sys, sysconfig
library = os.path.realpath(sysconfig.get_paths()["stdlib"])
packages = {}
for name in ("requests", "urllib3", "idna", "certifi", "charset_normalizer", "chardet"):
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations: packages[name] = os.path.realpath(os.path.dirname(spec.origin))
print(json.dumps({
    "version": platform.python_version(),
    "executable": os.path.realpath(sys.executable),
    "standardLibrary": library,
    "packages": packages,
}))`;

const LOADERS = [
  '/lib64/ld-linux-x86-64.so.2',
  '/lib/ld-linux-aarch64.so.1',
  '/lib/ld-musl-x86_64.so.1',
  '/lib/ld-musl-aarch64.so.1',
];

const OLDEST_PYTHON = [3, 10] as const;

/**
 * Finds the first Python that is new enough and readable by the sandbox's user. `python3` on the path is often a shim
 * in a home folder, which another user cannot enter; the system's own is tried after it.
 */
export async function findPython(readableByOthers: boolean): Promise<Python> {
  const rejected: string[] = [];
  for (const candidate of candidates()) {
    const found = await probe(candidate);
    if (typeof found === 'string') rejected.push(`${candidate}: ${found}`);
    else if (readableByOthers && !isPublic(found)) rejected.push(`${candidate}: only its owner can read it`);
    else return found;
  }
  throw new Fault('SANDBOX_UNAVAILABLE', {
    message: `No usable Python was found. ${rejected.join('; ')}`,
    remedy: `Install Python ${OLDEST_PYTHON.join('.')} or newer for all users, for example: apt install python3`,
  });
}

function candidates(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'python3'));
  const all = [...onPath, '/usr/bin/python3', '/usr/local/bin/python3'];
  return [...new Set(all)].filter((path) => path.startsWith('/') && existsSync(path));
}

async function probe(executable: string): Promise<Python | string> {
  let output: string;
  try {
    const options = { timeout: 20_000, env: { PATH: process.env.PATH ?? '' } };
    output = (await promisify(execFile)(executable, ['-I', '-c', PROBE], options)).stdout;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0]! : String(error);
  }
  const json = parseJson(output);
  const parsed = python.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) return 'it does not report its version';
  const [major = 0, minor = 0] = parsed.data.version.split('.').map(Number);
  if (major !== OLDEST_PYTHON[0] || minor < OLDEST_PYTHON[1]) return `it is version ${parsed.data.version}`;
  const loader = LOADERS.find((path) => existsSync(path));
  return loader === undefined ? 'no known loader for shared libraries' : { ...parsed.data, loader };
}

/** Every parent folder must be accessible to others, or an unprivileged user cannot mount it inside. */
function isPublic(found: Python): boolean {
  const others = 0o005;
  return [found.executable, found.standardLibrary].every((path) => {
    const steps = realpathSync(path).split('/');
    return steps.every((_, index) => (statSync(steps.slice(0, index + 1).join('/') || '/').mode & others) === others);
  });
}
