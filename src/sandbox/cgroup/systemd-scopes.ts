import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cgroup, CgroupTree } from './cgroup.ts';
import { CgroupFolder } from './cgroup-file.ts';

/**
 * Groups created by the user's systemd instance, for users other than root. Servers need `loginctl enable-linger` for
 * it.
 */
export function systemdScopes(): CgroupTree {
  return {
    name: 'systemd',
    create(id, limits): Cgroup {
      const properties = {
        MemoryMax: limits.memoryBytes,
        MemorySwapMax: 0,
        TasksMax: limits.processes,
        CPUQuota: '100%',
      };
      let group: CgroupFolder | undefined;
      return {
        prefix: [
          ...['systemd-run', '--user', '--scope', '--quiet', '--collect', '--unit', `assay-${id}`],
          ...Object.entries(properties).flatMap(([name, value]) => ['-p', `${name}=${value}`]),
          '--',
        ],
        adopt: async (processId) => {
          // systemd-run moves itself into the scope before it becomes the command, so all later processes start inside.
          for (let tries = 0; group === undefined && tries < 200; tries++) {
            const path = readFileSync(`/proc/${processId}/cgroup`, 'utf8').match(/^0::(.+assay-.+)$/m)?.[1];
            if (path === undefined) await sleep(10);
            else group = new CgroupFolder(join('/sys/fs/cgroup', path));
          }
          if (group === undefined) throw new Error(`systemd made no scope for process ${processId}`);
        },
        usage: () => ({
          cpuMilliseconds: (group?.entry('cpu.stat', 'usage_usec') ?? 0) / 1000,
          peakMemoryBytes: group?.number('memory.peak') ?? 0,
          ranOutOfMemory: (group?.entry('memory.events', 'oom_kill') ?? 0) > 0,
        }),
        // systemd removes an empty scope automatically.
        remove: async () => {},
      };
    },
  };
}
