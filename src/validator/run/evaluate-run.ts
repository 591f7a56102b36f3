import { MOST_ERROR_OUTPUTS, type RunCompletion } from '../../arena/wire.ts';
import type { AttemptStore } from '../../attempt/record.ts';
import { MemoryCreditAccount } from '../../gateway/credit.ts';
import { isRunOver, retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { requireArenaMarket, requireMarketOf } from '../require-market-of.ts';
import { MICRODOLLARS, sealInterrupted } from '../try-agent.ts';
import { attemptProblems } from './attempt-problems.ts';
import { checkRun, readEarlierAttempts } from './earlier-attempts.ts';
import { unscoredFailure } from './failure-of.ts';
import { loadAgent, loadProblems } from './load-run.ts';
import { modelsForClaim } from './models-for-claim.ts';
import { probeAttempts } from './probe-attempts.ts';
import { probeModels } from './probe-models.ts';
import { finalProgressOf, progressOf } from './progress-update.ts';
import { reportProbes } from './report-probes.ts';
import { failedEnding, type SandboxAccount, scoredEnding } from './run-ending.ts';
import type { Evaluation, RunParts } from './run-parts.ts';
import { RunReporting } from './run-reporting.ts';
import { RunResults } from './run-results.ts';
import { titlesForClaim } from './titles-for-claim.ts';

/**
 * Runs the agent on the problems that have no result yet, reports progress, and returns how the run ends. Throws when
 * the run cannot be finished; everything attempted so far is then on disk and recorded in the journal.
 */
export async function evaluateRun(evaluation: Evaluation, parts: RunParts): Promise<RunCompletion> {
  const { journal, signal } = evaluation;
  const { claim } = journal;
  const { api, store, settings, examination, search } = parts;
  const retryOptions = { backoff: settings.delivery, signal };
  const titles = titlesForClaim(claim, examination);
  const source = await loadAgent(claim, store, retryOptions);
  const exam = await loadProblems(api, claim, retryOptions);
  await retryUntilAnswered(() => requireArenaMarket(api, parts.marketHash), retryOptions);
  await requireMarketOf(
    exam.map(({ problem }) => problem),
    search,
  );
  const arena = await retryUntilAnswered(() => api.models(), retryOptions);
  const offered = modelsForClaim(claim, examination, arena);
  const traffic = parts.traffic.of(offered.endpoint ?? '', claim.agent_version_id);
  const models = await probeModels(offered, { ...settings, signal, traffic });
  const probe = async () => void (await probeModels(models, { ...settings, signal, traffic }));

  const results = new RunResults(exam, settings.attemptTries, claim.excuses?.share ?? settings.excusedShare);
  await recall(results, evaluation, parts);
  const credit = Math.round(examination.creditDollars * MICRODOLLARS) - results.spentMicrodollars;
  const account = new MemoryCreditAccount(credit);
  const reporting = new RunReporting(results, evaluation, parts);
  const began = performance.now();
  try {
    const { compat } = arena;
    const attempts = { evaluation, source, models, compat, traffic, account, titles, results, reporting, probe };
    await attemptProblems(attempts, parts);
    await reporting.finish();
    checkRun(store, journal);
    const sandbox = await sandboxAccount(store, results, (performance.now() - began) / 1000);
    if (results.unscored.length > 0) {
      await reporting.flush(finalProgressOf(results));
      const ending = failedEnding(unscoredFailure(results.latestExcused, exam.length), sandbox);
      return { ...ending, excuses: results.excuses.report };
    }
    await reporting.flush(progressOf(results));
    await probeAttempts(attempts, parts);
    const deciders = await reportProbes(results, evaluation, parts);
    const key = reporting.lastKey;
    return {
      ...scoredEnding(results, sandbox, deciders),
      excuses: results.excuses.report,
      ...(key !== null && { results_s3_key: key }),
    };
  } catch (error) {
    await reporting.abandon(isRunOver(error) ? [] : finalProgressOf(results));
    throw error;
  }
}

/** Restores earlier attempts of an interrupted run, and which of them were uploaded to the arena. */
async function recall(results: RunResults, { journal }: Evaluation, parts: RunParts): Promise<void> {
  await sealInterrupted(parts);
  const { scored } = await readEarlierAttempts(parts.store, journal);
  for (const certified of scored) results.note(certified);
  for (const { attempt_id, logs_key, evidence_key } of journal.all('uploaded')) {
    results.noteKeys(attempt_id, { logsKey: logs_key, evidenceKey: evidence_key });
  }
  const { length } = results.results;
  if (length > 0) parts.log.info(`Resuming: ${length} of ${results.problems.length} problems are done.`);
}

/** Summary of the agent's processes for its owner, with the error output of failed attempts. */
async function sandboxAccount(store: AttemptStore, results: RunResults, seconds: number): Promise<SandboxAccount> {
  const failed = results.results.filter(({ attempt }) => attempt.fault !== null).slice(0, MOST_ERROR_OUTPUTS);
  const errorOutputs: SandboxAccount['errorOutputs'][number][] = [];
  for (const { attempt } of failed) {
    const { ending, blobs, problem_id } = attempt;
    const bytes = await store.blobs.get(blobs.stderr.sha256);
    errorOutputs.push({
      wireId: results.wireId(problem_id),
      text: Buffer.from(bytes).toString('utf8').replaceAll('\0', ''),
      exitCode: ending?.kind === 'finished' ? ending.exit_code : null,
    });
  }
  return { seconds, errorOutputs };
}
