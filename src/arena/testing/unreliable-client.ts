import { expect } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import type { Random } from '../../random/random.ts';
import { claimWork } from '../queue/claim-work.ts';
import { completeRun } from '../queue/complete-run.ts';
import { heartbeat } from '../queue/heartbeat.ts';
import { reapRuns } from '../queue/reap-runs.ts';
import { recordProgress } from '../queue/record-progress.ts';
import type { SampleArena } from './sample-arena.ts';
import { failure, MINUTE, outcomeOf, PROBLEMS, success } from './sample-queue.ts';
import { LEASE } from './watched-queue.ts';

export interface ClientParts {
  readonly random: Random;
  readonly problems: readonly string[];
  /** Acknowledged endings, by run. */
  readonly acknowledged: Map<string, string>;
}

/** A validator that works, but also forgets, repeats requests, sends conflicting reports and reports too late. */
export async function unreliableClient(arena: SampleArena, hotkey: string, parts: ClientParts): Promise<void> {
  const { random, problems, acknowledged } = parts;
  for (let round = 0; round < 12; round++) {
    const claims = await Promise.all(
      Array.from({ length: 1 + random.integer(2) }, () => outcomeOf(claimWork(arena, hotkey))),
    );
    const runIds = claims.flatMap((claim) => {
      if (claim === undefined) return [];
      return [Fault.isInstance(claim) ? (claim.extra.eval_run_id as string) : claim.runId];
    });
    expect(new Set(runIds).size).toBeLessThanOrEqual(1);
    const runId = runIds[0];
    if (runId === undefined || random.next() < 0.15) {
      arena.pass(random.integer(3) * MINUTE);
      continue;
    }
    const update = { problem_id: random.pick(problems), status: 'SUCCESS', score: 1 } as const;
    await Promise.all([
      outcomeOf(heartbeat(arena, hotkey, runId)),
      outcomeOf(heartbeat(arena, hotkey, runId)),
      outcomeOf(recordProgress(arena, hotkey, runId, [update])),
      ...(random.next() < 0.3 ? [reapRuns(arena)] : []),
    ]);
    if (random.next() < 0.1) arena.pass(LEASE);
    const bodies = Array.from({ length: 1 + random.integer(3) }, () =>
      random.next() < 0.2 ? failure() : success(random.integer(PROBLEMS + 1)),
    );
    const answers = await Promise.all(bodies.map((each) => outcomeOf(completeRun(arena, hotkey, runId, each))));
    const taken = answers.flatMap((answer) => (Fault.isInstance(answer) ? [] : [answer]));
    expect(taken.length).toBeLessThanOrEqual(1);
    for (const { status } of taken) acknowledged.set(runId, status);
  }
}
