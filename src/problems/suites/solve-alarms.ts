export interface AttemptResult {
  readonly problem_id: string;
  readonly agent_version_id: string;
  readonly success: boolean;
}

export interface AlarmThresholds {
  readonly minAttempts: number;
  readonly minAgents: number;
}

export const DEFAULT_ALARM_THRESHOLDS: AlarmThresholds = { minAttempts: 5, minAgents: 3 };

export interface Alarm {
  readonly problemId: string;
  readonly attempts: number;
  readonly agents: number;
}

export interface SolveAlarms {
  /** Never solved: the answer may be wrong or unreachable. */
  readonly neverSolved: readonly Alarm[];
  /** Solved by every attempt: they do not discriminate between agents, or they leaked. */
  readonly alwaysSolved: readonly Alarm[];
  /** Number of problems with at least one attempt. */
  readonly problems: number;
}

/** Problems that no longer measure anything, among those with enough attempts by enough different agents. */
export function solveAlarms(results: Iterable<AttemptResult>, thresholds: AlarmThresholds): SolveAlarms {
  const tallies = new Map<string, Tally>();
  for (const { problem_id: problemId, agent_version_id: agent, success } of results) {
    const tally = tallies.get(problemId) ?? { attempts: 0, solved: 0, agents: new Set() };
    tallies.set(problemId, tally);
    tally.attempts++;
    if (success) tally.solved++;
    tally.agents.add(agent);
  }
  const neverSolved: Alarm[] = [];
  const alwaysSolved: Alarm[] = [];
  for (const [problemId, { attempts, solved, agents }] of tallies) {
    if (attempts < thresholds.minAttempts || agents.size < thresholds.minAgents) continue;
    const alarm = { problemId, attempts, agents: agents.size };
    if (solved === 0) neverSolved.push(alarm);
    if (solved === attempts) alwaysSolved.push(alarm);
  }
  return {
    neverSolved: neverSolved.sort(mostTried),
    alwaysSolved: alwaysSolved.sort(mostTried),
    problems: tallies.size,
  };
}

interface Tally {
  attempts: number;
  solved: number;
  readonly agents: Set<string>;
}

function mostTried(left: Alarm, right: Alarm): number {
  return right.attempts - left.attempts || (left.problemId < right.problemId ? -1 : 1);
}
