import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Data moves one way: a room may import from itself and from the rooms above it. */
const ROOMS = [
  'testing',
  'fault',
  'random',
  'json',
  'net',
  'clock',
  'text',
  'statistics',
  'thread',
  'store',
  'models',
  'identity',
  'chat',
  'embedding',
  'inference',
  'local',
  'market',
  'problems',
  'tools',
  'simulated',
  'sandbox',
  'gateway',
  'agency',
  'attempt',
  'verdict',
  'chain',
  'arena',
  'board',
  'client',
  'validator',
  'corpus',
  'evaluation',
  'training',
  'environment',
  'server',
  'cli',
];

/** A reader should see at a glance what a room offers. */
const MOST_PUBLIC_FILES = 20;

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync('src/*/**/*.ts', { cwd: REPOSITORY });
const PAGES = globSync('web/src/**/*.{ts,tsx}', { cwd: REPOSITORY });
const PROGRAMS = globSync('{bin,scripts,bench}/**/*.{ts,js}', { cwd: REPOSITORY });

interface Import {
  readonly file: string;
  readonly target: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(REPOSITORY, file), 'utf8');
  const specifiers = text.matchAll(/(?:from|import|import\(|new URL\()\s*'(\.[^']+)'/g);
  return Array.from(specifiers, ([, specifier]) => ({ file, target: normalize(join(dirname(file), specifier!)) }));
}

function roomOf(file: string): string | undefined {
  return /^src\/([^/]+)\//.exec(file)?.[1];
}

/** Is this file directly in the folder of its room? */
function isPublic(file: string): boolean {
  return file.split('/').length === 3;
}

function isTesting(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file);
}

const imports = FILES.flatMap(importsOf);
const pageImports = PAGES.flatMap(importsOf);

describe('rooms', () => {
  it('every folder of src is listed as a room', () => {
    expect(new Set(FILES.map(roomOf))).toEqual(new Set(ROOMS));
    expect(imports.length).toBeGreaterThan(100);
  });

  it('a room imports only from rooms above it', () => {
    const floor = (file: string) => ROOMS.indexOf(roomOf(file) ?? '');
    const upward = imports.filter(({ file, target }) => target.startsWith('src/') && floor(target) > floor(file));
    expect(upward).toEqual([]);
  });

  it('src imports nothing from outside src', () => {
    // Tests start the program the way a person does, from `bin/`; the version is in package.json; what runs in a
    // sandbox is another language and is read as data.
    const leaving = imports.filter(
      ({ file, target }) =>
        !target.startsWith('src/') &&
        !isTesting(file) &&
        !target.endsWith('.json') &&
        !/^(\.\/?$|python\/|agents\/|bench\/training$)/.test(target),
    );
    expect(leaving).toEqual([]);
  });

  it('src has no file with a meaningless name', () => {
    expect(FILES.filter((file) => /(^|\/)(utils?|helpers?|misc|common|manager)\.ts$/.test(file))).toEqual([]);
  });
});

describe('public files of a room', () => {
  const crossing = [...imports, ...pageImports].filter(
    ({ file, target }) => target.startsWith('src/') && roomOf(file) !== roomOf(target),
  );

  it('other rooms and the dashboard import only public files: those directly in the folder of a room', () => {
    const reachingIn = crossing.filter(({ file, target }) => !isTesting(file) && !isPublic(target));
    expect(reachingIn).toEqual([]);
  });

  it('a room has no public file that only it uses', () => {
    const used = new Set([...crossing, ...PROGRAMS.flatMap(importsOf)].map(({ target }) => target));
    const idle = FILES.filter(
      (file) => isPublic(file) && !isTesting(file) && roomOf(file) !== 'cli' && !used.has(file),
    );
    expect(idle).toEqual([]);
  });

  it('a room has few public files', () => {
    for (const room of ROOMS.filter((name) => name !== 'cli'))
      expect(
        FILES.filter((file) => roomOf(file) === room && isPublic(file) && !isTesting(file)).length,
        room,
      ).toBeLessThanOrEqual(MOST_PUBLIC_FILES);
  });
});

describe('test support', () => {
  it('product code does not import test support', () => {
    const leaning = [...imports, ...pageImports].filter(({ file, target }) => !isTesting(file) && isTesting(target));
    expect(leaning).toEqual([]);
  });
});
