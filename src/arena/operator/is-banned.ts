import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export type BanRole = ArenaTables['bans']['role'];

export async function isBanned(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  hotkey: string,
  role: BanRole,
): Promise<boolean> {
  const ban = await reader
    .selectFrom('bans')
    .select('hotkey')
    .where('hotkey', '=', hotkey)
    .where('role', '=', role)
    .executeTakeFirst();
  return ban !== undefined;
}
