import { z } from 'zod';
import { type Attempt, uuidSchema } from '../../attempt/attempt.ts';
import type { Receipt } from '../../attempt/record.ts';
import { CALL_KINDS, type Call } from '../../gateway/calls.ts';
import { isJsonObject, ownField } from '../../json/json-object.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { type Quarantined, quarantine } from './quarantine.ts';

/** What a validator uploads for an attempt: the record, the verdict, the receipt over both, and every call. */
export interface EvidenceRow {
  readonly attempt: Attempt;
  readonly verdict: Verdict | null;
  readonly receipt: Receipt;
  readonly calls: readonly Call[];
}

const text = z.string();

/**
 * Validates only the fields used here. Hashes and signatures prove that the rest is as the validator wrote it. A record
 * with an additional field, from a newer validator that still calls it version 1, must not be lost.
 */
const attemptSchema = z.object({
  attempt_id: uuidSchema,
  run_id: uuidSchema,
  problem_id: text,
  problem_hash: text,
  agent: z.object({ sha256: text }),
  validator: text,
  model: text,
  simulated: z.boolean(),
  fault: z.object({ code: text }).nullable(),
  chain: z.object({ opening: text, last: text, calls: z.int() }),
});

const verdictSchema = z
  .object({
    rules: z.object({
      rule_set: text,
      rule_set_version: z.number(),
      scores: z.record(text, z.number()),
      success: z.boolean(),
      recommended: z.array(text),
      flags: z.array(text),
    }),
    judgement: z.object({ judge: text, judge_version: z.number(), quality: z.number().nullable() }),
  })
  .nullable();

const receiptSchema = z.object({
  attempt_id: text,
  run_id: text,
  sequence: z.int(),
  previous: text.nullable(),
  attempt_hash: text,
  verdict_hash: text.nullable(),
  hotkey: text,
  signature: z.stringFormat('signature', /^0x[0-9a-f]{128}$/),
});

export function readEvidenceRow(row: unknown): EvidenceRow | Quarantined {
  if (!isJsonObject(row)) return quarantine('NOT_AN_ATTEMPT', 'it is not a JSON object');
  const said = ownField(row.attempt, 'attempt_id');
  const id = typeof said === 'string' ? said.slice(0, 64) : undefined;
  if (row.version !== 1) {
    return quarantine(
      'SCHEMA_UNKNOWN',
      row.version === undefined
        ? 'it is neither an attempt nor a log in a known format'
        : `its version is ${JSON.stringify(row.version).slice(0, 40)}, only 1 is known`,
      id,
    );
  }
  if (ownField(row.attempt, 'version') !== 1) {
    return quarantine('SCHEMA_UNKNOWN', 'the record in it has a version that is not known', id);
  }
  const attempt = attemptSchema.safeParse(row.attempt);
  if (!attempt.success) return notOne('attempt', attempt.error, id);
  const verdict = verdictSchema.safeParse(row.verdict ?? null);
  if (!verdict.success) return notOne('verdict', verdict.error, id);
  const receipt = receiptSchema.safeParse(row.receipt);
  if (!receipt.success) return notOne('receipt', receipt.error, id);
  if (row.calls === undefined) return quarantine('CALLS_MISSING', 'its calls are missing', id);
  if (!Array.isArray(row.calls) || !row.calls.every(isCall)) {
    return quarantine('NOT_AN_ATTEMPT', 'calls: one of them is not a call', id);
  }
  // Returns the original values. Copies made by a schema omit keys such as `__proto__` and have another hash.
  return {
    attempt: row.attempt as unknown as Attempt,
    verdict: (row.verdict ?? null) as Verdict | null,
    receipt: row.receipt as unknown as Receipt,
    calls: row.calls as readonly Call[],
  };
}

const KINDS: ReadonlySet<unknown> = new Set(CALL_KINDS);

/** Checked without a schema for speed: there are more calls than everything else together. */
function isCall(call: unknown): boolean {
  return (
    isJsonObject(call) &&
    KINDS.has(call.kind) &&
    typeof call.sequence === 'number' &&
    typeof call.time === 'string' &&
    typeof call.status === 'number' &&
    typeof call.duration_ms === 'number' &&
    typeof call.previous === 'string' &&
    typeof call.hash === 'string' &&
    isJsonObject(call.parameters)
  );
}

function notOne(part: string, error: z.ZodError, id: string | undefined): Quarantined {
  const { path, message } = error.issues[0]!;
  return quarantine('NOT_AN_ATTEMPT', [part, ...path].join('.').concat(`: ${message}`), id);
}
