import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { AttemptStore } from '../../src/attempt/record.ts';
import { type AgentFile, readAgentFile } from '../../src/attempt/run.ts';
import { ThreadedSearch } from '../../src/market/search.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { chooseSandbox } from '../../src/sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/sandbox.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { openModels } from '../../src/validator/open-models.ts';
import { ownEvidence, tryAgent } from '../../src/validator/try-agent.ts';
import type { Contestant } from './contestants.ts';

export interface RunContestantsOptions {
  readonly problems: readonly Problem[];
  readonly contestants: readonly Contestant[];
  readonly indexPath: string;
  /** Folder for the evidence; attempts in it are not repeated. */
  readonly data: string;
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

const CREDIT_DOLLARS = 100_000;

/** Contestants alternate after this many problems, so that an interrupted run is as mixed as a complete one. */
const PROBLEMS_AT_A_TIME = 60;

interface Turn {
  readonly contestant: Contestant;
  readonly agent: AgentFile;
  readonly problems: readonly Problem[];
}

/**
 * Makes attempts in the same way as an arena: sandbox, gateway with recorded calls, rules, judge, signed verdict and
 * receipt. There is no queue and no second validator; everything that the corpus reads of an attempt is the same.
 */
export async function runContestants(options: RunContestantsOptions): Promise<void> {
  const { data, workers, signal, say } = options;
  const turns = turnsOf(options, alreadyDone(data));
  const total = turns.reduce((sum, { problems }) => sum + problems.length, 0);
  say(`${total} attempts to make`);
  const search = ThreadedSearch.open(options.indexPath, 1);
  const sandbox = await chooseSandbox();
  const models = await openModels({ model: 'house/expert', apiKeyEnv: 'ASSAY_API_KEY' });
  const evidence = ownEvidence(data, CREDIT_DOLLARS);
  const place = { models, sandbox, search, wallMilliseconds: DEFAULT_LIMITS.wallMilliseconds, ...evidence };
  const started = performance.now();
  let made = 0;
  try {
    for (const { contestant, agent, problems } of turns) {
      if (signal.aborted) return;
      let successes = 0;
      let milliseconds = 0;
      const attempts = { runId: randomUUID(), agent, problems, model: contestant.model, workers, signal };
      for await (const tried of tryAgent(attempts, place)) {
        made++;
        milliseconds += tried.milliseconds;
        if (tried.verdict.rules.success) successes++;
      }
      const perMinute = made / ((performance.now() - started) / 60_000);
      say(
        `${made}/${total} ${perMinute.toFixed(0)}/min · ${contestant.agent} ${contestant.model}: ${successes} of ${problems.length} succeed, ${(milliseconds / problems.length).toFixed(0)} ms each`,
      );
    }
  } finally {
    await search.close();
    await sandbox.close();
  }
}

function turnsOf({ problems, contestants }: RunContestantsOptions, done: ReadonlySet<string>): readonly Turn[] {
  const agents = contestants.map((contestant) => ({
    contestant,
    agent: readAgentFile(fileURLToPath(new URL(`../../agents/${contestant.agent}`, import.meta.url))),
  }));
  const turns: Turn[] = [];
  for (let from = 0; from < problems.length; from += PROBLEMS_AT_A_TIME) {
    for (const { contestant, agent } of agents) {
      // A share is spread over the whole list, because its beginning is not a representative sample.
      const due = problems
        .slice(from, from + PROBLEMS_AT_A_TIME)
        .filter(
          (problem, at) =>
            Math.floor((from + at + 1) * contestant.share) > Math.floor((from + at) * contestant.share) &&
            !done.has(attemptKey(sha256(agent.source), contestant.model, problem.id)),
        );
      if (due.length > 0) turns.push({ contestant, agent, problems: due });
    }
  }
  return turns;
}

function alreadyDone(data: string): ReadonlySet<string> {
  const store = new AttemptStore(data);
  return new Set(
    store.list().flatMap((id) => {
      const { agent, model, problem_id, fault } = store.read(id);
      const isOurs = fault?.code === 'ATTEMPT_STOPPED' || fault?.code === 'SANDBOX_FAILED';
      return isOurs ? [] : [attemptKey(agent.sha256, model, problem_id)];
    }),
  );
}

function attemptKey(agent: string, model: string, problemId: string): string {
  return `${agent} ${model} ${problemId}`;
}
