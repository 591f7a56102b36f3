import { z } from 'zod';
import { BANK_NAME } from './bank-name.ts';
import { type Beacon, beaconSchema } from './beacon.ts';
import { DRAW_SEED } from './draw-balanced.ts';
import { drawHash, drawHashBytes } from './draw-hash.ts';

const identifier = z.string().min(1, 'is empty');
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex');
const race = z.string().regex(BANK_NAME, 'is not the name of a race');
const seed = z.string().regex(DRAW_SEED, 'is not 64 lower-case hex digits');
const entry = z.strictObject({
  problem_id: identifier,
  category: z.enum(['product', 'shop', 'voucher']),
  difficulty: z.enum(['easy', 'medium', 'hard']),
});

/**
 * Format without a beacon. It commits the operator to ids, but not to content, and does not prevent trying several
 * seeds.
 */
const drawVersion1Schema = z.strictObject({
  race,
  seed,
  pool: z.array(entry.readonly()).readonly(),
  problem_ids: z.array(identifier).min(1, 'is empty').readonly(),
  commitment: digest,
});

const drawVersion2Schema = z.strictObject({
  version: z.literal(2),
  race,
  seed,
  size: z.int().positive(),
  /** Each entry has the digest of the problem's query and answer key. */
  pool: z.array(entry.extend({ digest }).readonly()).readonly(),
  commitment: digest,
  /** `null` and no problems drawn until the beacon exists. Stays `null` for a race that was cancelled before that. */
  beacon: beaconSchema.nullable(),
  problem_ids: z.array(identifier).readonly(),
});

/** Inputs and result of a draw: secret until it is revealed, then published unchanged. */
export const drawDocumentSchema = z.union([drawVersion2Schema, drawVersion1Schema]);

export type DrawVersion1 = Readonly<z.infer<typeof drawVersion1Schema>>;
export type DrawVersion2 = Readonly<z.infer<typeof drawVersion2Schema>>;
export type DrawDocument = DrawVersion1 | DrawVersion2;

export type ParsedDraw =
  | { readonly ok: true; readonly draw: DrawDocument }
  | { readonly ok: false; readonly reason: string };

export function parseDraw(value: unknown): ParsedDraw {
  const isVersioned = typeof value === 'object' && value !== null && 'version' in value;
  const parsed = (isVersioned ? drawVersion2Schema : drawVersion1Schema).safeParse(value);
  if (parsed.success) return { ok: true, draw: parsed.data };
  const { path: field, message } = parsed.error.issues[0]!;
  return { ok: false, reason: `${field.join('.') || 'draw'}: ${message}` };
}

export function isVersion2(
  draw: Omit<DrawVersion1, 'commitment'> | Omit<DrawVersion2, 'commitment'>,
): draw is DrawVersion2 {
  return 'version' in draw;
}

/**
 * The seed is random and secret, so the hash reveals nothing about the pool and fits no other pool. In version 2 it is
 * computed before the beacon is known, so it does not cover the list: seed, beacon, pool and size determine the list.
 */
export function drawCommitment(draw: Omit<DrawVersion1, 'commitment'> | Omit<DrawVersion2, 'commitment'>): string {
  if (isVersion2(draw)) {
    const { version, race: name, seed: secret, size, pool } = draw;
    return drawHash({ version, race: name, seed: secret, size, pool });
  }
  const { race: name, seed: secret, pool, problem_ids } = draw;
  return drawHash({ race: name, seed: secret, pool, problem_ids });
}

/** The seed used for drawing: neither the operator's secret nor the beacon determines it alone. */
export function combinedSeed(secret: string, beacon: Beacon): string {
  return drawHashBytes(`assay draw 2\n${secret}\n${beacon.value}`).toHex();
}
