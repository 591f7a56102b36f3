import type { Reader } from '../../store/database.ts';
import { areRacersFixed, RACE_STATES } from '../race/race-state.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { readRetired } from './read-retired.ts';

type Queries = Pick<Reader<ArenaTables>, 'selectFrom'>;

/** Databases limit the number of parameters. */
const BATCH = 500;
const UNDECIDED = RACE_STATES.filter(areRacersFixed);

/**
 * Which problems, by their id in the bank, can be shown with their answers: they are retired, and no suite that is active or
 * was not active yet, no open work and no undecided race has them. To be retired is not enough, because problems that races
 * have used up become problems of public suites.
 *
 * Only the problem itself counts. If other problems that accept the same products did, an answer that disappears would tell
 * which products the hidden problems of a race or of twins accept.
 */
export async function readOutOfUse(reader: Queries, sourceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const unused = new Set(await readRetired(reader, sourceIds));
  const retired = [...unused];
  for (let start = 0; start < retired.length; start += BATCH) {
    const used = await problemsInUse(reader)
      .where('source_id', 'in', retired.slice(start, start + BATCH))
      .execute();
    for (const { source_id } of used) unused.delete(source_id);
  }
  return unused;
}

function problemsInUse(reader: Queries) {
  const suites = reader
    .selectFrom('suites')
    .select('suites.set_id')
    .where(({ eb, or }) => or([eb('is_active', '=', true), eb('activated_at', 'is', null)]));
  const races = reader.selectFrom('races').where('state', 'in', UNDECIDED).where('races.set_id', 'is not', null);
  return reader
    .selectFrom('set_problems')
    .select('source_id')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('set_id', 'in', suites),
        eb('set_id', 'in', selectFrom('work_items').select('work_items.set_id').where('closed_at', 'is', null)),
        eb(
          'set_id',
          'in',
          races.select(({ ref }) => ref('races.set_id').$notNull().as('set_id')),
        ),
      ]),
    );
}
