import { setChampion } from '../../src/arena/champion.ts';
import { activateSuite, createSuite } from '../../src/arena/exam.ts';
import { enqueue } from '../../src/arena/queue/enqueue.ts';
import { claimWork, completeRun, heartbeat, recordProgress } from '../../src/arena/queue.ts';
import { insertVersion } from '../../src/arena/testing/sample-arena.ts';
import type { RunCompletion } from '../../src/arena/wire.ts';
import { sampleProblems } from '../../src/problems/testing/sample-problems.ts';
import type { OpenedArena } from '../../src/server/start/open-arena.ts';
import type { PreparedArena } from '../../src/server/testing/crash/prepare-arena.ts';

export interface FilledArena {
  /** The champion, with results of every validator on every problem. */
  readonly versionId: string;
  /** By validator, the run that it has leased. */
  readonly runs: ReadonlyMap<string, string>;
}

/**
 * Fills an arena with a public suite, this many qualified versions, a champion with results, and a run in progress for
 * each validator.
 */
export async function fillArena(prepared: PreparedArena, qualifiers: number): Promise<FilledArena> {
  const arena = await prepared.open();
  try {
    const { database, now } = arena;
    const suite = { name: 'public', problems: sampleProblems(prepared.problems, 'public'), isPublic: true };
    const { suiteId } = await createSuite(database, suite, { who: 'operator', now: now() });
    await activateSuite(arena, suiteId, { who: 'operator' });
    const versions: string[] = [];
    for (let index = 0; index < qualifiers; index++) {
      const hotkey = prepared.contestantKeys[0]!.address.slice(0, -4) + String(index).padStart(4, '1');
      const finalScore = 0.5 + index / 10_000;
      const sample = { hotkey, name: `agent-${index}`, number: 1, submittedAt: now(), finalScore };
      versions.push(await insertVersion(database, suiteId, sample));
    }
    const versionId = versions.at(-1)!;
    await setChampion(arena, { agentVersionId: versionId, suiteId, force: true, who: 'operator' });
    await runToTheEnd(arena, prepared, versionId, suiteId);
    const runs = new Map<string, string>();
    for (const [index, { address }] of prepared.validatorKeys.entries()) {
      await queue(arena, versions[index % versions.length]!, suiteId);
      const work = await claimWork(arena, address);
      if (work === undefined) throw new Error('a validator got no run');
      await heartbeat(arena, address, work.runId);
      runs.set(address, work.runId);
    }
    return { versionId, runs };
  } finally {
    await arena.database.close();
  }
}

async function runToTheEnd(
  arena: OpenedArena,
  { validatorKeys }: PreparedArena,
  versionId: string,
  suiteId: number,
): Promise<void> {
  const setId = await queue(arena, versionId, suiteId);
  const problems = await arena.database.reader
    .selectFrom('set_problems')
    .select('problem_id')
    .where('set_id', '=', setId)
    .execute();
  for (const { address } of validatorKeys.slice(0, arena.policy.queue.requiredSuccesses)) {
    const { runId } = (await claimWork(arena, address))!;
    const results = problems.map(({ problem_id }, index) => ({
      problem_id,
      status: index % 2 === 0 ? ('SUCCESS' as const) : ('FAILED' as const),
      score: index % 2 === 0 ? 1 : 0,
      score_components_summary: { ground_truth: 1, format: 1, field_matching: 0.5, cost: 0.001, searches: 4, views: 3 },
      execution_time: 12.5,
      inference_total: 8,
      inference_failure_count: 0,
    }));
    await recordProgress(arena, address, runId, results);
    await completeRun(arena, address, runId, halfSolved(problems.length));
  }
}

async function queue(arena: OpenedArena, agentVersionId: string, suiteId: number): Promise<string> {
  return await arena.database.withTransaction(async (transaction) => {
    const { set_id: setId } = await transaction
      .selectFrom('suites')
      .select('set_id')
      .where('suite_id', '=', suiteId)
      .executeTakeFirstOrThrow();
    const { requiredSuccesses } = arena.policy.queue;
    const work = { agentVersionId, suiteId, setId, requiredSuccesses, priority: 0, now: arena.now() };
    await enqueue(transaction, { ...work, phase: 'QUALIFYING' });
    return setId;
  });
}

function halfSolved(problems: number): RunCompletion {
  const solved = Math.ceil(problems / 2);
  const success_rate = solved / problems;
  return {
    terminal_status: 'SUCCESS',
    validator_score: success_rate,
    score_components: {
      success_rate,
      total_problems: problems,
      successful_problems: solved,
      reasoning_coefficient: 1,
    },
  };
}
