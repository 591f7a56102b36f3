import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROCESS_NAMESPACE } from './process-identity.ts';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary-folder.ts';

it('keeps temporary folders of living processes and removes those of dead ones', () => {
  const kind = `sweeping${process.pid}`;
  const dead = spawnSync('true').pid;
  const own = makeTemporaryFolder(kind);
  const left = join(tmpdir(), `${kind}-${PROCESS_NAMESPACE}-${dead}-abc`);
  const elsewhere = join(tmpdir(), `${kind}-00000000-${dead}-abc`);
  for (const folder of [left, elsewhere]) mkdirSync(join(folder, 'inside'), { recursive: true });
  sweepTemporaryFolders(kind);
  expect([own, left, elsewhere].map((folder) => existsSync(folder))).toEqual([true, false, true]);
  for (const folder of [own, elsewhere]) rmSync(folder, { recursive: true });
});
