import { z } from 'zod';
import { BANK_NAME } from './bank-name.ts';

const name = z.string().regex(BANK_NAME, 'is not a name');
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex');
const identifier = z.string().min(1, 'is empty');
const problemIds = z.array(identifier).min(1, 'is empty').readonly();

/** `benchmark` suites may contain knowledge problems and run with `web_search`; the other kinds have ORO's form. */
export const SUITE_KINDS = ['qualifying', 'race', 'heldout', 'benchmark'] as const;
export type SuiteKind = (typeof SUITE_KINDS)[number];

/** The ledger contains problem ids, but never queries or answers. */
export const ledgerEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('suite-created'),
    suite: digest,
    name,
    version: z.int().positive(),
    suite_kind: z.enum(SUITE_KINDS),
    problem_ids: problemIds,
  }),
  z.strictObject({ kind: z.literal('set-sealed'), suite: digest }),
  z.strictObject({
    kind: z.literal('bank-grown'),
    problems: z
      .array(z.strictObject({ problem_id: identifier, digest }).readonly())
      .min(1, 'is empty')
      .readonly(),
  }),
  z.strictObject({
    kind: z.literal('draw-committed'),
    race: name,
    commitment: digest,
    size: z.int().positive(),
  }),
  z.strictObject({ kind: z.literal('draw-fixed'), race: name, commitment: digest, beacon: identifier }),
  z.strictObject({
    kind: z.literal('draw-revealed'),
    race: name,
    commitment: digest,
    /** Empty for a race that was cancelled before its beacon existed. */
    problem_ids: z.array(identifier).readonly(),
  }),
  z.strictObject({
    kind: z.literal('exposed'),
    race: name,
    problem_ids: problemIds,
    agent_version: identifier,
    validator: identifier,
  }),
  z.strictObject({
    kind: z.literal('retired'),
    problem_ids: problemIds,
    reason: identifier,
    /** Hotkey of the admin who requested it through the arena's API, or `arena` with a `cause`. */
    by: identifier.optional(),
    /** Why the arena retired it automatically: used up by races, published in a suite, or a twin of public problems. */
    cause: z.enum(['exposures', 'suite', 'twins']).optional(),
  }),
  z.strictObject({
    kind: z.literal('policy-set'),
    retire_after_draws: z.int().positive(),
    /** Number of races for which a drawn problem is paused. */
    rest_races: z.int().nonnegative().optional(),
  }),
]);

export type LedgerEvent = Readonly<z.infer<typeof ledgerEventSchema>>;

export const ledgerEnvelopeSchema = z.object({
  sequence: z.int().positive(),
  time: z.iso.datetime(),
  previous: digest,
  hash: digest,
});

type LedgerEnvelope = Readonly<z.infer<typeof ledgerEnvelopeSchema>>;

/** One line of the ledger. `hash` covers all other fields; `previous` is the hash of the previous line. */
export type LedgerRecord = LedgerEvent & LedgerEnvelope;
