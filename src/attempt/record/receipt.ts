import { z } from 'zod';
import { type Hotkey, verifySignature } from '../../identity/hotkey.ts';
import { parseSs58 } from '../../identity/ss58.ts';
import { sha256 } from '../../store/sha256.ts';
import { addressSchema, sha256Schema, timeSchema, uuidSchema } from '../attempt.ts';
import { writeDocument } from './canonical-document.ts';

/** What a validator signs with its key: this attempt, at this position of this run. */
export const receiptSchema = z.strictObject({
  version: z.literal(1),
  attempt_id: uuidSchema,
  run_id: uuidSchema,
  /** From 1, without gaps. */
  sequence: z.int().positive(),
  /** Hash of the previous receipt of the run; `null` for the first. */
  previous: sha256Schema.nullable(),
  /** SHA-256 of the bytes of `attempt.json`. */
  attempt_hash: sha256Schema,
  verdict_hash: sha256Schema.nullable(),
  hotkey: addressSchema,
  signed_at: timeSchema,
  /** sr25519 over the canonical receipt without this field. */
  signature: z.stringFormat('signature', /^0x[0-9a-f]{128}$/),
});

export type Receipt = Readonly<z.infer<typeof receiptSchema>>;
export type UnsignedReceipt = Omit<Receipt, 'version' | 'hotkey' | 'signature'>;

export function signReceipt(unsigned: UnsignedReceipt, hotkey: Hotkey): Receipt {
  const body = { version: 1 as const, ...unsigned, hotkey: hotkey.address };
  const signature = Buffer.from(hotkey.sign(writeDocument(body))).toString('hex');
  return { ...body, signature: `0x${signature}` };
}

/** More than verifying one run needs at a time. */
const MOST_REMEMBERED = 64;
/** Hashes of receipts with a valid signature. The hash covers the signature, so a changed receipt is verified again. */
const goodReceipts = new Set<string>();

/**
 * Whether the hotkey that the receipt names signed it. Caches the last valid receipts: verifying an attempt checks the same
 * receipt three times, and a signature takes milliseconds.
 */
export function isSigned(receipt: Receipt): boolean {
  const hash = receiptHash(receipt);
  if (goodReceipts.has(hash)) return true;
  const { signature, ...body } = receipt;
  const signer = parseSs58(body.hotkey);
  if (!signer.ok) return false;
  if (!verifySignature(writeDocument(body), Buffer.from(signature.slice(2), 'hex'), signer.publicKey)) return false;
  const [oldest] = goodReceipts;
  if (goodReceipts.size >= MOST_REMEMBERED) goodReceipts.delete(oldest!);
  goodReceipts.add(hash);
  return true;
}

export function receiptHash(receipt: Receipt): string {
  return sha256(writeDocument(receipt));
}
