/**
 * Makes the rows that the adapters in `models/` are trained on: successful episodes of a teacher on training problems, as the
 * first stage of a training run.
 *
 *   assay eval run --model house/expert --suite problems.jsonl --tools 4 --max-observation 3000 --max-turns 12 --out episodes
 *   node scripts/make-teacher-rows.ts --recipe recipes/assay-135m.json --market DIR --problems problems.jsonl \
 *     --episodes episodes --out data/training/assay-135m
 *   assay train run --recipe recipes/assay-135m.json --stage sft --out data/training/assay-135m …
 *
 * `--problems`, `--elsewhere`, `--episodes` and `--openings` can be repeated. Problems that share a leak cluster with the
 * recipe's dev or held-out suites, or with `--apart`, are left out and counted. `--elsewhere` names problems of other markets,
 * which share no product or shop with those suites and are compared by their words. Rows of `--openings` end after the first
 * answer, where the teacher says what it understood, which covers more vocabulary per token. `--like ROWS` gives
 * every problem as many rows as that arm of an ablation has, repeated where the teacher has fewer different ones; problems
 * that the arm lacks get none. `--mistakes` names files of `make-mistaken-episodes.ts`; a problem with one gets no other
 * row. `--name-shops` writes the shop before the products of requests that want everything from one shop.
 */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { RowMessage } from '../src/chat/schema.ts';
import { harnessOf } from '../src/evaluation/harness.ts';
import { existingIndexPath } from '../src/market/market-folder.ts';
import { MarketIndex } from '../src/market/market-index.ts';
import { findClusters, type Question, questionOf, shopEdges } from '../src/problems/clusters.ts';
import type { Problem } from '../src/problems/problem.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { Random } from '../src/random/random.ts';
import { readRecipe } from '../src/training/recipe.ts';
import { chosenSuccesses } from '../src/training/rows/chosen-successes.ts';
import type { EpisodeTrace } from '../src/training/rows/episode-trace.ts';
import { sftRow } from '../src/training/rows/sft-rows.ts';
import { readEpisodes, type SftRow, writeRows } from '../src/training/rows.ts';
import { RunFolder, writeMark } from '../src/training/run.ts';
import { briefWords } from './teacher-rows/brief-words.ts';
import { correctedRow, readMistaken } from './teacher-rows/mistaken-episode.ts';
import { nameShops } from './teacher-rows/name-shops.ts';
import { TRAINING_MARKET } from './training-market.ts';

const { values } = parseArgs({
  options: {
    recipe: { type: 'string', default: 'recipes/assay-135m.json' },
    market: { type: 'string', default: TRAINING_MARKET },
    problems: { type: 'string', multiple: true, default: [] },
    elsewhere: { type: 'string', multiple: true, default: [] },
    episodes: { type: 'string', multiple: true, default: [] },
    openings: { type: 'string', multiple: true, default: [] },
    mistakes: { type: 'string', multiple: true, default: [] },
    'name-shops': { type: 'boolean', default: false },
    apart: { type: 'string', multiple: true, default: ['suites/dev-75', 'suites/dev-400'] },
    'most-per-problem': { type: 'string', default: '2' },
    like: { type: 'string' },
    out: { type: 'string', default: 'data/training/assay-135m' },
  },
});

const recipe = readRecipe(values.recipe);
const here = await readAll(values.problems);
const elsewhere = await readAll(values.elsewhere);
const problems = new Map([...here, ...elsewhere].map((problem) => [problem.id, problem]));
const leaking = await leakingProblems();
const tools = JSON.stringify(harnessOf(recipe.harness.tools, 'native', recipe.harness.max_observation).schemas);
const whole = await episodesIn(values.episodes);
const opened = await episodesIn(values.openings);
const openings = new Set(opened);
const episodes = [...whole, ...opened];
const wanted = values.like === undefined ? null : await rowsPerProblem(values.like);
const mistaken = (await Promise.all(values.mistakes.map(readMistaken))).flat().filter(isUsable);
const corrected = new Set(mistaken.map(({ problem_id }) => problem_id));
const usable = episodes.filter((episode) => isUsable(episode) && !corrected.has(episode.problem_id));
const most = wanted === null ? Number(values['most-per-problem']) : Math.max(...wanted.values());
const { traces: chosen, counts } = chosenSuccesses(usable, most, new Random(recipe.seed));
const traces = wanted === null ? chosen : repeatedTo(chosen, wanted);
const rows: readonly SftRow[] = [
  ...traces.map((trace, place) => ({
    ...sftRow({ ...trace, messages: edited(openings.has(trace) ? opening(trace.messages) : trace.messages) }, 1),
    // Folders number their samples alike.
    id: `${trace.id}:${place}`,
  })),
  ...mistaken.map((episode) => correctedRow(episode, tools, edited)),
];

