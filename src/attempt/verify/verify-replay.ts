import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../gateway/calls.ts';
import type { Attempt } from '../attempt.ts';
import { relativeAttemptPaths } from '../record/attempt-folder.ts';
import { summariseReplay } from '../record/summarise-replay.ts';
import { type Check, differences } from './check.ts';

/** Reads the calls of another attempt; `undefined` if it is not available. */
export type CallsOf = (attemptId: string) => Promise<readonly Call[] | undefined>;

/**
 * Checks that replayed answers come from the attempts that this one repeats. If their evidence is not available, checks
 * only that they are named.
 */
export async function verifyReplay(
  id: string,
  attempt: Attempt,
  calls: readonly Call[],
  callsOf: CallsOf,
): Promise<Check[]> {
  const replayed = calls.filter((call) => call.replayed !== undefined);
  if (attempt.repeats === undefined && attempt.replay === undefined && replayed.length === 0) return [];
  const where = relativeAttemptPaths.attempt(id);
  const what = 'calls: replayed answers are those of the repeated attempts';
  const flaw = await firstFlaw(attempt, replayed, callsOf);
  const detail =
    flaw ?? differences({ replay: [JSON.stringify(attempt.replay), JSON.stringify(summariseReplay(attempt, calls))] });
  return [{ what, ok: detail === '', where, detail }];
}

async function firstFlaw(
  { repeats = [] }: Attempt,
  replayed: readonly Call[],
  callsOf: CallsOf,
): Promise<string | undefined> {
  const known = new Map<string, readonly Call[] | undefined>();
  for (const call of replayed) {
    const { attempt_id, sequence } = call.replayed!;
    if (!repeats.includes(attempt_id)) return `call ${call.sequence} replays ${attempt_id}, which is not repeated here`;
    if (!known.has(attempt_id)) known.set(attempt_id, await callsOf(attempt_id));
    const calls = known.get(attempt_id);
    if (calls === undefined) continue;
    const source = calls.find((each) => each.sequence === sequence);
    const isSame = source !== undefined && isDeepStrictEqual(answerOf(source), answerOf(call));
    if (!isSame) return `call ${call.sequence} is not call ${sequence} of ${attempt_id}`;
  }
  return undefined;
}

function answerOf({ request, status, response, usage }: Call) {
  return { request, status, response, usage };
}
