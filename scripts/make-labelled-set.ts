import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { AttemptStore } from '../src/attempt/record.ts';
import { type AttemptEnvironment, runAttempts } from '../src/attempt/run.ts';
import { verifyAttempt } from '../src/attempt/verify-attempt.ts';
import type { Call } from '../src/gateway/calls.ts';
import { MemoryCreditAccount } from '../src/gateway/credit.ts';
import { hotkeyFromSeed, SEED_BYTES } from '../src/identity/hotkey.ts';
import { existingIndexPath } from '../src/market/market-folder.ts';
import { ThreadedSearch } from '../src/market/search.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { chooseSandbox } from '../src/sandbox/choose-sandbox.ts';
import { SIMULATED_PRICES, SimulatedInference } from '../src/simulated/simulated-inference.ts';
import { gradeAttempt } from '../src/verdict/grade-attempt.ts';
import type { KeptCall, LabelledRecord } from '../src/verdict/judge/labelled/labelled-attempt.ts';
import { judgeByGates } from '../src/verdict/judge.ts';
import { labelBySource } from '../src/verdict/testing/label-by-source.ts';

/**
 * Rebuilds the labelled set: our example agents in the real sandbox, with simulated models, on the problems of a
 * market.
 *
 *     node scripts/make-labelled-set.ts data/market
 *
 * The first `assay try` creates `data/market`. The same market and simulated models give the same set.
 */
async function makeLabelledSet(market: string): Promise<void> {
  const problems = await readProblemFile(join(market, 'problems.jsonl'));
  const search = ThreadedSearch.open(existingIndexPath(market), 1);
  const sandbox = await chooseSandbox({ unsafe: false });
  const folder = mkdtempSync(join(tmpdir(), 'labelled-'));
  const store = new AttemptStore(folder);
  const records: LabelledRecord[] = [];
  try {
    const bench: AttemptEnvironment = {
      sandbox,
      search,
      store,
      hotkey: hotkeyFromSeed(randomBytes(SEED_BYTES)),
      simulated: true,
      inference: new SimulatedInference(),
      allowedModels: Object.keys(SIMULATED_PRICES),
      prices: SIMULATED_PRICES,
      account: new MemoryCreditAccount(1_000_000_000),
      credential: { owner: 'contestant' },
    };
    for (const { agents, model, count } of PLAN) {
      for (const name of agents) {
        const path = fileURLToPath(new URL(`../agents/${name}.py`, import.meta.url));
        const agent = { name: basename(path), source: readFileSync(path) };
        const order = { agent, model, problems: problems.slice(FIRST, FIRST + count), workers: 2, runId: randomUUID() };
        for await (const { attempt, problem, dialogue } of runAttempts(order, bench)) {
          const { calls } = await verifyAttempt(store, attempt.attempt_id);
          const evidence = { problem, dialogue, calls, fault: attempt.fault };
          const grader = { search, judge: async () => judgeByGates(evidence) };
          const { rules } = await gradeAttempt(attempt.attempt_id, evidence, grader);
          const { id, category, query } = problem;
          records.push({
            agent: agent.name,
            model,
            problem: { id, category, query },
            success: rules.success,
            ...labelBySource(agent.name, model, calls),
            dialogue: dialogue?.map(keptStep) ?? null,
            calls: calls.map(keptCall),
          });
        }
      }
    }
  } finally {
    await sandbox.close();
    await search.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const lines = records
    .toSorted((left, right) => keyOf(left).localeCompare(keyOf(right), 'en'))
    .map((record) => JSON.stringify(record));
  // Conversations repeat over megabytes, beyond the window of gzip.
  const bytes = brotliCompressSync(`${lines.join('\n')}\n`, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  writeFileSync(new URL('../src/verdict/judge/labelled/attempts.jsonl.br', import.meta.url), bytes);
  process.stdout.write(`${records.length} attempts, ${bytes.length} bytes\n`);
}

/** The gate judge was developed on the problems before this one, so they cannot test it. */
const FIRST = 46;

const AGENTIC = ['native_tools', 'react_text', 'careful_verifier'];
const SCRIPTED = ['narrated_loop', 'extract_and_search', 'rank_by_model', 'no_model'];

const PLAN = [
  { agents: [...AGENTIC, ...SCRIPTED], model: 'house/expert', count: 10 },
  { agents: AGENTIC, model: 'house/adept', count: 5 },
  { agents: [...AGENTIC, 'narrated_loop'], model: 'house/novice', count: 5 },
];

/** Drops the tool schemas, which are the same everywhere and longer than most conversations. */
function keptCall({ sequence, kind, parameters, request, status, response, usage }: Call): KeptCall {
  const messages = typeof request === 'object' && request !== null && 'messages' in request ? request.messages : null;
  return {
    sequence,
    kind,
    parameters: { ...parameters } as KeptCall['parameters'],
    request: messages && { messages },
    status,
    response,
    usage,
  };
}

/** Drops the results, which the calls contain. */
function keptStep(step: unknown): unknown {
  if (typeof step !== 'object' || step === null || !('completion' in step)) return null;
  const { message } = step.completion as {
    message?: { think?: unknown; tool_call?: readonly Record<string, unknown>[] };
  };
  const calls = message?.tool_call?.map(({ name, parameters }) => ({ name, parameters }));
  return { completion: { message: { think: message?.think, ...(calls && { tool_call: calls }) } } };
}

function keyOf({ agent, model, problem }: LabelledRecord): string {
  return `${agent} ${model} ${problem.id}`;
}

const [market] = process.argv.slice(2);
if (market === undefined) throw new Error('Name the folder of a market that has problems.jsonl in it.');
await makeLabelledSet(market);
