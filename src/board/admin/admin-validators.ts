import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { readPage } from '../paging/read-page.ts';
import { describeValidators, type ValidatorRow, validatorRows } from '../runs/validator-rows.ts';
import type { AdminValidatorsQuery, AdminValidatorsWire, AdminValidatorWire } from '../wire/admin-people-wire.ts';
import { toTimestampOrNull } from '../wire/timestamp.ts';
import { applyFilters } from './apply-filters.ts';

/** All validators, banned or not, in order of registration. */
export async function adminValidators(
  arena: Pick<Arena, 'database' | 'policy' | 'now'>,
  query: AdminValidatorsQuery,
): Promise<AdminValidatorsWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const list = applyFilters(validatorRows(reader), [['bans.hotkey', 'is set', query.is_banned]])
      .orderBy('registered_at')
      .orderBy('validators.hotkey');
    const { rows, ...page } = await readPage(list, query);
    return { ...page, validators: await describe(reader, rows, arena) };
  });
}

/** One validator; a fault if it does not exist. */
export async function adminValidator(
  arena: Pick<Arena, 'database' | 'policy' | 'now'>,
  hotkey: string,
): Promise<AdminValidatorWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const row = await validatorRows(reader).where('validators.hotkey', '=', hotkey).executeTakeFirstOrThrow();
    return (await describe(reader, [row], arena))[0]!;
  });
}

async function describe(
  reader: ArenaQueries,
  rows: readonly ValidatorRow[],
  arena: Pick<Arena, 'policy' | 'now'>,
): Promise<AdminValidatorWire[]> {
  const described = await describeValidators(reader, rows, { hotkey: null, isAdmin: true }, arena);
  return described.map((validator, index) => {
    const { ban_reason, banned_at, max_concurrent_runs } = rows[index]!;
    return {
      ...validator,
      is_banned: banned_at !== null,
      ban_reason,
      banned_at: toTimestampOrNull(banned_at),
      max_concurrent_runs,
    };
  });
}
