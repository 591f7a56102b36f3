import { z } from 'zod';
import { FAULT_CODES, numberOf, ownerOf } from '../fault/fault-table.ts';
import { OUTAGE_CONFIRMATIONS } from '../gateway/outage-confirmation.ts';
import { parseSs58 } from '../identity/ss58.ts';
import { RULE_EVENT_KINDS } from '../sandbox/sandbox.ts';

/** Lower case only: an id is also a folder name, and some file systems ignore case. */
export const uuidSchema = z.stringFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const sha256Schema = z.stringFormat('sha256', /^[0-9a-f]{64}$/);
export const addressSchema = z.stringFormat('ss58', (text) => parseSs58(text).ok);
export const timeSchema = z.iso.datetime({ precision: 3 });

const count = z.int().nonnegative();
const shortText = z.string().max(256);
export const MAX_FAULT_MESSAGE = 2_000;

/** Limits by the names that the sandbox and the gateway use. */
const limitsSchema = z.record(z.string().regex(/^[a-z_]{1,40}$/), count);

const blobSchema = z.strictObject({ sha256: sha256Schema, bytes: count });

const faultSchema = z
  .strictObject({
    code: z.enum(FAULT_CODES),
    number: z.int(),
    owner: z.enum(['agent', 'validator', 'platform', 'caller']),
    message: z.string().max(MAX_FAULT_MESSAGE),
    /** For a model outage: the evidence that confirms it, so that others can check. */
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
  /** Hash of exactly what the agent saw. */
  problem_hash: sha256Schema,
  agent: z.strictObject({ sha256: sha256Schema, bytes: count, name: shortText }),
  validator: addressSchema,
  sandbox: z.strictObject({
    driver: shortText,
    tier: z.literal([1, 2, 'none']),
    python: shortText,
    architecture: shortText,
    cgroup: shortText.nullable(),
    /** `none` is recorded permanently: a result without isolation shows little about the agent. */
    isolation: z.enum(['full', 'none']),
  }),
  /** The model that the agent was told to use. The models that answered are in `models`. */
  model: shortText,
  /** The attempt used simulated models, which are never mixed with real ones. */
  simulated: z.boolean(),
  /** The gateway changed its models' answers; such an attempt is never scored. */
  probe: z.exactOptional(z.literal(true)),
  /** Earlier attempts at the problem in the same run; this one repeats them with the answers that they received. */
  repeats: z.exactOptional(z.array(uuidSchema).min(1).max(100)),
  limits: z.strictObject({ sandbox: limitsSchema, gateway: limitsSchema }),
  started_at: timeSchema,
};

/** Everything known about an attempt before it starts. */
export const identitySchema = z.strictObject(identityFields);

const callCountsSchema = z.strictObject({
  search: count,
  view: count,
  inference: count,
  models: count,
  health: count,
  refused: count,
  /** Present only if the attempt used web search. */
  web: z.exactOptional(count),
});

/** A model that answered in an attempt, and how often. */
const answeredSchema = z.strictObject({
  model: shortText,
  /** The endpoint did not name its model; this is the requested one. */
  unnamed: z.exactOptional(z.literal(true)),
  endpoint: z.string().max(2_000),
  simulated: z.boolean(),
  completions: count,
});

/**
 * The runner's report about the rules for agents. It comes from inside the sandbox and can only count against the
 * agent.
 */
const rulesSchema = z.strictObject({
  refused: count,
  noted: count,
  /** The report is incomplete, or the answer was not written by the runner. */
  tampered: z.exactOptional(z.literal(true)),
  /** How often each kind of event happened, and what the agent's file imported. Missing if the agent did not return. */
  counts: z.exactOptional(z.partialRecord(z.enum(RULE_EVENT_KINDS), count)),
  modules: z.exactOptional(z.array(z.string().max(80)).max(100)),
  /** The first few events of each kind. */
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

/** One agent, one problem, one run: the record of an attempt, with the field names of `attempt.json`. */
export const attemptSchema = z
  .strictObject({
    version: z.literal(1),
    ...identityFields,
    finished_at: timeSchema,
    /** How the agent's processes ended; `null` if no sandbox could be started. */
    ending: endingSchema.nullable(),
    fault: faultSchema.nullable(),
    usage: z.strictObject({
      /** Time on the agent's clock, which is paused while the gateway retries a model call. */
      wall_ms: count,
      /** How long the clock was paused. */
      waited_ms: z.exactOptional(count),
      cpu_ms: count,
      /** Whether processor time and memory were counted exactly, not sampled. */
      exact: z.boolean(),
      peak_memory_bytes: count,
      calls: callCountsSchema,
      prompt_tokens: count,
      completion_tokens: count,
      spend_microdollars: count,
    }),
    /** How a repeated attempt used the earlier answers. */
    replay: z.exactOptional(z.strictObject({ completions: count, departed: z.boolean() })),
    /** The models that answered, as recorded by the gateway. Missing in older records. */
    models: z.exactOptional(z.array(answeredSchema)),
    /** Missing if the rules did not apply, and in older records. */
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
