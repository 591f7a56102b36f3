import { z } from 'zod';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { BankLedger } from './hidden-problems.ts';

const publishedSchema = z.object({ lines: z.int(), head: z.string() });

/**
 * Records length and head of the bank's ledger in the public ledger whenever it has advanced. Anyone with a copy of the
 * public ledger can then detect that the bank's ledger was rewritten. If the bank no longer contains what was
 * published, this is recorded as `bank.rewritten`; `assay problems bank verify --arena-url URL` finds the place.
 */
export async function publishBankHead(
  arena: Pick<Arena, 'database' | 'now'>,
  bank: BankLedger,
): Promise<'advanced' | 'rewritten' | undefined> {
  const hashes = await bank.ledgerHashes();
  return await arena.database.withTransaction(async (transaction) => {
    const last = await transaction
      .selectFrom('events')
      .select('data')
      .where('subject', '=', 'bank')
      .where('what', 'in', ['bank.advanced', 'bank.rewritten'])
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const before = last === undefined ? { lines: 0, head: '' } : publishedSchema.parse(last.data);
    const now = { lines: hashes.length, head: hashes.at(-1) ?? '' };
    if (now.lines === before.lines && now.head === before.head) return undefined;
    const isKept = before.lines === 0 || hashes[before.lines - 1] === before.head;
    await appendEvent(transaction, {
      who: 'arena',
      what: isKept ? 'bank.advanced' : 'bank.rewritten',
      when: arena.now(),
      why: isKept
        ? `The ledger of the problem bank has ${now.lines} lines.`
        : `The ledger of the problem bank no longer has line ${before.lines} as it was published.`,
      subject: 'bank',
      data: isKept ? now : { ...now, published_lines: before.lines, published_head: before.head },
    });
    return isKept ? 'advanced' : 'rewritten';
  });
}

/** Called regularly by housekeeping; does nothing until the bank changes. */
export function bankHeadPublisher(arena: Pick<Arena, 'database' | 'now'>, bank: BankLedger): () => Promise<void> {
  let published: unknown;
  return async () => {
    const hashes = await bank.ledgerHashes();
    if (hashes === published) return;
    await publishBankHead(arena, { ledgerHashes: async () => hashes });
    published = hashes;
  };
}
