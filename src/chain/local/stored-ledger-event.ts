import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { JsonValue } from '../../store/database.ts';
import type { LedgerEvent } from './ledger-event.ts';

const block = z.int().nonnegative();
const hotkey = z.string();
/** JSON numbers cannot hold large integers exactly, so amounts are decimal strings. */
const amount = z
  .string()
  .regex(/^\d+$/, 'is not an amount')
  .transform((digits) => BigInt(digits));

const ledgerEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('neuron-registered'),
    block,
    uid: z.int(),
    hotkey,
    stake: amount,
    price: amount.optional(),
  }),
  z.strictObject({ kind: z.literal('balance-granted'), block, hotkey, amount }),
  z.strictObject({ kind: z.literal('stake-changed'), block, hotkey, stake: amount }),
  z.strictObject({ kind: z.literal('weights-set'), block, hotkey, uids: z.array(z.int()), values: z.array(z.int()) }),
  z.strictObject({ kind: z.literal('epoch-ended'), block, emission: amount }),
]);

export function ledgerEventToJson(event: LedgerEvent): Readonly<Record<string, JsonValue>> {
  const fields = Object.entries(event).map(([name, value]) => [name, typeof value === 'bigint' ? `${value}` : value]);
  return Object.fromEntries(fields);
}

export function ledgerEventFromJson(body: unknown, sequence: number): LedgerEvent {
  const parsed = ledgerEventSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Fault('STORAGE_FAILED', {
    message: `Event ${sequence} of the local ledger is invalid. ${z.prettifyError(parsed.error)}`,
    remedy: 'The database was changed by another program, or is damaged. Restore a backup.',
  });
}
