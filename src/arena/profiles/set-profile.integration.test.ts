import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { clearProfile, setProfile } from './set-profile.ts';

const HOUR = 3_600_000;

onEveryEngine('display names', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  const named = (hotkey: string, name: string | null, link: string | null = null) =>
    setProfile(arena, hotkey, { name, link });
  const events = async () => (await readEvents(arena.database, 1, 100)).map(({ who, what }) => [who, what]);

  it('display names can be set, changed after an hour and removed, with an event that omits the name', async () => {
    expect(await named('one', ' Northwind ', 'https://example.org')).toEqual({
      name: 'Northwind',
      link: 'https://example.org/',
    });
    await named('one', 'Northwind', 'https://example.org/');
    expect(await events()).toEqual([['one', 'hotkey.named']]);
    const refused = named('one', 'Other');
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', extra: { remaining_seconds: 3_600 } });
    arena.pass(HOUR);
    await named('one', 'Other');
    arena.pass(HOUR);
    await named('one', null);
    expect(await events()).toHaveLength(3);
    expect(JSON.stringify(await readEvents(arena.database, 1, 100))).not.toMatch(/Northwind|Other|example\.org/);
  });

  it('another hotkey cannot take a look-alike display name until it is free again', async () => {
    await named('one', 'Northwind');
    for (const name of ['northwind', 'North-Wind', 'n0rthw1nd', 'NORTH.WIND']) {
      await expect(named('two', name), name).rejects.toMatchObject({ code: 'NAME_TAKEN' });
    }
    await named('two', 'Southwind');
    arena.pass(HOUR);
    await named('one', 'north wind');
    arena.pass(HOUR);
    await named('one', null);
    expect(await named('two', 'Northwind')).toEqual({ name: 'Northwind', link: null });
    // Profiles without a name cannot look alike.
    await named('three', null, 'https://example.org');
    await named('four', null, 'https://example.org');
  });

  it('one of two concurrent requests gets a display name', async () => {
    const asked = await Promise.allSettled([named('one', 'Same'), named('two', 'same')]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('an operator can remove a display name with a public reason, and its owner must wait', async () => {
    await named('one', 'Rude');
    const act = { who: 'operator', reason: 'insults people' };
    expect(await clearProfile(arena, 'one', act)).toEqual({ cleared: true });
    expect(await clearProfile(arena, 'one', act)).toEqual({ cleared: false });
    expect(await clearProfile(arena, 'nobody', act)).toEqual({ cleared: false });
    expect(await events()).toEqual([
      ['one', 'hotkey.named'],
      ['operator', 'hotkey.name_cleared'],
    ]);
    await expect(named('one', 'Rude')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(await named('two', 'Rude')).toEqual({ name: 'Rude', link: null });
  });
});
