import { afterEach, beforeEach, expect, it } from 'vitest';
import { counts } from '../../arena/testing/sample-agency.ts';
import { finishRacer } from '../../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { sha256 } from '../../store/sha256.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { addProbe } from '../testing/sample-probes.ts';
import { addItem, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { ANONYMOUS, type Viewer } from '../viewer.ts';
import { versionProbes } from './version-probes.ts';

const OWNER: Viewer = { hotkey: 'owner', isAdmin: false };
const OPERATOR: Viewer = { hotkey: null, isAdmin: true };
const EVIDENCE = sha256('evidence of a probe');

onEveryEngine('probes of a version', (makeDatabase) => {
  let day: SampleRaceDay;
  let version: string;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    version = await day.qualified(0.9, 'owner');
  });
  afterEach(async () => await day.remove());

  async function change(table: 'agent_versions' | 'work_items' | 'suites', values: object): Promise<void> {
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable(table).set(values).execute();
    });
  }
  const look = async (viewer: Viewer) => {
    const { reports, code_sha256 } = await versionProbes(day.arena, version, { limit: 10, offset: 0 }, viewer);
    return { reports, code_sha256, probe: reports[0]?.probes[0] };
  };

  it('probe counts of a version are public, and their evidence once the code is released', async () => {
    const [problem] = await suiteProblemIds(day.arena);
    const item = await addItem(day.arena, version);
    const run = await addRun(day.arena, { work_item_id: item, validator_hotkey: 'a' });
    await addProbe(day.arena, { runId: run, problemId: problem!, sha256: EVIDENCE });
    await change('work_items', { closed_at: 1 });
    const closed = await look(ANONYMOUS);
    expect(closed.reports).toMatchObject([
      { eval_run_id: run, phase: 'QUALIFYING', decisions: counts([2, 3], [0, 0], [0, 1]), is_invalidated: false },
    ]);
    expect(closed.probe).toEqual({ receipt_hash: '0'.repeat(64), problem_id: null, evidence: 'not_released' });
    expect(closed.code_sha256).toBeNull();
    const open = { problem_id: problem, evidence: { sha256: EVIDENCE, bytes: 3 } };
    for (const viewer of [OWNER, OPERATOR]) expect((await look(viewer)).probe).toMatchObject(open);
    await change('agent_versions', { released_at: 1 });
    await change('work_items', { closed_at: null });
    expect((await look(ANONYMOUS)).probe).toMatchObject({ problem_id: null, evidence: 'others_still_run' });
    await change('work_items', { closed_at: 1 });
    expect((await look(ANONYMOUS)).probe).toMatchObject(open);
    // Problems of a suite that is not public are visible only to the version's owner and the operator.
    await change('suites', { is_public: false });
    expect((await look(ANONYMOUS)).probe).toMatchObject({ problem_id: null, evidence: 'not_released' });
    expect((await look(OWNER)).probe).toMatchObject(open);
  });

  it('probe counts and evidence of a race stay closed, also to the owner of a released version', async () => {
    const rival = await day.qualified(0.89, 'rival');
    await day.close();
    await finishRacer(day.arena, rival, { solved: 3 });
    await finishRacer(day.arena, version, { solved: 4 });
    const { run_id, problem_id } = await day.arena.database.reader
      .selectFrom('problem_results')
      .innerJoin('runs', 'runs.run_id', 'problem_results.run_id')
      .innerJoin('work_items', 'work_items.work_item_id', 'runs.work_item_id')
      .select(['runs.run_id', 'problem_results.problem_id'])
      .where('phase', '=', 'RACE')
      .where('runs.agent_version_id', '=', version)
      .executeTakeFirstOrThrow();
    await addProbe(day.arena, { runId: run_id, problemId: problem_id, sha256: EVIDENCE });
    await change('agent_versions', { released_at: 1 });
    await change('work_items', { closed_at: 1 });
    for (const viewer of [ANONYMOUS, OWNER]) {
      const { probe, code_sha256 } = await look(viewer);
      expect(probe).toBeUndefined();
      expect(code_sha256).toBeNull();
    }
    expect((await look(OPERATOR)).probe).toMatchObject({ problem_id, evidence: { sha256: EVIDENCE } });
  });
});
