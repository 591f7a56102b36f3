import type { Arena } from '../arena.ts';
import { codeForm } from './code-form.ts';

const AT_ONCE = 50;
const MOST_CODE_BYTES = 16 * 1024 ** 2;
/** For a file that no longer exists. It equals no real form. */
const NO_FORM = '';

/** Computes missing forms of accepted versions. Each call processes a few and returns how many. */
export async function fillCodeForms({ database, blobs }: Pick<Arena, 'database' | 'blobs'>): Promise<number> {
  const versions = await database.reader
    .selectFrom('agent_versions')
    .select(['agent_version_id', 'code_sha256'])
    .where('code_form', 'is', null)
    .limit(AT_ONCE)
    .execute();
  for (const { agent_version_id, code_sha256 } of versions) {
    const found = await blobs.inspect(code_sha256, MOST_CODE_BYTES);
    const code_form = found === undefined ? NO_FORM : codeForm(new TextDecoder().decode(found.bytes)).hash;
    await database.withTransaction(
      async (transaction) =>
        void (await transaction
          .updateTable('agent_versions')
          .set({ code_form })
          .where('agent_version_id', '=', agent_version_id)
          .execute()),
    );
  }
  return versions.length;
}
