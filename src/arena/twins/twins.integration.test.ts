import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { reevaluateVersion } from '../operator/reevaluate-version.ts';
import { claimWork } from '../queue/claim-work.ts';
import { type RunProblem, runProblems } from '../queue/run-problems.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { unevidencedPolicy } from '../testing/sample-policy.ts';
import { entryRow, eventsOf, outcomeOf, runRow } from '../testing/sample-queue.ts';
import { isTwin, queueWithTwins, runWithTwins, stockSampleTwins } from '../testing/sample-twins.ts';
import { addTwins } from './add-twins.ts';

const VALIDATORS = ['alice', 'bob', 'carol'];
const PUBLIC = 18;

onEveryEngine('twins', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, {
      problems: PUBLIC,
      policy: unevidencedPolicy({ twins: { share: 1 } }),
    });
    await stockSampleTwins(arena, 54);
  });
  afterEach(async () => await arena.close());

  /** Solves every third problem, public or not. */
  const honest = ({ metadata }: RunProblem) => Number(String(metadata.source_id).replace(/\D+/, '')) % 3 === 0;
  const memoriser = (problem: RunProblem) => !isTwin(problem) || honest(problem);

  async function runAll(solves: (problem: RunProblem) => boolean, options = {}) {
    const runs = [];
    for (const validator of VALIDATORS) runs.push(await runWithTwins(arena, validator, solves, options));
    return runs;
  }

  it('twins come with the problems of a qualifying run, in one list, as many as the policy says', async () => {
    await queueWithTwins(arena);
    const { problems } = await runWithTwins(arena, 'alice', honest);
    expect(problems).toHaveLength(2 * PUBLIC);
    expect(problems.filter(isTwin)).toHaveLength(PUBLIC);
    const places = problems.flatMap((problem, place) => (isTwin(problem) ? [place] : []));
    expect(Math.min(...places)).toBeLessThan(PUBLIC - 1);
    // The data of a twin has the same fields as that of the other problems.
    expect(new Set(problems.filter(isTwin).flatMap(({ metadata }) => Object.keys(metadata)))).toEqual(
      new Set(problems.filter((problem) => !isTwin(problem)).flatMap(({ metadata }) => Object.keys(metadata))),
    );
  });

  it('twins do not change the score of a version that memorises nothing', async () => {
    const version = await queueWithTwins(arena);
    const runs = await runAll(honest, { coefficient: 0.8 });
    expect(runs.at(-1)!.finalScore).toBe(0.2667);
    expect(await entryRow(arena, version)).toMatchObject({
      final_score: 0.2667,
      success_rate: 0.3333,
      score_on_public: null,
      twin_looks: 1,
      twin_comparison: { public_solved: 18, public_of: 54, twins_solved: 18, twins_of: 54, is_marked: false },
    });
    expect((await runRow(arena, runs[0]!.runId)).score_components).toMatchObject({
      total_problems: PUBLIC,
      successful_problems: 6,
      twin_problems: PUBLIC,
    });
    expect(await eventsOf(arena, 'version.memorises')).toEqual([]);
  });

  it('a version that solves only public problems gets its score on twins, and the ledger says why', async () => {
    const version = await queueWithTwins(arena);
    const runs = await runAll(memoriser, { coefficient: 0.9 });
    // A third of the twins, times the coefficient.
    expect(runs.at(-1)!.finalScore).toBe(0.3);
    expect(await entryRow(arena, version)).toMatchObject({
      final_score: 0.3,
      success_rate: 0.3333,
      score_on_public: 0.9,
      twin_comparison: { is_marked: true, public_solved: 54, twins_solved: 18, twins_of: 54 },
    });
    const [event] = await eventsOf(arena, 'version.memorises');
    expect(event).toMatchObject({
      subject: `version ${version}`,
      data: { agent_version_id: version, score_on_public: 0.9, final_score: 0.3 },
    });
    expect(event!.why).toContain('100 % of the public problems');
    // The ledger is public: it must not name a twin.
    const twins = runs[0]!.problems.filter(isTwin).map(({ problem_id }) => problem_id);
    const ledger = JSON.stringify(await arena.database.reader.selectFrom('events').selectAll().execute());
    for (const id of twins) expect(ledger).not.toContain(id);
  });

  it('twins are new for every version of a contestant, and retire after a number of versions', async () => {
    const met = async (hotkey: string) => {
      await queueWithTwins(arena, hotkey);
      const { problems } = await runWithTwins(arena, 'alice', honest);
      return problems.filter(isTwin).map(({ problem_id }) => problem_id);
    };
    const first = await met('miner');
    const second = await met('miner');
    expect(first.filter((id) => second.includes(id))).toEqual([]);
    const rest = await met('miner');
    expect(new Set([...first, ...second, ...rest]).size).toBe(54);
    expect(await met('miner')).toEqual([]);
    expect(await met('other')).toHaveLength(PUBLIC);
  });

  it('twins count every look, also when a version is evaluated again', async () => {
    const version = await queueWithTwins(arena);
    await runAll(memoriser);
    await reevaluateVersion(arena, version, { who: 'operator', reason: 'once more' });
    expect(await entryRow(arena, version)).toMatchObject({ final_score: null, twin_comparison: null, twin_looks: 1 });
    await runAll(honest);
    const entry = await entryRow(arena, version);
    expect(entry).toMatchObject({ final_score: 0.3333, twin_looks: 2, score_on_public: null });
    expect(entry.twin_comparison!.limit).toBeCloseTo(0.01 / 6);
  });

  it('the score stands when a validator reports no problems and twins cannot be compared', async () => {
    const version = await queueWithTwins(arena);
    await runAll(memoriser, { reports: false });
    expect(await entryRow(arena, version)).toMatchObject({
      twin_comparison: null,
      twin_looks: 0,
      score_on_public: null,
    });
  });

  it('a twin share of 0 switches twins off', async () => {
    const off = unevidencedPolicy({ twins: { share: 0 } });
    await queueWithTwins({ ...arena, policy: off });
    expect((await runWithTwins(arena, 'alice', honest)).problems.filter(isTwin)).toEqual([]);
  });

  it('twins exclude other classes, variants of public problems and repeated ones', async () => {
    const [known] = sampleProblems(1);
    const again = sampleProblems(54, 'twin')[0]!;
    const fresh = sampleProblems(3, 'fresh');
    const expert = { satisfying: 1, nearMisses: 0, searches: 1, expert: true };
    const offered = [{ ...known!, id: 'copy' }, again, fresh[0]!, { ...fresh[1]!, measure: expert }];
    expect(await addTwins(arena, arena.suiteId, offered, 'operator')).toEqual({
      suiteId: arena.suiteId,
      added: 1,
      otherClass: 1,
      known: 2,
    });
    expect(await outcomeOf(addTwins(arena, 99, fresh, 'operator'))).toMatchObject({ code: 'SUITE_NOT_FOUND' });
  });

  it('twins are given only to the validator that holds the run', async () => {
    await queueWithTwins(arena);
    const work = await claimWork(arena, 'alice');
    expect(await outcomeOf(runProblems(arena, 'bob', work!.runId))).toMatchObject({ code: 'NOT_RUN_OWNER' });
  });
});
