import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleMetagraph } from '../../chain/testing/sample-metagraph.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { currentEpoch } from './current-epoch.ts';
import { emissionPolicySchema } from './emission-policy.ts';
import { pinEpoch } from './pin-epoch.ts';
import { weightsForEpoch } from './weights-for-epoch.ts';

const EPOCH = 4_320_000;

onBothEngines('an epoch', (makeDatabase) => {
  let place: TestDatabase;
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(async (tables) => {
      place = await makeDatabase(tables);
      return place;
    });
  });
  afterEach(async () => await day.remove());

  it('an epoch is pinned once, counted by time, and burns everything while there is no champion', async () => {
    expect(await currentEpoch(day.arena.database.reader)).toBeUndefined();
    const first = await pinEpoch(day.arena);
    expect(first).toMatchObject({ epoch: 0, top_hotkey: null, share: 0, finishers: [] });
    expect(await pinEpoch(day.arena)).toBeUndefined();
    day.arena.pass(3 * EPOCH);
    expect(await pinEpoch(day.arena)).toMatchObject({ epoch: 3 });
    expect(weightsForEpoch(first!, sampleMetagraph([0, 1, 0]).neurons, day.arena.policy.emission)).toEqual({
      uids: [0, 1, 2],
      values: [65_535, 0, 0],
    });
    expect((await day.events()).filter(({ what }) => what === 'epoch.pinned').map(({ subject }) => subject)).toEqual([
      'epoch 0',
      'epoch 3',
    ]);
  });

  it('an epoch keeps its champion, share and finishers when they change later', async () => {
    const [top, rival] = [await day.qualified(0.5, 'hotkey-1'), await day.qualified(0.5, 'hotkey-2')];
    await day.run({ [top]: 10, [rival]: 5 });
    const pinned = await pinEpoch(day.arena);
    expect(pinned).toMatchObject({
      epoch: 0,
      top_hotkey: 'hotkey-1',
      share: 1,
      finishers: [
        { agent_version_id: top, hotkey: 'hotkey-1', race_score: 0.5 },
        { agent_version_id: rival, hotkey: 'hotkey-2', race_score: 0.25 },
      ],
    });
    await day.ban('hotkey-1');
    expect(await currentEpoch(day.arena.database.reader)).toEqual(pinned);
    day.arena.pass(EPOCH);
    expect(await pinEpoch(day.arena)).toMatchObject({
      top_hotkey: null,
      share: 0,
      finishers: [{ hotkey: 'hotkey-2' }],
    });
  });

  it('an epoch pays less of the emission the longer a champion stays', async () => {
    const [top, rival] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [top]: 10, [rival]: 5 });
    day.arena.pass(10 * 86_400_000);
    expect(await pinEpoch(day.arena)).toMatchObject({ share: 0.76 });
  });

  it('concurrent processes pin an epoch once', async () => {
    const arenas = await Promise.all(
      [1, 2, 3].map(async () => ({ ...day.arena, database: (await place.open()).tables<ArenaTables>() })),
    );
    const pinned = await Promise.all(arenas.map(pinEpoch));
    expect(pinned.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it.each(['winner-take-all', 'top-half'] as const)(
    'every validator sends the same bytes for an epoch: %s',
    async (weights) => {
      const policy = emissionPolicySchema.parse({ weights });
      const versions: string[] = [];
      for (let number = 1; number <= 8; number++) versions.push(await day.qualified(0.5, `hotkey-${number}`));
      await day.run(Object.fromEntries(versions.map((version, index) => [version, 18 - index])));
      day.arena.pass(10 * 86_400_000);
      const pinned = (await pinEpoch(day.arena))!;
      const { neurons } = sampleMetagraph([0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
      const sent = await Promise.all(
        [1, 2, 3].map(async () => {
          const { reader } = (await place.open()).tables<ArenaTables>();
          return canonicalJson(weightsForEpoch((await currentEpoch(reader))!, neurons, policy));
        }),
      );
      const shuffled = { ...pinned, finishers: pinned.finishers.toReversed() };
      expect(new Set([...sent, canonicalJson(weightsForEpoch(shuffled, neurons, policy))]).size).toBe(1);
      const values = weightsForEpoch(pinned, neurons, policy).values;
      expect(values[1]).toBe(65_535);
      expect(values.slice(2, 5)).toEqual(weights === 'top-half' ? [3, 2, 1] : [0, 0, 0]);
    },
  );
});
