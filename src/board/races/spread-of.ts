import { mean, standardDeviation } from '../../statistics/mean.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import { median } from '../../statistics/quantile.ts';
import type { RaceVarianceWire } from '../wire/race-variance-wire.ts';

export interface RaceScore {
  readonly racer: string;
  readonly validatorHotkey: string;
  readonly validatorName: string | null;
  readonly score: number;
}

const DIGITS = 6;
/** In percentage points; one problem of thirty is 3.3. */
const BUCKETS = [1, 2, 5, 10, 20];

/** How validators differ, from the racers that at least two of them scored. */
export function spreadOf(scores: readonly RaceScore[]): Omit<RaceVarianceWire, 'race_id' | 'race_number'> {
  const shared = [...Map.groupBy(scores, ({ racer }) => racer).values()].filter((own) => own.length > 1);
  const spreads = shared.map((own) => {
    const values = own.map(({ score }) => score);
    return round(Math.max(...values) - Math.min(...values));
  });
  return {
    n_pairs: shared.length,
    mean_spread: spreads.length === 0 ? null : round(mean(spreads)),
    median_spread: spreads.length === 0 ? null : round(median(spreads)),
    max_spread: spreads.length === 0 ? null : Math.max(...spreads),
    spread_buckets: BUCKETS.map((threshold) => {
      const count = spreads.filter((spread) => round(spread * 100) >= threshold).length;
      const pct = spreads.length === 0 ? 0 : pythonRound((100 * count) / spreads.length, 2);
      return { threshold_pp: threshold, count, pct };
    }),
    validators: validatorsOf(shared),
  };
}

function validatorsOf(shared: readonly (readonly RaceScore[])[]): RaceVarianceWire['validators'] {
  const opinions = shared.flatMap((own) =>
    own.map((each) => {
      const others = own.filter((other) => other !== each);
      return { ...each, delta: each.score - mean(others.map(({ score }) => score)) };
    }),
  );
  return Array.from(
    Map.groupBy(opinions, ({ validatorHotkey }) => validatorHotkey),
    ([hotkey, own]) => {
      const deltas = own.map(({ delta }) => delta);
      return {
        validator_hotkey: hotkey,
        validator_name: own[0]!.validatorName,
        pairs_evaluated: own.length,
        mean_delta_vs_peers: round(mean(deltas)),
        std_dev: round(standardDeviation(deltas)),
        mean_score: round(mean(own.map(({ score }) => score))),
      };
    },
  );
}

function round(value: number): number {
  return pythonRound(value, DIGITS);
}
