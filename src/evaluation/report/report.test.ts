import { describe, expect, it } from 'vitest';
import type { EpisodeLine } from '../run/journal-line.ts';
import type { RunRecord } from '../run/run-record.ts';
import { sampleEpisodes, sampleRun } from '../testing/sample-run.ts';
import { compareRuns } from './compare-runs.ts';
import { evaluationReport } from './evaluation-report.ts';
import { percent } from './format-numbers.ts';
import { measuredRun } from './measured-run.ts';
import { publishedTable } from './published-table.ts';
import { reportPages } from './report-pages.ts';
import { summariseRun } from './summarise-run.ts';

const measured = (
  label: string,
  solves: (problem: number, sample: number | 'greedy') => boolean,
  rest: Partial<RunRecord> = {},
) => {
  const run = sampleRun(label, 75, rest);
  return measuredRun(run, sampleEpisodes(run, solves), []);
};

/** The greedy run solves 32 of 75; samples also solve some of the next problems now and then. */
const strong = measured(
  'strong',
  (problem, sample) => problem < 32 || (sample !== 'greedy' && problem < 40 && sample < 4),
);
const weak = measured('weak', (problem) => problem < 14);

describe('summariseRun', () => {
  it('reports the published interval for a greedy run, and unbiased rates for the samples', () => {
    const { greedy, pass_at_1, at_k, reliability, categories } = summariseRun(strong);
    expect(greedy).toMatchObject({ value: 32 / 75, method: 'wilson' });
    expect([percent(greedy!.interval!.low), percent(greedy!.interval!.high)]).toEqual(['32.1', '53.9']);
    expect(pass_at_1).toMatchObject({ value: (32 + 8 / 2) / 75, method: 'bootstrap' });
    expect(at_k.map(({ k }) => k)).toEqual([1, 2, 4, 8]);
    expect(at_k[3]!.any!.value).toBeCloseTo(40 / 75, 12);
    expect(at_k[3]!.every!.value).toBeCloseTo(32 / 75, 12);
    expect(reliability).toEqual([35, 0, 0, 0, 8, 0, 0, 0, 32]);
    expect(categories.map(({ problems }) => problems)).toEqual([25, 25, 25]);
  });

  it('the summary of a run does not depend on the order of episodes', () => {
    const shuffled = measuredRun(strong.run, strong.episodes.toReversed(), []);
    expect(summariseRun(shuffled)).toEqual(summariseRun(strong));
  });

  it('leaves a rate undefined when one problem lacks a sample', () => {
    const missing = strong.episodes.filter(({ problem_id, sample }) => problem_id !== 'p70' || sample !== 7);
    const lacking = measuredRun(strong.run, missing, []);
    const { pass_at_1, greedy, bounds, at_k, categories, benchmark, reliability, episodes } = summariseRun(lacking);
    expect([pass_at_1, benchmark.pass_at_1, reliability]).toEqual([null, null, null]);
    const incomplete = categories.filter((each) => each.pass_at_1 === null);
    expect(incomplete.map((each) => each.missing)).toEqual([{ sampled: 1, greedy: 0 }]);
    expect(categories).toHaveLength(3);
    expect(at_k.flatMap(({ any, every }) => [any, every])).toEqual(Array(8).fill(null));
    expect(greedy).not.toBeNull();
    expect(bounds.greedy).toBeNull();
    expect(bounds.pass_at_1!.low).toBeCloseTo(36 / 75, 12);
    expect(bounds.pass_at_1!.high).toBeCloseTo((36 + 1 / 8) / 75, 12);
    expect(summariseRun(strong).bounds).toEqual({ pass_at_1: null, greedy: null });
    expect(episodes).toEqual({ expected: 675, measured: 674 });
    expect(compareRuns(lacking, strong)).toMatchObject({ sampled: null, greedy: { difference: 0 } });
    expect(reportPages(evaluationReport([lacking], null)).markdown).toContain(
      '| 1 episode missing, between 48.0 and 48.2 |',
    );
  });

  it('gives bounds for a greedy rate that lacks an episode', () => {
    const missing = strong.episodes.filter(({ problem_id, mode }) => problem_id !== 'p70' || mode !== 'greedy');
    const { greedy, bounds, pass_at_1 } = summariseRun(measuredRun(strong.run, missing, []));
    expect(greedy).toBeNull();
    expect(bounds.greedy).toEqual({ low: 32 / 75, high: 33 / 75 });
    expect(pass_at_1).not.toBeNull();
  });

  it('counts variants of one problem once', () => {
    const problems = strong.run.problems.map((problem, place) => ({
      ...problem,
      cluster: `c${Math.floor(place / 5)}`,
    }));
    const clustered = measuredRun({ ...strong.run, problems }, strong.episodes, []);
    const width = (of: typeof strong) => {
      const { low, high } = summariseRun(of).greedy!.interval!;
      return high - low;
    };
    expect(summariseRun(clustered)).toMatchObject({ clusters: 15, greedy: { method: 'bootstrap' } });
    expect(width(clustered)).toBeGreaterThan(1.5 * width(strong));
  });

  it('sums tokens, cost and time, and reports unknown values', () => {
    expect(summariseRun(strong).effort).toMatchObject({
      prompt_tokens: 1_000,
      microdollars: 50,
      total_microdollars: 675 * 50,
      seconds: { median: 1.5, p95: 1.5 },
      valid_call_rate: 5 / 6,
      repeat_rate: 1 / 6,
      endings: { terminated: 675 },
    });
    const unpriced = strong.episodes.map((line): EpisodeLine => ({ ...line, price_microdollars: null, seconds: null }));
    expect(summariseRun(measuredRun(strong.run, unpriced, [])).effort).toMatchObject({
      microdollars: null,
      seconds: null,
    });
  });
});

