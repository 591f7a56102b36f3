import type { Transaction } from 'kysely';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type KnownMark, MOST_CONTESTANTS } from './compare-marks.ts';
import type { Mark } from './marks-of.ts';

export interface MarkedVersion {
  readonly agentVersionId: string;
  readonly hotkey: string;
  /** Without the marks of our example agents. */
  readonly marks: readonly Mark[];
}

/** Rows per statement. Both database engines accept a statement with three times as many values. */
const AT_ONCE = 5_000;

/** Earlier occurrences of these marks, one for each contestant. */
export async function findKnownMarks(
  transaction: Transaction<ArenaTables>,
  marks: readonly Mark[],
): Promise<readonly KnownMark[]> {
  const found: KnownMark[][] = [];
  for (const some of batches(marks.map(({ mark }) => mark))) {
    const rows = await transaction
      .selectFrom('code_marks')
      .innerJoin('agent_versions as version', 'version.agent_version_id', 'code_marks.agent_version_id')
      .select([
        'code_marks.mark',
        'code_marks.line',
        'code_marks.agent_version_id as agentVersionId',
        'version.hotkey',
        'version.submitted_at as submittedAt',
      ])
      .where('code_marks.mark', 'in', some)
      .execute();
    found.push(rows);
  }
  return found.flat();
}

/**
 * Stores a mark once per contestant, with the version that introduced it, and no longer stores it once too many
 * contestants have it. This limits what a comparison reads, however many versions there are; no other transaction can
 * write meanwhile.
 */
export async function keepMarks(
  transaction: Transaction<ArenaTables>,
  { agentVersionId, hotkey, marks }: MarkedVersion,
  knownMarks: readonly KnownMark[],
): Promise<void> {
  const byMark = Map.groupBy(knownMarks, ({ mark }) => mark);
  const brought = marks.filter(({ mark }) => {
    const seen = byMark.get(mark) ?? [];
    return seen.length <= MOST_CONTESTANTS && seen.every((knownMark) => knownMark.hotkey !== hotkey);
  });
  for (const some of batches(brought)) {
    await transaction
      .insertInto('code_marks')
      .values(some.map(({ mark, line }) => ({ agent_version_id: agentVersionId, mark, line })))
      .execute();
  }
}

/** How many marks up to `highest` each version of a contestant introduced. */
export async function countMarks(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  highest: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction
    .selectFrom('code_marks')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'code_marks.agent_version_id')
    .select(({ fn }) => ['code_marks.agent_version_id', fn.countAll<number>().as('count')])
    .where('version.hotkey', '=', hotkey)
    .where('code_marks.mark', '<=', highest)
    .groupBy('code_marks.agent_version_id')
    .execute();
  return new Map(rows.map(({ agent_version_id, count }) => [agent_version_id, count]));
}

function* batches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}
