import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { looserThanPrivate } from '../testing/looser-than-private.ts';
import { SHARED_FOLDER } from './file-mode.ts';
import { makeFolder, makePrivateFolder } from './make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-make-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('makeFolder', () => {
  it('creates all missing levels of a folder, and none if it exists', () => {
    const deep = join(root, 'one', 'two', 'three');
    makeFolder(deep);
    makeFolder(deep);
    expect(statSync(deep).isDirectory()).toBe(true);
  });

  it('creates folders for their owner only by default, and leaves existing ones alone', () => {
    const open = join(root, 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    makeFolder(join(open, 'one', 'two'));
    expect(looserThanPrivate(root)).toEqual(['open 755']);
    makeFolder(join(open, 'shared'), SHARED_FOLDER);
    expect(looserThanPrivate(root)).toHaveLength(2);
    makePrivateFolder(open);
    makePrivateFolder(join(open, 'shared'));
    expect(looserThanPrivate(root)).toEqual([]);
  });

  it('reports a file in place of a folder, a file in its path, and a dangling link', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    symlinkSync(join(root, 'nowhere', 'at-all'), join(root, 'link'));
    expect(() => makeFolder(file)).toThrow('EEXIST');
    expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(root, 'link'))).toThrow();
    expect(existsSync(join(root, 'nowhere'))).toBe(false);
  });

  // In a separate process: a test's time limit cannot stop code that spins in a system call.
  it.skipIf(process.platform !== 'linux')('stops when a file system accepts no folders', () => {
    const program = `
      import { withFolderLock } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
      import { replaceFile } from ${JSON.stringify(new URL('./replace-file.ts', import.meta.url).href)};
      const said = [];
      for (const attempt of [() => withFolderLock('/proc/x/y', async () => {}), () => replaceFile('/proc/x/y', async () => {})])
        await attempt().catch((error) => said.push(error.code));
      console.log(said.join());`;
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: scaled(30_000) });
    expect(ran.stdout.toString().trim()).toBe('FILE_NOT_FOUND,FILE_NOT_FOUND');
  });
});
