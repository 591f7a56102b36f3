import { sql } from 'kysely';
import type { ChainTables } from '../../chain/local.ts';
import type { Database } from '../../store/database.ts';
import { ListOrder } from '../paging/list-order.ts';
import { readPageAfter } from '../paging/read-page-after.ts';
import type { EmissionHistoryQuery, EpochPaymentsWire } from '../wire/emission-history-wire.ts';

const NEWEST_FIRST = new ListOrder<{ readonly epoch: number }>(
  'payments',
  [{ kind: 'integer', direction: 'desc' }],
  ({ epoch }) => [epoch],
);

/** What every epoch of the local chain paid to contestants and validators and burned, newest first, with the sums. */
export async function epochPayments(
  database: Database<ChainTables>,
  query: EmissionHistoryQuery,
): Promise<EpochPaymentsWire> {
  return await database.withSnapshot(async (reader) => {
    const list = reader.selectFrom('ledger_payments').selectAll().orderBy('epoch', 'desc');
    const { rows: epochs, ...page } = await readPageAfter(list, query, NEWEST_FIRST, [
      sql.ref('ledger_payments.epoch'),
    ]);
    const totals = await reader
      .selectFrom('ledger_payments')
      .select([sumOf('to_contestants'), sumOf('to_validators'), sumOf('burned')])
      .executeTakeFirstOrThrow();
    return { ...page, totals, epochs: [...epochs] };
  });
}

/** Summed by the database as integers and returned as digits: a number could not hold all sums. */
function sumOf<Part extends 'to_contestants' | 'to_validators' | 'burned'>(part: Part) {
  return sql<string>`cast(coalesce(sum(cast(${sql.ref(part)} as bigint)), 0) as text)`.as(part);
}
