/**
 * Measures whether the gate judge's grades predict success among agentic attempts: `node bench/judge.ts`. Agents whose
 * source shows that the model decides attempt problems of `suites/dev-400` with the simulated models; then attempts
 * with the same category and difficulty are compared. Agents and problems are divided into two halves: the judge's
 * rules were tuned on one half of each, and `--half "held out"`, the default, reports the other. With `--keep FILE`
 * attempts are stored, and those in the file are not repeated.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verifyAttempt } from '../src/attempt/verify-attempt.ts';
import { table } from '../src/cli/output/table.ts';
import { labelOf } from '../src/corpus/audit/labelled-agents.ts';
import { readLabelledAgents } from '../src/corpus/audit.ts';
import type { Call } from '../src/gateway/calls.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { ThreadedSearch } from '../src/market/search.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { chooseSandbox } from '../src/sandbox/choose-sandbox.ts';
import { SIMULATED_MODELS } from '../src/simulated/simulated-model.ts';
import { readLines } from '../src/store/files.ts';
import { openModels } from '../src/validator/open-models.ts';
import { ownEvidence, tryAgent } from '../src/validator/try-agent.ts';
import { readChoice } from '../src/verdict/judge/decision/read-choice.ts';
import { type GradedOutcome, predictSuccess } from '../src/verdict/judge/judge-report/predict-success.ts';
import { judgeByGates } from '../src/verdict/judge.ts';

const SUITE = fileURLToPath(new URL('../suites/dev-400/problems.jsonl', import.meta.url));
/** Our agents whose source shows that the model decides, and that simulated models understand. */
const OWN = ['native_tools', 'react_text', 'careful_verifier', 'short_memory', 'two_pages', 'plain_results'];
type Half = 'tuning' | 'held out';

