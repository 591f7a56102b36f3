import type { ArenaQueries } from '../../arena/race.ts';
import { Fault } from '../../fault/fault.ts';
import type { SuiteWire } from '../wire/suite-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';

/** The suite with this number, or the active one; a fault if there is none. */
export async function findSuite(reader: ArenaQueries, suiteId: number | undefined): Promise<SuiteWire> {
  const suites = suitesQuery(reader);
  const row = await (suiteId === undefined
    ? suites.where('is_active', '=', true)
    : suites.where('suite_id', '=', suiteId)
  ).executeTakeFirst();
  if (row !== undefined) return suiteToWire(row);
  throw new Fault('SUITE_NOT_FOUND', {
    message: suiteId === undefined ? 'No suite is active.' : `There is no suite ${suiteId}.`,
    remedy: '/v1/public/suites lists all suites.',
  });
}

export function suitesQuery(reader: ArenaQueries) {
  return reader
    .selectFrom('suites')
    .innerJoin('problem_sets', 'problem_sets.set_id', 'suites.set_id')
    .select([
      'suite_id',
      'suite_version',
      'is_active',
      'name',
      'is_public',
      'problem_sets.size as problem_count',
      'suites.created_at',
      'activated_at',
    ]);
}

export function suiteToWire(row: SuiteRow): SuiteWire {
  return { ...row, created_at: toTimestamp(row.created_at), activated_at: toTimestampOrNull(row.activated_at) };
}

type SuiteRow = Awaited<ReturnType<ReturnType<typeof suitesQuery>['executeTakeFirstOrThrow']>>;
