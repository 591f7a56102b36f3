/**
 * Writes the results of `scripts/flywheel.sh`, by generation, as numbers and as a chart:
 *
 *   mkdir -p data/flywheel-runs && tar --zstd -xf samples/flywheel.tar.zst -C data/flywheel-runs
 *   npm run summarise:flywheel -- data/flywheel-runs [--out bench/training/flywheel.json] [--plot docs/pictures/flywheel.svg]
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRuns, loadMeasuredRun, type RunSummary, summariseRun } from '../src/evaluation/report.ts';
import { mcNemar } from '../src/statistics/mcnemar.ts';
import { mean } from '../src/statistics/mean.ts';
import { type Interval, wilsonInterval } from '../src/statistics/wilson-interval.ts';
import { type PlottedLine, plotIntervals } from '../src/training/ablation/interval-plot.ts';
import { type GradedOutcome, predictSuccess } from '../src/verdict/judge/judge-report/predict-success.ts';

interface Rate {
  readonly value: number;
  readonly interval: Interval | null;
}

interface Summary {
  readonly scored_problems: number;
  readonly successful_problems: number;
  readonly reasoning_quality: number | null;
  readonly judged_problems: number;
  readonly score: number | null;
  readonly tokens: number;
}

interface Tries {
  readonly summary: Summary;
  readonly attempts: readonly {
    readonly problem_id: string;
    readonly agent: { readonly sha256: string; readonly name: string };
    readonly fault: unknown;
    readonly usage: { readonly calls: { readonly search: number } };
    readonly verdict: {
      readonly rules: { readonly success: boolean; readonly recommended: readonly string[] };
      readonly judgement?: { readonly quality: GradedOutcome['quality'] };
    };
  }[];
}

/** A row of the release, or a line about a rejected row. */
interface Filtered {
  readonly agent: string;
  readonly agency: 'agentic' | 'mixed' | 'scripted' | { readonly verdict: 'agentic' | 'mixed' | 'scripted' };
}

interface Rejected extends Filtered {
  readonly reason: string;
}

interface Kept extends Filtered {
  readonly outcome: { readonly success: boolean };
  readonly judge?: { readonly quality?: number };
  readonly messages: readonly { readonly role: string }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'bench/training/flywheel.json' },
    plot: { type: 'string', default: 'docs/pictures/flywheel.svg' },
    agents: { type: 'string', default: 'agents/small_model' },
  },
});
const [root] = positionals;
if (root === undefined)
  throw new Error('Name the folder that flywheel.sh left, or the one its archive was unpacked into.');

const kinds = new Map(
  read<readonly { readonly file: string; readonly kind: 'agentic' | 'scripted' }[]>(
    join(values.agents, 'manifest.json'),
  ).map(({ file, kind }) => [basename(file, '.py'), kind]),
);
const folders = globSync('generation-*', { cwd: root }).toSorted();
const measured = folders.map((name) => loadMeasuredRun(join(root, name, 'measured')));
const generations = folders.map((name, place) => ({
  generation: place,
  measured: ratesOf(summariseRun(measured[place]!)),
  against_generation_0: place === 0 ? null : differenceOf(place),
  race: raceOf(name),
  attempts: attemptsOf(name),
}));
const judge = judgeOf();
writeFileSync(values.out, `${JSON.stringify({ suite: measured[0]!.run.suite.name, generations, judge }, null, 2)}\n`);
writeFileSync(
  values.plot,
  plotIntervals('Three generations of a model that learns from its own filtered attempts, with 95 % intervals', [
    { title: 'dev-400, pass@1 at temperature 0.6, per cent', lines: lines(({ measured: { pass_at_1 } }) => pass_at_1) },
    { title: 'dev-400, temperature 0, per cent', lines: lines(({ measured: { greedy } }) => greedy) },
    { title: 'Race: the same 150 problems, per cent solved', lines: lines(({ race }) => race?.solved ?? null) },
  ]),
);
console.log(`${values.out}, ${values.plot}`);

function lines(rate: (generation: (typeof generations)[number]) => Rate | null): readonly PlottedLine[] {
  return generations.flatMap((each) => {
    const found = rate(each);
    if (found === null) return [];
    const { low, high } = found.interval ?? { low: found.value, high: found.value };
    return [{ label: `generation ${each.generation}`, value: found.value, low, high, seeds: [] }];
  });
}

function ratesOf({ pass_at_1, greedy, categories, at_k }: RunSummary) {
  const short = (rate: Rate | null): Rate | null => rate && { value: rate.value, interval: rate.interval };
  return {
    pass_at_1: short(pass_at_1),
    greedy: short(greedy),
    at_k: at_k.map(({ k, any, every }) => ({ k, any: short(any), every: short(every) })),
    categories: categories.map((each) => ({
      category: each.category,
      problems: each.problems,
      pass_at_1: short(each.pass_at_1),
      greedy: short(each.greedy),
    })),
  };
}

function differenceOf(place: number) {
  const { sampled, greedy } = compareRuns(measured[place]!, measured[0]!);
  return { sampled, greedy };
}

