import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GUIDES = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'python/agent-kit/README.md', ...GUIDES];

/** The text of a page without its code blocks, where brackets and `#` have other meanings. */
function prose(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/```.*?```/gs, '');
}

/** Anchors as GitHub derives them from headings. */
function anchors(page: string): ReadonlySet<string> {
  const headings = Array.from(prose(page).matchAll(/^#{1,6} (.+)$/gm), ([, heading]) => heading!);
  const names = headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set(names);
}

function linksIn(page: string): readonly string[] {
  const targets = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!);
  return targets.filter((target) => !/^\w+:/.test(target));
}

function isBroken(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, file))) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchors(file).has(anchor);
}

// `suites/` is missing: it is also the name of a folder in a room.
const PATH = /(?<![\w/.:-])(?:src|scripts|web|test|recipes|agents|bench|deploy|python|models|samples|bin)\/[\w./-]*\w/g;
// The `NAME` in `src/corpus/render/NAME.ts`, but not the `README` in `bench/README.md`.
const PLACEHOLDER = /\b(?!README|LICENSE)[A-Z]+\b/;

/** Paths of the repository in text and commands, without those that contain a placeholder. */
function pathsIn(page: string): readonly string[] {
  const paths = readFileSync(join(ROOT, page), 'utf8').match(PATH) ?? [];
  return paths.filter((path) => !PLACEHOLDER.test(path));
}

/** Whether a file or folder begins with the path, as in arguments of vitest and in `read-*.ts`. */
function pathExists(path: string): boolean {
  const folder = join(ROOT, dirname(path));
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(basename(path)));
}

describe('documentation links', () => {
  it.each(['README.md', 'CONTRIBUTING.md', ...GUIDES])('%s names only paths that exist', (page) => {
    expect(pathsIn(page).filter((path) => !pathExists(path))).toEqual([]);
  });

  it.each(PAGES)('%s links only to files and headings that exist', (page) => {
    expect(linksIn(page).filter((target) => isBroken(page, target))).toEqual([]);
  });

  it('README.md links to every page in docs/', () => {
    const linked = linksIn('README.md').map((target) => target.split('#')[0]);
    expect(GUIDES.filter((page) => !linked.includes(page))).toEqual([]);
  });

  it('a missing file and a missing heading count as broken', () => {
    expect(isBroken('README.md', 'docs/missing.md')).toBe(true);
    expect(isBroken('README.md', 'docs/glossary.md#missing')).toBe(true);
    expect(isBroken('README.md', 'docs/glossary.md#races')).toBe(false);
  });
});
