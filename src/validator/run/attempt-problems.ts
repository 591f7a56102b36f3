import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptStore } from '../../attempt/record.ts';
import type { RepeatedAttempts } from '../../attempt/run.ts';
import type { CreditAccount } from '../../gateway/credit.ts';
import type { EarlierCall } from '../../gateway/earlier-answers.ts';
import type { AgentTraffic } from '../../gateway/model-traffic.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { askEvidenceThread } from '../evidence/ask-evidence-thread.ts';
import type { OpenModels } from '../open-models.ts';
import { type TriedProblem, tryAgent } from '../try-agent.ts';
import { OutageWatch } from './outage-watch.ts';
import type { Evaluation, RunParts } from './run-parts.ts';
import type { RunReporting } from './run-reporting.ts';
import type { RunResults } from './run-results.ts';
import { watchedSandbox } from './watched-sandbox.ts';

export interface Attempts {
  readonly evaluation: Evaluation;
  readonly source: Uint8Array;
  readonly models: OpenModels;
  /** Whether invalid search parameters are handled as in the reference. */
  readonly compat: boolean;
  readonly traffic: AgentTraffic;
  readonly account: CreditAccount;
  readonly titles: TitleMeasure;
  readonly results: RunResults;
  readonly reporting: RunReporting;
  /** Throws when the provider of the models is not available. */
  readonly probe: () => Promise<void>;
}

/**
 * Attempts every problem without a result. After a pause it repeats attempts that failed by no fault of the agent, up
 * to the allowed number. When aborted, throws the reason: the caller, a provider that is down, or invalid evidence.
 */
export async function attemptProblems(attempts: Attempts, parts: RunParts): Promise<void> {
  const { evaluation, source, results, probe } = attempts;
  const { examination, settings } = parts;
  const { workers, wallMilliseconds, gatewayLimits } = examination;
  const outage = new OutageWatch(settings.outageAttempts, probe);
  const broken = new AbortController();
  const signal = AbortSignal.any([evaluation.signal, outage.signal, broken.signal]);
  const { models, compat, account, traffic } = attempts;
  const agent = { name: 'agent.py', source };
  const repeats = (problem: Problem) => repeatedAttempts(problem.id, results, parts.store);
  const order = { runId: evaluation.journal.runId, agent, model: models.model, workers, signal, repeats };
  const judge = examination.openJudge?.(signal);
  const { titles } = attempts;
  const place = {
    ...parts,
    models,
    compat,
    traffic,
    account,
    wallMilliseconds,
    gatewayLimits,
    judge,
    titles,
    sandbox: watched(attempts, parts),
  };
  try {
    for (let pass = 1; results.open.length > 0; pass++) {
      if (pass > 1) await probe();
      // Concurrently with the attempts: `tryAgent` starts the next one only when it is requested.
      const keeping: Promise<void>[] = [];
      for await (const tried of tryAgent({ ...order, problems: results.open }, place)) {
        outage.note(tried.attempt.fault);
        keeping.push(keep(tried, attempts, parts).catch((error) => broken.abort(error)));
      }
      await Promise.all(keeping);
      signal.throwIfAborted();
      if (results.open.length > 0) await sleep(settings.attemptPause * pass, undefined, { signal });
    }
  } catch (error) {
    // Failures after the abort are its consequence; the abort is the reason.
    throw signal.aborted ? signal.reason : error;
  }
}

/** An attempt counts only after it was read back and verified against its signature. */
async function keep({ attempt, milliseconds }: TriedProblem, attempts: Attempts, parts: RunParts): Promise<void> {
  const { results, reporting, evaluation } = attempts;
  const { attempt_id, problem_id, fault, usage } = attempt;
  const { metrics, log } = parts;
  const place = { data: parts.store.folder, runId: evaluation.journal.runId, attemptId: attempt_id };
  const certified = await askEvidenceThread('certify', place);
  evaluation.journal.add({ what: 'attempted', problem_id, attempt_id, receipt_hash: certified.receiptHash });
  metrics.attempts.inc({ fault: fault?.owner ?? 'none' });
  metrics.credit.inc(usage.spend_microdollars / 1_000_000);
  metrics.attemptSeconds.inc({ part: 'agent' }, usage.wall_ms / 1000);
  metrics.attemptSeconds.inc({ part: 'outside' }, Math.max(0, milliseconds - usage.wall_ms) / 1000);
  const about = { attempt_id, problem_id, fault: fault?.code, solved: certified.verdict?.rules.success };
  if (!results.note(certified)) {
    log.warn('An attempt failed for a reason that is not the agent’s.', { ...about, detail: fault?.message });
    return;
  }
  log.info(`Problem ${results.results.length} of ${results.problems.length}`, about);
  reporting.add(certified);
}

function watched({ results, reporting }: Attempts, { sandbox }: RunParts): Sandbox {
  return watchedSandbox(sandbox, {
    onStart: (problemId) => {
      results.noteRunning(problemId);
      reporting.note();
    },
  });
}

/** The earlier attempts that the next attempt at a problem repeats; `undefined` for the first attempt. */
async function repeatedAttempts(
  problemId: string,
  results: Pick<RunResults, 'excusedOf' | 'excuses'>,
  store: AttemptStore,
): Promise<RepeatedAttempts | undefined> {
  const attemptIds = results.excusedOf(problemId).map(({ attempt }) => attempt.attempt_id);
  if (attemptIds.length === 0) return undefined;
  const calls: EarlierCall[] = [];
  for (const attemptId of attemptIds) {
    calls.push(...(await askEvidenceThread('earlierCalls', { data: store.folder, attemptId })));
  }
  return { attemptIds, calls, mayDepart: () => results.excuses.grantDeparture() };
}
