import type { Selectable } from 'kysely';
import type { ArenaQueries } from '../race/stored-race.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export type WeightEpoch = Selectable<ArenaTables['weight_epochs']>;

/** The epoch whose weights are in force; `undefined` before the first one. */
export async function currentEpoch(reader: ArenaQueries): Promise<WeightEpoch | undefined> {
  return await reader.selectFrom('weight_epochs').selectAll().orderBy('epoch', 'desc').limit(1).executeTakeFirst();
}
