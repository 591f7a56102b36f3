import type { Arena } from '../../arena/arena.ts';
import { strictestLicence } from '../../arena/submission.ts';
import type { AdminLicencesWire } from '../wire/admin-licences-wire.ts';

/**
 * Licences that contestants chose for training data, by file, for building a corpus. A file submitted without a choice
 * is left out: its licence is unknown. It stays left out when it is submitted again with a licence, because a copier
 * cannot license the author's work. Only `none` always counts: withholding permission does no harm.
 */
export async function adminLicences({ database }: Pick<Arena, 'database'>): Promise<AdminLicencesWire> {
  const rows = await database.reader
    .selectFrom('agent_versions')
    .select(['code_sha256', 'licence'])
    .orderBy('code_sha256')
    .execute();
  const byFile = Map.groupBy(rows, ({ code_sha256 }) => code_sha256);
  const licences = [...byFile].flatMap(([code, of]) => {
    const strictest = strictestLicence(of.flatMap(({ licence }) => licence ?? []));
    const isSaid = strictest === 'none' || of.every(({ licence }) => licence !== null);
    return strictest !== undefined && isSaid ? [[code, strictest] as const] : [];
  });
  return { licences: Object.fromEntries(licences) };
}
