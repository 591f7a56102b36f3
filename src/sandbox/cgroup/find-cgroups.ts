import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { DEFAULT_LIMITS } from '../sandbox.ts';
import type { CgroupTree } from './cgroup.ts';
import { separateCgroups } from './separate-cgroups.ts';
import { systemdScopes } from './systemd-scopes.ts';
import { unifiedCgroups } from './unified-cgroups.ts';

const PROBE_LIMIT = 64 * 1024 ** 2;

/** Waits for a byte on standard input, then uses twice as much memory as allowed. */
const GREEDY = `import sys; sys.stdin.read(1); x = bytearray(${2 * PROBE_LIMIT}); x[::4096] = b"x" * len(x[::4096]); print("survived")`;

/**
 * Returns the first cgroup tree that really stops a process. Write access to a tree does not show that its limits work.
 */
export async function findCgroups(python: string): Promise<CgroupTree | null> {
  for (const open of [unifiedCgroups, separateCgroups, systemdScopes]) {
    try {
      const tree = open();
      if (await holds(tree, python)) return tree;
    } catch {
      // Missing or not writable: try the next one.
    }
  }
  return null;
}

async function holds(tree: CgroupTree, python: string): Promise<boolean> {
  const id = `probe-${randomBytes(4).toString('hex')}`;
  const group = tree.create(id, { ...DEFAULT_LIMITS, memoryBytes: PROBE_LIMIT });
  try {
    const [command = '', ...rest] = [...group.prefix, python, '-I', '-S', '-c', GREEDY];
    const child = spawn(command, rest, { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = once(child, 'exit');
    try {
      await group.adopt(child.pid!);
      child.stdin.on('error', () => {});
      child.stdin.end('x');
      const [, signal] = await ended;
      return signal === 'SIGKILL' && group.usage().peakMemoryBytes > 0;
    } finally {
      child.kill('SIGKILL');
    }
  } finally {
    await group.remove();
  }
}
