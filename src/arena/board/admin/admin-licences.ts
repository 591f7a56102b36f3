import type { Arena } from '../../arena.ts';
import { strictestLicence } from '../../submission/licence.ts';
import type { AdminLicencesWire } from '../wire/admin-licences-wire.ts';

/**
 * What contestants chose for what their attempts become, for whoever builds a corpus. Files from before there was a choice
 * are not in it: nobody has said anything about them.
 */
export async function adminLicences({ database }: Pick<Arena, 'database'>): Promise<AdminLicencesWire> {
  const rows = await database.reader
    .selectFrom('agent_versions')
    .select(['code_sha256', 'licence'])
    .where('licence', 'is not', null)
    .orderBy('code_sha256')
    .execute();
  const byFile = Map.groupBy(rows, ({ code_sha256 }) => code_sha256);
  const licences = [...byFile].map(
    ([code, of]) => [code, strictestLicence(of.map(({ licence }) => licence!))!] as const,
  );
  return { licences: Object.fromEntries(licences) };
}
