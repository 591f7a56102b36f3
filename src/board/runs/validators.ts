import type { Arena } from '../../arena/arena.ts';
import { ANONYMOUS } from '../viewer.ts';
import type { PageQuery } from '../wire/paging.ts';
import type { ValidatorWire } from '../wire/validator-wire.ts';
import { describeValidators, validatorRows } from './validator-rows.ts';

/** Validators that are not banned, in order of registration. */
export async function validators(
  { database, policy, now }: Pick<Arena, 'database' | 'policy' | 'now'>,
  { limit, offset }: PageQuery,
): Promise<ValidatorWire[]> {
  return await database.withSnapshot(async (reader) => {
    const rows = await validatorRows(reader)
      .where('bans.hotkey', 'is', null)
      .orderBy('registered_at')
      .orderBy('validators.hotkey')
      .limit(limit)
      .offset(offset)
      .execute();
    return await describeValidators(reader, rows, ANONYMOUS, { policy, now });
  });
}
