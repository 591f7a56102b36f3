import { sql } from 'kysely';
import type { Reader } from '../../store/database.ts';
import { areRacersFixed, RACE_STATES } from '../race/race-state.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** Rows per query; databases limit the number of parameters. */
const BATCH = 500;
const UNDECIDED = RACE_STATES.filter(areRacersFixed);

/**
 * Returns the problems, by their id in the bank, that no later draw will use and that are not hidden for another
 * reason. A problem that was retired after the newest race closed may be in the draw of that race, so it counts only
 * once the race is decided.
 */
export async function readRetired(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const undecided = await reader
    .selectFrom('races')
    .select(({ fn }) => fn.min('closes_at').as('closes_at'))
    .where('state', 'in', UNDECIDED)
    .executeTakeFirst();
  const before = undecided?.closes_at ?? Number.MAX_SAFE_INTEGER;
  const retired = new Set<string>();
  for (let start = 0; start < sourceIds.length; start += BATCH) {
    const subjects = new Map(sourceIds.slice(start, start + BATCH).map((id) => [`problem ${id}`, id]));
    const rows = await reader
      .selectFrom('events')
      .select('subject')
      .where('subject', 'in', [...subjects.keys()])
      .where('what', '=', 'problem.retired')
      .where('happened_at', '<', before)
      // Twins of public problems are not drawn for races but are still hidden.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('set_problems as twin')
              .innerJoin('problem_sets', 'problem_sets.set_id', 'twin.set_id')
              .select('twin.source_id')
              .where('problem_sets.kind', '=', 'twins')
              .where(sql<string>`'problem ' || twin.source_id`, '=', ({ ref }) => ref('events.subject')),
          ),
        ),
      )
      .execute();
    for (const { subject } of rows) retired.add(subjects.get(subject)!);
  }
  return retired;
}
