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
  'house',
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
  it('lists every folder of src as a room', () => {
    expect(new Set(FILES.map(roomOf))).toEqual(new Set(ROOMS));
    expect(imports.length).toBeGreaterThan(100);
  });

  it('imports only from rooms above', () => {
    const floor = (file: string) => ROOMS.indexOf(roomOf(file) ?? '');
    const upward = imports.filter(({ file, target }) => target.startsWith('src/') && floor(target) > floor(file));
    expect(upward).toEqual([]);
  });

  it('imports nothing from outside src', () => {
    // Tests start the program the way a person does, from `bin/`; the version is in package.json; what runs in a
    // sandbox is another language and is read as data.
    const leaving = imports.filter(
      ({ file, target }) =>
        !target.startsWith('src/') &&
        !isTesting(file) &&
        !target.endsWith('.json') &&
        !/^(\.\/?$|python\/|agents\/)/.test(target),
    );
    expect(leaving).toEqual([]);
  });

  it('has no file with a meaningless name', () => {
    expect(FILES.filter((file) => /(^|\/)(utils?|helpers?|misc|common|manager)\.ts$/.test(file))).toEqual([]);
  });
});

describe('public face of a room', () => {
  const crossing = [...imports, ...pageImports].filter(
    ({ file, target }) => target.startsWith('src/') && roomOf(file) !== roomOf(target),
  );

  it('is all that other rooms and the dashboard import: the files directly in the folder of the room', () => {
    const reachingIn = crossing.filter(({ file, target }) => !isTesting(file) && !isPublic(target));
    expect(reachingIn).toEqual([]);
  });

  it('has no file that only its own room uses', () => {
    const used = new Set([...crossing, ...PROGRAMS.flatMap(importsOf)].map(({ target }) => target));
    const idle = FILES.filter(
      (file) => isPublic(file) && !isTesting(file) && roomOf(file) !== 'cli' && !used.has(file),
    );
    expect(idle).toEqual([]);
  });

  it('is small', () => {
    for (const room of ROOMS.filter((name) => name !== 'cli'))
      expect(
        FILES.filter((file) => roomOf(file) === room && isPublic(file) && !isTesting(file)).length,
        room,
      ).toBeLessThanOrEqual(MOST_PUBLIC_FILES);
  });
});

describe('test support', () => {
  it('is not imported by product code', () => {
    const leaning = [...imports, ...pageImports].filter(({ file, target }) => !isTesting(file) && isTesting(target));
    expect(leaning).toEqual([]);
  });
});
