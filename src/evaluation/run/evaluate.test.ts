import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpEndpoint } from '../../chat/client.ts';
import {
  answerBody,
  refuse,
  StandInModel,
  type StandInRequest,
  say,
  shopForLamp,
} from '../../chat/testing/stand-in-model.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { sha256 } from '../../store/sha256.ts';
import { SMALL_MARKET } from '../../tools/testing/small-market.ts';
import { evaluationReport } from '../report/evaluation-report.ts';
import { measuredRun } from '../report/measured-run.ts';
import { lampProblem } from '../testing/lamp-problem.ts';
import { sampleRun } from '../testing/sample-run.ts';
import { episodeKeys, episodeSeed } from './episode-key.ts';
import { type EvaluationResult, evaluate } from './evaluate.ts';
import { journalPath, readJournal, transcriptsPath } from './journal.ts';

const PROBLEMS = ['a', 'b', 'c', 'd'].map(lampProblem);
const RUN = sampleRun('m', 0, {
  k: 3,
  extras: ['seed'],
  problems: PROBLEMS.map(({ id, category }) => ({ id, category, cluster: id })),
});
const market = mkdtempSync(join(tmpdir(), 'assay-evaluate-'));
let search: EmbeddedSearch;
let model: StandInModel;
let folder: string;

beforeAll(async () => {
  const path = join(market, 'market.index');
  await writeIndex(path, SMALL_MARKET, { kind: 'import', file: 'small market' });
  search = EmbeddedSearch.open(path);
  model = await StandInModel.start();
});
afterAll(async () => {
  model.stop();
  await search.close();
  rmSync(market, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(market, 'run-'));
});

async function measure(
  signal?: AbortSignal,
  concurrency = 2,
  run = RUN,
  problems = PROBLEMS,
): Promise<EvaluationResult> {
  return await evaluate({
    folder,
    run,
    problems,
    endpoint: new HttpEndpoint({ baseUrl: model.baseUrl, attempts: 2, firstDelayMilliseconds: 1 }),
    search,
    prices: { m: { prompt: 1_000_000, completion: 2_000_000 } },
    concurrency,
    ...(signal && { signal }),
  });
}

/** Solves the problem or gives up, depending on the seed. */
const lucky = (request: StandInRequest) =>
  Number(request.seed ?? 1) % 2 === 0 ? [{ name: 'terminate', arguments: '{}' }] : shopForLamp(request);

const well = () => model.behave((request, response) => say(response, 'I go on.', lucky(request)));

/** The report of the folder without durations, which differ with every episode. */
function report(): unknown {
  const { episodes, failures } = readJournal(folder);
  const timeless = episodes.map((line) => ({ ...line, seconds: null, first_token_seconds: null }));
  return evaluationReport([measuredRun(RUN, timeless, failures)], null);
}

