import type { Attempt } from '../../attempt/attempt.ts';

/** The outcome of one attempt before and after a correction. */
export interface CountedAttempt {
  readonly agent: Attempt['agent'];
  readonly before: boolean;
  readonly after: boolean;
}

export interface AgentRate {
  readonly agent: { readonly name: string; readonly sha256: string };
  readonly attempts: number;
  readonly successes_before: number;
  readonly successes_after: number;
  readonly rate_before: number;
  readonly rate_after: number;
}

/**
 * How a correction changes each agent's success rate, largest change first. An agent is identified by its source,
 * whatever its name.
 */
export function agentRates(attempts: readonly CountedAttempt[]): readonly AgentRate[] {
  const groups = Map.groupBy(attempts, ({ agent }) => agent.sha256);
  const rates = Array.from(groups.values(), (group): AgentRate => {
    const { name, sha256 } = group[0]!.agent;
    const before = group.filter((attempt) => attempt.before).length;
    const after = group.filter((attempt) => attempt.after).length;
    return {
      agent: { name, sha256 },
      attempts: group.length,
      successes_before: before,
      successes_after: after,
      rate_before: before / group.length,
      rate_after: after / group.length,
    };
  });
  const moved = ({ rate_before, rate_after }: AgentRate): number => Math.abs(rate_after - rate_before);
  return rates.toSorted(
    (left, right) => moved(right) - moved(left) || (left.agent.sha256 < right.agent.sha256 ? -1 : 1),
  );
}
