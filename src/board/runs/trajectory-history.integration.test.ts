import { expect, it } from 'vitest';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun, suiteProblemIds } from '../testing/sample-runs.ts';
import { trajectoryHistorySchema } from '../wire/trajectory-history-wire.ts';
import { trajectoryHistory } from './trajectory-history.ts';

const DAY = 86_400_000;

onEveryEngine('the history of trajectories', (makeDatabase) => {
  it('trajectory history counts each version and problem once, on the day of its first graded run', async () => {
    const day = await SampleRaceDay.open(makeDatabase);
    try {
      const { arena } = day;
      const history = async () => expectWire(trajectoryHistorySchema, await trajectoryHistory(arena));
      expect(await history()).toMatchObject({ series: [], total: 0, daily_rate: 0 });
      const [first, second] = (await suiteProblemIds(arena)) as [string, string];
      const item = await addItem(arena, await arena.addVersion({ hotkey: 'owner', name: 'fox' }));
      const graded = async (problems: readonly string[], status: 'SUCCESS' | 'FAILED' = 'SUCCESS') => {
        const run = await addRun(arena, { work_item_id: item, validator_hotkey: crypto.randomUUID(), status });
        for (const problem_id of problems) await addResult(arena, { run_id: run, problem_id });
      };
      await graded([first]);
      await graded([first]);
      const start = new Date(arena.now()).toISOString().slice(0, 10);
      arena.pass(DAY);
      await graded([first, second]);
      await graded([first, second], 'FAILED');
      const next = new Date(arena.now()).toISOString().slice(0, 10);
      expect(await history()).toMatchObject({
        series: [
          { date: start, distinct: 1, cumulative: 1 },
          { date: next, distinct: 1, cumulative: 2 },
        ],
        total: 2,
        daily_rate: 1,
        weekly_rate: 1,
      });
      arena.pass(DAY);
      expect(await history()).toMatchObject({ daily_rate: 1, weekly_rate: 2 });
    } finally {
      await day.remove();
    }
  });
});
