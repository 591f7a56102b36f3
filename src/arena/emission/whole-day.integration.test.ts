import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChainTables, chainMigrations, LocalChain } from '../../chain/local.ts';
import { signWeights } from '../../chain/weights.ts';
import { sampleHotkey } from '../../identity/testing/sample-hotkeys.ts';
import { verifyEvents } from '../../store/database/verify-events.ts';
import { migrate, storeMigrations } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { finalScore } from '../../verdict/aggregate.ts';
import { claimWork } from '../queue/claim-work.ts';
import { completeRun } from '../queue/complete-run.ts';
import { heartbeat } from '../queue/heartbeat.ts';
import { recordProgress } from '../queue/record-progress.ts';
import { runProblems } from '../queue/run-problems.ts';
import { submitAgent } from '../submission/submit-agent.ts';
import { arenaMigrations } from '../tables/arena-migrations.ts';
import { unevidencedPolicy } from '../testing/sample-policy.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { accepting, sampleAgent } from '../testing/sample-submissions.ts';
import { currentEpoch } from './current-epoch.ts';
import { pinEpoch } from './pin-epoch.ts';
import { weightsForEpoch } from './weights-for-epoch.ts';

const HOUR = 3_600_000;
const TAO = 1_000_000_000n;
const VALIDATORS = ['one', 'two', 'three'].map((name) => sampleHotkey(`validator ${name}`));
const CONTESTANTS = ['ada', 'grace', 'mary'].map((name) => sampleHotkey(`contestant ${name}`).address);
/** How many of five public and of twenty hidden problems each contestant solves. */
const SKILL: Readonly<Record<string, { readonly public: number; readonly hidden: number }>> = {
  [CONTESTANTS[0]!]: { public: 4, hidden: 12 },
  [CONTESTANTS[1]!]: { public: 4, hidden: 15 },
  [CONTESTANTS[2]!]: { public: 3, hidden: 18 },
};

onEveryEngine('a whole day', (makeDatabase) => {
  let day: SampleRaceDay;
  let chain: LocalChain;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase, { policy: unevidencedPolicy({ raceProblems: 20 }) });
    const database = day.arena.database.tables<ChainTables>();
    await migrate(database, [storeMigrations, arenaMigrations, chainMigrations], day.arena.now());
    chain = await LocalChain.open({ database, now: day.arena.now });
    await chain.register('owner', 0n);
    for (const [index, { address }] of VALIDATORS.entries()) await chain.register(address, BigInt(3 - index) * TAO);
    for (const hotkey of CONTESTANTS) await chain.register(hotkey, 0n);
    await day.tick();
  });
  afterEach(async () => await day.remove());

  const submit = async (hotkey: string, number: number): Promise<string> => {
    const submission = { hotkey, agentName: 'shopper', file: sampleAgent(number) };
    return (await submitAgent(day.arena, submission, { analyse: accepting })).agent_version_id;
  };

  /** Every validator runs all work available to it, until none is left. */
  const validate = async (): Promise<number> => {
    let runs = 0;
    for (const { address } of VALIDATORS) {
      for (;;) {
        const work = await claimWork(day.arena, address);
        if (work === undefined) break;
        await heartbeat(day.arena, address, work.runId);
        const problems = await runProblems(day.arena, address, work.runId);
        const solved = SKILL[work.minerHotkey]![work.phase === 'RACE' ? 'hidden' : 'public'];
        await recordProgress(
          day.arena,
          address,
          work.runId,
          problems.map(({ problem_id }, index) => ({
            problem_id,
            status: index < solved ? ('SUCCESS' as const) : ('FAILED' as const),
            score: index < solved ? 1 : 0,
          })),
        );
        const rate = solved / problems.length;
        await completeRun(day.arena, address, work.runId, {
          terminal_status: 'SUCCESS',
          validator_score: finalScore(rate, 1),
          score_components: {
            success_rate: rate,
            total_problems: problems.length,
            successful_problems: solved,
            reasoning_coefficient: 1,
          },
        });
        runs++;
      }
    }
    return runs;
  };

  const sendWeights = async (): Promise<void> => {
    const epoch = (await currentEpoch(day.arena.database.reader))!;
    const { block, neurons } = await chain.metagraph();
    const vector = weightsForEpoch(epoch, neurons, day.arena.policy.emission);
    for (const hotkey of VALIDATORS) await chain.setWeights(signWeights(vector, { netuid: 15, block }, hotkey));
  };

  it('a whole day goes from three submissions to a paid winner', async () => {
    for (const [number, hotkey] of CONTESTANTS.entries()) await submit(hotkey, number);
    day.arena.pass(HOUR);
    expect(await validate()).toBe(9);
    // Without a champion, everything is burned.
    expect(await pinEpoch(day.arena)).toMatchObject({ epoch: 0, top_hotkey: null });
    await sendWeights();

    await day.close();
    expect(await validate()).toBe(9);
    day.arena.pass(HOUR);
    expect(await day.tick()).toEqual(['race 1 complete', 'race 1 decided: NO_INCUMBENT', 'race 2 opened']);
    expect(await day.top()).toMatchObject({ hotkey: CONTESTANTS[2], score: 0.9, share: 1 });
    expect((await day.result(1)).ranking.map(({ miner_hotkey, score }) => [miner_hotkey, score])).toEqual([
      [CONTESTANTS[2], 0.9],
      [CONTESTANTS[1], 0.75],
      [CONTESTANTS[0], 0.6],
    ]);

    await chain.endEpochsDue(TAO);
    const before = await chain.ledgerView();
    expect(before.balances[CONTESTANTS[2]!]).toBeUndefined();
    expect(Number(before.burned)).toBeGreaterThan(0);
    await pinEpoch(day.arena);
    await sendWeights();
    day.arena.pass(4_320_000);
    expect(await chain.endEpochsDue(TAO)).toBe(1);
    const after = await chain.ledgerView();
    // The winner is in its grace period: it gets half of the emission, the validators get the other half, nothing is
    // burned.
    expect(after.balances[CONTESTANTS[2]!]).toBe('500000000');
    expect(after.burned).toBe(before.burned);
    expect(after.latestEpoch!.incentive).toEqual([0, 0, 0, 0, 0, 0, 1]);
    const earned = (index: number): bigint =>
      BigInt(after.balances[VALIDATORS[index]!.address]!) - BigInt(before.balances[VALIDATORS[index]!.address]!);
    expect(earned(0) + earned(1) + earned(2)).toBe(500_000_000n);
    expect(earned(0) > earned(1) && earned(1) > earned(2)).toBe(true);
  });

  it('a whole day keeps its ledger intact, without a race score before the race is complete', async () => {
    for (const [number, hotkey] of CONTESTANTS.entries()) await submit(hotkey, number);
    await validate();
    await day.close();
    await validate();
    await day.tick();
    const events = await day.events();
    const completed = events.findIndex(({ what }) => what === 'race.completed');
    const started = events.findIndex(({ what }) => what === 'race.started');
    for (const { what, data } of events.slice(started, completed + 1)) {
      expect(`${what} ${JSON.stringify(data)}`).not.toMatch(/0\.9\b|0\.75|"successes"|"score"|"final_score"|spread/);
    }
    expect(await verifyEvents(day.arena.database)).toMatchObject({ ok: true });
  });
});
