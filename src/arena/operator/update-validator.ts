import type { Selectable } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { parseSs58 } from '../../identity/ss58.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';

const MOST_CONCURRENT_RUNS = 16;

export interface ValidatorChange extends OperatorAct {
  readonly maxConcurrentRuns?: number | undefined;
  /** Display name; `null` removes it. */
  readonly name?: string | null | undefined;
}

const MOST_NAME = 40;

/** Names a validator, or changes how many runs it may hold at once. It may finish the runs it already holds. */
export async function updateValidator(
  arena: Arena,
  hotkey: string,
  change: ValidatorChange,
): Promise<Selectable<ArenaTables['validators']>> {
  const reason = reasonOf(change);
  const { who, maxConcurrentRuns, name } = change;
  if (maxConcurrentRuns === undefined && name === undefined) {
    throw new Fault('MISSING_PARAMETER', {
      message: 'No change was given.',
      remedy: 'Give a name, or how many runs it may hold.',
    });
  }
  if (typeof name === 'string' && !isName(name)) {
    throw new Fault('INPUT_INVALID', {
      message: `A validator cannot be called "${name.slice(0, MOST_NAME)}".`,
      remedy: `Choose up to ${MOST_NAME} letters, digits, spaces, -, _ and ., beginning with a letter or digit.`,
    });
  }
  if (
    maxConcurrentRuns !== undefined &&
    (!Number.isInteger(maxConcurrentRuns) || maxConcurrentRuns < 1 || maxConcurrentRuns > MOST_CONCURRENT_RUNS)
  ) {
    throw new Fault('INPUT_INVALID', {
      message: `A validator cannot have ${maxConcurrentRuns} runs at once.`,
      remedy: `Choose a whole number from 1 to ${MOST_CONCURRENT_RUNS}.`,
    });
  }
  const changed = {
    ...(maxConcurrentRuns !== undefined && { max_concurrent_runs: maxConcurrentRuns }),
    ...(name !== undefined && { name }),
  };
  return await arena.database.withTransaction(async (transaction) => {
    const validator = await transaction
      .updateTable('validators')
      .set(changed)
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
      when: arena.now(),
      why: reason,
      subject: `hotkey ${hotkey}`,
      data: { validator_hotkey: hotkey, ...changed },
    });
    return validator;
  });
}

/**
 * Names are shown next to addresses on public pages: text that looks like an address, or could hide other text, is not
 * allowed.
 */
function isName(name: string): boolean {
  return (
    name.length <= MOST_NAME && /^[\p{L}\p{N}](?:[\p{L}\p{N} _.-]*[\p{L}\p{N}.])?$/u.test(name) && !parseSs58(name).ok
  );
}
