import type { Arena } from '../../arena/arena.ts';
import { strictestLicence } from '../../arena/submission.ts';
import type { AdminLicencesWire } from '../wire/admin-licences-wire.ts';

/**
 * What contestants chose for what their attempts become, for whoever builds a corpus. Files from before there was a choice
 * are not in it: nobody has said anything about them. Nor is one that somebody else handed in again since, for whoever
 * copies a file cannot give away what its author made; that they keep back what they could not give does no harm.
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
