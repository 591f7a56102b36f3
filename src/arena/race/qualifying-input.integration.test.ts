import { afterEach, beforeEach, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { currentChampion } from '../champion/current-champion.ts';
import { openSampleArena, SAMPLE_NOW, type SampleArena } from '../testing/sample-arena.ts';
import { qualify } from './qualify.ts';
import { readQualifyingInput } from './qualifying-input.ts';

const HOTKEYS = ['a', 'b', 'c', 'd', 'e'];

onEveryEngine('qualifying for some contestants', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(async () => await arena.close());

  /** Versions in every condition that affects who races. */
  async function fill(random: Random): Promise<string[]> {
    const versions: string[] = [];
    for (let number = 1; number <= 24; number++) {
      const version = {
        hotkey: HOTKEYS[random.integer(HOTKEYS.length)]!,
        name: `agent ${number}`,
        submittedAt: SAMPLE_NOW - random.integer(5),
        ...(random.integer(5) > 0 && { finalScore: random.integer(20) / 20 }),
      };
      versions.push(await arena.addVersion(version));
    }
    await arena.database.withTransaction(async (transaction) => {
      for (const [index, id] of versions.entries()) {
        const entry = transaction.updateTable('entries').where('agent_version_id', '=', id);
        if (index % 8 === 1) await entry.set({ discarded_at: 1 }).execute();
        if (index % 8 === 3) await entry.set({ eliminated_at: 1 }).execute();
        if (index % 8 === 5) await entry.set({ eligible_at: SAMPLE_NOW + 10 }).execute();
        if (index % 8 === 7) {
          const version = transaction.updateTable('agent_versions').where('agent_version_id', '=', id);
          await version.set({ cancelled_at: 1 }).execute();
        }
      }
      const ban = { reason: 'r', banned_by: 'operator', banned_at: 1 };
      await transaction
        .insertInto('bans')
        .values({ ...ban, hotkey: 'e', role: 'miner' })
        .execute();
      await transaction
        .insertInto('bans')
        .values({ ...ban, hotkey: 'a', role: 'validator' })
        .execute();
      const { hotkey } = await transaction
        .selectFrom('agent_versions')
        .select('hotkey')
        .where('agent_version_id', '=', versions[0]!)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('race_pins')
        .values({ hotkey, agent_version_id: versions[0]!, pinned_at: 1 })
        .execute();
    });
    return versions;
  }

  async function crown(agentVersionId: string, reign: number): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      const { hotkey } = await transaction
        .selectFrom('agent_versions')
        .select('hotkey')
        .where('agent_version_id', '=', agentVersionId)
        .executeTakeFirstOrThrow();
      const top = { hotkey, suite_id: 1, score: 0.5, race_id: null, crowned_at: 1, ended_at: null };
      await transaction.updateTable('tops').set({ ended_at: 1 }).execute();
      await transaction
        .insertInto('tops')
        .values({ ...top, reign, agent_version_id: agentVersionId })
        .execute();
    });
  }

  it.each([1, 2, 3])(
    'the qualifying input of a version is what the close would find for it, regardless of the champion (%i)',
    async (seed) => {
      const versions = await fill(new Random(seed));
      const { reader } = arena.database;
      const window = { suite_id: arena.suiteId, closes_at: SAMPLE_NOW };
      for (const [index, candidate] of [undefined, ...versions].entries()) {
        if (candidate !== undefined) await crown(candidate, index);
        const top = await currentChampion(reader, arena.now(), arena.policy);
        const whole = qualify(await readQualifyingInput(reader, window, top), arena.policy.race);
        for (const hotkeys of [[], ['a'], ['b', 'e'], HOTKEYS]) {
          const part = qualify(await readQualifyingInput(reader, window, top, hotkeys), arena.policy.race);
          expect(part.threshold).toBe(whole.threshold);
          const about = (each: { readonly hotkey: string }) => hotkeys.includes(each.hotkey);
          expect(part.qualified.filter(about)).toEqual(whole.qualified.filter(about));
        }
      }
    },
  );
});
