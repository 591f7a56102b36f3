import type { Blobs } from '../../store/blobs.ts';
import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type CodeForm, codeForm, isSameProgram } from './code-form.ts';

/** Files with fewer tokens, about eight lines, are not compared: two people may write the same. */
export const FEWEST_TOKENS = 60;

/**
 * Limit on earlier files with the same form: there are more only if a contestant submitted the same file many times.
 */
const MOST_COMPARED = 50;
const MOST_CODE_BYTES = 16 * 1024 ** 2;

export interface NewCode {
  readonly hotkey: string;
  readonly codeSha256: string;
  readonly form: CodeForm;
}

/**
 * The first version of another contestant that is the same program, if any: the same bytes, or the same except for
 * layout, comments and names. The order in which the arena accepted the versions decides which is first.
 */
export async function findOriginal(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  isSameAs: ProgramComparison,
  { hotkey, codeSha256, form }: NewCode,
): Promise<string | undefined> {
  if (form.tokens < FEWEST_TOKENS) return undefined;
  const earlier = await reader
    .selectFrom('agent_versions')
    .select(['agent_version_id', 'hotkey', 'code_sha256'])
    .where(({ eb, or }) => or([eb('code_sha256', '=', codeSha256), eb('code_form', '=', form.hash)]))
    .where('copy_of', 'is', null)
    .orderBy('submitted_at')
    .orderBy('agent_version_id')
    .limit(MOST_COMPARED)
    .execute();
  for (const version of earlier) {
    const isSame = version.code_sha256 === codeSha256 || (await isSameAs(version.code_sha256));
    if (isSame) return version.hotkey === hotkey ? undefined : version.agent_version_id;
  }
  return undefined;
}

/** Whether a stored file, given its hash, is the new program. */
export type ProgramComparison = (codeSha256: string) => Promise<boolean>;

/**
 * Reads each stored file once. Only files of the same form are compared, and almost only copies have the same form. The
 * original is searched for once before the transaction and again inside it; the second search then reads no file while
 * other writers wait.
 */
export function compareStored(blobs: Pick<Blobs, 'inspect'>, form: CodeForm): ProgramComparison {
  const known = new Map<string, boolean>();
  return async (sha256) => {
    const before = known.get(sha256);
    if (before !== undefined) return before;
    const found = await blobs.inspect(sha256, MOST_CODE_BYTES);
    const isSame = found !== undefined && isSameProgram(codeForm(new TextDecoder().decode(found.bytes)), form);
    known.set(sha256, isSame);
    return isSame;
  };
}