describe('evaluationReport', () => {
  it('reports significant differences between runs, with Holm’s correction over all pairs', () => {
    const twin = measured('twin', (problem) => problem < 33);
    const { comparisons } = evaluationReport([strong, weak, twin], null);
    expect(comparisons.map(({ left, right, different }) => [left, right, different])).toEqual([
      ['strong', 'weak', true],
      ['strong', 'twin', false],
      ['weak', 'twin', true],
    ]);
    expect(comparisons[0]!.greedy).toMatchObject({ only_left: 18, only_right: 0 });
    for (const { sampled, corrected } of comparisons) expect(corrected).toBeGreaterThanOrEqual(sampled!.probability);
  });

  it('reports comparisons that the plan does not name separately as exploratory', () => {
    const twin = measured('twin', (problem) => problem < 33);
    const plan = {
      version: 1 as const,
      suite: 'sample',
      models: [{ label: 'strong' }, { label: 'weak' }, { label: 'twin' }],
      comparisons: [['weak', 'strong'] as [string, string]],
      k: 8,
      seeds: [1],
      temperature: 0.9,
      harness: 7 as const,
      stop_rule: 'when all is measured',
    };
    const report = evaluationReport([strong, weak, twin], { plan, hash: 'e'.repeat(64) });
    expect(report.comparisons.map(({ left, right, family }) => `${left} ${right} ${family}`)).toEqual([
      'weak strong planned',
      'strong twin exploratory',
      'weak twin exploratory',
    ]);
    expect(report.comparisons[0]!.corrected).toBe(report.comparisons[0]!.sampled!.probability);
    expect(report.plan!.findings).toContain('strong: was not started under a plan');
  });

  it('the report says when a suite was opened before or used for selection', () => {
    const burned = measured('burned', () => true, { opening: { looks_before: 2, burned: true } });
    const cautions = evaluationReport([burned], null).cautions.join();
    expect(cautions).toContain('was used to choose a checkpoint');
    expect(cautions).toContain('2 times before');
  });

  it('compares no runs across suites or harnesses, and says so', () => {
    const four = measured('four', () => true, {
      harness: { size: 4, form: 'native', version: 1, max_observation: 32_000 },
    });
    expect(() => compareRuns(strong, four)).toThrow(/different harnesses/);
    const report = evaluationReport([strong, four], null);
    expect(report.comparisons).toEqual([]);
    expect(report.cautions.join()).toContain('Four and seven tools');
    expect(() => evaluationReport([strong, strong], null)).toThrow(/Two runs are labelled/);
  });

  it('compares no runs with different result lengths, and says so', () => {
    const brief = measured('brief', () => true, {
      harness: { size: 7, form: 'native', version: 1, max_observation: 1_500 },
    });
    expect(() => compareRuns(strong, brief)).toThrow(/different harnesses/);
    const report = evaluationReport([strong, brief], null);
    expect(report.comparisons).toEqual([]);
    expect(report.cautions.join()).toContain('results of different lengths');
    expect(report.runs.map(({ max_observation }) => max_observation)).toEqual([undefined, 1_500]);
    expect(reportPages(report).markdown).toContain('results of at most 1500 characters');
  });
});

