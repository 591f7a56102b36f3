import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import type { AuditPolicy } from './audit-policy.ts';

/** Audit results of one validator, added up by kind. */
export interface AuditCounts {
  /** Problems graded again from evidence, and on how many of them the arena's outcome differed. */
  readonly regraded: Disagreement;
  /** Problems run again by another validator. */
  readonly rerun: Disagreement;
  /** Contestants whose agents had differing outcomes in reruns more often than the tolerance allows. */
  readonly contestants: number;
  /** Runs whose evidence was rejected as forged or copied. */
  readonly forged: number;
}

export interface Disagreement {
  readonly problems: number;
  readonly differ: number;
}

export interface Trust {
  /** 1 while there is no evidence against the validator; 0 excludes it. */
  readonly trust: number;
  readonly isExcluded: boolean;
}

type TrustPolicy = Pick<AuditPolicy, 'regradeTolerance' | 'rerunTolerance' | 'exclusion'>;

/**
 * How much a validator is trusted. Only statistically certain disagreement counts against it: the lower end of the 95 %
 * interval of its disagreement rate, less the tolerance for honest validators. Forged evidence in one run may be a bug
 * in the validator; in a second run it is not. Reruns count only if agents of several contestants show the
 * disagreement: an agent can change its behaviour by the clock, and a single contestant must not be able to get a
 * validator excluded.
 */
export function trustOf({ regraded, rerun, contestants, forged }: AuditCounts, policy: TrustPolicy): Trust {
  if (forged >= MOST_FORGED) return { trust: 0, isExcluded: true };
  const excess = Math.max(
    excessOf(regraded, policy.regradeTolerance),
    contestants < FEWEST_CONTESTANTS ? 0 : excessOf(rerun, policy.rerunTolerance),
  );
  const measured = excess === 0 ? 1 : Math.max(0, 1 - excess / Math.max(policy.exclusion, Number.EPSILON));
  const trust = Math.min(measured, 1 - forged / MOST_FORGED);
  return { trust, isExcluded: trust === 0 };
}

const MOST_FORGED = 2;
const FEWEST_CONTESTANTS = 3;

/** With fewer problems nothing is decided: one differing outcome in two would give a lower bound above 9 %. */
const FEWEST_PROBLEMS = 5;

function excessOf({ problems, differ }: Disagreement, tolerance: number): number {
  if (problems < FEWEST_PROBLEMS) return 0;
  return Math.max(0, wilsonInterval(differ, problems).low - tolerance);
}
