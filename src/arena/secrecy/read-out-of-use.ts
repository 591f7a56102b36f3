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
 * Returns the problems, by their id in the bank, whose answers can be published. They are retired; they are not in a
 * suite that is active or was never active, in open work or in an undecided race; and no problem of a public suite in
 * use accepts one of the same products. Retirement alone is not enough, because problems that races have used up become
 * problems of public suites.
 *
 * For hidden problems only the ids count. If their products counted too, an answer that disappears would reveal which
 * products the problems of a race or twins accept.
 */
export async function readOutOfUse(reader: Queries, sourceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const unused = new Set(await readRetired(reader, sourceIds));
  const retired = [...unused];
  if (retired.length === 0) return unused;
  const inUse = await publicRecordsInUse(reader);
  const usedProducts = new Set(inUse.flatMap(({ record }) => acceptedIn(record)));
  for (let start = 0; start < retired.length; start += BATCH) {
    const some = retired.slice(start, start + BATCH);
    const used = await idsInUse(reader).where('source_id', 'in', some).execute();
    for (const { source_id } of used) unused.delete(source_id);
    const records = await reader
      .selectFrom('set_problems')
      .select(['source_id', 'record'])
      .where('source_id', 'in', some)
      .execute();
    for (const { source_id, record } of records) {
      if (acceptedIn(record).some((id) => usedProducts.has(id))) unused.delete(source_id);
    }
  }
  return unused;
}

function suitesInUse(reader: Queries) {
  return reader
    .selectFrom('suites')
    .select('suites.set_id')
    .where(({ eb, or }) => or([eb('is_active', '=', true), eb('activated_at', 'is', null)]));
}

async function publicRecordsInUse(reader: Queries) {
  return await reader
    .selectFrom('set_problems')
    .select('record')
    .where('set_id', 'in', suitesInUse(reader).where('is_public', '=', true))
    .execute();
}

function idsInUse(reader: Queries) {
  const races = reader.selectFrom('races').where('state', 'in', UNDECIDED).where('races.set_id', 'is not', null);
  return reader
    .selectFrom('set_problems')
    .select('source_id')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('set_id', 'in', suitesInUse(reader)),
        eb('set_id', 'in', selectFrom('work_items').select('work_items.set_id').where('closed_at', 'is', null)),
        eb(
          'set_id',
          'in',
          races.select(({ ref }) => ref('races.set_id').$notNull().as('set_id')),
        ),
      ]),
    );
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