const place = new RunFolder(values.out).stage('sft');
mkdirSync(place.root, { recursive: true });
const file = await writeRows(place.rows, 'rows.jsonl', rows);
const described = {
  // Only the simulated teacher makes mistakes on purpose.
  teacher: teachers([...traces.map(({ simulated }) => simulated), ...mistaken.map(() => true)]),
  problems: new Set(rows.map(({ problem_id }) => problem_id)).size,
  openings: traces.filter((trace) => openings.has(trace)).length,
  mistakes: countBy(mistaken.map(({ mistake }) => mistake)),
  by_category: countBy(rows.map(({ problem_id }) => problems.get(problem_id)!.category)),
  leaking_problems_left_out: leaking.size,
  ...counts,
};
await writeMark(place.mark('rows'), { ...file, rows: rows.length, counts: described, problems: null });
console.log(`${rows.length} rows, ${(file.bytes / 1e6).toFixed(1)} MB: ${JSON.stringify(described)}`);

function teachers(simulated: readonly boolean[]): readonly string[] {
  return [...new Set(simulated)].map((each) => (each ? 'simulated' : 'real'));
}

function isUsable({ problem_id }: { readonly problem_id: string }): boolean {
  return problems.has(problem_id) && !leaking.has(problem_id) && wanted?.has(problem_id) !== false;
}

function edited(messages: readonly RowMessage[]): readonly RowMessage[] {
  const brief = briefWords(messages);
  return values['name-shops'] ? nameShops(brief) : brief;
}

async function rowsPerProblem(file: string): Promise<ReadonlyMap<string, number>> {
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const ids = rows.map((row) => (JSON.parse(row) as { readonly problem_id: string }).problem_id);
  return new Map(Object.entries(countBy(ids)));
}

function repeatedTo<T extends { readonly problem_id: string }>(
  chosen: readonly T[],
  wanted: ReadonlyMap<string, number>,
): readonly T[] {
  return [...Map.groupBy(chosen, ({ problem_id }) => problem_id)].flatMap(([problem, own]) =>
    Array.from({ length: wanted.get(problem)! }, (_, place) => own[place % own.length]!),
  );
}

async function readAll(files: readonly string[]): Promise<readonly Problem[]> {
  return (await Promise.all(files.map(async (each) => await readProblemFile(each)))).flat();
}

async function episodesIn(folders: readonly string[]): Promise<readonly EpisodeTrace[]> {
  return (await Promise.all(folders.map(async (folder) => await readEpisodes(folder, 'teacher', tools)))).flat();
}

/** What was said up to the first answer, the answer included. */
function opening(messages: readonly RowMessage[]): readonly RowMessage[] {
  return messages.slice(0, messages.findIndex(({ role }) => role === 'assistant') + 1);
}

/** By products, shops and words for problems of this market, by words alone for others. */
async function leakingProblems(): Promise<ReadonlySet<string>> {
  const index = MarketIndex.open(existingIndexPath(values.market));
  const names = [...new Set([recipe.suites.dev, ...recipe.suites.held_out, ...values.apart])];
  const measured = await readAll(names.map((name) => `${name}/problems.jsonl`));
  const all = [...measured, ...here];
  const leaking = new Set([
    ...linked(measured, here.map(questionOf), shopEdges(all, index)),
    // Product and shop ids of another market mean other products and shops.
    ...linked(
      measured,
      elsewhere.map(({ id, query }) => ({ id, query, targets: [] })),
    ),
  ]);
  index.close();
  return leaking;
}

/** Ids of training problems in a leak cluster with a measured problem. */
function linked(
  measured: readonly Problem[],
  training: readonly Question[],
  extraEdges: ReturnType<typeof shopEdges> = [],
): readonly string[] {
  const { clusters } = findClusters([...measured.map(questionOf), ...training], { extraEdges });
  const leaking = clusters.filter((members) => members.some((place) => place < measured.length)).flat();
  return leaking.filter((place) => place >= measured.length).map((place) => training[place - measured.length]!.id);
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
