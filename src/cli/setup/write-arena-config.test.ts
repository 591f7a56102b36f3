import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeArenaConfig } from './write-arena-config.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-config-'));
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

describe('writeArenaConfig', () => {
  it('writes arena.json for its owner only, whatever the umask', () => {
    process.umask(0);
    writeArenaConfig(folder, { name: 'north' });
    expect(statSync(join(folder, 'arena.json')).mode & 0o777).toBe(0o600);
  });

  it('never replaces an existing arena.json', () => {
    writeArenaConfig(folder, { name: 'north' });
    expect(() => writeArenaConfig(folder, { name: 'south' })).toThrow(/writing .*arena\.json/);
    expect(readFileSync(join(folder, 'arena.json'), 'utf8')).toBe('{\n  "name": "north"\n}\n');
  });
});
