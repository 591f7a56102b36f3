import type { Reader } from '../../store/database.ts';
import type { ArenaTables, StopName } from '../tables/arena-tables.ts';

export interface Stop {
  readonly reason: string;
  readonly stoppedBy: string;
  readonly stoppedAt: number;
  /** When it ends automatically. */
  readonly releaseAt: number | null;
}

/** Whether an operator has stopped something, and why. `undefined` if the stop has expired. */
export async function stopOf(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  name: StopName,
  now: number,
): Promise<Stop | undefined> {
  const row = await reader.selectFrom('stops').selectAll().where('name', '=', name).executeTakeFirst();
  if (row === undefined || (row.release_at !== null && row.release_at <= now)) return undefined;
  return { reason: row.reason, stoppedBy: row.stopped_by, stoppedAt: row.stopped_at, releaseAt: row.release_at };
}
