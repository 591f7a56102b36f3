import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addTwins } from '../../arena/exam.ts';
import { versionStatusSchema } from '../../board/wire.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { scaled } from '../../testing/scaled.ts';
import { NOT_SHOWN } from '../../verdict/why-failed.ts';
import { answerTableAgent } from '../testing/answer-table-agent.ts';
import { SampleContest } from '../testing/sample-contest.ts';

const PROBLEMS = 9;

let contest: SampleContest;
let twins: number;
beforeAll(async () => {
  contest = await SampleContest.open({
    problems: PROBLEMS,
    queue: { leaseSeconds: 30 },
    policy: { twins: { share: 1 }, agency: { probesPerRun: 0 } },
  });
  await contest.register('one');
  const exam = {
    index: contest.search.index,
    count: 27,
    mix: { product: 1, shop: 1, voucher: 1 },
    seed: 77,
    threads: 1,
  };
  const fresh = await Array.fromAsync(synthesiseProblems(exam));
  const suite = await contest.arena.arena.database.reader
    .selectFrom('suites')
    .select('suite_id')
    .executeTakeFirstOrThrow();
  twins = (await addTwins(contest.arena.arena, suite.suite_id, fresh, 'operator')).added;
});
afterEach(() => contest.tidy());
afterAll(() => contest.close());

async function evaluated(version: string) {
  const validator = await contest.validator('one', { once: true });
  validator.start();
  await validator.ended;
  const [run] = await contest.runsOf(version);
  const results = await contest.resultsOf(run!.run_id);
  const path = `/v1/public/agent-versions/${version}/status`;
  const status = await new ArenaClient({ url: contest.url }).ask({ path, answer: versionStatusSchema });
  return { run: run!, results, status };
}

/** A separate contestant each: a contestant never gets the same twin twice, and the pool here is small. */
async function submitAs(miner: string, agent: string, source?: string): Promise<string> {
  await contest.register(miner);
  return await contest.submit(agent, source, miner);
}

describe('memorised answers', { timeout: scaled(120_000) }, () => {
  it('memorised answers are compared with twins', () => {
    expect(twins).toBeGreaterThanOrEqual(PROBLEMS - 2);
  });

  it('memorised answers earn nothing for products that no result showed', async () => {
    const table = answerTableAgent(contest.problems, { shown: false });
    const { results, status, run } = await evaluated(await submitAs('miner-blind', 'blind', table));
    expect(run).toMatchObject({
      status: 'SUCCESS',
      score_components: { total_problems: PROBLEMS, successful_problems: 0 },
    });
    const unseen = results.filter(({ summary }) => summary?.failure === NOT_SHOWN);
    expect(unseen).toHaveLength(PROBLEMS);
    // The reference's scorers would have given it the full score.
    expect(unseen.map(({ summary }) => summary?.rule)).toEqual(unseen.map(() => 1));
    expect(status).toMatchObject({ final_score: 0 });
  });

  it('a version that opens memorised pages first is flagged, and gets the score of its twins', async () => {
    const table = answerTableAgent(contest.problems, { shown: true });
    const { status, run } = await evaluated(await submitAs('miner-looking', 'looking', table));
    expect(run.score_components).toMatchObject({ successful_problems: PROBLEMS, success_rate: 1 });
    expect(status.twins).toMatchObject({ state: 'memorises', public: { solved: PROBLEMS, of: PROBLEMS } });
    expect(status.twins!.reason).toContain('100 % of the public problems');
    const { solved, of } = status.twins!.twins!;
    expect(status.final_score).toBeCloseTo((solved / of) * status.reasoning_coefficient!, 3);
    expect(status.final_score!).toBeLessThan(status.twins!.score_on_public!);
  });

  it('the honest agent without its table of answers is not flagged', async () => {
    const { status } = await evaluated(await submitAs('miner-honest', 'no_model.py'));
    expect(status.twins).toMatchObject({ state: 'no_difference', score_on_public: null, reason: null });
  });
});
