import type { Reader } from '../../store/database.ts';
import { queueFlaws as flawsOfQueue } from '../queue/queue-flaws.ts';
import { ACTIVE_STATUSES } from '../queue/run-status.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

type ArenaReader = Pick<Reader<ArenaTables>, 'selectFrom'>;

/** Contradictions to the queue's rules, as sentences. Assumes that no validator's limit is lowered meanwhile. */
export async function queueFlaws(reader: ArenaReader): Promise<string[]> {
  const { flaws } = await flawsOfQueue(reader);
  return [...flaws.map(({ subject, flaw }) => `${subject}: ${flaw}`), ...(await flawsOfValidators(reader))];
}

async function flawsOfValidators(reader: ArenaReader): Promise<string[]> {
  const validators = await reader.selectFrom('validators').select(['hotkey', 'max_concurrent_runs']).execute();
  const most = new Map(validators.map(({ hotkey, max_concurrent_runs }) => [hotkey, max_concurrent_runs]));
  const runs = await reader
    .selectFrom('runs')
    .select('validator_hotkey')
    .where('status', 'in', ACTIVE_STATUSES)
    .execute();
  const held = Map.groupBy(runs, ({ validator_hotkey }) => validator_hotkey);
  return [...held]
    .filter(([hotkey, { length }]) => length > (most.get(hotkey) ?? 0))
    .map(([hotkey, { length }]) => `Validator ${hotkey}: it holds ${length} runs.`);
}
