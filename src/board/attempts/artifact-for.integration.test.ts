import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishRacer } from '../../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { json } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';
import type { ArtifactRequest } from '../wire/artifact-wire.ts';
import { type Artifact, artifactFor } from './artifact-for.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OTHER_CONTESTANT: Viewer = { hotkey: 'foreigner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: null, isAdmin: true };
const UNKNOWN = '00000000-0000-0000-0000-000000000000';
const LOG = sha256('log');

onEveryEngine('an artifact', (makeDatabase) => {
  let day: SampleRaceDay;
  let version: string;
  let run: string;
  let problem: string;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    version = await day.arena.addVersion({ hotkey: 'owner', name: 'red fox', finalScore: 0.9 });
    const item = await addItem(day.arena, version);
    [problem] = (await suiteProblemIds(day.arena)) as [string];
    run = await addRun(day.arena, { work_item_id: item, validator_hotkey: 'a', results_key: 'key' });
    await addResult(day.arena, { run_id: run, problem_id: problem, logs_key: 'key', summary: json({ why: 'gate 2' }) });
    await leave('key', run, problem, LOG);
  });
  afterEach(async () => await day.remove());

  async function leave(key: string, runId: string, problemId: string, hash: string | null): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .insertInto('uploads')
        .values({
          upload_key: key,
          run_id: runId,
          problem_id: problemId,
          content_length: 3,
          content_type: 'application/gzip',
          expires_at: 1,
          sha256: hash,
          stored_at: 1,
        })
        .execute();
    });
  }
  async function ask(request: Partial<ArtifactRequest>, viewer: Viewer): Promise<Artifact | FaultCode> {
    const whole = { artifact_type: 'AGENT_CODE', agent_version_id: version, ...request } as const;
    return await artifactFor(day.arena, whole, viewer).catch((error) => error.code);
  }
  async function release(): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('agent_versions')
        .set({ released_at: 1 })
        .where('agent_version_id', '=', version)
        .execute();
    });
  }

  it('a code artifact is available to its owner and the operator until it is released', async () => {
    const code = { sha256: sha256(version), fileName: 'red-fox-v1.py', contentType: 'text/x-python; charset=utf-8' };
    expect(await ask({}, ANONYMOUS)).toBe('ARTIFACT_NOT_RELEASED');
    expect(await ask({}, OTHER_CONTESTANT)).toBe('ARTIFACT_NOT_RELEASED');
    expect(await ask({}, OWNER)).toEqual(code);
    expect(await ask({}, OPERATOR)).toEqual(code);
    await release();
    expect(await ask({}, ANONYMOUS)).toEqual(code);
    expect(await ask({ agent_version_id: UNKNOWN }, OPERATOR)).toBe('ARTIFACT_NOT_FOUND');
  });

  it('a qualifying artifact is available to its owner, and to all with the code', async () => {
    const log = { sha256: LOG, fileName: `run-${run}-${problem}.json.gz`, contentType: 'application/gzip' };
    const logs = { artifact_type: 'EVAL_PROBLEM_LOGS', eval_run_id: run, problem_id: problem } as const;
    const bundle = { artifact_type: 'EVAL_LOGS_BUNDLE', eval_run_id: run } as const;
    for (const request of [logs, bundle]) {
      expect(await ask(request, ANONYMOUS)).toBe('ARTIFACT_NOT_RELEASED');
      expect(await ask(request, OTHER_CONTESTANT)).toBe('ARTIFACT_NOT_RELEASED');
      expect(await ask(request, OWNER)).toEqual(log);
      expect(await ask(request, OPERATOR)).toEqual(log);
    }
    const reasoning = { ...logs, artifact_type: 'REASONING_DETAILS' } as const;
    expect(await ask(reasoning, ANONYMOUS)).toBe('ARTIFACT_NOT_RELEASED');
    const details = (await ask(reasoning, OWNER)) as Artifact;
    const text = Buffer.from(await day.arena.blobs.get(details.sha256)).toString();
    expect(JSON.parse(text)).toMatchObject({ problem_id: problem, score: 1, summary: { why: 'gate 2' } });
    await release();
    // While others may still run it, logs would reveal the results to them.
    expect(await ask(logs, ANONYMOUS)).toBe('ARTIFACT_NOT_RELEASED');
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('work_items')
        .set({ closed_at: 1 })
        .where('agent_version_id', '=', version)
        .execute();
    });
    expect(await ask(logs, ANONYMOUS)).toEqual(log);
    expect(await ask(reasoning, ANONYMOUS)).toEqual(details);
  });

  it('an artifact must be named completely, and exist', async () => {
    expect(await ask({ artifact_type: 'EVAL_LOGS_BUNDLE' }, OWNER)).toBe('MISSING_PARAMETER');
    expect(await ask({ artifact_type: 'EVAL_PROBLEM_LOGS', eval_run_id: run }, OWNER)).toBe('MISSING_PARAMETER');
    expect(await ask({ artifact_type: 'REASONING_DETAILS', problem_id: problem }, OWNER)).toBe('MISSING_PARAMETER');
    const other = await day.arena.addVersion({ hotkey: 'owner', name: 'other' });
    const logs = { artifact_type: 'EVAL_PROBLEM_LOGS', eval_run_id: run, problem_id: problem } as const;
    expect(await ask({ ...logs, agent_version_id: other }, OWNER)).toBe('ARTIFACT_NOT_FOUND');
    expect(await ask({ ...logs, problem_id: UNKNOWN }, OWNER)).toBe('ARTIFACT_NOT_FOUND');
    expect(await ask({ ...logs, eval_run_id: UNKNOWN }, OWNER)).toBe('ARTIFACT_NOT_FOUND');
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('uploads').set({ sha256: null }).execute();
    });
    expect(await ask(logs, OWNER)).toBe('ARTIFACT_NOT_FOUND');
  });

  it('a race artifact is available to the operator only, also after the race', async () => {
    await day.qualified(0.89);
    await day.close();
    await finishRacer(day.arena, version, { solved: 10 });
    const { reader } = day.arena.database;
    const raced = await reader
      .selectFrom('runs')
      .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
      .innerJoin('problem_results', 'problem_results.run_id', 'runs.run_id')
      .select(['runs.run_id', 'problem_results.problem_id'])
      .where('work_items.phase', '=', 'RACE')
      .executeTakeFirstOrThrow();
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('problem_results')
        .set({ logs_key: 'race-key' })
        .where('run_id', '=', raced.run_id)
        .execute();
    });
    await leave('race-key', raced.run_id, raced.problem_id, LOG);
    const logs = {
      artifact_type: 'EVAL_PROBLEM_LOGS',
      eval_run_id: raced.run_id,
      problem_id: raced.problem_id,
    } as const;
    for (const viewer of [ANONYMOUS, OTHER_CONTESTANT, OWNER]) expect(await ask(logs, viewer)).toBe('RACE_IN_FLIGHT');
    expect(await ask(logs, OPERATOR)).toMatchObject({ sha256: LOG });
    day.arena.pass(30 * 3_600_000);
    await day.tick();
    expect((await day.race(1)).state).toBe('promoted');
    await release();
    for (const viewer of [ANONYMOUS, OTHER_CONTESTANT, OWNER])
      expect(await ask(logs, viewer)).toBe('ARTIFACT_NOT_RELEASED');
  });
});
