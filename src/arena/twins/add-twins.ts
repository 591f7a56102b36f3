import { Fault } from '../../fault/fault.ts';
import { findClusters, questionOf } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { storeProblems } from '../exam/store-problems.ts';
import { calibrationClass } from './calibration-class.ts';

export interface AddedTwins {
  readonly suiteId: number;
  readonly added: number;
  /** Offered problems whose kind and difficulty no problem of the suite has. */
  readonly otherClass: number;
  /** Offered problems that are variants of a problem of the suite, or already twins. */
  readonly known: number;
}

/**
 * Adds twins to a suite: unpublished problems of the same difficulty as its own. Problems of a class that the suite
 * lacks are skipped, and so are variants of its problems, which could also be answered from memory.
 */
export async function addTwins(
  arena: Pick<Arena, 'database' | 'now'>,
  suiteId: number,
  offered: readonly Problem[],
  who: string,
): Promise<AddedTwins> {
  const { database, now } = arena;
  const problems = await suiteProblems(arena, suiteId);
  const classes = new Set(problems.map(calibrationClass));
  const fitting = offered.filter((problem) => classes.has(calibrationClass(problem)));
  return await database.withTransaction(async (transaction) => {
    const twins = await transaction
      .selectFrom('twin_sets')
      .innerJoin('set_problems', 'set_problems.set_id', 'twin_sets.set_id')
      .select('source_id')
      .execute();
    const taken = new Set(twins.map(({ source_id }) => source_id));
    const added = withoutVariants(problems, fitting).filter(({ id }) => !taken.has(id));
    const counts = {
      suiteId,
      added: added.length,
      otherClass: offered.length - fitting.length,
      known: fitting.length - added.length,
    };
    if (added.length === 0) return counts;
    const setId = await storeProblems(transaction, 'twins', added, now());
    await transaction.insertInto('twin_sets').values({ set_id: setId, suite_id: suiteId, added_at: now() }).execute();
    await appendEvent(transaction, {
      who,
      what: 'suite.twins_added',
      when: now(),
      why: 'Qualifying runs on the suite are compared with problems that were never published.',
      subject: `suite ${suiteId}`,
      data: { suite_id: suiteId, twins: added.length },
    });
    return counts;
  });
}

export async function suiteProblems(
  { database }: Pick<Arena, 'database'>,
  suiteId: number,
): Promise<readonly Problem[]> {
  const rows = await database.reader
    .selectFrom('suites')
    .innerJoin('set_problems', 'set_problems.set_id', 'suites.set_id')
    .select('record')
    .where('suite_id', '=', suiteId)
    .orderBy('position')
    .execute();
  if (rows.length === 0) {
    throw new Fault('SUITE_NOT_FOUND', {
      message: `There is no suite ${suiteId}.`,
      remedy: '`assay admin suite list` lists all suites.',
    });
  }
  return rows.flatMap(({ record }) => {
    const parsed = parseProblem(record);
    return parsed.ok ? [parsed.problem] : [];
  });
}

/** Keeps problems that share no leak cluster with the suite, and only the first of each cluster among themselves. */
function withoutVariants(suite: readonly Problem[], offered: readonly Problem[]): readonly Problem[] {
  const { clusterOf } = findClusters([...suite, ...offered].map(questionOf));
  const used = new Set(clusterOf.subarray(0, suite.length));
  return offered.filter((_, place) => {
    const cluster = clusterOf[suite.length + place]!;
    if (used.has(cluster)) return false;
    used.add(cluster);
    return true;
  });
}
