import { z } from 'zod';
import type { ArenaReader } from './arena-reader.ts';

const MOST_AT_ONCE = 1_000;
const ENDS: readonly string[] = ['run.completed', 'run.stale', 'run.cancelled'];
const dataSchema = z.object({ eval_run_id: z.string(), validator_hotkey: z.string(), status: z.string().optional() });

interface Told {
  readonly started: number;
  readonly end: string | undefined;
}

/**
 * Where the public ledger, read from its beginning, is impossible or contradicts the tables: a validator has at most
 * one run at any time, and a run begins once, ends once and has no events afterwards.
 */
export async function ledgerFlaws(reader: ArenaReader): Promise<string[]> {
  const flaws: string[] = [];
  const runs = new Map<string, Told>();
  const held = new Map<string, string>();
  for await (const { sequence, what, data } of runEvents(reader)) {
    const { eval_run_id: runId, validator_hotkey: hotkey, status } = dataSchema.parse(data);
    const known = runs.get(runId);
    const complain = (flaw: string) => flaws.push(`Event ${sequence} (${what}) about run ${runId}: ${flaw}`);
    if (what === 'run.claimed') {
      if (known !== undefined) complain('it was claimed before.');
      if (held.has(hotkey)) complain(`its validator has run ${held.get(hotkey)}.`);
      held.set(hotkey, runId);
      runs.set(runId, { started: 0, end: undefined });
    } else if (known === undefined) complain('it was never claimed.');
    else if (known.end !== undefined) complain(`it had ended with ${known.end}.`);
    else if (ENDS.includes(what)) {
      runs.set(runId, { ...known, end: endingOf(what, status) });
      if (held.get(hotkey) === runId) held.delete(hotkey);
      else complain('another validator had it.');
    } else if (what === 'run.started') {
      if (known.started > 0) complain('it began twice.');
      runs.set(runId, { ...known, started: 1 });
    }
  }
  return [...flaws, ...(await differences(reader, runs))];
}

function endingOf(what: string, status: string | undefined): string {
  if (what === 'run.stale') return 'STALE';
  return what === 'run.cancelled' ? 'CANCELLED' : (status ?? 'nothing');
}

async function differences(reader: ArenaReader, told: ReadonlyMap<string, Told>): Promise<string[]> {
  const rows = await reader.selectFrom('runs').select(['run_id', 'status']).execute();
  const flaws = rows.flatMap(({ run_id, status }) => {
    const run = told.get(run_id);
    const expected = run?.end ?? (run?.started === 1 ? 'RUNNING' : 'CLAIMED');
    if (run === undefined) return [`Run ${run_id}: the ledger does not tell of it.`];
    return status === expected ? [] : [`Run ${run_id}: it is ${status}, and the ledger tells ${expected}.`];
  });
  if (rows.length !== told.size) flaws.push(`The ledger tells of ${told.size} runs, and there are ${rows.length}.`);
  return flaws;
}

async function* runEvents(reader: ArenaReader) {
  for (let after = 0; ; ) {
    const page = await reader
      .selectFrom('events')
      .select(['sequence', 'what', 'data'])
      .where('sequence', '>', after)
      .where('what', 'like', 'run.%')
      .orderBy('sequence')
      .limit(MOST_AT_ONCE)
      .execute();
    yield* page;
    if (page.length < MOST_AT_ONCE) return;
    after = page.at(-1)!.sequence;
  }
}
