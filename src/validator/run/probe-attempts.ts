import type { Attempt } from '../../attempt/attempt.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { Random } from '../../random/random.ts';
import { failureFields } from '../log.ts';
import type { OpenModels } from '../open-models.ts';
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
  const faults: AttemptFault[] = [];
  for await (const { attempt } of tryAgent({ ...order, probe }, place)) {
    metrics.probes.inc({ result: attempt.fault === null ? 'used' : 'dropped' });
    if (attempt.fault === null) continue;
    faults.push(attempt.fault);
    if (PAYMENT.has(attempt.fault.code)) unpaid.abort();
  }
  if (!evaluation.signal.aborted) warnOf(faults, problems.length, attempts, parts);
}

type AttemptFault = NonNullable<Attempt['fault']>;

/**
 * Without this the missing report would be the only sign of a revoked key. Failures of the agent itself are not
 * logged: that a program fails on a changed answer is normal.
 */
function warnOf(faults: readonly AttemptFault[], planned: number, { models }: Attempts, { log }: RunParts): void {
  const refused = faults.find(({ code }) => code === 'CREDENTIAL_REFUSED');
  const cause = refused ?? faults.find(({ owner }) => owner !== 'agent');
  if (cause === undefined) return;
  const { code: fault, message: detail } = cause;
  log.warn(
    `${faults.length} of ${planned} probe attempts of a run failed and are not reported. The run keeps its score. ${adviceFor(fault, models)}`,
    { fault, detail },
  );
}

/** What the operator of the validator can do. */
function adviceFor(code: FaultCode, { credential, simulated }: OpenModels): string {
  if (code === 'CREDENTIAL_REFUSED')
    return 'The contestant must connect its provider again; there is nothing to do here.';
  if (code !== 'INFERENCE_FAILED' || simulated) return 'If it happens again, run `assay sandbox doctor`.';
  if (credential.owner === 'contestant') return 'The provider of the contestant fails; there is nothing to do here.';
  return 'Check the key, the credit and the address of your model endpoint: runs fail as well until it answers.';
}
