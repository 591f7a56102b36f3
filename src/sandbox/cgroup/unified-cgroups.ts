import { join } from 'node:path';
import type { Cgroup, CgroupTree } from './cgroup.ts';
import { CgroupFolder } from './cgroup-file.ts';

const ROOT = '/sys/fs/cgroup';
const CPU_PERIOD_MICROSECONDS = 100_000;

/** Cgroups version 2, one tree for all resources. For root, or where a part of the tree was delegated to this user. */
export function unifiedCgroups(parentPath = join(ROOT, 'assay')): CgroupTree {
  new CgroupFolder(ROOT).setIfThere('cgroup.subtree_control', '+memory +pids +cpu');
  const parent = new CgroupFolder(parentPath);
  parent.set('cgroup.subtree_control', '+memory +pids +cpu');
  return {
    name: 'v2',
    create(id, limits): Cgroup {
      const group = new CgroupFolder(join(parent.path, id));
      group.set('memory.max', limits.memoryBytes);
      group.setIfThere('memory.swap.max', 0);
      group.setIfThere('memory.oom.group', 1);
      group.set('pids.max', limits.processes);
      group.setIfThere('cpu.max', `${CPU_PERIOD_MICROSECONDS} ${CPU_PERIOD_MICROSECONDS}`);
      return {
        prefix: [],
        adopt: (processId) => group.adopt(processId),
        usage: () => ({
          cpuMilliseconds: group.entry('cpu.stat', 'usage_usec') / 1000,
          peakMemoryBytes: group.number('memory.peak'),
          ranOutOfMemory: group.entry('memory.events', 'oom_kill') > 0,
        }),
        remove: () => group.remove(),
      };
    },
  };
}