function raceOf(name: string) {
  const [file] = globSync(`race/${name}.json`, { cwd: root! });
  if (file === undefined) return null;
  const { summary } = read<Tries>(join(root!, file));
  const { scored_problems: problems, successful_problems: solved, score, reasoning_quality } = summary;
  const [own, first] = [solvedIn(file), solvedIn('race/generation-0.json')];
  const [onlyOwn, onlyFirst] = [own.difference(first).size, first.difference(own).size];
  return {
    problems,
    against_generation_0: {
      only_this: onlyOwn,
      only_generation_0: onlyFirst,
      exact: mcNemar(onlyOwn, onlyFirst).exact,
    },
    solved: { value: solved / problems, interval: wilsonInterval(solved, problems) },
    score,
    reasoning_quality,
  };
}

function solvedIn(file: string): ReadonlySet<string> {
  const { attempts } = read<Tries>(join(root!, file));
  return new Set(attempts.filter(({ verdict }) => verdict.rules.success).map(({ problem_id }) => problem_id));
}

/** Attempts with a generation and the filter's results; `null` for the last generation, which made no attempts. */
function attemptsOf(name: string) {
  const files = globSync(`${name}/attempts/*.json`, { cwd: root! }).toSorted();
  if (files.length === 0) return null;
  const kept = readLines<Kept>(join(root!, name, 'release', 'train', 'trajectories.jsonl'));
  const rejected = readLines<Rejected>(join(root!, name, 'filtered', 'rejected.jsonl'));
  const filtered: readonly Filtered[] = [...kept, ...rejected];
  const duplicates = rejected.filter(({ reason }) => reason === 'DUPLICATE').length;
  const verdictOf = ({ agency }: Filtered): string => (typeof agency === 'string' ? agency : agency.verdict);
  const agents = files.map((file) => {
    const { summary, attempts } = read<Tries>(join(root!, file));
    const own = filtered.filter(({ agent }) => agent === attempts[0]!.agent.sha256);
    const count = (verdict: string): number => own.filter((each) => verdictOf(each) === verdict).length;
    const rows = kept.filter(({ agent }) => agent === attempts[0]!.agent.sha256);
    return {
      agent: basename(file, '.json'),
      kind: kinds.get(basename(file, '.json')) ?? null,
      attempts: attempts.length,
      scored: summary.scored_problems,
      solved: summary.successful_problems,
      judged: summary.judged_problems,
      quality: summary.reasoning_quality,
      tokens: summary.tokens,
      agency: { agentic: count('agentic'), mixed: count('mixed'), scripted: count('scripted') },
      kept: rows.length,
      kept_successes: rows.filter(({ outcome }) => outcome.success).length,
    };
  });
  const judged = agents.filter(({ kind, quality }) => kind === 'agentic' && quality !== null);
  return {
    agents,
    kept: kept.length,
    successes: kept.filter(({ outcome }) => outcome.success).length,
    // Rows with the same calls at the same problem as a kept row, as a share of all that passed the other rules.
    share_of_duplicates: duplicates / (duplicates + kept.length),
    mean_turns: mean(kept.map(({ messages }) => messages.filter(({ role }) => role === 'assistant').length)),
    share_agentic: filtered.filter((each) => verdictOf(each) === 'agentic').length / filtered.length,
    quality_of_agentic_agents:
      judged.reduce((sum, each) => sum + each.quality! * each.judged, 0) /
      judged.reduce((sum, each) => sum + each.judged, 0),
  };
}

/**
 * Whether the judge's grades predict success among attempts of agentic agents. Attempts without a search or a
 * recommendation are excluded: they always fail and get low grades.
 */
function judgeOf() {
  const outcomes = globSync('generation-*/attempts/*.json', { cwd: root! })
    .toSorted()
    .filter((file) => kinds.get(basename(file, '.json')) === 'agentic')
    .flatMap((file) => {
      const folder = file.split('/', 1)[0]!;
      const categories = categoriesOf(folder);
      return read<Tries>(join(root!, file))
        .attempts.filter(({ fault, usage, verdict }) => {
          return fault === null && usage.calls.search > 0 && verdict.rules.recommended.length > 0;
        })
        .map(({ problem_id, agent, verdict }) => ({
          problem: problem_id,
          category: categories.get(problem_id)!,
          agent: agent.name,
          quality: verdict.judgement?.quality ?? null,
          success: verdict.rules.success,
        }));
    });
  const within = (stratum: (outcome: (typeof outcomes)[number]) => string, of = outcomes) =>
    predictSuccess(of.map((outcome) => ({ ...outcome, difficulty: stratum(outcome) })));
  const grades = [...new Set(outcomes.map(({ quality }) => quality))].toSorted((left, right) => left! - right!);
  return {
    within_category: within(({ category }) => category),
    within_category_and_agent: within(({ category, agent }) => `${category} ${agent}`),
    within_problem: within(({ problem }) => problem),
    categories: Object.fromEntries(
      ['product', 'shop', 'voucher'].map((category) => [
        category,
        within(
          () => category,
          outcomes.filter((outcome) => outcome.category === category),
        ),
      ]),
    ),
    solved_by_grade: grades.map((grade) => {
      const graded = outcomes.filter(({ quality }) => quality === grade);
      return { grade, attempts: graded.length, solved: graded.filter(({ success }) => success).length };
    }),
  };
}

function categoriesOf(generation: string): ReadonlyMap<string, string> {
  const problems = readLines<{ readonly problem_id: string; readonly category: string }>(
    join(root!, generation, 'problems.jsonl'),
  );
  return new Map(problems.map(({ problem_id, category }) => [problem_id, category.toLowerCase()]));
}

function read<Document>(path: string): Document {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function readLines<Row>(path: string): readonly Row[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
