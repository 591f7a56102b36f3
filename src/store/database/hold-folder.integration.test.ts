import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdFolder } from './hold-folder.ts';

const MODULE = new URL('hold-folder.ts', import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('refuses a second server on one SQLite folder until the first has stopped', () => {
  const release = holdFolder(folder, undefined);
  expect(() => holdFolder(folder, '')).toThrow(expect.objectContaining({ code: 'FOLDER_IN_USE' }));
  release();
  holdFolder(folder, undefined)();
});

it('allows several servers on PostgreSQL', () => {
  const url = 'postgres://user@localhost/assay';
  holdFolder(folder, url);
  holdFolder(folder, url);
});

it('a folder is free as soon as the process that held it was killed', async () => {
  const program = `(await import(${JSON.stringify(MODULE)})).holdFolder(process.argv[1]); console.log('held'); process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder]);
  await once(child.stdout, 'data');
  expect(() => holdFolder(folder, undefined)).toThrow(expect.objectContaining({ code: 'FOLDER_IN_USE' }));
  child.kill('SIGKILL');
  await once(child, 'close');
  holdFolder(folder, undefined)();
});
