import { z } from 'zod';
import { FAULT_CODES, numberOf, ownerOf } from '../fault/fault-table.ts';
import { OUTAGE_CONFIRMATIONS } from '../gateway/outage-confirmation.ts';
import { parseSs58 } from '../identity/ss58.ts';

/** In lower case only: an id is also the name of a folder, and some file systems do not tell A from a. */
export const uuidSchema = z.stringFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const sha256Schema = z.stringFormat('sha256', /^[0-9a-f]{64}$/);
export const addressSchema = z.stringFormat('ss58', (text) => parseSs58(text).ok);
export const timeSchema = z.iso.datetime({ precision: 3 });

const count = z.int().nonnegative();
const shortText = z.string().max(256);
export const MAX_FAULT_MESSAGE = 2_000;

/** Limits by name, as the sandbox and the gateway call them. */
const limitsSchema = z.record(z.string().regex(/^[a-z_]{1,40}$/), count);

const blobSchema = z.strictObject({ sha256: sha256Schema, bytes: count });

const faultSchema = z
  .strictObject({
    code: z.enum(FAULT_CODES),
    number: z.int(),
    owner: z.enum(['agent', 'validator', 'platform', 'caller']),
    message: z.string().max(MAX_FAULT_MESSAGE),
    /** For a model outage: the evidence for it, so that others can check. */
    confirmed_by: z.exactOptional(z.enum(OUTAGE_CONFIRMATIONS)),
  })
  .refine(({ code, number }) => numberOf(code) === number, { path: ['number'], error: 'is not that of the code' })
  .refine(({ code, owner }) => ownerOf(code) === owner, { path: ['owner'], error: 'is not that of the code' });

const endingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('finished'), exit_code: z.int() }),
  z.strictObject({ kind: z.literal('crashed'), signal: shortText }),
  z.strictObject({
    kind: z.enum(['out of time', 'out of cpu', 'out of memory', 'printed too much', 'answer too large', 'stopped']),
  }),
]);

const identityFields = {
  attempt_id: uuidSchema,
  run_id: uuidSchema,
  problem_id: shortText,
  /** Of what the agent saw, and nothing else. */
  problem_hash: sha256Schema,
  agent: z.strictObject({ sha256: sha256Schema, bytes: count, name: shortText }),
  validator: addressSchema,
  sandbox: z.strictObject({
    driver: shortText,
    tier: z.literal([1, 2, 'none']),
    python: shortText,
    architecture: shortText,
    cgroup: shortText.nullable(),
    /** `none` stays with the result permanently: without isolation it shows little about the agent. */
    isolation: z.enum(['full', 'none']),
  }),
  /** What the agent was told to use. Which models answered is in `models`. */
  model: shortText,
  /** The attempt was run with simulated models, which real ones are never mixed with. */
  simulated: z.boolean(),
  /** What its models said was changed on the way to the agent; such an attempt is never scored. */
  probe: z.exactOptional(z.literal(true)),
  /** Earlier attempts at the problem in the same run, which this one repeats with the answers that they got. */
  repeats: z.exactOptional(z.array(uuidSchema).min(1).max(100)),
  limits: z.strictObject({ sandbox: limitsSchema, gateway: limitsSchema }),
  started_at: timeSchema,
};

/** All that is known of an attempt before it starts. */
export const identitySchema = z.strictObject(identityFields);

const callCountsSchema = z.strictObject({
  search: count,
  view: count,
  inference: count,
  models: count,
  health: count,
  refused: count,
  /** Only where the attempt looked something up. */
  web: z.exactOptional(count),
});

/** A model that answered in an attempt, and how often. */
const answeredSchema = z.strictObject({
  model: shortText,
  /** The endpoint did not say which model it was; this is the one that was asked for. */
  unnamed: z.exactOptional(z.literal(true)),
  endpoint: z.string().max(2_000),
  simulated: z.boolean(),
  completions: count,
});

/** What the runner reported about the rules for agents. It comes from inside the sandbox and can only speak against the agent. */
const rulesSchema = z.strictObject({
  refused: count,
  noted: count,
  /** The report is not whole, or the answer was written by something else than the runner. */
  tampered: z.exactOptional(z.literal(true)),
  /** The first few of each kind. */
  events: z
    .array(
      z.strictObject({
        event: z.string().max(80),
        detail: z.string().max(200),
        line: count.nullable(),
        refused: z.boolean(),
      }),
    )
    .max(32),
});

/** One agent, one problem, one run: what was done, in the field names of `attempt.json`. */
export const attemptSchema = z
  .strictObject({
    version: z.literal(1),
    ...identityFields,
    finished_at: timeSchema,
    /** How the agent's processes ended; `null` when there was no sandbox for them to run in. */
    ending: endingSchema.nullable(),
    fault: faultSchema.nullable(),
    usage: z.strictObject({
      /** Of the agent's clock, which stands still while the gateway retries a model call. */
      wall_ms: count,
      /** For how long it stood still. */
      waited_ms: z.exactOptional(count),
      cpu_ms: count,
      /** Whether processor time and memory were counted rather than sampled. */
      exact: z.boolean(),
      peak_memory_bytes: count,
      calls: callCountsSchema,
      prompt_tokens: count,
      completion_tokens: count,
      spend_microdollars: count,
    }),
    /** What a repeated attempt made of the earlier answers. */
    replay: z.exactOptional(z.strictObject({ completions: count, departed: z.boolean() })),
    /** Which models answered, as the gateway recorded it. Records from before it did so leave this out. */
    models: z.exactOptional(z.array(answeredSchema)),
    /** Left out where the rules did not apply, and in records from before there were any. */
    rules: z.exactOptional(rulesSchema),
    chain: z.strictObject({ opening: sha256Schema, last: sha256Schema, calls: count }),
    blobs: z.strictObject({
      agent: blobSchema,
      calls: blobSchema,
      answer: blobSchema,
      stdout: blobSchema,
      stderr: blobSchema,
      dialogue: blobSchema.nullable(),
    }),
  })
  .refine(({ ending, fault }) => ending !== null || fault !== null, {
    path: ['fault'],
    error: 'is missing, though the agent never ran',
  });

export type AttemptIdentity = Readonly<z.infer<typeof identitySchema>>;
export type Attempt = Readonly<z.infer<typeof attemptSchema>>;
