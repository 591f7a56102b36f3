import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { looserThanPrivate } from '../testing/looser-than-private.ts';
import { PRIVATE_READ_ONLY, SHARED_FILE } from './file-mode.ts';
import { findLeftovers, replaceFile } from './replace-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-replace-'));
  path = join(folder, 'deep', 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('replaceFile', () => {
  it('replaceFile creates the folder, and leaves only the finished file', async () => {
    await replaceFile(path, async (aside) => {
      writeFileSync(aside, 'new');
      writeFileSync(`${aside}.scratch`, 'scratch');
    });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file']);
  });

  it('replaceFile writes for the owner only, from the first byte on', async () => {
    await replaceFile(path, async (aside) => {
      writeFileSync(aside, 'new');
      expect(looserThanPrivate(folder)).toEqual([]);
    });
    chmodSync(path, 0o644);
    await replaceFile(path, async (aside) => copyFileSync(path, aside));
    expect(looserThanPrivate(folder)).toEqual([]);
    await replaceFile(path, async (aside) => writeFileSync(aside, 'evidence'), PRIVATE_READ_ONLY);
    expect(statSync(path).mode & 0o777).toBe(0o400);
    await replaceFile(path, async (aside) => writeFileSync(aside, 'report'), SHARED_FILE);
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('replaceFile keeps the old file when writing fails', async () => {
    await replaceFile(path, async (aside) => writeFileSync(aside, 'old'));
    const failing = replaceFile(path, async (aside) => {
      writeFileSync(aside, 'half');
      throw new Error('no further');
    });
    await expect(failing).rejects.toThrow('no further');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file']);
  });

  it('replaceFile removes leftovers of a dead writer, but not of a living or unknown one', async () => {
    let own = '';
    await replaceFile(path, async (aside) => {
      own = basename(aside);
      writeFileSync(aside, 'old');
    });
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const named = (processId: number) => own.replace(`-${process.pid}-`, `-${processId}-`);
    const elsewhere = own.replace(/aside-[0-9a-f]{8}/, 'aside-00000000');
    for (const name of [`${named(dead)}.scratch`, named(process.ppid), elsewhere])
      writeFileSync(join(folder, 'deep', name), '');
    expect(findLeftovers(folder, { recursive: true })).toEqual([join(folder, 'deep', `${named(dead)}.scratch`)]);
    expect(findLeftovers(folder, { recursive: false })).toEqual([]);
    await replaceFile(path, async (aside) => writeFileSync(aside, 'new'));
    expect(findLeftovers(folder, { recursive: true })).toEqual([]);
    expect(readdirSync(join(folder, 'deep')).sort()).toEqual([elsewhere, named(process.ppid), 'file'].sort());
  });

  it('two writers in one process do not use the same temporary file', async () => {
    const write = (text: string) => replaceFile(path, async (aside) => writeFileSync(aside, text));
    await Promise.all([write('a'), write('b')]);
    expect(['a', 'b']).toContain(readFileSync(path, 'utf8'));
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file']);
  });

  it('replaceFile names the path that could not be written', async () => {
    writeFileSync(join(folder, 'deep'), 'a file where a folder should be');
    await expect(replaceFile(path, async () => {})).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });
});
