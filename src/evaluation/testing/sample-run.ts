import type { Category } from '../../problems/problem.ts';
import type { EpisodeLine } from '../run/journal-line.ts';
import type { RunRecord } from '../run/run-record.ts';

/** Runs for tests without a model, with the contents of a journal. */
export function sampleRun(label: string, problems: number, rest: Partial<RunRecord> = {}): RunRecord {
  const categories: readonly Category[] = ['product', 'shop', 'voucher'];
  return {
    version: 1,
    run_id: '00000000-0000-4000-8000-000000000000',
    created_at: '2026-01-01T00:00:00.000Z',
    label,
    model: label,
    line: label,
    checkpoint: label,
    endpoint: 'http://127.0.0.1:8000/v1',
    simulated: false,
    harness: { size: 7, form: 'native', version: 1, max_observation: 32_000 },
    k: 8,
    greedy: true,
    temperature: 0.9,
    top_p: 0.95,
    max_tokens: 1024,
    max_turns: 25,
    seed: 1,
    extras: [],
    suite: { name: 'sample', kind: 'dev', digest: 'a'.repeat(64) },
    problems: Array.from({ length: problems }, (_, place) => ({
      id: `p${place}`,
      category: categories[place % 3]!,
      cluster: `p${place}`,
    })),
    market: { products: 100, source: 'synthetic, seed 1, generator 1' },
    rules: { strict: 1, benchmark: 1, similarity: 'lexical' },
    price: null,
    plan: null,
    guarded_against: [],
    opening: null,
    ...rest,
  };
}

export function sampleEpisode(
  problemId: string,
  mode: EpisodeLine['mode'],
  sample: number,
  success: boolean,
  rest: Partial<EpisodeLine> = {},
): EpisodeLine {
  return {
    kind: 'episode',
    problem_id: problemId,
    mode,
    sample,
    seed: mode === 'greedy' ? null : sample,
    ending: 'terminated',
    success,
    benchmark_success: success,
    rule: success ? 1 : 0.5,
    benchmark_rule: success ? 1 : 0.5,
    flags: [],
    failure: success ? null : 'nothing was recommended',
    turns: 4,
    calls: 6,
    valid_calls: 5,
    repeats: 1,
    unseen_products: 0,
    idle_answers: 0,
    cut_off: 0,
    prompt_tokens: 1_000,
    completion_tokens: 100,
    price_microdollars: 50,
    first_token_seconds: 0.2,
    seconds: 1.5,
    retries: 0,
    token_ids_kept: 0,
    log_probabilities_kept: 0,
    transcript: 'b'.repeat(64),
    ...rest,
  };
}

/** Every episode of a run. `solves` decides which succeed. */
export function sampleEpisodes(
  run: RunRecord,
  solves: (problem: number, sample: number | 'greedy') => boolean,
): readonly EpisodeLine[] {
  return run.problems.flatMap(({ id }, place) => [
    ...(run.greedy ? [sampleEpisode(id, 'greedy', 0, solves(place, 'greedy'))] : []),
    ...Array.from({ length: run.k }, (_, sample) => sampleEpisode(id, 'sampled', sample, solves(place, sample))),
  ]);
}
