import { strictestLicence } from '../../arena/submission.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import type { Reader } from '../../store/database.ts';
import type { Licences } from '../release/known-licences.ts';
import { NO_LICENCE } from '../release/release-row.ts';

/**
 * The licence for every file the arena has. If a file was submitted under several licences, the most restrictive one
 * applies. A contestant who was never asked has allowed nothing.
 */
export async function arenaLicences(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<Licences> {
  const rows = await reader
    .selectFrom('agent_versions')
    .select(['code_sha256', 'licence'])
    .orderBy('code_sha256')
    .execute();
  const byFile = Map.groupBy(rows, ({ code_sha256 }) => code_sha256);
  return new Map(
    [...byFile].map(([file, of]) => [file, strictestLicence(of.map(({ licence }) => licence ?? NO_LICENCE))!]),
  );
}