describe('a report of an incomplete run', () => {
  const placeholder = /undefined|NaN|null/;

  it('an incomplete run says how many episodes are missing instead of its rates', () => {
    const begun = new Set(strong.run.problems.slice(0, 33).map(({ id }) => id));
    const known = strong.episodes.filter(({ problem_id }) => begun.has(problem_id));
    const half = measuredRun(strong.run, known, []);
    const report = evaluationReport([half, weak], null);
    const { markdown, html } = reportPages(report);
    expect(report.runs[0]!.missing).toEqual({ sampled: 336, greedy: 42 });
    for (const page of [markdown, html]) expect(page).not.toMatch(placeholder);
    expect(markdown).toContain('| 336 episodes missing, between');
    expect(markdown).toContain('| strong | product | 25 | 112 episodes missing | 14 episodes missing |');
    expect(markdown).toContain('| strong | weak | episodes missing | – | – | not compared yet |');
  });

  it('a run without any episode still has a report', () => {
    const { markdown, html } = reportPages(evaluationReport([measuredRun(strong.run, [], [])], null));
    for (const page of [markdown, html]) expect(page).not.toMatch(placeholder);
    expect(markdown).toContain('600 episodes missing, between 0.0 and 100.0');
  });

  it('a run that omits greedy episodes says that they were not run', () => {
    const sampledOnly = measured('sampled', (problem) => problem < 32, { greedy: false });
    const report = evaluationReport([sampledOnly], null);
    const { markdown } = reportPages(report);
    expect(report.runs[0]!.missing).toEqual({ sampled: 0, greedy: null });
    expect(markdown).not.toMatch(placeholder);
    expect(markdown).toMatch(/\| sampled \| 75 \| 42\.7 .* \| not run \|/);
  });

  it('a rate over one leak cluster says that it has no interval', () => {
    const problems = strong.run.problems.map((problem) => ({ ...problem, cluster: 'one' }));
    const { markdown } = reportPages(
      evaluationReport([measuredRun({ ...strong.run, problems }, strong.episodes, [])], null),
    );
    expect(markdown).not.toMatch(placeholder);
    expect(markdown).toContain('48.0 (no interval)');
  });
});

describe('publishedTable', () => {
  it('the published table has the numbers of the paper with their intervals', () => {
    const rows = publishedTable().map(({ rate, interval, problems }) => [
      percent(rate),
      problems,
      percent(interval.low),
      percent(interval.high),
    ]);
    expect(rows.map(([rate]) => rate)).toEqual(['18.0', '38.7', '42.7', '43.6', '48.7', '64.0', '77.3']);
    expect(rows.filter(([, problems]) => problems === 75)).toEqual([
      ['38.7', 75, '28.5', '50.0'],
      ['42.7', 75, '32.1', '53.9'],
      ['64.0', 75, '52.7', '73.9'],
      ['77.3', 75, '66.7', '85.3'],
    ]);
  });
});

describe('reportPages', () => {
  const evil = '<script>alert(1)</script>|`x`](http://evil)\n# heading \u202e';
  const hostile = measured(evil, (problem) => problem < 20);
  const lines = hostile.episodes.map((line): EpisodeLine => ({ ...line, failure: line.failure && `${evil} failed` }));
  const report = evaluationReport([strong, weak, measuredRun(hostile.run, lines, [])], null);
  const { html, markdown } = reportPages(report);

  it('report pages have the same content, each as one page that loads nothing', () => {
    for (const page of [html, markdown]) {
      for (const words of ['32.1, 53.9', 'Paired differences', 'Failures by kind', 'not run here', 'GPT-5.5', '434'])
        expect(page).toContain(words);
    }
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|<img|<iframe|src=|href=|url\(|@import/i);
    expect(html.match(/<svg/g)).toHaveLength(5);
    expect(reportPages(report)).toEqual({ html, markdown });
  });

  it('report pages show a hostile name as text', () => {
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('\u202e');
    expect(markdown).not.toContain('<script');
    expect(markdown).not.toMatch(/^# heading/m);
    expect(markdown).not.toMatch(/[^\\]\]\(http/);
    const rows = markdown.split('\n').filter((line) => line.startsWith('| '));
    const cells = (row: string) => row.replaceAll('\\|', '').split('|').length;
    const table = rows.slice(0, 4).map(cells);
    expect(new Set(table).size).toBe(1);
  });
});
