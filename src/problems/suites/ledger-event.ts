import { z } from 'zod';
import { BANK_NAME } from './bank-name.ts';

const name = z.string().regex(BANK_NAME, 'is not a name');
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex');
const identifier = z.string().min(1, 'is empty');
const problemIds = z.array(identifier).min(1, 'is empty').readonly();

/** `benchmark` suites may hold knowledge problems and are run with `web_search`; the others have ORO's form. */
export const SUITE_KINDS = ['qualifying', 'race', 'heldout', 'benchmark'] as const;
export type SuiteKind = (typeof SUITE_KINDS)[number];

/** Problem ids may stand in the ledger, questions and answers never do. */
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
    /** None of a race that was cancelled before its beacon came. */
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
    /** Who asked for it over the arena's API. */
    by: identifier.optional(),
    /** Why the arena did it without being asked: used up by races, public in a suite, or a twin of public problems. */
    cause: z.enum(['exposures', 'suite', 'twins']).optional(),
  }),
  z.strictObject({
    kind: z.literal('policy-set'),
    retire_after_draws: z.int().positive(),
    /** For how many races a problem is not drawn again. */
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

/** One line of the ledger. `hash` is over everything else in it, `previous` is the hash of the line before. */
export type LedgerRecord = LedgerEvent & LedgerEnvelope;
