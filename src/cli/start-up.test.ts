import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ENTRY = fileURLToPath(new URL('run-command-line.ts', import.meta.url));
/** Imports that are loaded with the file: neither of types only, nor made when a command is named. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;

/** Everything that a file loads at its start, itself included: paths of our files, names of packages. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
    if (name!.startsWith('.')) loadedBy(resolve(file, '..', name!), seen);
    else if (!name!.startsWith('node:')) seen.add(name!);
  }
  return seen;
}

describe('start of the program', () => {
  it('assay --help loads no package but commander', () => {
    const packages = [...loadedBy(ENTRY)].filter((each) => !each.startsWith('/'));
    expect(packages).toEqual(['commander']);
  });

  it('assay --help loads few files', () => {
    expect(loadedBy(ENTRY).size).toBeLessThan(35);
  });
});