describe('evaluate', () => {
  it('evaluate measures every episode once and keeps the conversation', async () => {
    well();
    expect(await measure()).toEqual({ measured: 16, episodes: 16, providerFailures: 0, unmeasured: 0 });
    const { episodes } = readJournal(folder);
    expect(episodes).toHaveLength(16);
    const [first] = episodes;
    expect(first).toMatchObject({ mode: 'greedy', seed: null, prompt_tokens: first!.turns * 100 });
    expect(first!.price_microdollars).toBe(first!.turns * 120);
    const seeds = episodes.filter(({ mode }) => mode === 'sampled').map(({ seed }) => seed);
    expect(new Set(seeds).size).toBe(12);
    const hashes = readFileSync(transcriptsPath(folder), 'utf8').trimEnd().split('\n').map(sha256);
    expect(new Set(hashes)).toEqual(new Set(episodes.map(({ transcript }) => transcript)));
  });

  it('evaluate keeps token ids and log-probabilities when the server returns them', async () => {
    model.behave((request, response, number) => {
      const { choices, ...answer } = JSON.parse(answerBody('I go on.', lucky(request)));
      const tokens = { token_ids: [7, 8], logprobs: { content: [{ logprob: -0.25 }, { logprob: -0.5 }] } };
      const given = number % 2 === 0 ? tokens : {};
      refuse(
        response,
        200,
        JSON.stringify({ ...answer, prompt_token_ids: [1, 2], choices: [{ ...choices[0], ...given }] }),
      );
    });
    await measure(undefined, 1);
    const { episodes } = readJournal(folder);
    const kept = episodes.reduce((sum, line) => sum + line.token_ids_kept, 0);
    expect(kept).toBe(Math.ceil(model.requests.length / 2));
    const [first] = readFileSync(transcriptsPath(folder), 'utf8').split('\n');
    const { turns } = JSON.parse(first!) as { turns: unknown[] };
    expect(turns.slice(0, 2)).toMatchObject([
      { prompt_token_ids: [1, 2], token_ids: [7, 8], logprobs: [-0.25, -0.5] },
      { token_ids: null, logprobs: null },
    ]);
  });

  it('an interrupted evaluation with a truncated line resumes to the same report', async () => {
    well();
    await measure();
    const whole = report();
    folder = mkdtempSync(join(market, 'run-'));
    const stop = new AbortController();
    model.behave((request, response, number) => {
      if (number === 20) stop.abort();
      say(response, 'I go on.', lucky(request));
    });
    const stopped = await measure(stop.signal, 3);
    expect(stopped.measured).toBeGreaterThan(0);
    expect(stopped.measured).toBeLessThan(16);
    appendFileSync(journalPath(folder), '{"kind":"episode","problem_id":"a","mo');
    appendFileSync(transcriptsPath(folder), '{"problem_id":"a"');
    well();
    expect(await measure()).toMatchObject({ measured: 16, episodes: 16 });
    expect(report()).toEqual(whole);
    expect(await measure()).toMatchObject({ measured: 16, providerFailures: 0 });
  });

  it('evaluate reruns an episode after a provider failure, with the same seed, and counts it', async () => {
    well();
    await measure();
    const { pass_at_1 } = (report() as { runs: { pass_at_1: unknown }[] }).runs[0]!;
    folder = mkdtempSync(join(market, 'run-'));
    // Two of every ten requests fail: a request and its retry.
    model.behave((request, response, number) =>
      number % 10 === 4 || number % 10 === 5
        ? refuse(response, 500, 'oops')
        : say(response, 'I go on.', lucky(request)),
    );
    const result = await measure(undefined, 1);
    expect(result).toMatchObject({ measured: 16, unmeasured: 0 });
    expect(result.providerFailures).toBeGreaterThan(0);
    const { runs } = report() as { runs: { pass_at_1: unknown; provider: object }[] };
    expect(runs[0]!.pass_at_1).toEqual(pass_at_1);
    expect(runs[0]!.provider).toMatchObject({
      spoilt_tries: result.providerFailures,
      by_kind: { 'server error': result.providerFailures },
    });
  });

  it('an episode that never gets through is unmeasured: neither failed nor dropped', async () => {
    const broken = (request: StandInRequest): boolean => request.messages[1]!.content.includes('request b.');
    model.behave((request, response) =>
      broken(request) ? refuse(response, 200, '{"choices": [') : say(response, 'I go on.', lucky(request)),
    );
    expect(await measure()).toEqual({ measured: 12, episodes: 16, providerFailures: 12, unmeasured: 4 });
    const { runs, cautions } = report() as { runs: { pass_at_1: unknown }[]; cautions: string[] };
    expect(runs[0]!.pass_at_1).toBeNull();
    expect(cautions.join()).toContain('4 of 16 episodes are not measured');
    well();
    expect(await measure()).toMatchObject({ measured: 16, providerFailures: 0 });
  });

  it('evaluate stops when the server is unreachable, and keeps finished episodes', async () => {
    model.behave((request, response, number) =>
      number > 20 ? response.destroy() : say(response, 'I go on.', lucky(request)),
    );
    const many = Array.from({ length: 40 }, (_, place) => lampProblem(`x${place}`));
    const problems = many.map(({ id, category }) => ({ id, category, cluster: id }));
    await expect(measure(undefined, 2, { ...RUN, problems }, many)).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    const { episodes, failures } = readJournal(folder);
    expect(failures.length).toBeLessThan(20);
    expect(episodes.length).toBeGreaterThan(0);
    expect(failures.every(({ failure }) => failure === 'unreachable')).toBe(true);
  });

  it('evaluate stops when the key is rejected midway, and keeps finished episodes', async () => {
    model.behave((request, response, number) =>
      number > 20 ? refuse(response, 401, 'no') : say(response, 'I go on.', lucky(request)),
    );
    await expect(measure()).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' });
    expect(readJournal(folder).episodes.length).toBeGreaterThan(0);
    well();
    expect(await measure()).toMatchObject({ measured: 16 });
  });

  it('evaluate rejects an edited journal', async () => {
    well();
    await measure();
    const text = readFileSync(journalPath(folder), 'utf8');
    writeFileSync(journalPath(folder), text.replace('"success":false', '"success":"yes"'));
    await expect(measure()).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
    writeFileSync(journalPath(folder), `${text}${text.split('\n')[0]}\n`);
    await expect(measure()).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
  });
});

describe('episodeSeed', () => {
  it('an episode seed differs between episodes and runs, and is the same in every execution', () => {
    const keys = episodeKeys(['a', 'b'], 8, false);
    const seeds = keys.map((key) => episodeSeed(1, key));
    expect(new Set(seeds).size).toBe(16);
    expect(keys.map((key) => episodeSeed(1, key))).toEqual(seeds);
    expect(keys.map((key) => episodeSeed(2, key))).not.toEqual(seeds);
    expect(episodeSeed(1, { problemId: 'a', mode: 'sampled', sample: 0 })).toBe(seeds[0]);
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)).toBe(true);
  });
});
