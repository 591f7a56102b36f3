import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { queueRace } from '../../arena/testing/sample-queue.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { ownVersionStatusSchema } from '../wire/version-wire.ts';
import { findIds } from './find-ids.ts';
import { ownIds } from './own-ids.ts';
import { ownVersionStatus } from './own-version-status.ts';

const OWNER = { hotkey: 'owner', isAdmin: false };

onEveryEngine('outcomes of attempts', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  let item: string;
  let problems: readonly string[];
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
    version = await arena.addVersion({ hotkey: 'owner', name: 'fox' });
    item = await addItem(arena, version);
    problems = await suiteProblemIds(arena);
  });
  afterEach(async () => await arena.close());

  async function outcomes(agentVersionId = version, viewer = OWNER) {
    const status = await ownVersionStatus(arena, agentVersionId, viewer);
    return expectWire(ownVersionStatusSchema, status).attempts!;
  }

  function raised(text: string, line: number) {
    return { fault_code: 'AGENT_RAISED', fault_message: `agent_main raised ${text} (line ${line})` };
  }

  it('groups failures by code, exception and line, and counts them', async () => {
    const runs = [await run('a'), await run('b')];
    const [first, second, third] = problems as [string, string, string];
    const attempt_id = randomUUID();
    await fail(runs[0]!, first, { ...raised("KeyError: 'price'", 12), attempt_id });
    await fail(runs[0]!, second, raised("KeyError: 'title'", 12));
    await fail(runs[0]!, third, raised("KeyError: 'price'", 30));
    await fail(runs[1]!, first, { failure: 'not what was asked for: price, service' });
    await addResult(arena, { run_id: runs[1]!, problem_id: second, status: 'SUCCESS' });
    const told = await outcomes();
    expect([told.attempts, told.failed]).toEqual([5, 4]);
    const [most, ...others] = told.failures;
    expect(most).toMatchObject({ code: 'AGENT_RAISED', owner: 'agent', line: 12, count: 2, phase: 'QUALIFYING' });
    expect(["KeyError: 'price'", "KeyError: 'title'"]).toContain(most!.exception);
    expect(others.map(({ code, line, reason, count }) => [code, line, reason, count])).toEqual(
      expect.arrayContaining([
        ['AGENT_RAISED', 30, 'agent raised', 1],
        [null, null, 'not what was asked for: price, service', 1],
      ]),
    );
  });

  it('counts refused model calls and opinions of the judge', async () => {
    const runId = await run('a');
    const refused = { refused_model_calls: 3, refused_models: 'asked for a; allowed: b' };
    for (const problem of problems.slice(0, 2)) {
      await fail(runId, problem, { ...refused, reasoning_explanation: 'No two candidates.' }, 0.3);
    }
    const { refused_model_calls, judged } = await outcomes();
    expect(refused_model_calls).toEqual([{ reason: 'asked for a; allowed: b', count: 6 }]);
    expect(judged).toEqual([{ quality: 0.3, reason: 'No two candidates.', count: 2 }]);
  });

  it('outcomes of a running race are hidden from the owner and shown to the operator', async () => {
    const { raceId, agentVersionId } = await queueRace(arena);
    const { reader } = arena.database;
    const { work_item_id, set_id, hotkey } = await reader
      .selectFrom('work_items')
      .innerJoin('agent_versions', 'agent_versions.agent_version_id', 'work_items.agent_version_id')
      .select(['work_item_id', 'set_id', 'hotkey'])
      .where('race_id', '=', raceId)
      .executeTakeFirstOrThrow();
    const { problem_id } = await reader
      .selectFrom('set_problems')
      .select('problem_id')
      .where('set_id', '=', set_id)
      .executeTakeFirstOrThrow();
    const attempt_id = randomUUID();
    const run_id = await addRun(arena, { work_item_id, validator_hotkey: 'a' });
    await fail(run_id, problem_id, { ...raised("KeyError: 'secret'", 3), attempt_id });
    expect(await outcomes(agentVersionId, { hotkey, isAdmin: false })).toMatchObject({ attempts: 0, failures: [] });
    expect((await ownIds(arena, hotkey, attempt_id)).attempts).toEqual([]);
    const [shown] = (await outcomes(agentVersionId, { hotkey: 'operator', isAdmin: true })).failures;
    expect(shown).toMatchObject({ exception: "KeyError: 'secret'", line: 3 });
  });

  it('the owner alone finds an attempt by the beginning of its id', async () => {
    const runId = await run('a');
    const attempt_id = randomUUID();
    await fail(runId, problems[0]!, { attempt_id });
    // More attempts than are looked for mention the id elsewhere.
    for (let other = 0; other < 12; other++) {
      await fail(await run(`b${other}`), problems[1]!, { attempt_id: randomUUID(), note: attempt_id });
    }
    const attempt = { attempt_id, eval_run_id: runId, problem_id: problems[0], agent_version_id: version };
    expect((await ownIds(arena, 'owner', attempt_id.slice(0, 13))).attempts).toEqual([attempt]);
    expect((await ownIds(arena, 'owner', version.slice(0, 13))).versions).toEqual([
      { agent_version_id: version, agent_name: 'fox', version_number: 1 },
    ]);
    for (const id of [attempt_id, version]) {
      expect(await ownIds(arena, 'foreigner', id)).toEqual({ versions: [], attempts: [] });
    }
  });

  it('everybody finds a version by the beginning of its id, and operators a run', async () => {
    const runId = await run('a');
    const found = { agent_version_id: version, agent_name: 'fox', version_number: 1 };
    for (const isAdmin of [true, false]) {
      const viewer = { hotkey: 'somebody', isAdmin };
      expect((await findIds(arena, version.slice(0, 13), viewer)).versions).toEqual([found]);
      const runs = isAdmin ? [{ run_id: runId, agent_version_id: version }] : [];
      expect(await findIds(arena, runId.slice(0, 13), viewer)).toEqual({ versions: [], races: [], runs });
    }
  });

  async function run(validator: string): Promise<string> {
    return await addRun(arena, { work_item_id: item, validator_hotkey: validator });
  }

  async function fail(
    run_id: string,
    problem_id: string,
    summary: Record<string, string | number>,
    reasoning_score: number | null = null,
  ): Promise<void> {
    const values = { status: 'FAILED', score: 0, reasoning_score, summary: json(summary) } as const;
    await addResult(arena, { run_id, problem_id, ...values });
  }
});
