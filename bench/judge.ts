/**
 * Whether the gate judge's grades predict success among agentic attempts: `node bench/judge.ts`. Agents whose source shows
 * that the model decides attempt problems of `suites/dev-400` with the simulated models; then attempts are compared that have
 * the same category and difficulty. Agents and problems have two halves: rules of the judge were tuned on one of each, and
 * `--half "held out"`, the default, reports the other. With `--keep FILE` attempts are kept, and those in it are not made again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type AgentFile, readAgentFile } from '../src/attempt/run.ts';
import { verifyAttempt } from '../src/attempt/verify-attempt.ts';
import { readLabelledAgents } from '../src/corpus/audit.ts';
import { labelOf } from '../src/corpus/audit/labelled-agents.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { ThreadedSearch } from '../src/market/search.ts';
import type { Problem } from '../src/problems/problem.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { chooseSandbox } from '../src/sandbox/choose-sandbox.ts';
import { SIMULATED_MODELS } from '../src/simulated/simulated-model.ts';
import { readLines } from '../src/store/files.ts';
import { openModels } from '../src/validator/open-models.ts';
import { ownEvidence, tryAgent } from '../src/validator/try-agent.ts';

const SUITE = fileURLToPath(new URL('../suites/dev-400/problems.jsonl', import.meta.url));
/** Own agents whose source shows that the model decides, and that simulated models understand. */
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

/** Outsiders' agents have the half that their manifest gives; problems and own agents the one that a hash gives. */
const digest = (...key: readonly string[]): Buffer => createHash('sha256').update(key.join('\0')).digest();
const halfOf = (key: string): Half => (digest('judge half', key)[0]! % 2 === 0 ? 'tuning' : 'held out');

const half = options.half === 'tuning' ? 'tuning' : 'held out';
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const kept = options.keep ?? join(folder, 'attempts.jsonl');
try {
  await makeAttempts();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function makeAttempts(): Promise<void> {
  const done = new Set<string>();
  if (existsSync(kept))
    for await (const line of readLines(kept)) {
      if (!('text' in line)) continue;
      const { agent, problem } = JSON.parse(line.text) as { agent: string; problem: { id: string } };
      done.add(`${agent} ${problem.id}`);
    }
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
      for (const { id: model } of SIMULATED_MODELS) {
        const mine = problems.filter(({ id }) => {
          // Every agent attempts half of the problems, each with one of the models.
          const [share, which] = digest(labelled.name, id);
          return share! % 2 === 0 && SIMULATED_MODELS[which! % 3]!.id === model && !done.has(`${labelled.name} ${id}`);
        });
        if (mine.length === 0) continue;
        const run = { runId: randomUUID(), agent: labelled.agent, model, workers: Number(options.workers), problems: mine };
        for await (const tried of tryAgent(run, bench)) {
          const { calls } = await verifyAttempt(evidence.store, tried.attempt.attempt_id);
          const { id, query, category, difficulty } = tried.problem;
          appendFileSync(
            kept,
            `${JSON.stringify({
              agent: labelled.name,
              model,
              problem: { id, query },
              difficulty: `${category} ${difficulty ?? ''}`,
              fault: tried.attempt.fault?.code ?? null,
              label: labelOf(labelled, tried.dialogue),
              success: tried.verdict.rules.success,
              judgement: tried.verdict.judgement,
              dialogue: tried.dialogue,
              calls,
            })}\n`,
          );
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
