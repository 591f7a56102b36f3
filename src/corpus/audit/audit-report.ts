import type { FollowRates } from '../../agency/follow.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';
import { judgeVersion, type VersionAgency } from '../agency/judge-version.ts';
import { isSaid, whyNotAgentic } from '../agency/settle-agency.ts';
import type { LabelledAttempt } from './run-labelled.ts';

export interface Measured {
  readonly hits: number;
  readonly of: number;
  readonly rate: number;
  readonly interval: Interval;
}

/** How well agentic attempts are recognised. */
interface Recognition {
  readonly precision: Measured;
  readonly recall: Measured;
}

interface AuditedAgent {
  readonly agent: string;
  readonly label: LabelledAttempt['label'];
  readonly attempts: number;
  readonly agentic: number;
  readonly mixed: number;
  readonly scripted: number;
  readonly version: VersionAgency['verdict'];
  readonly follow: FollowRates;
  readonly because: string;
}

export interface AuditReport {
  readonly attempts: number;
  readonly agents: readonly AuditedAgent[];
  /** Each attempt judged alone. */
  readonly alone: Recognition;
  /** Judged with the attempts and probes of the agent version together, as the filter does. */
  readonly together: Recognition;
  /** The same for agents that were not used for tuning; `null` if there are none. */
  readonly heldOut: (Recognition & { readonly agents: number }) | null;
  readonly misjudged: readonly {
    readonly agent: string;
    readonly attempt_id: string;
    readonly label: string;
    readonly verdict: string;
    readonly because: string;
  }[];
}

export function auditReport(all: readonly LabelledAttempt[]): AuditReport {
  const byAgent = Map.groupBy(all, ({ agent }) => agent);
  const versions = new Map(
    Array.from(byAgent, ([agent, each]) => [agent, judgeVersion(each.map(({ profile }) => profile))]),
  );
  // A failed attempt, or one without a search, cannot become a row, because it contains no decisions.
  const attempts = all.filter(({ profile, failed }) => profile.probe === null && !failed && profile.said.searches > 0);
  const alone = (attempt: LabelledAttempt): boolean => attempt.agency.verdict === 'agentic';
  const why = ({ agent, agency, profile }: LabelledAttempt): string | undefined =>
    whyNotAgentic(agency.verdict === 'agentic' ? null : agency.because, isSaid(profile.said), versions.get(agent));
  const together = (attempt: LabelledAttempt): boolean => why(attempt) === undefined;
  const heldOut = attempts.filter(({ half }) => half === 'held out');
  return {
    attempts: attempts.length,
    agents: Array.from(byAgent, ([agent, each]) =>
      describe(
        agent,
        each.filter(({ profile }) => profile.probe === null),
        versions.get(agent)!,
      ),
    ),
    alone: recognise(attempts, alone),
    together: recognise(attempts, together),
    heldOut:
      heldOut.length === 0
        ? null
        : { ...recognise(heldOut, together), agents: new Set(heldOut.map(({ agent }) => agent)).size },
    misjudged: attempts
      .filter((attempt) => together(attempt) !== (attempt.label === 'agentic'))
      .map((attempt) => ({
        agent: attempt.agent,
        attempt_id: attempt.attempt_id,
        label: attempt.label,
        verdict: together(attempt) ? 'agentic' : attempt.agency.verdict,
        because: why(attempt) ?? attempt.agency.because,
      })),
  };
}

function describe(agent: string, attempts: readonly LabelledAttempt[], version: VersionAgency): AuditedAgent {
  const count = (verdict: string): number => attempts.filter(({ agency }) => agency.verdict === verdict).length;
  return {
    agent,
    // In some attempts, an example's program may have taken over from its model. The majority decides the agent's
    // label.
    label:
      attempts.filter(({ label }) => label === 'agentic').length * 2 > attempts.length ? 'agentic' : attempts[0]!.label,
    attempts: attempts.length,
    agentic: count('agentic'),
    mixed: count('mixed'),
    scripted: count('scripted'),
    version: version.verdict,
    follow: version.follow,
    because: version.because,
  };
}

function recognise(
  attempts: readonly LabelledAttempt[],
  isAgentic: (attempt: LabelledAttempt) => boolean,
): Recognition {
  const found = attempts.filter(isAgentic);
  const real = attempts.filter(({ label }) => label === 'agentic');
  const right = found.filter(({ label }) => label === 'agentic').length;
  return { precision: measure(right, found.length), recall: measure(right, real.length) };
}

function measure(hits: number, of: number): Measured {
  return { hits, of, rate: of === 0 ? 0 : hits / of, interval: wilsonInterval(hits, of) };
}
