import { type Endpoint, endpointSilent } from '../../chat/client.ts';
import type { PriceTable } from '../../inference/price-of.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import type { Episode } from '../harness/episode.ts';
import { harnessOf } from '../harness/harness.ts';
import { type EpisodeOptions, runEpisode } from '../harness/run-episode.ts';
import { type EpisodeKey, episodeKeys, episodeSeed, keyText } from './episode-key.ts';
import { episodeLine } from './episode-line.ts';
import { Journal, readJournal } from './journal.ts';
import type { RunRecord } from './run-record.ts';

export interface EvaluationOptions {
  readonly folder: string;
  readonly run: RunRecord;
  readonly problems: readonly Problem[];
  readonly endpoint: Endpoint;
  readonly search: Search;
  /** Needed by a run with `web_search`. */
  readonly web?: WebSearch | undefined;
  /** Default: titles are compared by words. */
  readonly titles?: TitleMeasure | undefined;
  readonly prices: PriceTable | null;
  readonly concurrency: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, of: number) => void;
}

export interface EvaluationResult {
  readonly measured: number;
  readonly episodes: number;
  /** Tries that failed because of the provider, in this execution. */
  readonly providerFailures: number;
  /** Episodes for which every try failed because of the provider; the next execution tries them again. */
  readonly unmeasured: number;
}

/** Tries per episode in one execution, including the first. After that, the episode is left for the next execution. */
const TRIES = 3;
/** After this many failed tries in a row, the provider is considered down. */
const MAX_FAILURES_IN_A_ROW = 10;

/**
 * Measures the missing episodes. If the provider fails, the episode is queued again and later repeated from its
 * beginning with the same seed. The result depends neither on the order nor on how often the process was killed.
 */
export async function evaluate(options: EvaluationOptions): Promise<EvaluationResult> {
  const { folder, run, problems, signal } = options;
  const harness = harnessOf(run.harness.size, run.harness.form, run.harness.max_observation, {
    web: run.harness.web,
  });
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const journal = Journal.open(folder);
  const measured = new Set(
    readJournal(folder).episodes.map(({ problem_id: problemId, mode, sample }) => keyText({ problemId, mode, sample })),
  );
  const all = episodeKeys(
    run.problems.map(({ id }) => id),
    run.k,
    run.greedy,
  );
  const waiting = all.filter((key) => !measured.has(keyText(key))).map((key) => ({ key, tries: 0 }));
  let providerFailures = 0;
  let inARow = 0;
  let lastDetail = '';
  options.onProgress?.(measured.size, all.length);

  async function measure(key: EpisodeKey): Promise<boolean> {
    const seed = key.mode === 'greedy' ? null : episodeSeed(run.seed, key);
    const outcome = await runEpisode({
      problem: byId.get(key.problemId)!,
      harness,
      endpoint: options.endpoint,
      search: options.search,
      web: options.web,
      maxTurns: run.max_turns,
      titles: options.titles,
      request: requestOf(run, seed),
      keepsSeed: run.simulated,
      ...(signal && { signal }),
    });
    if (outcome.kind === 'episode') {
      const line = episodeLine(outcome.episode, { key, seed, model: run.model, prices: options.prices });
      journal.addEpisode(line, transcriptOf(outcome.episode, key));
      return true;
    }
    const { failure, turn, retries } = outcome;
    const detail = outcome.detail.slice(0, 300).toWellFormed();
    lastDetail = detail;
    const { problemId: problem_id, mode, sample } = key;
    journal.addFailure({ kind: 'provider failure', problem_id, mode, sample, failure, detail, turn, retries });
    return false;
  }

  let stopped = false;

  /** A failure that a retry cannot fix stops all workers: a rejected key is rejected for every episode. */
  async function measureOrStop(key: EpisodeKey): Promise<boolean> {
    try {
      return await measure(key);
    } catch (error) {
      stopped = true;
      throw error;
    }
  }

  async function work(): Promise<void> {
    while (inARow < MAX_FAILURES_IN_A_ROW && !stopped && signal?.aborted !== true) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (await measureOrStop(next.key)) {
        inARow = 0;
        measured.add(keyText(next.key));
        options.onProgress?.(measured.size, all.length);
        continue;
      }
      // Retried episodes failed before. Their failing again does not indicate that the provider is down.
      if (next.tries === 0) inARow++;
      providerFailures++;
      if (next.tries + 1 < TRIES) waiting.push({ key: next.key, tries: next.tries + 1 });
    }
  }

  await allOrNone(
    Array.from({ length: options.concurrency }, () => work()),
    signal,
  );
  if (inARow >= MAX_FAILURES_IN_A_ROW) {
    throw endpointSilent(
      run.endpoint,
      `${lastDetail}; ${measured.size} of ${all.length} episodes are measured and kept`,
    );
  }
  return {
    measured: measured.size,
    episodes: all.length,
    providerFailures,
    unmeasured: signal?.aborted === true ? 0 : all.length - measured.size,
  };
}

/**
 * Waits for all workers before it throws an error of one, so that no writer is left running. Errors caused by an
 * interrupt are ignored.
 */
async function allOrNone(workers: readonly Promise<void>[], signal: AbortSignal | undefined): Promise<void> {
  const ended = await Promise.allSettled(workers);
  for (const each of ended) if (each.status === 'rejected' && signal?.aborted !== true) throw each.reason;
}

/** Request fields that are the same for all turns of an episode. A greedy episode has no seed. */
function requestOf(run: RunRecord, seed: number | null): EpisodeOptions['request'] {
  const takes = new Set<string>(run.extras);
  return {
    model: run.model,
    temperature: seed === null ? 0 : run.temperature,
    top_p: seed === null ? 1 : run.top_p,
    [takes.has('max_tokens') ? 'max_tokens' : 'max_completion_tokens']: run.max_tokens,
    ...(seed !== null && takes.has('seed') && { seed }),
    ...(takes.has('logprobs') && { logprobs: true }),
    ...(takes.has('return_token_ids') && { return_token_ids: true }),
    ...(takes.has('stream') && { stream: true }),
    ...(takes.has('stream') && takes.has('stream_options') && { stream_options: { include_usage: true } }),
  };
}

/** All messages of an episode, with tokens if the provider returned them. */
function transcriptOf(episode: Episode, key: EpisodeKey): Readonly<Record<string, unknown>> {
  return {
    problem_id: key.problemId,
    mode: key.mode,
    sample: key.sample,
    recommended: episode.strict.recommended,
    scores: { strict: episode.strict.scores, benchmark: episode.benchmark.scores },
    messages: episode.messages,
    turns: episode.turns.map(({ tokens, ...turn }) => ({
      finish_reason: turn.finishReason,
      prompt_tokens: turn.promptTokens,
      completion_tokens: turn.completionTokens,
      first_token_seconds: turn.secondsToFirst,
      seconds: turn.seconds,
      retries: turn.retries,
      prompt_token_ids: tokens.prompt,
      token_ids: tokens.completion,
      logprobs: tokens.logProbabilities,
    })),
  };
}
