import { ownField } from '../../json/json-object.ts';
import type { Reader } from '../../store/database.ts';
import { areRacersFixed, RACE_STATES } from '../race/race-state.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { readRetired } from './read-retired.ts';

type Queries = Pick<Reader<ArenaTables>, 'selectFrom'>;

/** Databases limit the number of parameters. */
const BATCH = 500;
const UNDECIDED = RACE_STATES.filter(areRacersFixed);

/**
 * Which problems, by their id in the bank, can be shown with their answers: they are retired, and nothing that is still used
 * accepts one of the same products, be it the problem itself or a variant of it. In use are suites that are active or were not
 * active yet, their twins, open work and undecided races. To be retired is not enough, because problems that races have used up
 * become problems of public suites.
 */
export async function readOutOfUse(reader: Queries, sourceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const retired = [...(await readRetired(reader, sourceIds))];
  if (retired.length === 0) return new Set();
  const used = await problemsInUse(reader);
  const usedIds = new Set(used.map(({ source_id }) => source_id));
  const usedProducts = new Set(used.flatMap(({ record }) => acceptedIn(record)));
  const unused = new Set<string>();
  for (let start = 0; start < retired.length; start += BATCH) {
    const rows = await reader
      .selectFrom('set_problems')
      .select(['source_id', 'record'])
      .where('source_id', 'in', retired.slice(start, start + BATCH))
      .execute();
    for (const { source_id, record } of rows) {
      const isUsed = usedIds.has(source_id) || acceptedIn(record).some((id) => usedProducts.has(id));
      if (!isUsed) unused.add(source_id);
    }
  }
  return unused;
}

async function problemsInUse(reader: Queries) {
  const suites = reader
    .selectFrom('suites')
    .where(({ eb, or }) => or([eb('is_active', '=', true), eb('activated_at', 'is', null)]));
  const races = reader.selectFrom('races').where('state', 'in', UNDECIDED).where('races.set_id', 'is not', null);
  return await reader
    .selectFrom('set_problems')
    .select(['source_id', 'record'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('set_id', 'in', suites.select('suites.set_id')),
        eb(
          'set_id',
          'in',
          selectFrom('twin_sets').select('twin_sets.set_id').where('suite_id', 'in', suites.select('suites.suite_id')),
        ),
        eb('set_id', 'in', selectFrom('work_items').select('work_items.set_id').where('closed_at', 'is', null)),
        eb(
          'set_id',
          'in',
          races.select(({ ref }) => ref('races.set_id').$notNull().as('set_id')),
        ),
      ]),
    )
    .execute();
}

/** Every product that a stored problem accepts. */
function acceptedIn(record: Readonly<Record<string, unknown>>): string[] {
  const { reward } = record;
  return (Array.isArray(reward) ? reward : [reward]).flatMap((target: unknown) => {
    const accepts = ownField(target, 'accepts');
    return [ownField(target, 'product_id'), ...(Array.isArray(accepts) ? accepts : [])].flatMap((id: unknown) =>
      typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
    );
  });
}
