import { queryOptions } from '@tanstack/react-query';
import { type AttemptLogWire, type AttemptPageWire, attemptPageSchema } from '../../../../src/board/wire.ts';
import { ArenaError } from '../../api/arena-error.ts';
import { ask } from '../../api/ask.ts';
import type { ClaimedStep } from './claimed-step.ts';
import type { Evidence } from './read-evidence.ts';
import type { ReadFile } from './read-files.ts';

type Kind = 'dialogue' | 'evidence';

/** `hotkey`: hotkey of the session. Contestants see more of their own attempts. */
export function attemptQuery(runId: string, problemId: string, hotkey: string | undefined) {
  return queryOptions({
    queryKey: ['versions', 'attempt', runId, problemId, hotkey],
    queryFn: ({ signal }) => askAttempt(runId, problemId, signal),
  });
}

export interface AttemptFiles {
  readonly dialogue: ReadFile<readonly ClaimedStep[]> | null;
  readonly evidence: ReadFile<Evidence> | null;
}

/** Cached by the hashes of the files: the content never changes, while the download URLs do. */
export function filesQuery(attempt: AttemptPageWire) {
  return queryOptions({
    queryKey: ['attempt files', attempt.dialogue.sha256, attempt.evidence.sha256],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<AttemptFiles> => {
      const reading = import('./read-files.ts');
      const fetching = Promise.all([fetchLog(attempt, 'dialogue', signal), fetchLog(attempt, 'evidence', signal)]);
      const [{ readDialogueFile, readEvidenceFile }, [dialogue, evidence]] = await Promise.all([reading, fetching]);
      return {
        dialogue: dialogue === null ? null : await readDialogueFile(dialogue),
        evidence: evidence === null ? null : await readEvidenceFile(evidence),
      };
    },
  });
}

async function askAttempt(runId: string, problemId: string, signal: AbortSignal): Promise<AttemptPageWire> {
  const path = `/v1/public/evaluation-runs/${encodeURIComponent(runId)}/problems/${encodeURIComponent(problemId)}`;
  return await ask(path, attemptPageSchema, { signal });
}

/**
 * A download URL is valid for ten minutes. A page may stay open longer, so a failed download is retried once with a new
 * URL.
 */
async function fetchLog(
  attempt: AttemptPageWire,
  kind: Kind,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const first = await download(attempt[kind], signal);
  if (first !== 'refused') return first;
  const again = await askAttempt(attempt.eval_run_id, attempt.problem_id, signal);
  const second = await download(again[kind], signal);
  if (second !== 'refused') return second;
  throw new ArenaError(404, 'ARTIFACT_NOT_FOUND', 'The arena did not return the file.', 'Try again in a minute.');
}

async function download(log: AttemptLogWire, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null | 'refused'> {
  if (log.download_url === null) return null;
  // Only the path is used: the arena may know itself by another host name, and this page can only request its own
  // origin.
  const response = await fetch(new URL(log.download_url).pathname, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ArenaError(0, 'UNREACHABLE', 'The arena does not answer.', 'Check that this machine is connected.');
  });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : 'refused';
}
