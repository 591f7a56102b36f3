import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFolderLock } from './folder-lock.ts';
import { PROCESS_NAMESPACE } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function leaveLock(owner: { readonly place: string; readonly process: number; readonly started: number }): void {
  writeFileSync(join(folder, '.lock'), JSON.stringify({ host: 'this host', ...owner }));
}

const nothing = async (): Promise<void> => {};

describe('withFolderLock', () => {
  it('a folder lock admits one holder at a time and leaves nothing behind', async () => {
    let inside = 0;
    let most = 0;
    const visit = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await sleep(3);
      inside--;
    };
    await Promise.all(Array.from({ length: 10 }, () => withFolderLock(folder, visit)));
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a folder lock is released when the work fails', async () => {
    const failing = withFolderLock(folder, async () => {
      throw new Error('no further');
    });
    await expect(failing).rejects.toThrow('no further');
    await withFolderLock(folder, nothing, 0);
  });

  it('exactly one of many processes takes a folder lock over from a dead owner', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    leaveLock({ place: PROCESS_NAMESPACE, process: dead, started: 0 });
    let visits = 0;
    await Promise.all(Array.from({ length: 10 }, () => withFolderLock(folder, async () => void visits++)));
    expect(visits).toBe(10);
  });

  it('takes a folder lock over from an earlier process with the same number', async () => {
    leaveLock({ place: PROCESS_NAMESPACE, process: process.pid, started: -1_000_000 });
    await withFolderLock(folder, nothing, 0);
  });

  it('names the owner of a folder lock that is alive or unknown', async () => {
    leaveLock({ place: PROCESS_NAMESPACE, process: process.ppid, started: 0 });
    await expect(withFolderLock(folder, nothing, 30)).rejects.toMatchObject({
      code: 'BANK_BUSY',
      message: expect.stringContaining(`process ${process.ppid}`),
      remedy: expect.stringContaining('.lock'),
    });
    leaveLock({ place: 'elsewhere', process: 1, started: 0 });
    await expect(withFolderLock(folder, nothing, 30)).rejects.toThrow('process 1 on this host');
    writeFileSync(join(folder, '.lock'), 'nonsense');
    await expect(withFolderLock(folder, nothing, 30)).rejects.toThrow('another process');
  });
});
