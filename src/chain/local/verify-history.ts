import { canonicalJson } from '../../json/canonical-json.ts';
import type { Reader } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ChainTables } from './chain-tables.ts';
import { NO_HISTORY } from './ledger-history.ts';

export type VerifiedHistory =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly events: number; readonly sequence: number; readonly reason: string };

const PAGE = 1_000;
/** Types of public-ledger events that refer to an event of the local chain. */
const TOLD = ['neuron.registered', 'balance.granted', 'stake.changed', 'weights.set', 'ledger.epoch_ended'];

/**
 * Recomputes the hash chain of the local chain's events, and compares its end with the latest reference in the public
 * ledger.
 */
export async function verifyHistory(reader: Pick<Reader<ChainTables>, 'selectFrom'>): Promise<VerifiedHistory> {
  let head: { readonly sequence: number; readonly hash: string } = NO_HISTORY;
  const flaw = (sequence: number, reason: string) => ({ ok: false as const, events: head.sequence, sequence, reason });
  for (;;) {
    const page = await reader
      .selectFrom('ledger_events')
      .select(['sequence', 'body', 'previous', 'hash'])
      .where('sequence', '>', head.sequence)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    for (const { sequence, body, previous, hash } of page) {
      if (sequence !== head.sequence + 1) return flaw(sequence, `it follows number ${head.sequence}`);
      if (previous !== head.hash) return flaw(sequence, 'it names another event as the one before it');
      if (sha256(canonicalJson({ previous, sequence, body })) !== hash) {
        return flaw(sequence, 'its content does not have its hash');
      }
      head = { sequence, hash };
    }
    if (page.length < PAGE) break;
  }
  const told = await reader
    .selectFrom('events')
    .select('data')
    .where('what', 'in', TOLD)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const reference = (told?.data as { readonly reference?: unknown } | undefined)?.reference;
  if (reference === undefined || reference === head.hash) return { ok: true, events: head.sequence };
  return flaw(head.sequence + 1, 'the public ledger names an event that is missing');
}
