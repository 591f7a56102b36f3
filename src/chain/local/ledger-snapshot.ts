import type { Transaction } from 'kysely';
import { z } from 'zod';
import { json, type Reader } from '../../store/database.ts';
import type { ChainTables } from './chain-tables.ts';
import type { LedgerHistory } from './ledger-history.ts';

/** Changing this number invalidates older snapshots; the ledger is then recomputed from its first event. */
const FORMAT = 1;

/**
 * Number of epochs between snapshots: an epoch of a full subnet takes a twentieth of a second, a year of them minutes.
 */
export const EPOCHS_PER_SNAPSHOT = 20;

const numbers = z.array(z.number());
const matrix = z.array(numbers);
const amount = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => BigInt(digits));

const snapshotSchema = z.strictObject({
  format: z.literal(FORMAT),
  epochs: z.int(),
  latestEpoch: z.strictObject({ block: z.int(), hotkeys: z.array(z.string()) }),
  block: z.int(),
  places: z.array(
    z.strictObject({ uid: z.int(), hotkey: z.string(), stake: amount, registeredAt: z.int(), lastUpdate: z.int() }),
  ),
  weights: z.array(z.tuple([z.int(), z.strictObject({ uids: numbers, values: numbers })])),
  bonds: matrix,
  epoch: z.strictObject({
    stake: numbers,
    consensus: numbers,
    ranks: numbers,
    trust: numbers,
    validatorTrust: numbers,
    incentive: numbers,
    dividends: numbers,
  }),
  earned: z.array(z.tuple([z.string(), amount])),
  burned: amount,
  // Snapshots from before registration had a price have none of these three.
  granted: z.array(z.tuple([z.string(), amount])).default([]),
  fees: z.array(z.tuple([z.string(), amount])).default([]),
  latestPaid: z.strictObject({ block: z.int(), price: amount }).optional(),
});

/**
 * Stores the ledger at the end of an epoch, when its bonds equal those of the epoch. Replaces the previous snapshot.
 */
export async function writeSnapshot(transaction: Transaction<ChainTables>, history: LedgerHistory): Promise<void> {
  const { ledger, epochs, latestEpoch, sequence, hash } = history;
  const { bonds: _, ...epoch } = ledger.latestEpoch!;
  const state = {
    format: FORMAT,
    epochs,
    latestEpoch,
    block: ledger.block,
    places: ledger.places.map((place) => ({ ...place, stake: `${place.stake}` })),
    weights: [...ledger.weights],
    bonds: ledger.bonds,
    epoch,
    earned: digitsOf(ledger.earned),
    burned: `${ledger.burned}`,
    granted: digitsOf(ledger.granted),
    fees: digitsOf(ledger.fees),
    ...(ledger.latestPaid && { latestPaid: { ...ledger.latestPaid, price: `${ledger.latestPaid.price}` } }),
  };
  await transaction.deleteFrom('ledger_snapshots').execute();
  await transaction
    .insertInto('ledger_snapshots')
    .values({ sequence, hash, state: json(state) })
    .execute();
}

function digitsOf(amounts: ReadonlyMap<string, bigint>): [hotkey: string, digits: string][] {
  return Array.from(amounts, ([hotkey, amount]) => [hotkey, `${amount}`]);
}

/**
 * `undefined` when there is no snapshot that this program can read. The events are authoritative; a snapshot only saves
 * time.
 */
export async function readSnapshot(
  reader: Pick<Reader<ChainTables>, 'selectFrom'>,
): Promise<LedgerHistory | undefined> {
  const row = await reader
    .selectFrom('ledger_snapshots')
    .innerJoin('ledger_events as event', (join) =>
      join.onRef('event.sequence', '=', 'ledger_snapshots.sequence').onRef('event.hash', '=', 'ledger_snapshots.hash'),
    )
    .select(['ledger_snapshots.sequence', 'ledger_snapshots.hash', 'ledger_snapshots.state'])
    .executeTakeFirst();
  const parsed = snapshotSchema.safeParse(row?.state);
  if (row === undefined || !parsed.success) return undefined;
  const { epochs, latestEpoch, block, places, weights, bonds, epoch, earned, burned, granted, fees, latestPaid } =
    parsed.data;
  return {
    sequence: row.sequence,
    hash: row.hash,
    epochs,
    latestEpoch,
    ledger: {
      block,
      places,
      weights: new Map(weights),
      bonds,
      latestEpoch: { ...epoch, bonds },
      latestPayment: undefined,
      earned: new Map(earned),
      burned,
      granted: new Map(granted),
      fees: new Map(fees),
      latestPaid,
    },
  };
}
