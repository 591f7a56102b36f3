import { ArenaError } from './arena-error.ts';

const TIMEOUT_MILLISECONDS = 10_000;

/** The error for a request that got no response. */
export function unreachable(): ArenaError {
  const remedy = 'Check that `assay serve` is running and that this machine has a network connection.';
  return new ArenaError(0, 'UNREACHABLE', 'The arena does not answer.', remedy);
}

/** Whether the arena itself responds, not only a proxy in between. */
export async function arenaAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    return (await fetch('/health', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
