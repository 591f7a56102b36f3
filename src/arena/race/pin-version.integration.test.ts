import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { pinDisabledReason } from './pin-disabled-reason.ts';
import { pinVersion, unpinVersion } from './pin-version.ts';

onEveryEngine('a pinned version', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  const pins = async () => await day.arena.database.reader.selectFrom('race_pins').selectAll().execute();

  it('a contestant can pin a version, change the pin and remove it', async () => {
    const [one, two] = [
      await day.qualified(0.5, 'me'),
      await day.arena.addVersion({ hotkey: 'me', number: 2, finalScore: 0.4 }),
    ];
    await pinVersion(day.arena, 'me', one);
    await pinVersion(day.arena, 'me', two);
    expect(await pins()).toMatchObject([{ hotkey: 'me', agent_version_id: two }]);
    await unpinVersion(day.arena, 'me');
    expect(await pins()).toEqual([]);
    await expect(unpinVersion(day.arena, 'me')).rejects.toMatchObject({ code: 'NO_SELECTION' });
    expect((await day.events()).map(({ what }) => what).slice(-3)).toEqual([
      'version.pinned',
      'version.pinned',
      'version.unpinned',
    ]);
  });

  it('a contestant cannot pin another’s version or a missing one', async () => {
    const mine = await day.qualified(0.5, 'me');
    await expect(pinVersion(day.arena, 'other', mine)).rejects.toMatchObject({ code: 'NOT_VERSION_OWNER' });
    const nowhere = '00000000-0000-4000-8000-000000000000';
    await expect(pinVersion(day.arena, 'me', nowhere)).rejects.toMatchObject({ code: 'AGENT_VERSION_NOT_FOUND' });
  });

  it('a pinned version must be able to race, and the error says why it cannot', async () => {
    const [top, rival] = [await day.qualified(0.8, 'top'), await day.qualified(0.79, 'rival')];
    await day.run({ [top]: 10, [rival]: 5 });
    const discarded = await day.qualified(0.8, 'me');
    const weak = await day.arena.addVersion({ hotkey: 'me', number: 2, finalScore: 0.7 });
    const unscored = await day.arena.addVersion({ hotkey: 'me', number: 3 });
    await day.discard(discarded);
    for (const [version, reason] of [
      [discarded, 'discarded'],
      [weak, 'below_threshold'],
      [unscored, 'not_eligible'],
    ] as const) {
      await expect(pinVersion(day.arena, 'me', version)).rejects.toMatchObject({
        code: 'NOT_PINNABLE',
        extra: { pin_disabled_reason: reason },
      });
    }
  });

  it('a pin is fixed from the close of qualifying until the champion is decided', async () => {
    const [one, two] = [await day.qualified(0.5, 'one'), await day.qualified(0.5, 'two')];
    await pinVersion(day.arena, 'one', one);
    await day.close();
    await expect(pinVersion(day.arena, 'two', two)).rejects.toMatchObject({ code: 'RACE_LOCKED' });
    await expect(unpinVersion(day.arena, 'one')).rejects.toMatchObject({ code: 'RACE_LOCKED' });
  });
});

describe('reasons against pinning', () => {
  it('a version has at most one reason against pinning, and none if it would qualify', () => {
    const version = fc.record({
      finalScore: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
      discarded: fc.boolean(),
      eliminated: fc.boolean(),
      cancelled: fc.boolean(),
    });
    fc.assert(
      fc.property(version, fc.double({ min: 0, max: 1, noNaN: true }), (each, threshold) => {
        const { finalScore, discarded, eliminated, cancelled } = each;
        const fit = !discarded && !eliminated && !cancelled && finalScore !== null && finalScore >= threshold;
        expect(pinDisabledReason(each, threshold) === null).toBe(fit);
      }),
    );
    const gone = { finalScore: null, discarded: true, eliminated: true, cancelled: true };
    expect(pinDisabledReason(gone, 0)).toBe('discarded');
    expect(pinDisabledReason({ ...gone, discarded: false }, 0)).toBe('eliminated');
  });
});
