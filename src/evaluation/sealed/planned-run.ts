import type { RunRecord } from '../run/run-record.ts';
import type { PlannedRun } from './check-plan.ts';

/** The facts of a run that are compared with a plan. */
export function plannedRun(run: RunRecord, complete: boolean): PlannedRun {
  return {
    label: run.label,
    checkpoint: run.checkpoint,
    suite: run.suite.name,
    k: run.k,
    seed: run.seed,
    temperature: run.temperature,
    harness: run.harness.size,
    plan: run.plan,
    complete,
  };
}
