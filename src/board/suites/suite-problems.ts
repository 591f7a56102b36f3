import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import { type SuiteProblemsWire, suiteProblemSchema } from '../wire/suite-wire.ts';
import { findSuite } from './find-suite.ts';

const metadataSchema = suiteProblemSchema.shape.metadata;

/**
 * The problems of a public suite as an agent receives them. The fields are listed one by one: the stored record
 * contains the answers, and a field added later must not be published automatically.
 */
export async function suiteProblems(
  { database }: Pick<Arena, 'database'>,
  suiteId: number,
): Promise<SuiteProblemsWire> {
  return await database.withSnapshot(async (reader) => {
    const suite = await findSuite(reader, suiteId);
    if (!suite.is_public) {
      throw new Fault('SUITE_NOT_FOUND', { message: `The problems of suite ${suiteId} are not public.` });
    }
    const rows = await reader
      .selectFrom('suites')
      .innerJoin('set_problems', 'set_problems.set_id', 'suites.set_id')
      .select(['problem_id', 'difficulty', 'record'])
      .where('suite_id', '=', suiteId)
      .orderBy('position')
      .execute();
    const problems = rows.map(({ problem_id, difficulty, record }) => ({
      problem_id,
      suite_id: suiteId,
      metadata: metadataSchema.parse({ query: record.query, category: record.category, difficulty }),
    }));
    return { suite, problems };
  });
}
