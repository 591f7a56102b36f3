import { Random } from '../../random/random.ts';
import type { SftRow } from '../rows/training-row.ts';
import { ARM_ABOUT, type Arm, SOURCES_OF } from './ablation-arm.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { candidatePools, type Pool, type PoolsOptions } from './candidate-pools.ts';
import { type ChoiceOptions, chooseEqualRows } from './choose-rows.ts';
import { fillToTokens } from './fill-to-tokens.ts';
import { formatRows } from './format-rows.ts';
import { shuffledWords, withoutWords } from './without-words.ts';

export interface AblationOptions extends PoolsOptions, ChoiceOptions {
  readonly arms: readonly Arm[];
  /** What is equal across arms. The problems are the same in both cases. */
  readonly equal: 'rows' | 'tokens';
  /** Trainable tokens per arm when tokens are equal. Default: as many as the arm with the fewest tokens has. */
  readonly tokens?: number | undefined;
  readonly formatRows: number;
}

export interface ArmRows {
  readonly arm: Arm;
  readonly about: string;
  readonly rows: readonly SftRow[];
  readonly counts: ArmCounts;
}

interface ArmCounts {
  readonly problems: number;
  readonly rows: number;
  readonly calls: number;
  /** Trainable tokens. */
  readonly tokens: number;
  readonly problems_by_category: Readonly<Record<string, number>>;
  readonly rows_by_agent: Readonly<Record<string, number>>;
  /** Rows that repeat another row of the arm; only when tokens are equal. */
  readonly repeated: number;
  /** Candidates that the arm could choose from. */
  readonly available: { readonly problems: number; readonly rows: number; readonly tokens: number };
  /** Attempts that could not become a row of the arm, counted by reason. */
  readonly left_out: Readonly<Record<string, number>>;
}

export interface AblationRows {
  readonly arms: readonly ArmRows[];
  readonly format: readonly SftRow[];
  readonly problems: readonly string[];
  readonly counter: { readonly name: string; readonly exact: boolean };
}

/**
 * Builds the arms of the ablation: the same recipe and problems, but different rows.
 *
 * Equal rows: every arm has the same number of rows per problem, and the number of calls per row is as equal as the
 * pools allow. Equal tokens: every arm has at least one row per problem and the same number of trainable tokens, to
 * within a row. Arms that change the words of `filtered` contain exactly the rows of `filtered`.
 */
export function buildAblationRows(options: AblationOptions): AblationRows {
  const { arms, seed, form } = options;
  const pools = candidatePools(options, new Set(arms.flatMap((arm) => SOURCES_OF[arm])));
  const poolOf = (arm: Arm): readonly Candidate[] => SOURCES_OF[arm].flatMap((source) => pools[source].candidates);
  const chosen = chooseEqualRows(new Map(arms.map((arm) => [arm, poolOf(arm)])), {
    ...options,
    perProblem: options.equal === 'tokens' ? 1 : options.perProblem,
  });
  const spoken = (arm: Arm): readonly Candidate[] => withWords(arm, sameAsFiltered(arm, chosen), form.counter);
  const final = options.equal === 'rows' ? new Map(arms.map((arm) => [arm, spoken(arm)])) : equalTokens();
  const problems = [...new Set([...(chosen.values().next().value ?? [])].map(({ problem }) => problem))].sort();
  return {
    arms: arms.map((arm, place): ArmRows => {
      const rows = new Random(seed, place).sample(final.get(arm)!, Infinity);
      const shuffled =
        arm === 'filtered_shuffled'
          ? shuffledWords(
              rows.map(({ row }) => row),
              seed,
            )
          : undefined;
      return {
        arm,
        about: ARM_ABOUT[arm],
        rows: shuffled ?? rows.map(({ row }) => row),
        counts: countsOf(
          rows,
          poolOf(arm),
          SOURCES_OF[arm].map((source) => pools[source]),
        ),
      };
    }),
    format: formatRows(formatSource(pools), options.problems, form.harness, { count: options.formatRows, seed }),
    problems,
    counter: { name: form.counter.name, exact: form.counter.exact },
  };

  function equalTokens(): ReadonlyMap<Arm, readonly Candidate[]> {
    const first = new Map(arms.map((arm) => [arm, spoken(arm)]));
    const common = new Set(
      first
        .values()
        .next()
        .value?.map(({ problem }) => problem),
    );
    const all = new Map(
      arms.map((arm) => [arm, withWords(arm, poolOf(arm), form.counter).filter(({ problem }) => common.has(problem))]),
    );
    // One row per problem must fit, or the arms would differ in their problems.
    const least = Math.max(0, ...[...first.values()].map(sumTokens));
    const tokens = Math.max(least, options.tokens ?? Math.min(...[...all.values()].map(sumTokens)));
    return new Map(arms.map((arm) => [arm, fillToTokens(first.get(arm)!, all.get(arm)!, { ...options, tokens })]));
  }
}

/** Arms that change the words of `filtered` use its rows. */
function sameAsFiltered(arm: Arm, chosen: ReadonlyMap<Arm, readonly Candidate[]>): readonly Candidate[] {
  const isDerived = arm === 'filtered_silent' || arm === 'filtered_shuffled';
  return (isDerived ? chosen.get('filtered') : undefined) ?? chosen.get(arm)!;
}

function withWords(
  arm: Arm,
  candidates: readonly Candidate[],
  counter: PoolsOptions['form']['counter'],
): readonly Candidate[] {
  if (arm !== 'filtered_silent') return candidates;
  return candidates.map((candidate) => candidateOf(withoutWords(candidate.row), candidate, counter));
}

/**
 * Sources with calls of all kinds and their results. Recorded conversations are left out: their format is the
 * agent's.
 */
function formatSource(pools: Readonly<Record<string, Pool>>): readonly SftRow[] {
  return ['scripted_claimed', 'filtered', 'teacher'].flatMap((source) =>
    pools[source]!.candidates.map(({ row }) => row),
  );
}

function countsOf(rows: readonly Candidate[], available: readonly Candidate[], pools: readonly Pool[]): ArmCounts {
  const leftOut: Record<string, number> = {};
  for (const { left_out } of pools)
    for (const [reason, count] of Object.entries(left_out)) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  const problems = new Map(rows.map(({ problem, category }) => [problem, category]));
  return {
    problems: problems.size,
    rows: rows.length,
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    tokens: sumTokens(rows),
    problems_by_category: countBy([...problems.values()]),
    rows_by_agent: countBy(rows.map(({ program }) => program)),
    repeated: rows.filter(({ use }) => use > 1).length,
    available: {
      problems: new Set(available.map(({ problem }) => problem)).size,
      rows: available.length,
      tokens: sumTokens(available),
    },
    left_out: leftOut,
  };
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]): [string, number] => [name, all.length]);
  return Object.fromEntries(counts.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function sumTokens(rows: readonly Candidate[]): number {
  return rows.reduce((sum, { tokens }) => sum + tokens, 0);
}
