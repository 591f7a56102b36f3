import { z } from 'zod';
import { drawHash } from './draw-hash.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex');

/**
 * The part of a draw's randomness that is fixed after the commitment, by a party other than the one that committed:
 * - `chain`: the hash of a block whose number was published with the commitment, before the block existed;
 * - `ledger`: the hash of the commitment's event in the arena's public ledger, with requests that validators signed
 *   after it;
 * - `given`: a value supplied by the operator, for draws without an arena. It is only as trustworthy as its source.
 */
export const beaconSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('given'), value: z.string().min(1, 'is empty').max(200, 'is too long') }),
  z.strictObject({ kind: z.literal('chain'), block: z.int().nonnegative(), value: z.string().min(1).max(200) }),
  z.strictObject({
    kind: z.literal('ledger'),
    /** Number and hash of the event that published the commitment. */
    sequence: z.int().positive(),
    head: digest,
    signatures: z
      .array(z.strictObject({ hotkey: z.string(), message: z.string(), signature: z.string() }).readonly())
      .readonly(),
    value: digest,
  }),
]);

export type Beacon = Readonly<z.infer<typeof beaconSchema>>;
export type LedgerBeacon = Extract<Beacon, { readonly kind: 'ledger' }>;

export function ledgerBeacon({ sequence, head, signatures }: Omit<LedgerBeacon, 'kind' | 'value'>): LedgerBeacon {
  const sorted = signatures.toSorted((left, right) => (left.hotkey < right.hotkey ? -1 : 1));
  return { kind: 'ledger', sequence, head, signatures: sorted, value: drawHash({ head, signatures: sorted }) };
}

/**
 * Checks that a beacon is consistent. Does not check its origin: the ledger, the chain and the keys must be looked up.
 */
export function checkBeacon(beacon: Beacon): readonly string[] {
  if (beacon.kind !== 'ledger' || ledgerBeacon(beacon).value === beacon.value) return [];
  return ['beacon: its value is not the hash of the ledger head and the signatures'];
}
