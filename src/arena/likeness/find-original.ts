import type { Transaction } from 'kysely';
import type { Blobs } from '../../store/blobs.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type CodeForm, codeForm, isSameProgram } from './code-form.ts';

/** Fewer tokens, some eight lines, are not compared: two people may well write the same. */
export const FEWEST_TOKENS = 60;

/** Of the earlier files with the same form: more are only there when a contestant submitted the same file again and again. */
const MOST_COMPARED = 50;
const MOST_CODE_BYTES = 16 * 1024 ** 2;

export interface NewCode {
  readonly hotkey: string;
  readonly codeSha256: string;
  readonly form: CodeForm;
}

/**
 * The version of another contestant that was the first to be this very program, if there is one: the same bytes, or the
 * same but for layout, comments and names. Who was first is decided by the order in which the arena accepted them.
 */
export async function findOriginal(
  transaction: Transaction<ArenaTables>,
  blobs: Pick<Blobs, 'inspect'>,
  { hotkey, codeSha256, form }: NewCode,
): Promise<string | undefined> {
  if (form.tokens < FEWEST_TOKENS) return undefined;
  const earlier = await transaction
    .selectFrom('agent_versions')
    .select(['agent_version_id', 'hotkey', 'code_sha256'])
    .where(({ eb, or }) => or([eb('code_sha256', '=', codeSha256), eb('code_form', '=', form.hash)]))
    .where('copy_of', 'is', null)
    .orderBy('submitted_at')
    .orderBy('agent_version_id')
    .limit(MOST_COMPARED)
    .execute();
  for (const version of earlier) {
    const isSame = version.code_sha256 === codeSha256 || (await isStoredProgram(blobs, version.code_sha256, form));
    if (isSame) return version.hotkey === hotkey ? undefined : version.agent_version_id;
  }
  return undefined;
}

/** Only files of the same form are read here; hardly any but copies have it. */
async function isStoredProgram(blobs: Pick<Blobs, 'inspect'>, sha256: string, form: CodeForm): Promise<boolean> {
  const found = await blobs.inspect(sha256, MOST_CODE_BYTES);
  return found !== undefined && isSameProgram(codeForm(new TextDecoder().decode(found.bytes)), form);
}
