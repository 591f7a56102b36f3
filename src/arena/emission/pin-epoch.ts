import type { Transaction } from 'kysely';
import { appendEvent, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { currentChampion } from '../champion/current-champion.ts';
import { readRaceResults } from '../race/race-results.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { currentEpoch, type WeightEpoch } from './current-epoch.ts';
import { orderFinishers } from './finisher.ts';

/**
 * Fixes the weights until the next epoch: the champion, its share at this time, and the finishers of the newest race. A
 * row never changes once it is written, so that validators that ask at different times send the same bytes. Epochs are
 * counted from 0; an epoch in which the arena was down has no row. Returns `undefined` if this epoch already has its
 * row.
 */
export async function pinEpoch({ database, policy, now }: Arena): Promise<WeightEpoch | undefined> {
  const period = policy.epochSeconds * 1_000;
  const due = (newest: WeightEpoch | undefined): number | undefined => {
    if (newest === undefined) return 0;
    const passed = Math.floor(now() / period) - Math.floor(newest.pinned_at / period);
    // Pinned by a clock that was ahead; without this, its weights would stay until that time. Servers may disagree by
    // one period at a boundary, so -1 does not count.
    if (passed < -1) return newest.epoch + 1;
    return passed > 0 ? newest.epoch + passed : undefined;
  };
  if (due(await currentEpoch(database.reader)) === undefined) return undefined;
  return await database.withTransaction(async (transaction) => {
    const epoch = due(await currentEpoch(transaction));
    if (epoch === undefined) return undefined;
    const top = await currentChampion(transaction, now(), policy);
    const finishers = await newestFinishers(transaction);
    const row = { epoch, pinned_at: now(), top_hotkey: top?.hotkey ?? null, share: top?.share ?? 0 };
    await transaction
      .insertInto('weight_epochs')
      .values({ ...row, finishers: json(finishers) })
      .execute();
    await appendEvent(transaction, {
      who: 'arena',
      what: 'epoch.pinned',
      when: row.pinned_at,
      why:
        top === undefined
          ? 'There is no champion; the contestants’ half of the emission is burned.'
          : `The champion gets a share of ${top.share} of the contestants’ half; the rest of it is burned.`,
      subject: `epoch ${epoch}`,
      data: { ...row, finishers },
    });
    return { ...row, finishers };
  });
}

type PinnedFinisher = WeightEpoch['finishers'][number];

/** Finishers of the newest decided race, without versions removed since. */
async function newestFinishers(transaction: Transaction<ArenaTables>): Promise<PinnedFinisher[]> {
  const race = await transaction
    .selectFrom('races')
    .select(['race_id', 'suite_id'])
    .where('state', '=', 'promoted')
    .orderBy('race_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (race === undefined) return [];
  return orderFinishers(await readRaceResults(transaction, race)).map(({ agentVersionId, hotkey, raceScore }) => ({
    agent_version_id: agentVersionId,
    hotkey,
    race_score: raceScore,
  }));
}
