import { setTimeout as sleep } from 'node:timers/promises';
import type { Licence } from '../../../arena/submission/licence.ts';
import type { AgentFile } from '../../../attempt/read-agent-file.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { sha256 } from '../../../store/sha256.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { durationText } from '../../output/say-time.ts';
import type { Terminal } from '../../output/terminal.ts';
import { type SubmissionAnswer, submissionAnswerSchema } from './answer.ts';

const TRIES = 4;
const LONGEST_PAUSE_SECONDS = 90;

/**
 * The same for the same file of the same hotkey under the same name, so that whoever repeats a command repeats its key.
 * Another licence is another request: under the old key it would be refused, and nobody would know which one holds.
 */
export function submissionKey(hotkey: string, agentName: string, source: Uint8Array, licence?: Licence): string {
  return sha256(JSON.stringify([hotkey, agentName, sha256(source), ...(licence === undefined ? [] : [licence])]));
}

export interface Handing {
  readonly agent: AgentFile;
  readonly agentName: string;
  readonly key: string;
  readonly licence?: Licence;
}

/** Hands a file in, again and again under one key while it is not known whether it arrived: it counts once. */
export async function sendSubmission(
  arena: ArenaClient,
  { agent, agentName, key, licence }: Handing,
  terminal: Terminal,
): Promise<SubmissionAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askArena(arena, {
        method: 'POST',
        path: '/v1/miner/submit',
        body: formWith(agent, agentName, licence),
        headers: { 'idempotency-key': key },
        answer: submissionAnswerSchema,
        signed: true,
      });
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
      const pause = attempt < TRIES ? pauseAfter(error, attempt) : undefined;
      if (pause === undefined) throw error.code === 'ARENA_UNREACHABLE' ? unknownWhether(error, key) : error;
      terminal.warn(`${error.message}\n  → Asking again in ${durationText(pause)}; it counts once.`);
      await sleep(pause * 1000);
    }
  }
}

export function formWith(agent: AgentFile, agentName?: string, licence?: Licence): FormData {
  const form = new FormData();
  if (agentName !== undefined) form.set('agent_name', agentName);
  if (licence !== undefined) form.set('licence', licence);
  form.set('file', new Blob([new Uint8Array(agent.source)]), agent.name);
  return form;
}

/** Seconds until it is worth asking again; nothing when it is not. */
function pauseAfter({ code, extra }: Fault, attempt: number): number | undefined {
  if (code === 'ARENA_UNREACHABLE' || code === 'ARENA_BUSY') return 2 ** (attempt - 1);
  if (code !== 'RATE_LIMIT_EXCEEDED') return undefined;
  // The request whose answer was lost has been counted, and arenas take one a minute.
  const seconds = Number(extra.remaining_seconds);
  return seconds >= 0 && seconds <= LONGEST_PAUSE_SECONDS ? seconds : undefined;
}

function unknownWhether({ message, extra, cause }: Fault, key: string): Fault {
  return new Fault('ARENA_UNREACHABLE', {
    message: `${message} Whether the submission arrived is not known.`,
    remedy: `Run the same command later, with --key ${key} if it had --again: it counts once.`,
    extra,
    cause,
  });
}
