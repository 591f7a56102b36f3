import { mean, standardDeviation } from '../../statistics/mean.ts';
import { roundToMillionth } from '../../statistics/round-to-millionth.ts';
import type { Reason } from './filter-rule.ts';
import type { RankSignals } from './rank-signals.ts';

/** The data compared between attempts that passed every attempt rule. */
export interface Candidate {
  readonly attempt_id: string;
  readonly problem_id: string;
  readonly duplicate_key: string;
  /** Whether a release may contain it. Of equal attempts, a publishable one is kept. */
  readonly publishable: boolean;
  readonly signals: RankSignals;
}

export type Placing =
  | { readonly kept: true; readonly rank: number; readonly of: number; readonly score: number }
  | { readonly kept: false; readonly reason: Extract<Reason, 'DUPLICATE' | 'RANKED_OUT'>; readonly detail: string };

const SIGNALS = ['depth', 'reformulations', 'verification', 'regularity'] as const;

/**
 * Removes duplicates, ranks the remaining attempts of each problem by the sum of their signals, each in standard
 * deviations from that problem's mean, and keeps the best. The order of the input does not matter, because ties are
 * ordered by id.
 */
export function rankAttempts(candidates: readonly Candidate[], perProblem: number): ReadonlyMap<string, Placing> {
  const placings = new Map<string, Placing>();
  for (const group of Map.groupBy(candidates, ({ problem_id }) => problem_id).values()) {
    const first = new Map<string, string>();
    const different: Candidate[] = [];
    for (const candidate of group.toSorted(publishableFirst)) {
      const original = first.get(candidate.duplicate_key);
      if (original === undefined) {
        first.set(candidate.duplicate_key, candidate.attempt_id);
        different.push(candidate);
      } else {
        placings.set(candidate.attempt_id, {
          kept: false,
          reason: 'DUPLICATE',
          detail: `made the same calls as ${original}`,
        });
      }
    }
    const score = scorerOf(different);
    const ranked = different
      .map((candidate) => ({ candidate, score: score(candidate) }))
      .toSorted(
        (left, right) => right.score - left.score || compare(left.candidate.attempt_id, right.candidate.attempt_id),
      );
    for (const [place, { candidate, score }] of ranked.entries()) {
      placings.set(
        candidate.attempt_id,
        place < perProblem
          ? { kept: true, rank: place + 1, of: ranked.length, score }
          : {
              kept: false,
              reason: 'RANKED_OUT',
              detail: `rank ${place + 1} of ${ranked.length}, ${perProblem} are kept`,
            },
      );
    }
  }
  return placings;
}

function scorerOf(group: readonly Candidate[]): (candidate: Candidate) => number {
  const measures = SIGNALS.map((signal) => ({ signal, ...measure(group.map(({ signals }) => signals[signal])) }));
  return ({ signals }) =>
    roundToMillionth(
      measures.reduce(
        (sum, { signal, mean, deviation }) => (deviation === 0 ? sum : sum + (signals[signal] - mean) / deviation),
        0,
      ),
    );
}

function measure(values: readonly number[]): { mean: number; deviation: number } {
  return { mean: mean(values), deviation: standardDeviation(values) };
}

function publishableFirst(left: Candidate, right: Candidate): number {
  return Number(right.publishable) - Number(left.publishable) || compare(left.attempt_id, right.attempt_id);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
