import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Call, verifyCalls } from '../gateway/calls.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { parseJson } from '../json/parse-json.ts';
import { sha256 } from '../store/sha256.ts';
import { type Attempt, attemptSchema } from './attempt.ts';
import { writeDocument } from './record/canonical-document.ts';
import { openingHash } from './record/opening-hash.ts';
import { isSigned, type Receipt, receiptSchema } from './record/receipt.ts';
import { summariseCalls } from './record/summarise-calls.ts';
import { differences } from './verify/check.ts';

/** The limit for an attempt's calls, its record and verdict, plus some space for the JSON around them. */
export const MAX_EVIDENCE_FILE_BYTES = 64 * 1024 ** 2;

/** Evidence of one attempt as uploaded by a validator, gzipped; the dialogue is a separate file. */
export interface EvidenceFiles {
  readonly evidence: Uint8Array;
  /** `null` if none was uploaded. */
  readonly dialogue: Uint8Array | null;
}

export interface EvidenceFile {
  readonly attempt: Attempt;
  readonly verdict: object | null;
  readonly receipt: Receipt;
  readonly calls: readonly Call[];
  /** The bytes that the agent returned as its dialogue. */
  readonly dialogue: Uint8Array | null;
}

export type VerifiedEvidence =
  | { readonly ok: true; readonly file: EvidenceFile }
  | {
      readonly ok: false;
      readonly reason: string;
      /** True if the file could be parsed, but something in it was changed after signing or never signed. */
      readonly isForged: boolean;
    };

const fileSchema = z.strictObject({
  version: z.literal(1),
  attempt: attemptSchema,
  verdict: z.looseObject({}).nullable(),
  receipt: receiptSchema,
  calls: z.array(z.unknown()),
});

/**
 * Checks that everything in uploaded evidence is what its receipt signs: the record and the verdict by their hashes,
 * every call by the chain that the record pins, the dialogue by its hash. Does not check whose evidence it should be.
 */
export function verifyEvidenceFile(files: EvidenceFiles): VerifiedEvidence {
  const text = unpacked(files.evidence);
  if (text === undefined) return flawed('is not gzip, or unpacks to too much', false);
  const json = parseJson(Buffer.from(text).toString('utf8'));
  const parsed = fileSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) {
    return flawed(`is not evidence: ${parsed.error.issues[0]!.path.join('.') || 'not the right fields'}`, false);
  }
  const { attempt, receipt } = parsed.data;
  // Uses the original values, because the schema's copies would omit keys such as `__proto__`.
  const { verdict, calls: said } = (json as { value: { verdict: object | null; calls: unknown[] } }).value;
  if (!isSigned(receipt)) return flawed(`has a receipt that ${receipt.hotkey} did not sign`);
  const told = differences({
    attempt_id: [attempt.attempt_id, receipt.attempt_id],
    run_id: [attempt.run_id, receipt.run_id],
    validator: [attempt.validator, receipt.hotkey],
    'chain.opening': [attempt.chain.opening, openingHash(attempt)],
    'the hash of the record': [sha256(writeDocument(attempt)), receipt.attempt_hash],
    'the hash of the verdict': [verdict === null ? null : sha256(writeDocument(verdict)), receipt.verdict_hash],
  });
  if (told !== '') return flawed(`does not match its signed receipt: ${told}`);
  const lines = Buffer.from(said.map((call) => `${canonicalJson(call)}\n`).join(''));
  const { calls, head, flaw } = verifyCalls(lines, attempt.chain.opening);
  if (flaw !== undefined) return flawed(`is invalid at call ${flaw.line}: ${flaw.reason}`);
  const sums = summariseCalls(calls);
  const counted = differences({
    'chain.last': [attempt.chain.last, head],
    'chain.calls': [attempt.chain.calls, calls.length],
    'blobs.calls': [attempt.blobs.calls.sha256, sha256(lines)],
    'usage.prompt_tokens': [attempt.usage.prompt_tokens, sums.prompt_tokens],
    'usage.completion_tokens': [attempt.usage.completion_tokens, sums.completion_tokens],
    'usage.spend_microdollars': [attempt.usage.spend_microdollars, sums.spend_microdollars],
  });
  if (counted !== '') return flawed(`has calls that do not add up to its record: ${counted}`);
  const dialogue = files.dialogue === null ? null : unpacked(files.dialogue);
  const wanted = attempt.blobs.dialogue?.sha256 ?? null;
  if (dialogue === undefined) return flawed('has a dialogue that is not gzip, or unpacks to too much', false);
  if (wanted !== null && dialogue === null) return flawed('lacks the dialogue that its record names', false);
  if (wanted !== null && sha256(dialogue!) !== wanted) return flawed('has another dialogue than its record names');
  return { ok: true, file: { attempt, verdict, receipt, calls, dialogue: wanted === null ? null : dialogue } };
}

function unpacked(packed: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(packed, { maxOutputLength: MAX_EVIDENCE_FILE_BYTES });
  } catch {
    // Not gzip, or a decompression bomb.
    return undefined;
  }
}

function flawed(reason: string, isForged = true): VerifiedEvidence {
  return { ok: false, reason, isForged };
}
