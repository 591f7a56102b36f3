import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { json } from '../../store/database.ts';
import type { Analysis } from '../admission/analysis.ts';
import type { CodeForm } from '../likeness/code-form.ts';
import type { Mark } from '../likeness/marks-of.ts';
import { nearCopies } from '../likeness/near-copies.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { Licence } from './licence.ts';
import type { CheckedSubmission } from './submission.ts';

export interface NewVersion {
  readonly analysis: Analysis;
  readonly marks: readonly Mark[];
  readonly form: CodeForm;
  /** The first version of this program, submitted by another contestant. */
  readonly original: string | undefined;
  readonly suiteId: number;
  readonly nearCopyShare: number;
  readonly licence: Licence;
  readonly now: number;
}

export interface AddedVersion {
  readonly agentId: string;
  readonly agentVersionId: string;
  readonly number: number;
  readonly isFlagged: boolean;
}

/** Public. Does not name the other contestant or version: that program may be private. */
export const COPY_REASON =
  'The same program, apart from layout, comments and names, was submitted earlier by another contestant. It is scored once, for the first. The operator can review this.';

/** Adds the next version of the agent with that name, and its entry on the suite. */
export async function addVersion(
  transaction: Transaction<ArenaTables>,
  { hotkey, agentName, file, codeSha256 }: CheckedSubmission,
  { analysis, marks, form, original, suiteId, nearCopyShare, licence, now }: NewVersion,
): Promise<AddedVersion> {
  const agentId = await agentNamed(transaction, hotkey, agentName, now);
  const number = await nextNumber(transaction, agentId);
  const agentVersionId = randomUUID();
  const isLike = await nearCopies(transaction, { agentVersionId, hotkey, marks }, { share: nearCopyShare, now });
  if (original !== undefined) await noteCopy(transaction, { agentVersionId, original, now });
  // An unchanged example agent is scored once like any program, but there is nothing in it to review.
  const isCopied = original !== undefined && marks.length > 0;
  const isFlagged = analysis.flagged || isLike || isCopied;
  await transaction
    .insertInto('agent_versions')
    .values({
      agent_version_id: agentVersionId,
      agent_id: agentId,
      hotkey,
      version_number: number,
      code_sha256: codeSha256,
      code_bytes: file.length,
      submitted_at: now,
      findings: json(analysis.findings),
      is_flagged: isFlagged,
      cancelled_at: null,
      cancel_reason: null,
      release_at: null,
      released_at: null,
      licence,
      code_form: form.hash,
      copy_of: original ?? null,
      copy_cleared_at: null,
    })
    .execute();
  await transaction
    .insertInto('entries')
    .values({
      agent_version_id: agentVersionId,
      suite_id: suiteId,
      final_score: null,
      success_rate: null,
      reasoning_coefficient: null,
      eligible_at: null,
      discarded_at: original === undefined ? null : now,
      discard_reason: original === undefined ? null : COPY_REASON,
      eliminated_at: null,
      eliminate_reason: null,
    })
    .execute();
  return { agentId, agentVersionId, number, isFlagged };
}

/**
 * Records the copy for the operator. There may be no other record, because pieces of the example agents do not count.
 */
async function noteCopy(
  transaction: Transaction<ArenaTables>,
  { agentVersionId, original, now }: { agentVersionId: string; original: string; now: number },
): Promise<void> {
  await transaction
    .insertInto('near_copies')
    .values({
      agent_version_id: agentVersionId,
      other_version_id: original,
      shared_share: 1,
      line_pairs: json([]),
      noted_at: now,
    })
    .onConflict((conflict) => conflict.columns(['agent_version_id', 'other_version_id']).doNothing())
    .execute();
}

async function agentNamed(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  name: string,
  now: number,
): Promise<string> {
  await transaction
    .insertInto('agents')
    .values({ agent_id: randomUUID(), hotkey, name, created_at: now })
    .onConflict((conflict) => conflict.columns(['hotkey', 'name']).doNothing())
    .execute();
  const { agent_id } = await transaction
    .selectFrom('agents')
    .select('agent_id')
    .where('hotkey', '=', hotkey)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return agent_id;
}

async function nextNumber(transaction: Transaction<ArenaTables>, agentId: string): Promise<number> {
  const newest = await transaction
    .selectFrom('agent_versions')
    .select('version_number')
    .where('agent_id', '=', agentId)
    .orderBy('version_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (newest?.version_number ?? 0) + 1;
}
