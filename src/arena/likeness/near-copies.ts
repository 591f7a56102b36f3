import type { Transaction } from 'kysely';
import { json } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { countMarks, findKnownMarks, keepMarks, type MarkedVersion } from './code-marks.ts';
import { compareMarks, type SharedWork } from './compare-marks.ts';
import { type Mark, MOST_MARKS } from './marks-of.ts';

/** Less than this, about twenty lines, is a common technique. */
export const FEWEST_SHARED = 40;

/**
 * From 0 to 1: the share of a file that is another contestant's work, or the share of that work that is in the file,
 * whichever is larger. A contestant who copies a file and adds ten times as much has still copied all of it. `brought`
 * is how many marks each of the other's versions introduced. A version that introduced many is also compared alone,
 * because its contestant's earlier work does not matter.
 */
export function closeness({ count, share, versions }: SharedWork, brought: ReadonlyMap<string, number>): number {
  if (count < FEWEST_SHARED) return 0;
  const everything = brought.values().reduce((sum, marks) => sum + marks, 0);
  const ofVersions = versions
    .filter((version) => version.count >= FEWEST_SHARED)
    .map((version) => version.count / brought.get(version.agentVersionId)!);
  return Math.max(share, count / everything, ...ofVersions);
}

/** Limit on the contestants with the most shared marks. */
const MOST_AUTHORS = 20;
const MOST_VERSIONS_OF_AUTHOR = 5;

/**
 * Stores the marks of a version that is about to be added, and records for the operator whose work it resembles. The
 * return value says only whether there is something to review, because only the operator may see whose work it is.
 */
export async function nearCopies(
  transaction: Transaction<ArenaTables>,
  version: MarkedVersion,
  { share, now }: { readonly share: number; readonly now: number },
): Promise<boolean> {
  const knownMarks = await findKnownMarks(transaction, version.marks);
  await keepMarks(transaction, version, knownMarks);
  const candidates = compareMarks(version, knownMarks)
    .filter(({ count }) => count >= FEWEST_SHARED)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_AUTHORS);
  let found = false;
  for (const candidate of candidates) {
    const brought = await countMarks(transaction, candidate.hotkey, highestKept(version.marks));
    const likeness = closeness(candidate, brought);
    if (likeness < share) continue;
    found = true;
    await note(transaction, version.agentVersionId, candidate, { likeness, now });
  }
  return found;
}

/**
 * If a file had too many marks, only the smallest were kept, so only those up to the largest kept one can be counted in
 * the other's files.
 */
function highestKept(marks: readonly Mark[]): number {
  if (marks.length < MOST_MARKS) return Number.MAX_SAFE_INTEGER;
  return Math.max(...marks.map(({ mark }) => mark));
}

async function note(
  transaction: Transaction<ArenaTables>,
  agentVersionId: string,
  { versions }: SharedWork,
  { likeness, now }: { readonly likeness: number; readonly now: number },
): Promise<void> {
  const rows = versions.slice(0, MOST_VERSIONS_OF_AUTHOR).map((other) => ({
    agent_version_id: agentVersionId,
    other_version_id: other.agentVersionId,
    shared_share: likeness,
    line_pairs: json(other.linePairs),
    noted_at: now,
  }));
  await transaction.insertInto('near_copies').values(rows).execute();
}
