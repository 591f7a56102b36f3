import { problemHash } from '../../attempt/record.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Agency } from '../agency/agency.ts';
import { applyRules } from '../filter/apply-rules.ts';
import type { AttemptFacts, AttemptReading } from '../filter/attempt-reading.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import type { Reason } from '../filter/filter-rule.ts';
import { duplicateKey } from '../filter/rank-signals.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import type { EvidenceRow } from '../intake/evidence-row.ts';
import { readSigned } from '../intake/read-attempt.ts';
import { NO_LICENCE } from '../release/release-row.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { type RewriteRefusal, refuseRewrite } from './rewrite-reason.ts';
import { rewrittenTrajectory, type ScriptedStep, scriptedSteps } from './scripted-steps.ts';

/** A success of a program, with everything that rewriting must leave unchanged. */
export interface ScriptedAttempt {
  readonly facts: AttemptFacts;
  readonly verdict: Verdict;
  readonly agency: Agency;
  readonly query: string;
  readonly steps: readonly ScriptedStep[];
  /** Attempts at a problem with the same calls have the same key. */
  readonly key: string;
}

export interface ScriptedOptions {
  readonly config: RewriteConfig;
  readonly queries: ReadonlyMap<string, string>;
  /** Checked before anything is sent to a model: a sealed problem must not leave the machine. */
  readonly withheld: ReadonlyMap<string, string>;
  /**
   * By the hash of an agent's source. Also checked before: a contestant who allows nothing has not allowed others to
   * read the attempt.
   */
  readonly licences: ReadonlyMap<string, string>;
}

/** Rules of the filter that apply to a conversation without reasoning. */
const STRUCTURAL: ReadonlySet<Reason> = new Set<Reason>([
  'CALL_UNPAIRED',
  'RECOMMEND_COUNT',
  'ARGUMENTS_BAD',
  'PRODUCT_UNSEEN',
  'PRODUCT_UNKNOWN',
  'TOO_LONG',
  'ENDS_ON_THOUGHT',
  'ERROR_LOOP',
]);

/** Whether an attempt should be rewritten, as far as that can be determined without a model. */
export function scriptedAttempt(
  { attempt, verdict, calls }: EvidenceRow,
  { config, queries, withheld, licences }: ScriptedOptions,
): ScriptedAttempt | RewriteRefusal {
  const reading = readSigned(attempt, verdict, calls, { agency: FILTER_CONFIG.agency, queries });
  const { facts, agency } = reading;
  if (agency.verdict !== 'scripted') return refuseRewrite('NOT_SCRIPTED', `${agency.verdict}: ${agency.because}`);
  if (facts.fault !== null) return refuseRewrite('NOT_SUCCESSFUL', `the attempt ended with ${facts.fault}`);
  if (verdict?.rules.success !== true) {
    return refuseRewrite(
      'NOT_SUCCESSFUL',
      verdict === null ? 'it was not graded' : 'it did not find what was asked for',
    );
  }
  const kept = withheld.get(facts.problem_id);
  if (kept !== undefined) return refuseRewrite('PROBLEM_WITHHELD', kept);
  if (licences.get(facts.agent) === NO_LICENCE)
    return refuseRewrite('NO_LICENCE', 'its contestant chose the licence none');
  const query = queries.get(facts.problem_id) ?? (reading.rebuilt.ok ? reading.rebuilt.trajectory.query : '');
  if (problemHash({ problem_id: facts.problem_id, query }) !== attempt.problem_hash) {
    return refuseRewrite('QUERY_UNKNOWN', 'what was asked is not known; name the file of problems with --problems');
  }
  const steps = scriptedSteps(calls, verdict.rules.recommended);
  if (steps.length < 2 || steps.length > config.maximumSteps) {
    return refuseRewrite('STEPS', `it takes ${steps.length} steps, where 2 to ${config.maximumSteps} are rewritten`);
  }
  const bare = rewrittenTrajectory(
    query,
    steps,
    steps.map(() => ''),
  );
  const flaw = structuralFlaw(reading, bare);
  if (flaw !== undefined) return refuseRewrite('STRUCTURE', flaw);
  return { facts, verdict, agency, query, steps, key: duplicateKey(facts.problem_id, bare) };
}

function structuralFlaw(reading: AttemptReading, trajectory: Trajectory): string | undefined {
  const context = { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map<string, string>() };
  const failures = applyRules({ ...reading, rebuilt: { ok: true, trajectory } }, context);
  const first = failures.find(({ reason }) => STRUCTURAL.has(reason));
  return first && `${first.reason}: ${first.detail}`;
}
