import type { AttemptStore } from '../../attempt/record/attempt-store.ts';
import type { SandboxAccount } from './run-ending.ts';
import type { Result } from './run-results.ts';

/** How the agent's processes fared, for its owner: where it failed by itself, what it printed there as errors. */
export async function sandboxAccount(
  store: AttemptStore,
  results: readonly Result[],
  seconds: number,
): Promise<SandboxAccount> {
  const failed = results.find(({ attempt }) => attempt.fault !== null);
  if (failed === undefined) return { seconds, errorOutput: null, exitCode: 0 };
  const { ending, blobs } = failed.attempt;
  const bytes = await store.blobs.get(blobs.stderr.sha256);
  return {
    seconds,
    errorOutput: Buffer.from(bytes).toString('utf8').replaceAll('\0', ''),
    exitCode: ending?.kind === 'finished' ? ending.exit_code : null,
  };
}
