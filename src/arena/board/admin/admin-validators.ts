import { Fault } from '../../../fault/fault.ts';
import type { Arena } from '../../arena.ts';
import type { ArenaQueries } from '../../race/stored-race.ts';
import { describeValidators, type ValidatorRow, validatorRows } from '../validator-rows.ts';
import type { AdminValidatorsQuery, AdminValidatorsWire, AdminValidatorWire } from '../wire/admin-people-wire.ts';
import { momentOrNull } from '../wire/moment.ts';

/** Every validator, banned or not, the longest known first. */
export async function adminValidators(
  { database }: Pick<Arena, 'database'>,
  query: AdminValidatorsQuery,
): Promise<AdminValidatorsWire> {
  const { limit, offset } = query;
  return await database.withSnapshot(async (reader) => {
    const { total } = await reader
      .selectFrom(narrowed(reader, query).as('wanted'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await narrowed(reader, query)
      .orderBy('registered_at')
      .orderBy('validators.hotkey')
      .limit(limit)
      .offset(offset)
      .execute();
    return { total, limit, offset, validators: await describe(reader, rows) };
  });
}

export async function adminValidator(
  { database }: Pick<Arena, 'database'>,
  hotkey: string,
): Promise<AdminValidatorWire> {
  return await database.withSnapshot(async (reader) => {
    const rows = await validatorRows(reader).where('validators.hotkey', '=', hotkey).execute();
    const [validator] = await describe(reader, rows);
    if (validator !== undefined) return validator;
    throw new Fault('VALIDATOR_NOT_FOUND', { message: `${hotkey} has never asked for work.` });
  });
}

function narrowed(reader: ArenaQueries, { is_banned }: Pick<AdminValidatorsQuery, 'is_banned'>) {
  const rows = validatorRows(reader);
  return is_banned === undefined ? rows : rows.where('bans.hotkey', is_banned ? 'is not' : 'is', null);
}

async function describe(reader: ArenaQueries, rows: readonly ValidatorRow[]): Promise<AdminValidatorWire[]> {
  const described = await describeValidators(reader, rows);
  return described.map((validator, index) => {
    const { ban_reason, banned_at, max_concurrent_runs } = rows[index]!;
    return {
      ...validator,
      is_banned: banned_at !== null,
      ban_reason,
      banned_at: momentOrNull(banned_at),
      max_concurrent_runs,
    };
  });
}