const { values: options } = parseArgs({
  options: {
    half: { type: 'string', default: 'held out' },
    problems: { type: 'string', default: '100' },
    market: { type: 'string' },
    keep: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

/** For other people's agents the manifest gives the half; for problems and our own agents, a hash does. */
const digest = (...key: readonly string[]): Buffer => createHash('sha256').update(key.join('\0')).digest();
const halfOf = (key: string): Half => (digest('judge half', key)[0]! % 2 === 0 ? 'tuning' : 'held out');

const half = options.half === 'tuning' ? 'tuning' : 'held out';
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const kept = options.keep ?? join(folder, 'attempts.jsonl');
try {
  await makeAttempts();
  await report();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function makeAttempts(): Promise<void> {
  const done = new Set<string>();
  for await (const { agent, problem } of keptAttempts()) done.add(`${agent} ${problem.id}`);
  const agents = [
    ...readLabelledAgents('outside').filter((each) => each.half === half),
    ...readLabelledAgents('own').filter(({ name }) => OWN.includes(name) && halfOf(name) === half),
  ].filter(({ label }) => label === 'agentic');
  const problems = (await readProblemFile(SUITE))
    .filter(({ id }) => halfOf(id) === half)
    .toSorted((left, right) => digest(left.id).compare(digest(right.id)))
    .slice(0, Number(options.problems));
  const market = options.market ?? join(folder, 'market');
  if (options.market === undefined || !existsSync(market))
    await buildMarket({ products: 50_000, seed: 7, folder: market });
  const search = ThreadedSearch.open(indexPath(market), 1);
  const sandbox = await chooseSandbox({ unsafe: false });
  const models = await openModels({ simulated: true, apiKeyEnv: '' });
  try {
    for (const [place, labelled] of agents.entries()) {
      const data = mkdtempSync(join(folder, 'data-'));
      const evidence = ownEvidence(data, 10_000);
      const bench = { models, search, sandbox, wallMilliseconds: 120_000, rules: 'off', ...evidence } as const;
      let searches = 0;
      for (const [round, { id: model }] of SIMULATED_MODELS.toReversed().entries()) {
        // Many of other people's agents use a format that simulated models do not understand: these never search.
        if (round > 0 && searches === 0) break;
        const mine = problems.filter(({ id }) => {
          // Every agent attempts half of the problems, each with one of the models.
          const [share, which] = digest(labelled.name, id);
          return share! % 2 === 0 && SIMULATED_MODELS[which! % 3]!.id === model && !done.has(`${labelled.name} ${id}`);
        });
        if (mine.length === 0) continue;
        const run = {
          runId: randomUUID(),
          agent: labelled.agent,
          model,
          workers: Number(options.workers),
          problems: mine,
        };
        for await (const tried of tryAgent(run, bench)) {
          const { calls } = await verifyAttempt(evidence.store, tried.attempt.attempt_id);
          searches += calls.filter(({ kind }) => kind === 'search').length;
          const { id, query, category, difficulty } = tried.problem;
          const attempt: KeptAttempt = {
            agent: labelled.name,
            model,
            problem: { id, query },
            difficulty: `${category} ${difficulty ?? ''}`,
            fault: tried.attempt.fault?.code ?? null,
            label: labelOf(labelled, tried.dialogue),
            success: tried.verdict.rules.success,
            dialogue: tried.dialogue,
            calls,
          };
          appendFileSync(kept, `${JSON.stringify(attempt)}\n`);
        }
      }
      rmSync(data, { recursive: true, force: true });
      console.error(`${half}: ${place + 1} of ${agents.length} agents`);
    }
  } finally {
    await search.close();
    await sandbox.close();
  }
}

/** A stored attempt: everything that a judge sees, and what it does not see. */
interface KeptAttempt {
  readonly agent: string;
  readonly model: string;
  readonly problem: { readonly id: string; readonly query: string };
  readonly difficulty: string;
  readonly fault: string | null;
  readonly label: string;
  readonly success: boolean;
  readonly dialogue: readonly unknown[] | null;
  readonly calls: readonly Call[];
}

async function* keptAttempts(): AsyncGenerator<KeptAttempt> {
  if (!existsSync(kept)) return;
  for await (const line of readLines(kept)) if ('text' in line) yield JSON.parse(line.text) as KeptAttempt;
}

/**
 * Attempts that ended in a fault, never searched or recommended nothing do not show a choice. They fail, so including
 * them would flatter the judge.
 */
async function report(): Promise<void> {
  const graded: (GradedOutcome & { readonly agent: string; readonly model: string })[] = [];
  for await (const { problem, dialogue, calls, ...rest } of keptAttempts()) {
    const { agent, model, difficulty, success, fault, label } = rest;
    const hasChoice = calls.some(({ kind }) => kind === 'search') && readChoice(dialogue).ids.size > 0;
    if (fault !== null || label !== 'agentic' || !hasChoice) continue;
    const { quality } = judgeByGates({ problem, dialogue, calls });
    graded.push({ agent, model, problem: problem.id, difficulty, quality, success });
  }
  const agents = new Set(graded.map(({ agent }) => agent)).size;
  const problems = new Set(graded.map(({ problem }) => problem)).size;
  console.log(`${half}: ${graded.length} attempts of ${agents} agents at ${problems} problems\n`);
  const withModel = graded.map((each) => ({ ...each, difficulty: `${each.difficulty} ${each.model}` }));
  const rows: [string, readonly GradedOutcome[]][] = [
    ['category and difficulty', graded],
    ['category, difficulty and model', withModel],
    ...SIMULATED_MODELS.map(({ id }): [string, GradedOutcome[]] => [id, graded.filter(({ model }) => model === id)]),
    ...['product', 'shop', 'voucher'].map((category): [string, GradedOutcome[]] => [
      category,
      graded.filter(({ difficulty }) => difficulty.startsWith(category)),
    ]),
  ];
  console.log(
    table(
      ['compared within, or only', 'attempts', 'successes', 'AUC, 95 %'],
      rows.map(([name, outcomes]) => {
        const { attempts, successes, auc, interval } = predictSuccess(outcomes);
        const ends = interval === null ? '' : ` [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`;
        return [name, attempts, successes, auc === null ? 'undefined' : `${auc.toFixed(3)}${ends}`];
      }),
    ),
  );
  const qualities = [...new Set(graded.map(({ quality }) => quality))].sort(
    (left, right) => Number(left) - Number(right),
  );
  const solved = qualities.map((level) => {
    const those = graded.filter(({ quality }) => quality === level);
    return [String(level), those.length, (those.filter(({ success }) => success).length / those.length).toFixed(2)];
  });
  console.log(`\n${table(['quality', 'attempts', 'solved'], solved)}`);
}
