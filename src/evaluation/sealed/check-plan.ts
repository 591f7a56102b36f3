import type { EvaluationPlan, HashedPlan } from './evaluation-plan.ts';

/** The facts of a run that a plan specifies. */
export interface PlannedRun {
  readonly label: string;
  readonly checkpoint: string;
  readonly suite: string;
  readonly k: number;
  readonly seed: number;
  readonly temperature: number;
  readonly harness: number;
  /** Hash of the plan the run was started under. */
  readonly plan: string | null;
  readonly complete: boolean;
}

/** Differences between a run that is about to start and its plan. */
export function departures(plan: EvaluationPlan, run: PlannedRun): readonly string[] {
  const arm = plan.models.find(({ label }) => label === run.label);
  const differs = (what: string, is: unknown, planned: unknown): string[] =>
    is === planned ? [] : [`${what} is ${String(is)}, planned was ${String(planned)}`];
  return [
    ...(arm === undefined ? [`${run.label} is not a model of the plan`] : []),
    ...(arm?.checkpoint === undefined ? [] : differs('the checkpoint', run.checkpoint, arm.checkpoint)),
    ...differs('the suite', run.suite, plan.suite),
    ...differs('k', run.k, plan.k),
    ...differs('the temperature', run.temperature, plan.temperature),
    ...differs('the harness', run.harness, plan.harness),
    ...(plan.seeds.includes(run.seed) ? [] : [`seed ${run.seed} is not among those planned`]),
  ];
}

/** All differences between finished runs and their plan. */
export function checkPlan({ plan, hash }: HashedPlan, runs: readonly PlannedRun[]): readonly string[] {
  const findings = runs.flatMap((run) => {
    const under =
      run.plan === null
        ? ['was not started under a plan']
        : run.plan === hash
          ? []
          : [`was started under another plan (${run.plan.slice(0, 12)})`];
    const unfinished = run.complete ? [] : ['is not complete, so the stop rule was not followed'];
    return [...under, ...departures(plan, run), ...unfinished].map((finding) => `${run.label}: ${finding}`);
  });
  const missing = plan.models.filter(({ label }) => !runs.some((run) => run.label === label));
  return [...findings, ...missing.map(({ label }) => `${label}: was planned, but has no run`)];
}
