import type { FollowRates } from '../../agency/follow.ts';
import { clusterBootstrap } from '../../statistics/cluster-bootstrap.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';
import { judgeVersion, type VersionAgency } from '../agency/judge-version.ts';
import { isSaid, whyNotAgentic } from '../agency/settle-agency.ts';
import type { LabelledAttempt } from './run-labelled.ts';

export interface Measured {
  readonly hits: number;
  readonly of: number;
  readonly rate: number;
  /** By Wilson, as if the attempts of an agent were independent of each other. */
  readonly interval: Interval;
  readonly agents: number;
  /** By resampling whole agents, as the attempts of one agent are alike; `null` for fewer than two agents. */
  readonly intervalByAgent: Interval | null;
}

/** How well agentic attempts are recognised. */
interface Recognition {
  readonly precision: Measured;
  readonly recall: Measured;
}

/** Also how pure the corpus is that results from it. */
interface CorpusRecognition extends Recognition {
  /** Of the rows that pass every rule of the filter, without duplicates, the share of agentic attempts. */
  readonly purity: Measured;
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
  readonly together: CorpusRecognition;
  /** The same for agents that were not used for tuning; `null` if there are none. */
  readonly heldOut: (CorpusRecognition & { readonly agents: number }) | null;
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
    together: recogniseRows(attempts, together),
    heldOut:
      heldOut.length === 0
        ? null
        : { ...recogniseRows(heldOut, together), agents: new Set(heldOut.map(({ agent }) => agent)).size },
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
  const isReal = ({ label }: LabelledAttempt): boolean => label === 'agentic';
  return {
    precision: measure(attempts.filter(isAgentic), isReal),
    recall: measure(attempts.filter(isReal), isAgentic),
  };
}

function recogniseRows(
  attempts: readonly LabelledAttempt[],
  isAgentic: (attempt: LabelledAttempt) => boolean,
): CorpusRecognition {
  const kept = attempts.filter((attempt) => attempt.row !== null && isAgentic(attempt));
  const rows = [...new Map(kept.toReversed().map((attempt) => [attempt.row, attempt])).values()];
  return { ...recognise(attempts, isAgentic), purity: measure(rows, ({ label }) => label === 'agentic') };
}

const SEED = 1;

function measure(attempts: readonly LabelledAttempt[], isHit: (attempt: LabelledAttempt) => boolean): Measured {
  const values = attempts.map((attempt) => ({ cluster: attempt.agent, value: isHit(attempt) ? 1 : 0 }));
  const [hits, of] = [values.filter(({ value }) => value === 1).length, values.length];
  return {
    hits,
    of,
    rate: of === 0 ? 0 : hits / of,
    interval: wilsonInterval(hits, of),
    agents: new Set(values.map(({ cluster }) => cluster)).size,
    intervalByAgent: clusterBootstrap(values, { seed: SEED, range: { low: 0, high: 1 } }),
  };
}
