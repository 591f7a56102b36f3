import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import type { AuditPolicy } from './audit-policy.ts';

/** What audits found of one validator, added up by kind. */
export interface AuditCounts {
  /** Problems graded again from evidence, and on how many of them the arena came to another outcome. */
  readonly regraded: Disagreement;
  /** Problems run again by another validator. */
  readonly rerun: Disagreement;
  /** Contestants whose agents came to another outcome there more often than is tolerated. */
  readonly contestants: number;
  /** Runs whose evidence was refused as forged or copied. */
  readonly forged: number;
}

export interface Disagreement {
  readonly problems: number;
  readonly differ: number;
}

export interface Trust {
  /** 1 as long as nothing speaks against the validator; 0 excludes it. */
  readonly trust: number;
  readonly isExcluded: boolean;
}

type TrustPolicy = Pick<AuditPolicy, 'regradeTolerance' | 'rerunTolerance' | 'exclusion'>;

/**
 * How far a validator is to be believed. Only what is sure counts against it: the lower end of a 95 % interval of its rate of
 * disagreement, less what honest validators disagree by. Forged evidence once may be a
 * defect of the validator's; in a second run it is not. What reruns show counts once agents of several contestants show it:
 * an agent can do something else by the clock, and one contestant must not be able to have a validator excluded.
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

/** Fewer problems than these decide nothing: one odd outcome of two would be a rate that is surely above 9 %. */
const FEWEST_PROBLEMS = 5;

function excessOf({ problems, differ }: Disagreement, tolerance: number): number {
  if (problems < FEWEST_PROBLEMS) return 0;
  return Math.max(0, wilsonInterval(differ, problems).low - tolerance);
}
