import type { Sandbox } from '../../sandbox/sandbox.ts';

export interface SandboxWatcher {
  onStart(problemId: string): void;
  onEnd?(): void;
}

/** The same sandbox, with callbacks when an agent begins and ends a problem. */
export function watchedSandbox(sandbox: Sandbox, { onStart, onEnd }: SandboxWatcher): Sandbox {
  return {
    description: sandbox.description,
    run: async (job) => {
      onStart(job.problem.problem_id);
      try {
        return await sandbox.run(job);
      } finally {
        onEnd?.();
      }
    },
    close: () => sandbox.close(),
  };
}
