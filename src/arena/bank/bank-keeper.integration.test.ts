import { afterEach, expect, it } from 'vitest';
import { growBank } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { type ArenaPolicy, arenaPolicySchema } from '../arena-policy.ts';
import { finishRacer } from '../testing/sample-race.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { BankKeeper } from './bank-keeper.ts';
import { FolderBank } from './folder-bank.ts';

const HOUR = 3_600_000;

onEveryEngine('the upkeep of the bank', (makePlace) => {
  let day: SampleRaceDay;
  afterEach(async () => await day.remove());

  async function open(bank: object, hidden = 60): Promise<BankKeeper> {
    const policy: ArenaPolicy = arenaPolicySchema.parse({ raceProblems: 20, bank });
    day = await SampleRaceDay.open(makePlace, { policy, hidden });
    return keeperOf();
  }
  const keeperOf = () => new BankKeeper(day.arena, new FolderBank(day.bank.folder, () => new Date(day.arena.now())));
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
      racesLeft: 9,
      warnings: [expect.stringContaining('60 drawable problems, enough for 9 races (warning below 10)')],
    });
    const more = sampleProblems(20, 'more');
    await growBank({ folder: day.bank.folder, problems: more, now: () => new Date(day.arena.now()) });
    expect(await keeper.status()).toMatchObject({ racesLeft: 12, warnings: [] });
  });

  it('says nothing without a bank', async () => {
    const keeper = await open({ newSuite: { everyDays: 1 } }, 0);
    await keeper.run();
    expect(await keeper.status()).toBeUndefined();
  });

  it('retires what a race has used up, once its draw is revealed', async () => {
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

  it('makes a new suite after some days, in the first half of a window, and says so in the ledger', async () => {
    const keeper = await open({ newSuite: { everyDays: 1, size: 6, requeueTop: 5 }, lowRaces: 1 });
    await day.qualified(0.5);
    await day.tick();
    await keeper.run();
    expect(await activeName()).toBe('sample');
    day.arena.pass(24 * HOUR - 1);
    await keeper.run();
    expect(await told('suite.activated')).toEqual([]);
    // The race is called off for want of racers, and the next window opens.
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

  it('carries on with a suite that a crash left in the bank', async () => {
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

  it('warns when a suite is due and the bank has too little for it', async () => {
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
});
