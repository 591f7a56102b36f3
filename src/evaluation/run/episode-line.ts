import { type PriceTable, priceOf } from '../../inference/price-of.ts';
import type { Episode } from '../harness/episode.ts';
import type { EpisodeKey } from './episode-key.ts';
import type { EpisodeLine } from './journal-line.ts';

export interface EpisodeContext {
  readonly key: EpisodeKey;
  readonly seed: number | null;
  readonly model: string;
  /** `null` if token prices are unknown. */
  readonly prices: PriceTable | null;
}

/** The journal line of an episode. */
export function episodeLine(episode: Episode, context: EpisodeContext): Omit<EpisodeLine, 'transcript'> {
  const { key, seed, model, prices } = context;
  const { counts, strict, benchmark, turns } = episode;
  const promptTokens = total(turns.map((turn) => turn.promptTokens));
  const completionTokens = total(turns.map((turn) => turn.completionTokens));
  const isPriced = prices !== null && promptTokens !== null && completionTokens !== null;
  return {
    kind: 'episode',
    problem_id: key.problemId,
    mode: key.mode,
    sample: key.sample,
    seed,
    ending: episode.ending,
    success: strict.success,
    benchmark_success: benchmark.success,
    rule: strict.scores.rule,
    benchmark_rule: benchmark.scores.rule,
    flags: strict.flags,
    failure: episode.failure,
    turns: counts.turns,
    calls: counts.calls,
    valid_calls: counts.validCalls,
    repeats: counts.repeats,
    unseen_products: counts.unseenProducts,
    idle_answers: counts.idleAnswers,
    cut_off: counts.cutOff,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    price_microdollars: isPriced
      ? priceOf(model, { prompt_tokens: promptTokens, completion_tokens: completionTokens }, prices)
      : null,
    first_token_seconds: toMilliseconds(turns[0]?.secondsToFirst ?? null),
    seconds: toMilliseconds(total(turns.map((turn) => turn.seconds))),
    retries: turns.reduce((sum, turn) => sum + turn.retries, 0),
    token_ids_kept: turns.filter(({ tokens }) => tokens.completion !== null).length,
    log_probabilities_kept: turns.filter(({ tokens }) => tokens.logProbabilities !== null).length,
  };
}

/** `null` if any part is unknown, because a partial sum would be wrong. An episode without turns used nothing. */
function total(parts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const part of parts) {
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

function toMilliseconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000) / 1000;
}
