import { quantile } from '../../statistics/quantile.ts';
import type { EpisodeLine } from '../run/journal-line.ts';
import { countBy } from './count-by.ts';

/** Cost, duration and behaviour of episodes. Means are over episodes. */
export interface Effort {
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly microdollars: number | null;
  readonly total_microdollars: number | null;
  readonly turns: number;
  readonly seconds: { readonly median: number; readonly p95: number } | null;
  readonly first_token_seconds: { readonly median: number; readonly p95: number } | null;
  /** Valid calls as a share of all calls. */
  readonly valid_call_rate: number | null;
  readonly repeat_rate: number | null;
  readonly unseen_products: number;
  readonly idle_answers: number;
  readonly cut_off: number;
  readonly token_ids_kept: number;
  readonly log_probabilities_kept: number;
  readonly endings: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
}

export function effortOf(episodes: readonly EpisodeLine[]): Effort {
  const sum = (value: (line: EpisodeLine) => number): number => episodes.reduce((all, line) => all + value(line), 0);
  const count = episodes.length;
  const calls = sum((line) => line.calls);
  const money = sumIfKnown(episodes.map((line) => line.price_microdollars));
  const mean = (total: number | null): number | null => (total === null || count === 0 ? null : total / count);
  return {
    prompt_tokens: mean(sumIfKnown(episodes.map((line) => line.prompt_tokens))),
    completion_tokens: mean(sumIfKnown(episodes.map((line) => line.completion_tokens))),
    microdollars: mean(money),
    total_microdollars: money,
    turns: mean(sum((line) => line.turns)) ?? 0,
    seconds: spread(episodes.map((line) => line.seconds)),
    first_token_seconds: spread(episodes.map((line) => line.first_token_seconds)),
    valid_call_rate: calls === 0 ? null : sum((line) => line.valid_calls) / calls,
    repeat_rate: calls === 0 ? null : sum((line) => line.repeats) / calls,
    unseen_products: mean(sum((line) => line.unseen_products)) ?? 0,
    idle_answers: mean(sum((line) => line.idle_answers)) ?? 0,
    cut_off: sum((line) => line.cut_off),
    token_ids_kept: sum((line) => line.token_ids_kept),
    log_probabilities_kept: sum((line) => line.log_probabilities_kept),
    endings: countBy(episodes.map((line) => line.ending)),
    failures: countBy(episodes.flatMap((line) => line.failure ?? [])),
  };
}

function sumIfKnown(values: readonly (number | null)[]): number | null {
  return values.includes(null) || values.length === 0
    ? null
    : values.reduce<number>((all, value) => all + (value ?? 0), 0);
}

function spread(values: readonly (number | null)[]): { readonly median: number; readonly p95: number } | null {
  const known = values.filter((value) => value !== null).sort((left, right) => left - right);
  if (known.length === 0) return null;
  const at = (share: number): number => quantile(known, share)!;
  return { median: at(0.5), p95: at(0.95) };
}
