import type { QueuePolicy } from '../../../arena/arena-policy.ts';
import { tallyOf, usualRuns } from '../../../arena/queue/tally.ts';
import { runsOfItems } from '../../../arena/queue.ts';
import { pythonRound } from '../../../statistics/python-round.ts';
import type { ArenaReader } from './arena-reader.ts';
import type { ClientKnowledge, KnownRun } from './client-knowledge.ts';

/** What must be true when all work is done: nothing waits, nothing runs, and every version has its results. */
export async function endFlaws(
  reader: ArenaReader,
  policy: QueuePolicy,
  { runs: knowledge }: ClientKnowledge,
): Promise<string[]> {
  const items = await reader.selectFrom('work_items').selectAll().execute();
  const runs = await runsOfItems(
    reader,
    items.map(({ work_item_id }) => work_item_id),
  );
  const entries = await reader.selectFrom('entries').select(['agent_version_id', 'final_score']).execute();
  const scores = new Map(entries.map(({ agent_version_id, final_score }) => [agent_version_id, final_score]));
  return items.flatMap((item) => {
    const own = runs.get(item.work_item_id) ?? [];
    const { active, included, failed, validatorsBlamingAgent, agentFailures } = tallyOf(own);
    const score = scores.get(item.agent_version_id) ?? null;
    const sent = included.map(({ run_id }) => sentScore(knowledge.get(run_id)));
    const complete = item.close_reason === 'complete';
    const isBlamed =
      validatorsBlamingAgent >= usualRuns(item) || (failed >= policy.maxFailedRuns && agentFailures > failed / 2);
    const rules: [boolean, string][] = [
      [item.closed_at !== null, 'it still waits'],
      [active === 0, `${active} are still at it`],
      [!complete || included.length >= usualRuns(item), `only ${included.length} runs count`],
      [item.close_reason !== 'exhausted' || failed >= policy.maxFailedRuns, `it was given up after ${failed} failures`],
      [item.close_reason !== 'agent fault' || isBlamed, `only ${validatorsBlamingAgent} blame the agent`],
      [item.close_reason !== 'cancelled', 'it was called off'],
      [complete ? score === median(sent) : score === null, `its score is ${score} where ${sent.join(', ')} were sent`],
    ];
    return rules.filter(([holds]) => !holds).map(([, flaw]) => `Version ${item.agent_version_id}: ${flaw}.`);
  });
}

function sentScore(known: KnownRun | undefined): number {
  return known?.endingsSent[0]?.validator_score ?? Number.NaN;
}

/**
 * An independent implementation (the middle value, or the mean of the two), because the arena's own would always agree
 * with itself.
 */
function median(scores: readonly number[]): number {
  const sorted = scores.toSorted((left, right) => left - right);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? Number.NaN, sorted[sorted.length >> 1] ?? Number.NaN];
  return low === high ? low : pythonRound((low + high) / 2, 4);
}
