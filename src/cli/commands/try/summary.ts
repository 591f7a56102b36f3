import { type Decision, forEachDecision } from '../../../agency/follow.ts';
import type { VersionEvidence } from '../../../agency/version-agency.ts';
import { type Decider, whoDecides, whyProgramDecides } from '../../../agency/who-decides.ts';
import type { Attempt } from '../../../attempt/attempt.ts';
import { mergeRefusedModelCalls, type RefusedModelCalls } from '../../../attempt/refused-models.ts';
import type { Problem } from '../../../problems/problem.ts';
import { MICRODOLLARS, type TriedProblem } from '../../../validator/try-agent.ts';
import { type Aggregate, aggregate, type Rates } from '../../../verdict/aggregate.ts';
import { capQuality, capWords, knownCap, mostByDecider } from '../../../verdict/judge.ts';
import { productionStrict } from '../../../verdict/rules.ts';
import { type FailureGroup, groupFailures } from './failures.ts';

export interface TrySummary extends Aggregate {
  readonly reasons: readonly (readonly [reason: string, times: number])[];
  /** The same, grouped by exception and line in the agent's file. */
  readonly failures: readonly FailureGroup[];
  /** Why the judges graded some attempts not at all. */
  readonly unjudged: readonly (readonly [reason: string, times: number])[];
  readonly refused_model_calls: readonly RefusedModelCalls[];
  readonly calls: number;
  readonly completions: number;
  readonly tokens: number;
  readonly spent_dollars: number;
  /** Time on the agents' own clock, over all attempts. */
  readonly agent_seconds: number;
  /** Share of the attempts' time outside the agent: setup, recording, grading, sealing. */
  readonly share_outside_agent: number;
  /** Attempts that failed through no fault of the agent; they do not count against it. */
  readonly not_the_agents_fault: number;
  /** The limit on reasoning grades by who decides; `null` without probes. */
  readonly reasoning_cap: ReasoningCap | null;
}

interface ReasoningCap {
  /** 0.9 if nothing is capped; `null` while it is not known who decides recommendations. */
  readonly most: number | null;
  /** Attempts that the judge graded higher. */
  readonly attempts: number;
  readonly decided_by: Readonly<Record<Decision, Decider['decides']>>;
  /** Whether grades are capped, and by whose decision. */
  readonly words: string;
  /** What shows that the program decides; empty without such a sign. */
  readonly because: string;
}

/**
 * Summary of an agent after a run. Attempts that failed through no fault of the agent say nothing about it and are
 * excluded from every rate; a validator would repeat them.
 * @param probed Evidence from probe attempts. With it, reasoning grades are capped as in a validator's run.
 */
export function summariseTry(
  all: readonly TriedProblem[],
  suite: readonly Problem[],
  probed?: VersionEvidence,
): TrySummary {
  const attempts = all.map(({ attempt }) => attempt);
  const tried = all.filter(({ attempt: { fault } }) => fault === null || fault.owner === 'agent');
  const excused = new Set(all.filter((each) => !tried.includes(each)).map(({ problem }) => problem.id));
  const sum = (value: (attempt: Attempt) => number) => attempts.reduce((total, each) => total + value(each), 0);
  const deciders = probed && whoDecides(probed);
  const scored = tried.map(({ problem, verdict, dialogue }) => ({
    problem_id: problem.id,
    rules: verdict.rules,
    quality: capQuality(verdict.judgement.quality, deciders),
    answered: dialogue !== null,
  }));
  const agentMilliseconds = sum(({ usage }) => usage.wall_ms);
  const allMilliseconds = all.reduce((total, { milliseconds }) => total + milliseconds, 0);
  return {
    ...aggregate(
      scored,
      suite.filter(({ id }) => !excused.has(id)),
      productionStrict(),
    ),
    reasons: counts(all.flatMap(({ reason }) => reason ?? [])),
    unjudged: counts(all.flatMap(({ verdict }) => unjudgedReason(verdict) ?? [])),
    failures: groupFailures(all),
    refused_model_calls: mergeRefusedModelCalls(all.flatMap(({ refusedModels }) => refusedModels)),
    calls: sum(({ usage }) => usage.calls.search + usage.calls.view),
    completions: sum(({ usage }) => usage.calls.inference),
    tokens: sum(({ usage }) => usage.prompt_tokens + usage.completion_tokens),
    spent_dollars: sum(({ usage }) => usage.spend_microdollars) / MICRODOLLARS,
    agent_seconds: agentMilliseconds / 1000,
    share_outside_agent: allMilliseconds === 0 ? 0 : Math.max(0, 1 - agentMilliseconds / allMilliseconds),
    not_the_agents_fault: excused.size,
    reasoning_cap: probed === undefined ? null : reasoningCap(tried, probed),
  };
}

function reasoningCap(tried: readonly TriedProblem[], probed: VersionEvidence): ReasoningCap {
  const deciders = whoDecides(probed);
  const most = mostByDecider(deciders);
  const capped = tried.filter(({ verdict }) => (verdict.judgement.quality ?? 0) > most);
  const reasons = (['search', 'recommend'] as const).map((decision) => whyProgramDecides(decision, probed));
  return {
    most: knownCap(deciders),
    attempts: capped.length,
    decided_by: forEachDecision((decision) => deciders[decision].decides),
    words: capWords(deciders),
    because: reasons.filter((reason) => reason !== undefined).join('; '),
  };
}

/** Most frequent first. */
function counts(texts: readonly string[]): readonly (readonly [text: string, times: number])[] {
  const groups = Map.groupBy(texts, (text) => text);
  return [...groups].map(([text, each]) => [text, each.length] as const).toSorted((one, other) => other[1] - one[1]);
}

/** Why a panel gave no grade; `null` if it did, or if there was none. */
function unjudgedReason({ judgement: { judge, quality, explanation } }: TriedProblem['verdict']): string | null {
  return judge === 'panel' && quality === null ? explanation.replace(/^Unjudged: /, '') : null;
}

/** A row for each category and one for all, for the terminal and the report page. */
export function summaryTable({ categories, ...all }: TrySummary): { head: string[]; rows: (string | number)[][] } {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const row = (name: string, rates: Rates) => [
    name,
    `${rates.successful_problems}/${rates.total_problems}`,
    percent(rates.success_rate),
    `${percent(rates.interval.low)} to ${percent(rates.interval.high)}`,
    percent(rates.ground_truth_rate),
    percent(rates.field_matching),
  ];
  return {
    head: ['', 'solved', 'success', '95 % interval', 'exact product', 'constraints met'],
    rows: [...Object.entries(categories).map(([name, rates]) => row(name, rates)), row('all', all)],
  };
}
