import { profileAttempt } from '../agency/attempt-profile.ts';
import { judgeAgency } from '../agency/judge-agency.ts';
import type { AttemptReading } from '../filter/attempt-reading.ts';
import { readCompletions } from '../trajectory/completion.ts';
import { rebuildTrajectory } from '../trajectory/rebuild-trajectory.ts';
import type { SampleConversation } from './sample-conversation.ts';

/**
 * An attempt as the rules get it.
 *
 * @param recommended Product ids as scored; `null` without a verdict.
 */
export function sampleReading(
  { calls }: SampleConversation,
  query: string,
  recommended: readonly string[] | null = null,
  quality: number | null = 0.7,
): AttemptReading {
  const completions = readCompletions(calls);
  const judged = judgeAgency({ calls, completions, query, recommended });
  const facts = {
    attempt_id: 'a',
    run_id: 'r',
    problem_id: 'p',
    agent: 'x',
    validator: null,
    policy: { name: 'm', simulated: true, models: [] },
    fault: null,
  };
  const verdict = { rules: { flags: [] }, judgement: { quality } } as unknown as AttemptReading['verdict'];
  return {
    facts,
    verdict,
    rebuilt: rebuildTrajectory(completions, judged, query),
    agency: judged.agency,
    profile: profileAttempt(judged, completions, query),
    hasSeen: (id) => judged.executed.some(({ shown }) => shown.includes(id)),
  };
}
