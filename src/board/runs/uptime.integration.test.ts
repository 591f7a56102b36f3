import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  claimWork,
  correctStoredTimes,
  deleteOldPresence,
  heartbeat,
  noteArenaPresence,
  PRESENCE_SLOT_MILLISECONDS as SLOT,
} from '../../arena/queue.ts';
import { openSampleArena, SAMPLE_NOW, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { claim, queueVersion } from '../../arena/testing/sample-queue.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { validatorPageSchema } from '../wire/validator-page-wire.ts';
import { validatorsSchema } from '../wire/validator-wire.ts';
import { validatorAgreement, validatorPage } from './validator-page.ts';
import { validators } from './validators.ts';

const HOUR = 6 * SLOT;
const DAY = 24 * HOUR;
const PAGE = { limit: 10, offset: 0 };

onEveryEngine('the uptime of a validator', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(async () => await arena.close());

  const uptimeOf = async (hotkey: string) => {
    const page = await validatorPage(arena, hotkey, PAGE, () => validatorAgreement(arena, hotkey));
    return expectWire(validatorPageSchema, page).uptime;
  };
  const presence = async () =>
    await arena.database.reader.selectFrom('presence').selectAll().orderBy('who').orderBy('hour').execute();

  /** Lets the arena run for some slots; these validators ask for work in the middle of each. */
  async function run(slots: number, hotkeys: readonly string[] = []): Promise<void> {
    for (let count = 0; count < slots; count++) {
      await noteArenaPresence(arena);
      arena.pass(SLOT / 2);
      for (const hotkey of hotkeys) await claimWork(arena, hotkey);
      arena.pass(SLOT / 2);
    }
  }

  it('uptime is the share of ended slots with a claim, by day, week and month', async () => {
    await run(2 * 144, ['alice']);
    await run(36);
    expect(await uptimeOf('alice')).toEqual({
      slot_seconds: 600,
      last_24_hours: { share: 0.75, seen_slots: 108, measured_slots: 144 },
      last_7_days: { share: 288 / 324, seen_slots: 288, measured_slots: 324 },
      last_30_days: { share: 288 / 324, seen_slots: 288, measured_slots: 324 },
    });
    const [listed] = expectWire(validatorsSchema, await validators(arena, PAGE));
    expect(listed).toMatchObject({ hotkey: 'alice', uptime_24_hours: 0.75 });
  });

  it('uptime of a new validator is unknown in its first slot, and counts no slot before it registered', async () => {
    await run(20);
    await claimWork(arena, 'late');
    expect((await uptimeOf('late')).last_24_hours).toEqual({ share: null, seen_slots: 0, measured_slots: 0 });
    expect(expectWire(validatorsSchema, await validators(arena, PAGE))).toMatchObject([{ uptime_24_hours: null }]);
    await run(3, ['late']);
    await run(1);
    expect((await uptimeOf('late')).last_7_days).toEqual({ share: 0.75, seen_slots: 3, measured_slots: 4 });
  });

  it('a heartbeat counts as well as a claim, and a refused one does not', async () => {
    await queueVersion(arena);
    const { runId } = await claim(arena, 'alice');
    for (let half = 0; half < 6; half++) {
      await noteArenaPresence(arena);
      arena.pass(SLOT / 4);
      await heartbeat(arena, 'alice', runId);
      arena.pass(SLOT / 4);
    }
    await run(1);
    await noteArenaPresence(arena);
    await expect(heartbeat(arena, 'alice', runId)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    arena.pass(SLOT);
    expect((await uptimeOf('alice')).last_24_hours).toEqual({ share: 0.6, seen_slots: 3, measured_slots: 5 });
  });

  it('presence is written once per slot, however many heartbeats and rounds there are', async () => {
    await queueVersion(arena);
    const { runId } = await claim(arena, 'alice');
    await Promise.all(Array.from({ length: 8 }, () => heartbeat(arena, 'alice', runId)));
    await Promise.all(Array.from({ length: 4 }, () => noteArenaPresence(arena)));
    const first = await presence();
    expect(first.map(({ who, slots }) => [who, slots])).toEqual([
      ['alice', 0b1],
      ['arena', 0b1],
    ]);
    const writes: string[] = [];
    const watched = { ...arena, database: watchWrites(arena.database, writes) };
    await noteArenaPresence(watched);
    expect(writes).toEqual([]);
    arena.pass(2 * SLOT);
    await claimWork(arena, 'alice');
    await noteArenaPresence(watched);
    expect(writes).toHaveLength(1);
    expect((await presence()).map(({ slots }) => slots)).toEqual([0b101, 0b101]);
  });

  it('time in which the arena did not run costs no validator uptime', async () => {
    await run(6, ['alice']);
    arena.pass(5 * HOUR);
    await run(6, ['alice']);
    expect((await uptimeOf('alice')).last_24_hours).toEqual({ share: 1, seen_slots: 12, measured_slots: 12 });
  });

  it('a clock that was ahead for a while leaves no presence in the future', async () => {
    await run(6, ['alice']);
    for (const ahead of [3 * DAY, 2 * SLOT]) {
      arena.pass(ahead);
      await run(1, ['alice', `newcomer-${ahead}`]);
      arena.pass(-ahead - SLOT);
      await correctStoredTimes(arena);
      expect((await presence()).filter(({ hour }) => hour > arena.now())).toEqual([]);
      expect((await uptimeOf('alice')).last_30_days).toMatchObject({ measured_slots: 6 });
    }
    // The validator is down when the time arrives that it was seen at.
    await run(6);
    expect((await uptimeOf('alice')).last_30_days).toEqual({ share: 0.5, seen_slots: 6, measured_slots: 12 });
    expect((await uptimeOf(`newcomer-${3 * DAY}`)).last_30_days).toMatchObject({ share: 0, measured_slots: 6 });
  });

  it('a clock that jumps ahead and stays there costs no uptime', async () => {
    await run(6, ['alice']);
    arena.pass(3 * DAY);
    await run(6, ['alice']);
    expect((await uptimeOf('alice')).last_7_days).toEqual({ share: 1, seen_slots: 12, measured_slots: 12 });
  });

  it('presence of more than 31 days ago is deleted, and a month is kept', async () => {
    await run(2, ['alice']);
    arena.pass(30 * DAY - 2 * SLOT);
    await run(2, ['alice']);
    await deleteOldPresence(arena);
    expect(new Set((await presence()).map(({ hour }) => hour - SAMPLE_NOW))).toEqual(new Set([0, 30 * DAY]));
    arena.pass(DAY + HOUR);
    await noteArenaPresence(arena);
    await deleteOldPresence(arena);
    expect(new Set((await presence()).map(({ hour }) => hour - SAMPLE_NOW))).toEqual(
      new Set([30 * DAY, 31 * DAY + HOUR]),
    );
    expect((await uptimeOf('alice')).last_30_days).toMatchObject({ share: 1, seen_slots: 2 });
  });
});

/** The database, with a note of each transaction that begins. */
function watchWrites(database: SampleArena['database'], writes: string[]): SampleArena['database'] {
  return new Proxy(database, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'withTransaction') writes.push(name);
        return value.apply(target, given);
      };
    },
  });
}
