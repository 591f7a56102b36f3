import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { ClockWatch } from '../../clock/clock-watch.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import { ServerMetrics } from '../metrics/server-metrics.ts';
import { type Duty, Housekeeping } from './housekeeping.ts';
import { OutageLog } from './outage-log.ts';

onBothEngines('housekeeping', (makeDatabase) => {
  const keepers: Housekeeping[] = [];
  let place: TestDatabase;
  afterEach(async () => {
    for (const keeper of keepers.splice(0)) await keeper.stop();
    await place.remove();
  });

  async function keep(duties: readonly Duty[], clock?: ClockWatch): Promise<Housekeeping> {
    const database = await place.open();
    const options = {
      ...{ database, duties, metrics: new ServerMetrics(), outages: new OutageLog(), intervalMilliseconds: 10 },
      ...(clock !== undefined && { clock }),
    };
    const keeper = new Housekeeping(options);
    keepers.push(keeper);
    keeper.start();
    return keeper;
  }

  async function until(what: () => boolean): Promise<void> {
    for (let waited = 0; !what(); waited++) {
      if (waited > 500) throw new Error('waited in vain');
      await sleep(10);
    }
  }

  it('one of several servers does the housekeeping, and another when that one stops', async () => {
    place = await makeDatabase();
    const rounds = [0, 0];
    const duty = (index: number): Duty => ({ name: 'count', run: async () => void rounds[index]!++ });
    const first = await keep([duty(0)]);
    await until(() => rounds[0]! > 2);
    const second = await keep([duty(1)]);
    // By when the first has done several rounds more, the second would have done some.
    const before = rounds[0]!;
    await until(() => rounds[0]! > before + 5);
    expect([first.status.leads, second.status.leads, rounds[1]]).toEqual([true, false, 0]);
    await first.stop();
    await until(() => rounds[1]! > 2);
    expect([first.status.leads, second.status.leads]).toEqual([false, true]);
  });

  it('housekeeping postpones irreversible work until a clock that jumped has returned', async () => {
    place = await makeDatabase();
    const clocks = { wall: 0, monotonic: 0 };
    const jumps: number[] = [];
    const clock = new ClockWatch(
      (jump) => jumps.push(jump),
      () => ({ ...clocks }),
    );
    const done = { always: 0, settled: 0 };
    await keep(
      [
        { name: 'release', needs: 'settled clock', run: async () => void done.settled++ },
        { name: 'reaper', run: async () => void done.always++ },
      ],
      clock,
    );
    await until(() => done.settled > 1);
    clocks.wall += 3 * 86_400_000;
    await until(() => jumps.length === 1);
    const before = { ...done };
    await until(() => done.always > before.always + 5);
    expect(done.settled - before.settled).toBeLessThanOrEqual(1);
    clocks.wall -= 3 * 86_400_000;
    await until(() => done.settled > before.settled + 2);
    expect(jumps).toEqual([3 * 86_400_000, -3 * 86_400_000]);
  });

  it('housekeeping continues when one duty fails, and retries that one', async () => {
    place = await makeDatabase();
    let [tries, done] = [0, 0];
    const keeper = await keep([
      { name: 'fails', run: async () => Promise.reject(new Error(`no ${tries++}`)) },
      { name: 'works', run: async () => void done++ },
    ]);
    await until(() => tries > 2 && done > 2);
    expect(keeper.status.failures).toBeGreaterThan(2);
    expect(keeper.status.rounds).toBeGreaterThan(1);
  });
});
