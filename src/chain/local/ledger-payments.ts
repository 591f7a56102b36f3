import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ChainTables } from './chain-tables.ts';
import { historiesAfter, type LedgerHistory, NO_HISTORY } from './ledger-history.ts';
import type { LedgerPolicy } from './ledger-policy.ts';

/** Writes what the epoch paid that has just ended. */
export async function writePayment(transaction: Transaction<ChainTables>, history: LedgerHistory): Promise<void> {
  const { epochs, ledger } = history;
  const { toContestants, toValidators, burned } = ledger.latestPayment!;
  await transaction
    .insertInto('ledger_payments')
    .values({
      epoch: epochs,
      block: ledger.block,
      to_contestants: `${toContestants}`,
      to_validators: `${toValidators}`,
      burned: `${burned}`,
    })
    .execute();
}

/**
 * Writes the payments of a ledger that ended epochs before payments were stored. It reads all events, which takes
 * minutes for a year of a full subnet; later calls find nothing to do.
 */
export async function writeEarlierPayments(database: Database<ChainTables>, policy: LedgerPolicy): Promise<void> {
  if ((await epochsWithoutPayment(database.reader)) === 0) return;
  await database.withTransaction(async (transaction) => {
    if ((await epochsWithoutPayment(transaction)) === 0) return;
    await transaction.deleteFrom('ledger_payments').execute();
    let epochs = 0;
    for await (const history of historiesAfter(transaction, NO_HISTORY, policy)) {
      if (history.epochs > epochs) await writePayment(transaction, history);
      epochs = history.epochs;
    }
  });
}

async function epochsWithoutPayment(reader: Pick<Transaction<ChainTables>, 'selectFrom'>): Promise<number> {
  const { ended, paid } = await reader
    .selectFrom('ledger_events')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('ended'),
      selectFrom('ledger_payments').select(fn.countAll<number>().as('count')).as('paid'),
    ])
    .where('kind', '=', 'epoch-ended')
    .executeTakeFirstOrThrow();
  return Number(ended) - Number(paid ?? 0);
}
