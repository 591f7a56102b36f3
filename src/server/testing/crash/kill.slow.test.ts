import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothEngines, type TestDatabase } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import { prepareArena } from './prepare-arena.ts';
import { surviveKills } from './survive-kills.ts';

/** How often each engine's server is killed; a release is tested with `ASSAY_KILLS=30`. */
const KILLS = Number(process.env.ASSAY_KILLS ?? 4);
const LIMIT_MILLISECONDS = 60_000 + KILLS * 20_000;

onBothEngines('server killed at any time', (makeDatabase) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase();
  });
  afterEach(async () => await place.remove());

  it('a server killed at any time keeps what it acknowledged, and counts nothing twice', {
    timeout: scaled(LIMIT_MILLISECONDS),
  }, async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const plan = { validators: 6, contestants: 3, problems: 6, leaseSeconds: 3, seed };
    const prepared = await prepareArena({ ...plan, folder: place.folder, url: place.url });
    const { flaws, kills, acknowledged } = await surviveKills(prepared, KILLS);
    expect(flaws, `seed ${seed}`).toEqual([]);
    expect(kills).toBe(KILLS);
    expect(acknowledged.submissions).toBeGreaterThan(0);
    expect(acknowledged.progressReports).toBeGreaterThan(0);
    expect(acknowledged.completions).toBeGreaterThan(0);
  });
});
