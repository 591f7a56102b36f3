import type { Transaction } from 'kysely';
import { json } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { countMarks, findKnownMarks, keepMarks, type MarkedVersion } from './code-marks.ts';
import { compareMarks, type SharedWork } from './compare-marks.ts';
import { type Mark, MOST_MARKS } from './marks-of.ts';

/** Less than this, some twenty lines, is a trick or two that anybody may know. */
export const FEWEST_SHARED = 40;

/**
 * From 0 to 1: how much of a file is another's work, or how much of the other's work is in it, whichever is more. Whoever
 * copies a file and adds ten times as much has still copied all of it. `brought` says how many marks each of the other's
 * versions was the first to have; a version that brought many counts alone, since what its author did before is no matter.
 */
export function closeness({ count, share, versions }: SharedWork, brought: ReadonlyMap<string, number>): number {
  if (count < FEWEST_SHARED) return 0;
  const everything = brought.values().reduce((sum, marks) => sum + marks, 0);
  const ofVersions = versions
    .filter((version) => version.count >= FEWEST_SHARED)
    .map((version) => version.count / brought.get(version.agentVersionId)!);
  return Math.max(share, count / everything, ...ofVersions);
}

/** Of those a file has most in common with. */
const MOST_AUTHORS = 20;
const MOST_VERSIONS_OF_AUTHOR = 5;

/**
 * Keeps the marks of a version that is about to be added, and notes for the operator whose work it looks like. The answer
 * says only whether there is something to look at; whose it is must not leave the operator's hands.
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

/** Of more marks than are kept the least were, so that in the other's files only those can be looked for. */
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
