import { appendEvent } from '../../store/database.ts';
import { itemData } from '../queue/item-data.ts';
import { usualRuns } from '../queue/tally.ts';
import { countPresentValidators } from '../queue/validator-capacity.ts';
import type { HeldRun } from '../queue/with-held-run.ts';

/** If two runs agree against a third, the third is wrong; if two runs differ, either may be. */
const FEWEST_RUNS = 3;

/**
 * Requests runs of a version by further validators on the same problems, to compare this run with theirs. They are
 * ordinary runs of the same item and count for its score. Races always have enough runs. Nothing is requested if too
 * few validators are present, because the version would never get its score.
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
