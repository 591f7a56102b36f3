import { Fault } from '../../fault/fault.ts';
import { clusterBootstrap } from '../../statistics/cluster-bootstrap.ts';
import { clusterSignFlip } from '../../statistics/cluster-sign-flip.ts';
import type { ClusteredValue } from '../../statistics/clustered-value.ts';
import { type McNemar, mcNemar } from '../../statistics/mcnemar.ts';
import { mean } from '../../statistics/mean.ts';
import { minimumDetectableEffect } from '../../statistics/power.ts';
import { problemT } from '../../statistics/student-t.ts';
import type { Interval } from '../../statistics/wilson-interval.ts';
import { BOOTSTRAP_SEED } from './bootstrap-seed.ts';
import { isSampled, type MeasuredProblem, type MeasuredRun } from './measured-run.ts';

/** Left minus right, on the same problems. */
export interface RunComparison {
  readonly left: string;
  readonly right: string;
  /** Whether all matching episodes of the two runs have the same seed. */
  readonly same_seeds: boolean;
  readonly problems: number;
  readonly clusters: number;
  /** From the samples; `null` if some are missing on either side, because missing samples are not representative. */
  readonly sampled: {
    readonly difference: number;
    readonly interval: Interval | null;
    /** p-value of the exact sign-flip permutation test over clusters. This test decides. */
    readonly probability: number;
    readonly t_probability: number | null;
    readonly standard_error: number | null;
    /** The smallest true difference that this comparison detects with 80 % power. */
    readonly detectable: number | null;
  } | null;
  /** From one greedy run each; `null` if either side has none. */
  readonly greedy: {
    readonly difference: number;
    readonly only_left: number;
    readonly only_right: number;
    readonly exact: number;
    readonly mid_p: number;
  } | null;
}

/** Compares two runs. Runs on different suites, markets or harnesses are not comparable and are rejected. */
export function compareRuns(left: MeasuredRun, right: MeasuredRun): RunComparison {
  const reason = whyIncomparable(left, right);
  if (reason !== null) {
    throw new Fault('INPUT_INVALID', {
      message: `${reason}, and cannot be compared.`,
      remedy: 'Measure both in the same way.',
    });
  }
  const others = new Map(right.problems.map((problem) => [problem.id, problem]));
  const pairs = left.problems.map((problem): Pair => ({ left: problem, right: others.get(problem.id)! }));
  return {
    left: left.run.label,
    right: right.run.label,
    same_seeds: left.run.seed === right.run.seed && left.run.k === right.run.k,
    problems: pairs.length,
    clusters: new Set(left.problems.map(({ cluster }) => cluster)).size,
    sampled: isSampled(left) && isSampled(right) ? compareSamples(pairs) : null,
    greedy: compareGreedy(pairs),
  };
}

interface Pair {
  readonly left: MeasuredProblem;
  readonly right: MeasuredProblem;
}

function compareSamples(pairs: readonly Pair[]): RunComparison['sampled'] {
  const shares = pairs.map(
    ({ left, right }): ClusteredValue => ({
      cluster: left.cluster,
      value: left.successes / left.samples - right.successes / right.samples,
    }),
  );
  const t = problemT(shares);
  return {
    difference: mean(shares.map(({ value }) => value)),
    interval: clusterBootstrap(shares, { seed: BOOTSTRAP_SEED, range: { low: -1, high: 1 } }),
    probability: clusterSignFlip(shares),
    t_probability: t?.probability ?? null,
    standard_error: t?.standardError ?? null,
    detectable: t === null || t.standardError === 0 ? null : minimumDetectableEffect(t.standardError),
  };
}

function compareGreedy(pairs: readonly Pair[]): RunComparison['greedy'] {
  if (pairs.some(({ left, right }) => left.greedy === null || right.greedy === null)) return null;
  const onlyLeft = pairs.filter(({ left, right }) => left.greedy && !right.greedy).length;
  const onlyRight = pairs.filter(({ left, right }) => right.greedy && !left.greedy).length;
  const { exact, midP }: McNemar = mcNemar(onlyLeft, onlyRight);
  return {
    difference: (onlyLeft - onlyRight) / pairs.length,
    only_left: onlyLeft,
    only_right: onlyRight,
    exact,
    mid_p: midP,
  };
}

/** Why two runs cannot be compared; `null` if they can. */
export function whyIncomparable({ run: left }: MeasuredRun, { run: right }: MeasuredRun): string | null {
  const aspects: readonly (readonly [string, string, string])[] = [
    ['suites', left.suite.digest, right.suite.digest],
    ['harnesses', harnessName(left.harness), harnessName(right.harness)],
    ['rules', JSON.stringify(left.rules), JSON.stringify(right.rules)],
    ['markets', JSON.stringify(left.market), JSON.stringify(right.market)],
  ];
  const differing = aspects.find(([, one, other]) => one !== other);
  if (differing === undefined) return null;
  const [what, one, other] = differing;
  return `${left.label} and ${right.label} were measured with different ${what} (${one.slice(0, 60)} and ${other.slice(0, 60)})`;
}

function harnessName({ size, version, max_observation }: MeasuredRun['run']['harness']): string {
  return `${size} v${version}, results of ${max_observation} characters`;
}
