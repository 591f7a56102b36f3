import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import type { Reader } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { CheckedSubmission } from './submission.ts';

type Asking = Pick<Reader<ArenaTables>, 'selectFrom'>;

export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Avoids analysing a file that cannot be accepted yet. The decision is made in `takeCooldown`. */
export async function requireNoCooldown(reader: Asking, submission: CheckedSubmission, now: number): Promise<void> {
  const nextAllowedAt = await nextAllowedFor(reader, submission.hotkey);
  if (nextAllowedAt > now) throw await cooldownActive(reader, submission, secondsUntil(nextAllowedAt, now));
}

/**
 * Starts a cooldown, or rejects the submission because one is active; of several concurrent calls exactly one succeeds.
 */
export async function takeCooldown(
  transaction: Transaction<ArenaTables>,
  submission: CheckedSubmission,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<void> {
  const { hotkey } = submission;
  await transaction
    .insertInto('contestants')
    .values({ hotkey, first_seen_at: now, next_allowed_at: 0, last_submitted_at: null })
    .onConflict((conflict) => conflict.column('hotkey').doNothing())
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('contestants')
    .set({ next_allowed_at: until, last_submitted_at: now })
    .where('hotkey', '=', hotkey)
    .where('next_allowed_at', '<=', now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return;
  const running = await nextAllowedFor(transaction, hotkey);
  throw await cooldownActive(transaction, submission, secondsUntil(running, now));
}

async function nextAllowedFor(reader: Asking, hotkey: string): Promise<number> {
  const row = await reader
    .selectFrom('contestants')
    .select('next_allowed_at')
    .where('hotkey', '=', hotkey)
    .executeTakeFirst();
  return row?.next_allowed_at ?? 0;
}

/** Names the version if this exact file was accepted last: then only the answer was lost. */
async function cooldownActive(
  reader: Asking,
  { hotkey, agentName, codeSha256 }: CheckedSubmission,
  seconds: number,
): Promise<Fault> {
  const last = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['version.agent_version_id', 'version.version_number', 'version.code_sha256', 'agents.name'])
    .where('version.hotkey', '=', hotkey)
    .orderBy('version.submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isSame = last !== undefined && last.name === agentName && last.code_sha256 === codeSha256;
  const wait = counted(seconds, 'second');
  return new Fault('COOLDOWN_ACTIVE', {
    message: isSame
      ? `This file was already accepted as version ${last.version_number} of “${agentName}”. The next submission is possible in ${wait}.`
      : `The next submission of this hotkey is possible in ${wait}.`,
    remedy: isSame
      ? 'Nothing to do: the file is already submitted.'
      : 'Wait. `assay submit --dry-run` checks a file at any time.',
    extra: { remaining_seconds: seconds, ...(isSame && { agent_version_id: last.agent_version_id }) },
  });
}
