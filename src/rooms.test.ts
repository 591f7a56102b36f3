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
  'text',
  'statistics',
  'thread',
  'store',
  'identity',
  'chat',
  'inference',
  'market',
  'problems',
  'tools',
  'sandbox',
  'gateway',
  'attempt',
  'verdict',
  'chain',
  'arena',
  'client',
  'validator',
  'corpus',
  'evaluation',
  'training',
  'server',
  'cli',
];

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const FILES = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => file.includes('/'));

interface Import {
  readonly file: string;
  readonly target: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  const specifiers = text.matchAll(/(?:from|import|import\(|new URL\()\s*'(\.[^']+)'/g);
  return Array.from(specifiers, ([, specifier]) => ({ file, target: normalize(join(dirname(file), specifier!)) }));
}

function roomOf(file: string): string {
  return file.split('/')[0]!;
}

describe('the rooms', () => {
  const imports = FILES.flatMap(importsOf);

  it('are all on the list', () => {
    expect(new Set(FILES.map(roomOf))).toEqual(new Set(ROOMS));
    expect(imports.length).toBeGreaterThan(100);
  });

  it('import only from rooms above them', () => {
    const inside = imports.filter(({ target }) => !target.startsWith('..'));
    const upward = inside.filter(({ file, target }) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)));
    expect(upward).toEqual([]);
  });

  it('stay inside src', () => {
    // Tests start the program the way a person does, from `bin/`; the version stands in package.json; what runs in a
    // sandbox is another language and is read as data.
    const leaving = imports.filter(
      ({ file, target }) =>
        target.startsWith('..') &&
        !file.endsWith('.test.ts') &&
        !target.endsWith('.json') &&
        !/^\.\.\/($|(python|agents)\/)/.test(target),
    );
    expect(leaving).toEqual([]);
  });

  it('have no file whose name says nothing', () => {
    expect(FILES.filter((file) => /(^|\/)(utils?|helpers?|misc|common|manager)\.ts$/.test(file))).toEqual([]);
  });
});
