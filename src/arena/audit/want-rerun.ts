import { appendEvent } from '../../store/database.ts';
import { itemData } from '../queue/item-data.ts';
import { usualRuns } from '../queue/tally.ts';
import { countPresentValidators } from '../queue/validator-capacity.ts';
import type { HeldRun } from '../queue/with-held-run.ts';

/** Two that agree against one show which one is wrong; two that differ do not. */
const FEWEST_RUNS = 3;

/**
 * Has a version run by further validators on the same problems, so that this run can be held against theirs. They are
 * ordinary runs of the same item and count for its score like any other. Races always have as many. With too few
 * validators there the version would never get its score.
 */
export async function wantRerun({ transaction, run, item, now }: HeldRun): Promise<void> {
  const usual = usualRuns(item);
  if (item.phase === 'RACE' || item.closed_at !== null || usual >= FEWEST_RUNS) return;
  if ((await countPresentValidators(transaction, now)) < FEWEST_RUNS) return;
  await transaction
    .updateTable('work_items')
    .set({ required_successes: item.required_successes + FEWEST_RUNS - usual })
    .where('work_item_id', '=', item.work_item_id)
    .execute();
  await appendEvent(transaction, {
    who: 'arena',
    what: 'run.rerun_wanted',
    when: now,
    why: 'The run was drawn to be checked: other validators run the version on the same problems.',
    subject: `run ${run.run_id}`,
    data: { ...(await itemData(transaction, item)), eval_run_id: run.run_id, validator_hotkey: run.validator_hotkey },
  });
}
