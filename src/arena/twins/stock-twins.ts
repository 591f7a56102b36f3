import { randomBytes } from 'node:crypto';
import type { Problem } from '../../problems/problem.ts';
import type { ReservedTwins } from '../../problems/suites.ts';
import type { Arena } from '../arena.ts';
import { addTwins, suiteProblems } from './add-twins.ts';
import { freshTwins } from './assign-twins.ts';
import { chooseTwins } from './choose-twins.ts';
import { twinsPerRun } from './twin-policy.ts';

/** Number of versions for which the stock has separate twins. */
const STOCKED_VERSIONS = 3;
/** The stock is refilled when it covers fewer versions than this. */
const LOW_VERSIONS = 2;

/** The bank, as far as stocking uses it. */
export interface TwinSource {
  reserveTwins(order: {
    readonly choose: (free: readonly Problem[]) => readonly Problem[];
    readonly known: ReadonlySet<string>;
    readonly raceProblems: number;
    readonly keepRaces: number;
  }): Promise<ReservedTwins>;
}

export interface MissingTwins {
  readonly suiteId: number;
  readonly count: number;
}

/**
 * The twins that the active suite lacks; `undefined` if it has enough, if no suite is active, or if the comparison is
 * off.
 */
export async function missingTwins(arena: Arena): Promise<MissingTwins | undefined> {
  const { reader } = arena.database;
  const suite = await reader
    .selectFrom('suites')
    .innerJoin('problem_sets', 'problem_sets.set_id', 'suites.set_id')
    .select(['suite_id', 'size'])
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (suite === undefined) return undefined;
  const perRun = twinsPerRun(arena.policy.twins, suite.size);
  if (perRun === 0) return undefined;
  const fresh = (await freshTwins(reader, suite.suite_id, arena.policy.twins)).length;
  if (fresh >= LOW_VERSIONS * perRun) return undefined;
  return { suiteId: suite.suite_id, count: STOCKED_VERSIONS * perRun - fresh };
}

/** Refills the twins of the active suite from the bank. Returns the reason if that was not possible. */
export async function stockTwins(
  arena: Arena,
  source: TwinSource,
  { suiteId, count }: MissingTwins,
): Promise<string | undefined> {
  const problems = await suiteProblems(arena, suiteId);
  const seed = randomBytes(6).readUIntBE(0, 6);
  const reserved = await source.reserveTwins({
    choose: (free) => chooseTwins(problems, free, count, seed),
    known: await knownTwins(arena),
    raceProblems: arena.policy.raceProblems,
    keepRaces: arena.policy.bank.lowRaces,
  });
  if (!reserved.ok) return reserved.reason;
  const { added } = await addTwins(arena, suiteId, reserved.problems, 'arena');
  return added > 0
    ? undefined
    : `None of ${reserved.problems.length} reserved problems can be a twin of suite ${suiteId}.`;
}

async function knownTwins({ database }: Pick<Arena, 'database'>): Promise<ReadonlySet<string>> {
  const rows = await database.reader
    .selectFrom('twin_sets')
    .innerJoin('set_problems', 'set_problems.set_id', 'twin_sets.set_id')
    .select('source_id')
    .execute();
  return new Set(rows.map(({ source_id }) => source_id));
}
