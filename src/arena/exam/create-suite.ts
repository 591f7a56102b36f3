import type { Problem } from '../../problems/problem.ts';
import { appendEvent, type Database } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { storeProblems } from './store-problems.ts';

export interface NewSuite {
  readonly name: string;
  readonly problems: readonly Problem[];
  readonly isPublic: boolean;
}

export interface CreatedSuite {
  readonly suiteId: number;
  readonly suiteVersion: number;
}

/** Creates an inactive suite; `activateSuite` activates it. */
export async function createSuite(
  database: Database<ArenaTables>,
  { name, problems, isPublic }: NewSuite,
  { who, now }: { readonly who: string; readonly now: number },
): Promise<CreatedSuite> {
  return await database.withTransaction(async (transaction) => {
    const setId = await storeProblems(transaction, 'qualifying', problems, now);
    const newest = await transaction
      .selectFrom('suites')
      .select('suite_id')
      .orderBy('suite_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const suiteId = (newest?.suite_id ?? 0) + 1;
    await transaction
      .insertInto('suites')
      .values({
        suite_id: suiteId,
        suite_version: suiteId,
        name,
        set_id: setId,
        is_active: false,
        is_public: isPublic,
        created_at: now,
        activated_at: null,
      })
      .execute();
    await appendEvent(transaction, {
      who,
      what: 'suite.created',
      when: now,
      why: `A suite of ${counted(problems.length, 'problem')} was created.`,
      subject: `suite ${suiteId}`,
      data: { suite_id: suiteId, name, problems: problems.length, set_id: setId },
    });
    return { suiteId, suiteVersion: suiteId };
  });
}
