import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readAgentFile } from '../attempt/read-agent-file.ts';
import { Fault } from '../fault/fault.ts';
import { HOUSE_PREFIX } from '../inference/routed-inference.ts';
import type { Search } from '../market/search/search.ts';
import { readProblemFile } from '../problems/read-problem-file.ts';
import { chooseSandbox } from '../sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS } from '../sandbox/sandbox.ts';
import { type ModelOptions, openModels } from '../validator/open-models.ts';
import { ownEvidence, type TriedProblem, tryAgent } from '../validator/try-agent.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';
import { summariseTry, type TrySummary } from './try-summary.ts';

export interface ExamOptions extends ModelOptions {
  readonly exam: string;
  readonly data: string;
  readonly problems: number;
  readonly signal: AbortSignal;
}

/** One in which the model makes the calls, one in which a script does, one without a model. */
const AGENTS = ['native_tools.py', 'extract_and_search.py', 'no_model.py'];
/** For each of them. */
const CREDIT_DOLLARS = 5;
const FOLDER = fileURLToPath(new URL('../../agents/', import.meta.url));

/** Example agents on the first problems of an exam, side by side. */
export async function takeExam(options: ExamOptions, search: Search, terminal: Terminal): Promise<TrySummary[]> {
  const problems = (await readProblemFile(options.exam)).slice(0, options.problems);
  const models = await openModels(options);
  const sandbox = await openSandbox(terminal);
  if (sandbox === null) return [];
  try {
    const { driver, tier } = sandbox.description;
    const simulated = options.model.startsWith(HOUSE_PREFIX) ? ' (simulated)' : '';
    terminal.say(
      `\nThree agents sit the first ${problems.length} problems with ${options.model}${simulated}, in a sandbox (${driver}, tier ${tier}):\n`,
    );
    const summaries: TrySummary[] = [];
    const place = {
      models,
      sandbox,
      search,
      wallMilliseconds: DEFAULT_LIMITS.wallMilliseconds,
    };
    for (const name of AGENTS) {
      const { model, signal } = options;
      const order = {
        runId: randomUUID(),
        agent: readAgentFile(`${FOLDER}${name}`),
        problems,
        model,
        workers: 2,
        signal,
      };
      const tried: TriedProblem[] = [];
      for await (const each of tryAgent(order, { ...place, ...ownEvidence(options.data, CREDIT_DOLLARS) })) {
        tried.push(each);
        terminal.progress.update(name, tried.length, problems.length);
      }
      terminal.progress.done();
      summaries.push(summariseTry(tried, problems));
    }
    const rows = summaries.map((summary, index) => [
      AGENTS[index]!,
      `${summary.successful_problems}/${summary.total_problems}`,
      `${(summary.interval.low * 100).toFixed(0)} to ${(summary.interval.high * 100).toFixed(0)} %`,
      summary.reasoning_coefficient ?? '-',
      summary.score ?? '-',
      summary.completions,
      `$${summary.spent_dollars.toFixed(4)}`,
    ]);
    const head = ['agent', 'solved', '95 % interval', 'reasoning', 'score', 'completions', 'spent'];
    terminal.say(table(head, rows).replaceAll(/^/gm, '  '));
    return summaries;
  } finally {
    await sandbox.close();
  }
}

/** A machine that cannot hold agents can still show everything else. */
async function openSandbox(terminal: Terminal): Promise<Awaited<ReturnType<typeof chooseSandbox>> | null> {
  try {
    return await chooseSandbox();
  } catch (error) {
    if (!Fault.isInstance(error) || error.code !== 'SANDBOX_UNAVAILABLE') throw error;
    terminal.warn(`\nNo agent is run: ${error.message}\n  → ${error.remedy}`);
    return null;
  }
}
