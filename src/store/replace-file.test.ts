import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-replace-'));
  path = join(folder, 'deep', 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('replaceFile', () => {
  it('makes the folder, writes aside and leaves nothing but the file', async () => {
    await replaceFile(path, async (aside) => {
      writeFileSync(aside, 'new');
      writeFileSync(`${aside}.scratch`, 'scratch');
    });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file']);
  });

  it('keeps the old file when writing fails', async () => {
    await replaceFile(path, async (aside) => writeFileSync(aside, 'old'));
    const failing = replaceFile(path, async (aside) => {
      writeFileSync(aside, 'half');
      throw new Error('no further');
    });
    await expect(failing).rejects.toThrow('no further');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file']);
  });

  it('clears away what a dead writer left and spares a living one', async () => {
    await replaceFile(path, async (aside) => writeFileSync(aside, 'old'));
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(folder, 'deep', `.file.aside-${dead}.scratch`), '');
    writeFileSync(join(folder, 'deep', `.file.aside-${process.ppid}`), '');
    await replaceFile(path, async (aside) => writeFileSync(aside, 'new'));
    expect(readdirSync(join(folder, 'deep')).sort()).toEqual([`.file.aside-${process.ppid}`, 'file']);
  });

  it('says what could not be written where', async () => {
    writeFileSync(join(folder, 'deep'), 'a file where a folder should be');
    await expect(replaceFile(path, async () => {})).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });
});
