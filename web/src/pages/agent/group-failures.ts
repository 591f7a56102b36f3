import type { FailureWire, RunWire, VersionProblemsWire } from '../../../../src/board/wire.ts';
import { failureOf } from '../../parts/failure-of.ts';

export type Owner = NonNullable<FailureWire['owner']> | 'nobody';

export interface FailureGroup {
  readonly reason: string;
  readonly code: string | null;
  /** Number of results (one problem by one validator), or of whole runs. */
  readonly count: number;
  readonly of: 'result' | 'run';
}

export interface OwnerFailures {
  readonly owner: Owner;
  /** Most frequent first. */
  readonly reasons: readonly FailureGroup[];
}

const OWNERS: readonly Owner[] = ['agent', 'validator', 'platform', 'nobody'];

/**
 * Groups failures by owner and reason. Only the agent's own failures count against it, so owners are never added up.
 */
export function groupFailures(
  problems: VersionProblemsWire['problems'],
  runs: readonly Pick<RunWire, 'failure_owner' | 'failure_reason' | 'status'>[],
): OwnerFailures[] {
  const ofResults = problems
    .flatMap(({ validator_results }) => validator_results)
    .flatMap((result) => {
      const failure = failureOf(result);
      return failure === null ? [] : [{ ...failure, of: 'result' as const }];
    });
  const ofRuns = runs.flatMap(({ status, failure_owner, failure_reason }) =>
    status === 'SUCCESS' || failure_reason === null
      ? []
      : [{ owner: failure_owner, code: null, reason: failure_reason, of: 'run' as const }],
  );
  const byOwner = Map.groupBy([...ofResults, ...ofRuns], ({ owner }) => owner ?? 'nobody');
  return OWNERS.flatMap((owner) => {
    const own = byOwner.get(owner);
    if (own === undefined) return [];
    const byReason = Map.groupBy(own, ({ of, code, reason }) => `${of} ${code ?? ''} ${reason}`);
    const reasons = Array.from(byReason.values(), (same) => {
      const { reason, code, of } = same[0]!;
      return { reason, code, of, count: same.length };
    });
    return [{ owner, reasons: reasons.toSorted((one, other) => other.count - one.count) }];
  });
}
