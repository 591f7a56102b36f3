import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** The problem of each upload of a run, for uploads whose bytes have arrived. */
export async function arrivedUploads(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  runId: string,
): Promise<ReadonlyMap<string, string>> {
  const uploads = await reader
    .selectFrom('uploads')
    .select(['upload_key', 'problem_id'])
    .where('run_id', '=', runId)
    .where('stored_at', 'is not', null)
    .execute();
  return new Map(uploads.map(({ upload_key, problem_id }) => [upload_key, problem_id]));
}
