import { afterEach, expect, it } from 'vitest';
import { growBank } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import type { ArenaPolicy } from '../arena-policy.ts';
import { unevidencedPolicy } from '../testing/sample-policy.ts';
import { finishRacer } from '../testing/sample-race.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { BankMaintenance } from './bank-maintenance.ts';
import { FolderBank } from './folder-bank.ts';

const HOUR = 3_600_000;

onEveryEngine('bank upkeep', (makeDatabase) => {
  let day: SampleRaceDay;
  afterEach(async () => await day.remove());

  /** Without twins, which also use problems of the bank, unless a test is about them. */
  async function open(bank: object, hidden = 60, twins: object = { share: 0 }): Promise<BankMaintenance> {
    const policy: ArenaPolicy = unevidencedPolicy({ raceProblems: 20, bank: { restRaces: 0, ...bank }, twins });
    day = await SampleRaceDay.open(makeDatabase, { policy, hidden });
    return keeperOf();
  }
  const keeperOf = () =>
    new BankMaintenance(day.arena, new FolderBank(day.bank.folder, () => new Date(day.arena.now())));
  const told = async (...kinds: string[]) => (await day.events()).filter(({ what }) => kinds.includes(what));
  const activeName = async () =>
    (
      await day.arena.database.reader
        .selectFrom('suites')
        .select('name')
        .where('is_active', '=', true)
        .executeTakeFirstOrThrow()
    ).name;

  it('warns when hidden problems run low, until there are more', async () => {
    const keeper = await open({ lowRaces: 10 });
    await keeper.run();
    expect(await keeper.status()).toEqual({
      problems: 60,
      drawable: 60,
      resting: 0,
      racesLeft: 9,
      warnings: [expect.stringContaining('60 drawable problems, enough for 9 races (warning below 10)')],
    });
    const more = sampleProblems(20, 'more');
    await growBank({ folder: day.bank.folder, problems: more, now: () => new Date(day.arena.now()) });
    expect(await keeper.status()).toMatchObject({ racesLeft: 12, warnings: [] });
  });

  it('problems rest after a race, with a warning when the bank is too small for that', async () => {
    const keeper = await open({ restRaces: 1, lowRaces: 1 });
    await keeper.run();
    expect(await keeper.status()).toMatchObject({ resting: 0, racesLeft: 9, warnings: [] });
    const first = await race();
    expect(await keeper.status()).toMatchObject({ drawable: 60, resting: 20, warnings: [] });
    const second = await race();
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    // After a pause of one race, the first problems may be drawn again.
    const third = await race();
    expect(third.filter((id) => second.includes(id))).toEqual([]);
    expect(third).toHaveLength(20);
    const needy = new BankMaintenance(
      { ...day.arena, policy: unevidencedPolicy({ raceProblems: 20, bank: { restRaces: 3, lowRaces: 1 } }) },
      new FolderBank(day.bank.folder, () => new Date(day.arena.now())),
    );
    expect((await needy.status())!.warnings).toEqual([expect.stringContaining('60 drawable problems of 80')]);
  });

  /** Ids of the problems of one race, from its close to its reveal. */
  async function race(): Promise<string[]> {
    const racers = [await day.qualified(0.5), await day.qualified(0.6)];
    await day.close();
    const { race_id } = await day.race();
    for (const version of racers) await finishRacer(day.arena, version, { solved: 3 });
    day.arena.pass(30 * HOUR);
    await day.tick();
    return (await day.bank.hidden.problems(race_id)).map(({ id }) => id);
  }

  it('an arena without a bank has no bank status', async () => {
    const keeper = await open({ newSuite: { everyDays: 1 } }, 0);
    await keeper.run();
    expect(await keeper.status()).toBeUndefined();
  });

  it('retires problems that races have used up, once the draw is revealed', async () => {
    const keeper = await open({ retireAfterDraws: 1 });
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.6)];
    await day.close();
    await keeper.run();
    expect((await day.bank.hidden.retirements()).length).toBe(0);
    for (const version of [one, two]) await finishRacer(day.arena, version, { solved: 3 });
    await day.tick();
    await keeper.run();
    expect((await day.bank.hidden.retirements()).length).toBe(20);
    expect(await keeper.status()).toMatchObject({ drawable: 40, racesLeft: 2 });
  });

  it('creates a new suite after some days, in the first half of a window, with a ledger event', async () => {
    const keeper = await open({ newSuite: { everyDays: 1, size: 6, requeueTop: 5 }, lowRaces: 1 });
    await day.qualified(0.5);
    await day.tick();
    await keeper.run();
    expect(await activeName()).toBe('sample');
    day.arena.pass(24 * HOUR - 1);
    await keeper.run();
    expect(await told('suite.activated')).toEqual([]);
    // The race is cancelled because of too few racers, and the next window opens.
    day.arena.pass(1);
    await day.tick();
    await keeper.run();
    expect(await activeName()).toBe('rotation@1');
    const events = await told('suite.created', 'suite.activated');
    expect(events.slice(-2)).toMatchObject([
      { what: 'suite.created', who: 'arena', data: { name: 'rotation@1', problems: 6 } },
      { what: 'suite.activated', who: 'arena', data: { requeued_versions: 1 } },
    ]);
    await keeper.run();
    expect(await told('suite.activated')).toHaveLength(1);
  });

  it('waits for the next window when a suite falls due late in one', async () => {
    const keeper = await open({ newSuite: { everySubmissions: 2, size: 6 }, lowRaces: 1 });
    await day.tick();
    const { closes_at, since } = await day.race();
    day.arena.pass((closes_at - since) / 2 + 1);
    for (const _ of [1, 2]) await day.arena.addVersion({ submittedAt: day.arena.now() });
    await keeper.run();
    expect(await activeName()).toBe('sample');
    day.arena.pass(closes_at - day.arena.now());
    await day.tick();
    await keeper.run();
    expect(await activeName()).toBe('rotation@1');
  });

  it('continues with a suite that a crash left in the bank', async () => {
    const keeper = await open({ newSuite: { everyDays: 1, size: 6 }, lowRaces: 1 });
    await day.tick();
    const bank = new FolderBank(day.bank.folder, () => new Date(day.arena.now()));
    await bank.cutSuite({ size: 6, raceProblems: 20, keepRaces: 1 });
    day.arena.pass(24 * HOUR);
    await day.tick();
    await keeper.run();
    expect(await activeName()).toBe('rotation@1');
    expect(await bank.newestSuite()).toMatchObject({ version: 1 });
  });

  it('warns when a suite is due and the bank has too few problems', async () => {
    const keeper = await open({ newSuite: { everyDays: 1, size: 30 }, lowRaces: 9 });
    await day.tick();
    day.arena.pass(24 * HOUR);
    await day.tick();
    await keeper.run();
    expect(await activeName()).toBe('sample');
    expect((await keeper.status())!.warnings).toEqual([expect.stringContaining('A new suite would leave')]);
    const more = sampleProblems(60, 'more');
    await growBank({ folder: day.bank.folder, problems: more, now: () => new Date(day.arena.now()) });
    await keeper.run();
    expect(await activeName()).toBe('rotation@1');
    expect((await keeper.status())!.warnings).toEqual([]);
  });

  it('reserves twins for the active suite, and removes them from races', async () => {
    const keeper = await open({ lowRaces: 1 }, 60, { share: 1 });
    await keeper.run();
    const added = await told('suite.twins_added');
    expect(added).toMatchObject([{ who: 'arena', data: { suite_id: day.arena.suiteId } }]);
    const { twins } = added[0]!.data as { twins: number };
    expect(twins).toBeGreaterThan(0);
    expect(await keeper.status()).toMatchObject({ problems: 60, drawable: 60 - twins, warnings: [] });
    await keeper.run();
    expect(await told('suite.twins_added')).toHaveLength(1);
  });

  it('returns the twins that were reserved before a crash', async () => {
    const keeper = await open({ lowRaces: 1 }, 60, { share: 1 });
    const bank = new FolderBank(day.bank.folder, () => new Date(day.arena.now()));
    const order = { known: new Set<string>(), raceProblems: 20, keepRaces: 1 };
    const reserved = await bank.reserveTwins({ ...order, choose: (free) => free.slice(0, 3) });
    expect(reserved).toMatchObject({ ok: true });
    const again = await bank.reserveTwins({ ...order, choose: () => [] });
    expect(again.ok && again.problems.map(({ id }) => id)).toEqual(
      reserved.ok && reserved.problems.map(({ id }) => id),
    );
    await keeper.run();
    expect(await told('suite.twins_added')).not.toEqual([]);
  });

  it('warns when twins would leave races without problems', async () => {
    const keeper = await open({ lowRaces: 9 }, 60, { share: 1 });
    await keeper.run();
    expect(await keeper.status()).toMatchObject({
      drawable: 60,
      warnings: [expect.stringContaining('Qualifying is not compared with twins')],
    });
    expect(await told('suite.twins_added')).toEqual([]);
  });
});
