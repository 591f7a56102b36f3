import { join } from 'node:path';
import type { Cgroup, CgroupTree } from './cgroup.ts';
import { CgroupFolder } from './cgroup-file.ts';

const ROOT = '/sys/fs/cgroup';

/** Cgroups version 1, one tree per resource. Only root can write to it. */
export function separateCgroups(): CgroupTree {
  return {
    name: 'v1',
    create(id, limits): Cgroup {
      const folder = (controller: string) => new CgroupFolder(join(ROOT, controller, `assay-${id}`));
      const memory = folder('memory');
      const processes = folder('pids');
      const cpu = folder('cpuacct');
      const groups = [memory, processes, cpu];
      memory.set('memory.limit_in_bytes', limits.memoryBytes);
      memory.setIfThere('memory.memsw.limit_in_bytes', limits.memoryBytes);
      // Bytes buffered in network connections are counted separately here, and their limit is not strict.
      memory.setIfThere('memory.kmem.tcp.limit_in_bytes', Math.ceil(limits.memoryBytes / 16));
      processes.set('pids.max', limits.processes);
      return {
        prefix: [],
        adopt: async (processId) => {
          for (const group of groups) await group.adopt(processId);
        },
        usage: () => ({
          cpuMilliseconds: cpu.number('cpuacct.usage') / 1e6,
          peakMemoryBytes: memory.number('memory.max_usage_in_bytes'),
          ranOutOfMemory: memory.entry('memory.oom_control', 'oom_kill') > 0,
        }),
        remove: async () => {
          await Promise.all(groups.map((group) => group.remove()));
        },
      };
    },
  };
}
