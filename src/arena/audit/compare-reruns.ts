import type { AuditOutcome } from './regrade-run.ts';

/** Outcomes of one run: for each problem, whether it was solved. */
export type RunOutcomes = ReadonlyMap<string, boolean>;

/** At least this many other runs must agree with each other before a run is compared with them. */
const FEWEST_OTHERS = 2;

/**
 * Compares a run with others of the same version on the same problems. It differs on a problem if all others agree with
 * each other and not with it. If the others disagree among themselves, the agent is erratic on that problem and no
 * validator is at fault.
 */
export function compareReruns(own: RunOutcomes, others: readonly RunOutcomes[]): AuditOutcome {
  if (others.length < FEWEST_OTHERS) return { problems: 0, differing: [] };
  let problems = 0;
  const differing: string[] = [];
  for (const [problemId, outcome] of own) {
    const said = others.flatMap((other) => other.get(problemId) ?? []);
    const first = said[0];
    if (said.length < FEWEST_OTHERS || said.some((each) => each !== first)) continue;
    problems++;
    if (outcome !== first) differing.push(problemId);
  }
  return { problems, differing };
}
