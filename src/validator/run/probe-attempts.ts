import type { FaultCode } from '../../fault/fault-table.ts';
import { Random } from '../../random/random.ts';
import { failureFields } from '../log.ts';
import { probePlan } from '../probe-plan.ts';
import { MICRODOLLARS, tryAgent } from '../try-agent.ts';
import type { Attempts } from './attempt-problems.ts';
import { chooseProbes } from './choose-probes.ts';
import { ProbeAccount } from './probe-account.ts';
import type { RunParts } from './run-parts.ts';

/** After these faults the next probe would fail as well, and use the contestant's credit. */
const PAYMENT: ReadonlySet<FaultCode> = new Set(['CREDIT_EXHAUSTED', 'CREDENTIAL_REFUSED']);

/**
 * Runs the agent again on a few problems of the run, with changed model answers, to see who decides. These attempts are
 * not scored and come last, so that nothing in them can count against the agent. They are planned once: a run that is
 * resumed after a crash uses the probes that exist.
 */
export async function probeAttempts(attempts: Attempts, parts: RunParts): Promise<void> {
  const { journal, signal } = attempts.evaluation;
  const wanted = journal.claim.probes?.attempts ?? 0;
  if (wanted === 0 || journal.all('probes').length > 0) return;
  try {
    await attemptProbes(attempts, wanted, parts);
  } catch (error) {
    if (!signal.aborted) parts.log.warn('Not all probe attempts of a run were made.', failureFields(error));
  }
}

async function attemptProbes(attempts: Attempts, wanted: number, parts: RunParts): Promise<void> {
  const { evaluation, source, models, compat, traffic, titles, results } = attempts;
  const { metrics, examination, search } = parts;
  const { journal } = evaluation;
  const queries = results.problems.map(({ query }) => query);
  const probe = await probePlan(search, queries);
  const context = { wanted, problems: results.problems, results: results.results };
  const problems = chooseProbes(context, new Random(probe.seed));
  if (problems.length === 0) return;
  journal.add({ what: 'probes', problem_ids: problems.map(({ id }) => id) });
  const unpaid = new AbortController();
  const signal = AbortSignal.any([evaluation.signal, unpaid.signal]);
  const { workers, wallMilliseconds, gatewayLimits, creditDollars } = examination;
  const counts = { attempts: problems.length, problems: results.problems.length };
  const account = new ProbeAccount(Math.round(creditDollars * MICRODOLLARS), counts);
  const agent = { name: 'agent.py', source };
  const order = { runId: journal.runId, agent, model: models.model, workers, signal, problems };
  const place = { ...parts, models, compat, traffic, account, titles, wallMilliseconds, gatewayLimits };
  for await (const { attempt } of tryAgent({ ...order, probe }, place)) {
    metrics.probes.inc({ result: attempt.fault === null ? 'used' : 'dropped' });
    if (attempt.fault !== null && PAYMENT.has(attempt.fault.code)) unpaid.abort();
  }
}
