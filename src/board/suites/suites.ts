import type { Arena } from '../../arena/arena.ts';
import type { PageQuery } from '../wire/paging.ts';
import type { SuiteWire } from '../wire/suite-wire.ts';
import { findSuite, suitesQuery, suiteToWire } from './find-suite.ts';

/** All suites, newest first. */
export async function suites(
  { database }: Pick<Arena, 'database'>,
  { limit, offset }: PageQuery,
): Promise<SuiteWire[]> {
  const rows = await suitesQuery(database.reader).orderBy('suite_id', 'desc').limit(limit).offset(offset).execute();
  return rows.map(suiteToWire);
}

export async function currentSuite({ database }: Pick<Arena, 'database'>): Promise<SuiteWire> {
  return await findSuite(database.reader, undefined);
}
