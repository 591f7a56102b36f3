import type { Licence } from '../../../arena/submission.ts';
import type { AgentFile } from '../../../attempt/run.ts';
import { type SubmissionAnswer, submissionAnswerSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { retry } from '../../../net/retry.ts';
import { sha256 } from '../../../store/sha256.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { durationText } from '../../output/format-time.ts';
import type { Terminal } from '../../output/terminal.ts';

const TRIES = 4;
const FIRST_PAUSE_MILLISECONDS = 1_000;

/**
 * Idempotency key: the same for the same file, hotkey and name, so a repeated command repeats its key. Another licence
 * is another request: under the old key it would be rejected, and it would be unclear which licence applies.
 */
export function submissionKey(hotkey: string, agentName: string, source: Uint8Array, licence?: Licence): string {
  return sha256(JSON.stringify([hotkey, agentName, sha256(source), ...(licence === undefined ? [] : [licence])]));
}

export interface NewSubmission {
  readonly agent: AgentFile;
  readonly agentName: string;
  readonly key: string;
  readonly licence?: Licence;
}

/** Submits a file, and retries under one idempotency key until there is an answer, so that it counts once. */
export async function sendSubmission(
  arena: ArenaClient,
  { agent, agentName, key, licence }: NewSubmission,
  terminal: Terminal,
): Promise<SubmissionAnswer> {
  const send = (): Promise<SubmissionAnswer> =>
    askArena(arena, {
      method: 'POST',
      path: '/v1/miner/submit',
      body: formWith(agent, agentName, licence),
      headers: { 'idempotency-key': key },
      answer: submissionAnswerSchema,
      signed: true,
    });
  try {
    return await retry(send, {
      attempts: TRIES,
      backoff: { first: FIRST_PAUSE_MILLISECONDS },
      isRetryable,
      onRetry: (outcome, delay) => {
        const message = 'error' in outcome && Fault.isInstance(outcome.error) ? outcome.error.message : '';
        terminal.warn(`${message}\n  → Retrying in ${durationText(delay / 1000)}; the submission counts once.`);
      },
    });
  } catch (error) {
    throw Fault.isInstance(error) && mayHaveArrived(error) ? unknownWhether(error, key) : error;
  }
}

export function formWith(agent: AgentFile, agentName?: string, licence?: Licence): FormData {
  const form = new FormData();
  if (agentName !== undefined) form.set('agent_name', agentName);
  if (licence !== undefined) form.set('licence', licence);
  form.set('file', new Blob([new Uint8Array(agent.source)]), agent.name);
  return form;
}

function isRetryable(error: unknown): boolean {
  return Fault.isInstance(error) && (error.code === 'ARENA_BUSY' || mayHaveArrived(error));
}

/** There was no response, or the arena lost its database, perhaps during the commit. */
function mayHaveArrived({ code }: Fault): boolean {
  return code === 'ARENA_UNREACHABLE' || code === 'STORAGE_UNAVAILABLE';
}

function unknownWhether({ message, extra, cause }: Fault, key: string): Fault {
  return new Fault('ARENA_UNREACHABLE', {
    message: `${message} It is unknown whether the submission arrived.`,
    remedy: `Run the same command later, with --idempotency-key ${key} if you used --again. It is counted once.`,
    extra,
    cause,
  });
}
