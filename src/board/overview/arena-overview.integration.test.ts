import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordRelease } from '../../arena/corpus.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { ARENA_FACTS } from '../testing/arena-facts.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addValidator } from '../testing/sample-runs.ts';
import { arenaOverviewSchema } from '../wire/arena-overview-wire.ts';
import { arenaOverview } from './arena-overview.ts';

const MINUTE = 60_000;

onEveryEngine('the overview of an arena', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: 4 });
  });
  afterEach(async () => await arena.close());

  const read = async (required = 3, facts: { models?: number; hasCorpusFolder?: boolean } = {}) => {
    const queue = { ...arena.policy.queue, requiredSuccesses: 1, raceRequiredSuccesses: required };
    const policy = { ...arena.policy, queue };
    return expectWire(
      arenaOverviewSchema,
      await arenaOverview({ database: arena.database, policy, now: arena.now }, { ...ARENA_FACTS, ...facts }),
    );
  };

  it('the arena overview counts the missing validators until enough are connected', async () => {
    const need = 'a score needs runs by 3 different validators';
    expect(await read()).toMatchObject({
      name: 'sample',
      suite: { problem_count: 4 },
      validators: { required: 3, connected: 0, missing: 3 },
      waiting_for: [{ what: 'validators', message: `Waiting for 3 validators: ${need}, and none is connected.` }],
    });
    await addValidator(arena, 'a');
    expect((await read()).waiting_for).toMatchObject([
      { what: 'validators', message: `Waiting for 2 more validators: ${need}, and 1 is connected.` },
    ]);
    expect(await read(1)).toMatchObject({ validators: { required: 1, missing: 0 }, waiting_for: [] });
    for (const hotkey of ['b', 'c']) await addValidator(arena, hotkey);
    expect(await read()).toMatchObject({ validators: { connected: 3, missing: 0 }, waiting_for: [] });
  });

  it('the arena overview counts neither silent nor banned nor excluded validators', async () => {
    for (const hotkey of ['silent', 'banned', 'excluded', 'there']) await addValidator(arena, hotkey);
    const now = arena.now();
    await arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('validators')
        .set({ last_seen_at: now - 6 * MINUTE })
        .where('hotkey', '=', 'silent')
        .execute();
      await transaction
        .insertInto('bans')
        .values({ hotkey: 'banned', role: 'validator', reason: 'x', banned_by: 'operator', banned_at: now })
        .execute();
      await transaction
        .insertInto('exclusions')
        .values({ hotkey: 'excluded', reason: 'x', excluded_at: now, lifted_at: null })
        .execute();
    });
    expect((await read()).validators).toEqual({ required: 3, connected: 1, missing: 2 });
  });

  it('the arena overview says how to need fewer validators without a restart', async () => {
    const [missing] = (await read()).waiting_for;
    expect(missing!.remedy).toContain('`assay admin policy set queue.requiredSuccesses 1 --why WHY --wallet operator`');
    expect((await read(1)).waiting_for).toMatchObject([{ remedy: expect.not.stringContaining('policy') }]);
  });

  it('the arena overview says whether a corpus is published, as a release or from a folder', async () => {
    expect(await read()).toMatchObject({ has_corpus: false });
    expect(await read(3, { hasCorpusFolder: true })).toMatchObject({ has_corpus: true });
    const release = { name: 'first', publishedAt: arena.now(), manifestSha256: 'a'.repeat(64), summary: {}, files: [] };
    await recordRelease(arena, release, { who: 'operator', rows: 1 });
    expect(await read()).toMatchObject({ has_corpus: true });
  });

  it('the arena overview says how long a hotkey waits between submissions', async () => {
    expect(await read()).toMatchObject({ cooldown_seconds: { full: 43_200, reduced: 3_600 } });
  });

  it('the arena overview names missing problems and models first', async () => {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_active: false }).execute();
    });
    const overview = await read(1, { models: 0 });
    expect(overview.suite).toBeNull();
    expect(overview.waiting_for.map(({ what }) => what)).toEqual(['problems', 'models', 'validators']);
  });
});
