import type { Selectable } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';

const MOST_CONCURRENT_RUNS = 16;

export interface ValidatorChange extends OperatorAct {
  readonly maxConcurrentRuns: number;
}

/** Lets a validator hold more runs at once, or fewer; those it holds already it may finish. */
export async function updateValidator(
  arena: Arena,
  hotkey: string,
  change: ValidatorChange,
): Promise<Selectable<ArenaTables['validators']>> {
  const reason = reasonOf(change);
  const { who, maxConcurrentRuns } = change;
  if (!Number.isInteger(maxConcurrentRuns) || maxConcurrentRuns < 1 || maxConcurrentRuns > MOST_CONCURRENT_RUNS) {
    throw new Fault('INPUT_INVALID', {
      message: `A validator cannot have ${maxConcurrentRuns} runs at once.`,
      remedy: `Choose a whole number from 1 to ${MOST_CONCURRENT_RUNS}.`,
    });
  }
  const now = arena.now();
  return await arena.database.withTransaction(async (transaction) => {
    const validator = await transaction
      .updateTable('validators')
      .set({ max_concurrent_runs: maxConcurrentRuns })
      .where('hotkey', '=', hotkey)
      .returningAll()
      .executeTakeFirst();
    if (validator === undefined) {
      throw new Fault('VALIDATOR_NOT_FOUND', {
        message: `No validator ${hotkey} has ever asked for work.`,
        remedy: 'Check the hotkey; a validator is known from its first claim on.',
      });
    }
    await appendEvent(transaction, {
      who,
      what: 'validator.updated',
      when: now,
      why: reason,
      subject: `hotkey ${hotkey}`,
      data: { validator_hotkey: hotkey, max_concurrent_runs: maxConcurrentRuns },
    });
    return validator;
  });
}
