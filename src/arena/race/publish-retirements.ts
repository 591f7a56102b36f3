import { appendEvent } from '../../store/database.ts';
import { cutText } from '../../text/cut-text.ts';
import type { Arena } from '../arena.ts';
import type { ProblemRetirement } from './hidden-problems.ts';

/** Rows per query; databases limit the number of parameters. */
const BATCH = 500;
const MOST_REASON = 1_000;

/**
 * Records retirements of the bank in the public ledger, each once, whether made through the API or with `assay problems
 * bank retire`. Only ids and reasons are published. The bank is written first, so that after a crash in between the
 * next call publishes what is missing.
 */
export async function publishRetirements(
  arena: Arena,
  hidden: Pick<ProblemRetirement, 'retirements'>,
): Promise<number> {
  const retirements = await hidden.retirements();
  let published = 0;
  for (let start = 0; start < retirements.length; start += BATCH) {
    const batch = new Map(retirements.slice(start, start + BATCH).map((one) => [`problem ${one.problemId}`, one]));
    published += await arena.database.withTransaction(async (transaction) => {
      const known = await transaction
        .selectFrom('events')
        .select('subject')
        .where('subject', 'in', [...batch.keys()])
        .where('what', '=', 'problem.retired')
        .execute();
      for (const { subject } of known) batch.delete(subject);
      for (const [subject, { problemId, reason, by = 'operator', retiredAt }] of batch) {
        const data = { problem_id: problemId, retired_at: retiredAt };
        const when = arena.now();
        await appendEvent(transaction, {
          who: by,
          what: 'problem.retired',
          when,
          why: cutText(reason, MOST_REASON),
          subject,
          data,
        });
      }
      return batch.size;
    });
  }
  return published;
}

/** Called regularly by housekeeping; does nothing until the bank changes. */
export function retirementPublisher(arena: Arena, hidden: Pick<ProblemRetirement, 'retirements'>): () => Promise<void> {
  let published: unknown;
  return async () => {
    const retirements = await hidden.retirements();
    if (retirements === published) return;
    await publishRetirements(arena, { retirements: async () => retirements });
    published = retirements;
  };
}
