import type { Followed } from '../agency/follow.ts';
import { type AttemptAgencyEvidence, type VersionEvidence, versionEvidence } from '../agency/version-agency.ts';
import { whyScripted } from '../agency/who-decides.ts';
import type { Problem } from '../problems/problem.ts';
import { askEvidenceThread } from './evidence/ask-evidence-thread.ts';
import { probePlan } from './probe-plan.ts';
import { type TriedProblem, type TryEnvironment, type TryOptions, tryAgent } from './try-agent.ts';

export interface AgentProbe extends Omit<TryOptions, 'problems' | 'probe'> {
  /** Source of the probe problems; those in `tried` come last. */
  readonly suite: readonly Problem[];
  readonly tried: readonly TriedProblem[];
  readonly count: number;
}

/** Who decides in an agent: its model or its program. */
export interface ProbedAgent extends VersionEvidence {
  readonly probes: number;
  /** Probes that ended with a fault and therefore show nothing. */
  readonly failed: number;
  /** Why the agent counts as scripted; `null` if there is no sign of it. */
  readonly scripted: string | null;
}

/** Runs an agent on problems with changed model answers, as validators do, and evaluates how it reacts. */
export async function probeAgent(probe: AgentProbe, place: TryEnvironment): Promise<ProbedAgent> {
  const { suite, tried, count, ...order } = probe;
  const done = new Set(tried.map(({ problem }) => problem.id));
  const problems = [...suite].sort((left, right) => Number(done.has(left.id)) - Number(done.has(right.id)));
  const queries = suite.map(({ query }) => query);
  const plan = await probePlan(place.search, queries);
  const observed: Followed[] = [];
  let [probes, failed] = [0, 0];
  for await (const each of tryAgent({ ...order, problems: problems.slice(0, count), probe: plan }, place)) {
    probes++;
    if (each.attempt.fault === null) observed.push(...(await askEvidenceThread('readFollow', placeOf(each, place))));
    else failed++;
  }
  const scored: AttemptAgencyEvidence[] = [];
  for (const each of tried) {
    if (each.attempt.fault !== null) continue;
    const { query } = each.problem;
    scored.push(await askEvidenceThread('readAgency', { ...placeOf(each, place), query }));
  }
  const evidence = versionEvidence(scored, observed);
  return { ...evidence, probes, failed, scripted: whyScripted(evidence) ?? null };
}

function placeOf({ attempt, verdict }: TriedProblem, { store }: TryEnvironment) {
  return { data: store.folder, attemptId: attempt.attempt_id, recommended: verdict.rules.recommended };
}
