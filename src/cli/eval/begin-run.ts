import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { Extra } from '../../evaluation/endpoint/negotiate.ts';
import { HARNESS_VERSION } from '../../evaluation/harness/harness.ts';
import { hasRun, type RunRecord, readRun, requireSameRun, writeRun } from '../../evaluation/run/run-record.ts';
import { departures } from '../../evaluation/sealed/check-plan.ts';
import { type HashedPlan, readPlan } from '../../evaluation/sealed/evaluation-plan.ts';
import { heldOutName } from '../../evaluation/sealed/known-held-out.ts';
import { recordLook, requireOpenable, type SealedLook } from '../../evaluation/sealed/open-sealed.ts';
import { readOpenings } from '../../evaluation/sealed/opening-ledger.ts';
import { plannedRun } from '../../evaluation/sealed/planned-run.ts';
import { clusterNames } from '../../evaluation/suites/cluster-names.ts';
import { type EvaluationSuite, suiteDigest } from '../../evaluation/suites/evaluation-suite.ts';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/index/market-index.ts';
import { benchmark } from '../../verdict/rules/benchmark.ts';
import { productionStrict } from '../../verdict/rules/production-strict.ts';
import type { OpenedEndpoint } from './open-endpoint.ts';
import type { EvalRunOptions } from './run-options.ts';

export interface RunStart {
  readonly options: EvalRunOptions;
  readonly suite: EvaluationSuite;
  readonly market: MarketIndex;
  readonly opened: OpenedEndpoint;
  readonly guardedAgainst: readonly string[];
}

/**
 * The record of a run: that of the folder when there is one and it is the same run, else a new one, written after the
 * seal was asked and before anything is sent. Call it under the lock of the folder.
 */
export async function beginRun(start: RunStart): Promise<RunRecord> {
  const { options, opened } = start;
  const before = hasRun(options.out) ? readRun(options.out) : undefined;
  const plan = options.plan === undefined ? null : readPlan(options.plan);
  const extras = before?.extras ?? (await opened.negotiate());
  const record = describeRun(start, extras, plan);
  const heldOut = heldOutLook(start, before?.run_id ?? record.run_id, plan);
  if (before !== undefined) {
    requireSameRun(options.out, before, record);
    if (heldOut !== undefined) await recordLook(heldOut);
    return before;
  }
  requirePlanned(record, plan);
  const opening = heldOut === undefined ? null : requireOpenable(heldOut);
  const run = { ...record, opening: opening && { looks_before: opening.looks, burned: opening.burned } };
  await writeRun(options.out, run);
  if (heldOut !== undefined) await recordLook(heldOut);
  return run;
}

function describeRun(start: RunStart, extras: readonly Extra[], plan: HashedPlan | null): RunRecord {
  const { options, suite, market, opened } = start;
  const clusters = clusterNames(suite.problems, market);
  const { source, products } = market.manifest;
  const checkpoint = options.checkpoint ?? options.model;
  const strict = productionStrict();
  return {
    version: 1,
    run_id: randomUUID(),
    created_at: new Date().toISOString(),
    label: options.label ?? checkpoint,
    model: options.model,
    line: options.line ?? options.model,
    checkpoint,
    endpoint: opened.name,
    simulated: opened.simulated,
    harness: {
      size: options.harness,
      form: extras.includes('tools') ? options.calls : 'tagged',
      version: HARNESS_VERSION,
    },
    k: options.samples,
    greedy: options.greedy,
    temperature: options.temperature,
    top_p: options.topP,
    max_tokens: options.maxTokens,
    max_turns: options.maxTurns,
    seed: options.seed,
    extras,
    suite: { name: suite.name, kind: kindOf(start), digest: suiteDigest(suite.problems) },
    problems: suite.problems.map(({ id, category }) => ({ id, category, cluster: clusters.get(id)! })),
    market: {
      products,
      source:
        source.kind === 'synthetic' ? `synthetic, seed ${source.seed}, generator ${source.generator}` : 'imported',
    },
    rules: { strict: strict.version, benchmark: benchmark().version, similarity: strict.similarity.name },
    price: opened.price,
    plan: plan?.hash ?? null,
    guarded_against: start.guardedAgainst,
    opening: null,
  };
}

function kindOf({ suite, options }: RunStart): EvaluationSuite['kind'] {
  const ids = suite.problems.map(({ id }) => id);
  return suite.kind === 'heldout' || heldOutName(ids, readOpenings(options.ledger)) !== undefined ? 'heldout' : 'dev';
}

function heldOutLook(start: RunStart, runId: string, plan: HashedPlan | null): SealedLook | undefined {
  const { options, suite } = start;
  if (kindOf(start) === 'dev') return undefined;
  const checkpoint = options.checkpoint ?? options.model;
  return {
    ledger: options.ledger,
    suite,
    runId,
    problemIds: suite.problems.map(({ id }) => id),
    line: options.line ?? options.model,
    checkpoint,
    purpose: options.choose === true ? 'choose' : 'report',
    plan: plan && {
      hash: plan.hash,
      checkpoints: plan.plan.models.map((arm) => arm.checkpoint ?? arm.label),
    },
    who: options.who ?? `${userInfo().username}@${hostname()}`,
    burn: options.burn === true,
    now: () => new Date(),
  };
}

function requirePlanned(run: RunRecord, plan: HashedPlan | null): void {
  if (plan === null) return;
  const found = departures(plan.plan, plannedRun(run, false));
  if (found.length === 0) return;
  throw new Fault('INPUT_INVALID', {
    message: `This run is not the one that was planned: ${found.join('; ')}.`,
    remedy: 'Run what the plan says, or run without --plan and let the report call it exploratory.',
  });
}
