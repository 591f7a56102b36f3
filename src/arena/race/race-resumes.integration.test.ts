import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBank } from '../../problems/suites.ts';
import { verifyEvents } from '../../store/database/verify-events.ts';
import type { Database } from '../../store/database.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { finishRacer } from '../testing/sample-race.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import type { HiddenProblems } from './hidden-problems.ts';
import { tickRace } from './tick-race.ts';

class Crash extends Error {}

/** Crashes the process before or after its nth operation on the database or the bank. */
function crashing(
  arena: Arena,
  hidden: HiddenProblems,
  { act, when }: { act: number; when: 'before' | 'after' },
): [Arena, HiddenProblems] {
  let acts = 0;
  const perform = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = ++acts === act;
    if (mine && when === 'before') throw new Crash();
    const done = await work();
    if (mine) throw new Crash();
    return done;
  };
  const database = new Proxy(arena.database, {
    get: (target, name) =>
      name === 'withTransaction'
        ? (work: never, options: never) => perform(() => target.withTransaction(work, options))
        : Reflect.get(target, name, target),
  });
  return [
    { ...arena, now: arena.now, database },
    {
      commit: (race, size) => perform(() => hidden.commit(race, size)),
      draw: (race, beacon) => perform(() => hidden.draw(race, beacon)),
      problems: (race) => perform(() => hidden.problems(race)),
      reveal: (race) => perform(() => hidden.reveal(race)),
      recordExposures: (race, exposures) => perform(() => hidden.recordExposures(race, exposures)),
    },
  ];
}

onBothEngines('interrupted races', (makeDatabase) => {
  let place: TestDatabase;
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(
      async (tables) => {
        place = await makeDatabase(tables);
        return place;
      },
      { hidden: 200 },
    );
  });
  afterEach(async () => await day.remove());

  const countOf = async (table: 'races' | 'racers' | 'tops' | 'work_items'): Promise<number> =>
    (await day.arena.database.reader.selectFrom(table).selectAll().execute()).length;

  /** What must have happened exactly once in each race, if each had two racers and changed the champion. */
  const expectRaces = async (races: number): Promise<void> => {
    expect(await countOf('races')).toBe(races + 1);
    expect(await countOf('racers')).toBe(2 * races);
    expect(await countOf('work_items')).toBe(2 * races);
    expect(await countOf('tops')).toBe(races);
    const told = (await day.events()).map(({ what }) => what).filter((what) => /^(race|racer|crown)\./.test(what));
    const once = ['closed', 'committed', 'started', 'completed', 'promoted', 'opened'].map((step) => `race.${step}`);
    const whole = [...once.slice(0, 3), 'racer.scored', 'racer.scored', once[3]!, 'crown.passed', ...once.slice(4)];
    expect(told).toEqual(['race.opened', ...Array.from({ length: races }, () => whole).flat()]);
    const { records } = await openBank(day.bank.folder);
    const kinds = Map.groupBy(records, ({ kind }) => kind);
    expect(kinds.get('draw-committed')).toHaveLength(races);
    expect(kinds.get('draw-fixed')).toHaveLength(races);
    expect(kinds.get('draw-revealed')).toHaveLength(races);
    expect(kinds.get('exposed')).toHaveLength(4 * races);
    expect(await verifyEvents(day.arena.database)).toMatchObject({ ok: true });
  };

  for (const when of ['before', 'after'] as const) {
    const tags = when === 'after' ? ['slow'] : [];
    it(`an interrupted race resumes as if uninterrupted, at any act: ${when} the act`, { tags }, async () => {
      const [one, two] = [await day.qualified(0.5), await day.qualified(0.5)];
      await day.tick();
      /** True if the tick had enough operations to be interrupted at this one. */
      const interrupt = async (act: number): Promise<boolean> => {
        try {
          await tickRace(...crashing(day.arena, day.bank.hidden, { act, when }));
          return false;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          return true;
        } finally {
          await day.tick();
        }
      };
      let races = 0;
      for (let act = 1, interrupted = true; interrupted; act++, races++) {
        day.arena.pass((await day.race()).closes_at - day.arena.now());
        const early = await interrupt(act);
        await finishRacer(day.arena, one, { solved: act % 2 === 0 ? 4 : 12 });
        await finishRacer(day.arena, two, { solved: act % 2 === 0 ? 12 : 4 });
        interrupted = (await interrupt(act)) || early;
      }
      expect(races).toBeGreaterThan(4);
      await expectRaces(races);
    });
  }

  it('concurrent processes run a race once', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.6)];
    const others = await Promise.all(
      [1, 2].map(async () => ({
        ...day.arena,
        now: day.arena.now,
        database: (await place.open()) as Database<ArenaTables>,
      })),
    );
    const allTick = async (): Promise<string[]> =>
      (await Promise.all([day.arena, ...others].map((arena) => tickRace(arena, day.bank.hidden)))).flat();
    expect(await allTick()).toEqual(['race 1 opened']);
    day.arena.pass((await day.race()).closes_at - day.arena.now());
    for (let round = 0; round < 3; round++) await allTick();
    for (const [version, solved] of [[one, 4] as const, [two, 8] as const]) {
      await finishRacer(day.arena, version, { solved });
    }
    for (let round = 0; round < 3; round++) await allTick();
    await expectRaces(1);
    expect(await day.top()).toMatchObject({ agentVersionId: two });
  });
});
