import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('../../', import.meta.url));
/** Sources of the pages: their own, those of the rooms they import, and the documents they show. */
const SOURCES = ['web', 'src', 'docs', 'package.json', 'tsconfig.json'];
/** If there is no release, the comparison uses the build this many commits ago. */
const COMMITS_BACK = 50;

export interface BuiltSite {
  /** Name of the build in the report. */
  readonly name: string;
  readonly folder: string;
}

/** The newest release, or an older commit if there is none. */
export function earlierRef(): string {
  try {
    return git(['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~1']);
  } catch {
    return `HEAD~${COMMITS_BACK}`;
  }
}

/** Builds the dashboard of this working tree into a folder. */
export function buildHere(into: string): BuiltSite {
  return { name: 'this tree', folder: build(join(HERE, 'web'), into) };
}

/** Builds the dashboard of another commit into a folder, with the libraries installed here. */
export function buildAt(ref: string, into: string): BuiltSite {
  const commit = git(['rev-parse', '--short', `${ref}^{commit}`]);
  const sources = join(into, 'sources');
  mkdirSync(sources, { recursive: true });
  const packed = execFileSync('git', ['archive', commit, ...SOURCES], { cwd: HERE, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', sources], { input: packed });
  symlinkSync(join(HERE, 'node_modules'), join(sources, 'node_modules'));
  return { name: `${ref} (${commit})`, folder: build(join(sources, 'web'), join(into, 'site')) };
}

function build(web: string, folder: string): string {
  const vite = join(HERE, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', web, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return folder;
}

function git(words: readonly string[]): string {
  return execFileSync('git', words, { cwd: HERE, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
