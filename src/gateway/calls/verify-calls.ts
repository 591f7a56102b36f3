import { z } from 'zod';
import { FAULT_CODES } from '../../fault/fault-table.ts';
import { CHANGE_KINDS } from '../../inference/inference.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { OUTAGE_CONFIRMATIONS } from '../outage-confirmation.ts';
import { CALL_KINDS, type Call, USAGE_ESTIMATES } from './call.ts';
import { type ChainHead, openChain, sealCall } from './call-chain.ts';

type CallFlawKind =
  | 'torn'
  | 'not utf-8'
  | 'not json'
  | 'not a call'
  | 'hash wrong'
  | 'not canonical'
  | 'sequence wrong'
  | 'previous wrong';

/** The first invalid call. Nothing after it can be trusted either. */
interface CallFlaw {
  readonly kind: CallFlawKind;
  /** Counted from 1. */
  readonly line: number;
  /** Byte range of the line in the file without its newline; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

export interface VerifiedCalls {
  /** The calls before the first invalid one. */
  readonly calls: readonly Call[];
  /**
   * Hash of the last valid call, or of the opening if there is none. Removing calls from the end leaves a valid chain.
   * Only a head stored elsewhere, such as in a receipt, shows that they existed.
   */
  readonly head: string;
  readonly flaw?: CallFlaw;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const callSchema = z.strictObject({
  sequence: z.int().min(1),
  time: z.iso.datetime({ precision: 3 }),
  kind: z.enum(CALL_KINDS),
  method: z.string(),
  path: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  request: z.unknown(),
  status: z.int(),
  response: z.unknown(),
  duration_ms: z.number().min(0),
  answered_by: z
    .strictObject({
      model: z.string(),
      unnamed: z.literal(true).exactOptional(),
      endpoint: z.string(),
      simulated: z.boolean(),
    })
    .exactOptional(),
  changed: z
    .strictObject({
      kind: z.enum(CHANGE_KINDS),
      from: z.string(),
      to: z.string(),
      products: z.strictObject({ from: z.string(), to: z.string() }).exactOptional(),
    })
    .exactOptional(),
  trouble: z
    .strictObject({
      tries: z.int().min(0),
      waited_ms: z.int().min(0),
      failure: z.string().exactOptional(),
      owner: z.enum(['agent', 'platform']).exactOptional(),
      reason: z.string().exactOptional(),
      confirmed_by: z.enum(OUTAGE_CONFIRMATIONS).exactOptional(),
    })
    .exactOptional(),
  replayed: z.strictObject({ attempt_id: z.string(), sequence: z.int().min(1) }).exactOptional(),
  departed: z.literal(true).exactOptional(),
  usage: z
    .strictObject({
      prompt_tokens: z.int().min(0),
      completion_tokens: z.int().min(0),
      estimated: z.enum(USAGE_ESTIMATES).optional(),
    })
    .nullable(),
  price_microdollars: z.int().min(0).nullable(),
  fault: z.enum(FAULT_CODES).nullable(),
  previous: hash,
  hash,
});

/** Larger than anything the gateway writes, but shallow enough for recursive code. */
const LINE_BOUNDS = {
  maxBytes: 256 * 1024 ** 2,
  maxDepth: 256,
  maxNodes: 1_000_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

/** Verifies the hash chain of a `calls.jsonl`, starting from the expected opening. */
export function verifyCalls(lines: Uint8Array, opening: string): VerifiedCalls {
  const calls: Call[] = [];
  let head = openChain(opening);
  for (let line = 1, start = 0; start < lines.length; line++) {
    const newline = lines.indexOf(0x0a, start);
    const end = newline === -1 ? lines.length : newline;
    const checked =
      newline === -1 ? flawed('torn', 'is incomplete, as after a crash') : checkLine(lines.subarray(start, end), head);
    if ('kind' in checked) return { calls, head: head.hash, flaw: { ...checked, line, start, end } };
    calls.push(checked.call);
    head = checked.call;
    start = end + 1;
  }
  return { calls, head: head.hash };
}

type LineFlaw = Pick<CallFlaw, 'kind' | 'reason'>;

function checkLine(bytes: Uint8Array, head: ChainHead): { readonly call: Call } | LineFlaw {
  const json = parseBoundedJson(bytes, LINE_BOUNDS);
  if (!json.ok) return flawed(json.flaw === 'not utf-8' ? 'not utf-8' : 'not json', json.reason);
  const parsed = callSchema.safeParse(json.value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return flawed('not a call', [path.join('.'), message].filter(Boolean).join(': '));
  }
  // Uses the parsed value, not the schema's copy, which would drop keys such as `__proto__`.
  const call = json.value as Call;
  const { hash: claimed, ...unsealed } = call;
  const sealed = sealCall(unsealed);
  if (claimed !== sealed.hash)
    return flawed('hash wrong', `its content hashes to ${sealed.hash}, but it states ${claimed}`);
  // The hash covers the values, not the bytes. Without this check, an escape in place of a letter would pass.
  if (!Buffer.from(sealed.text).equals(bytes)) return flawed('not canonical', 'it is not in canonical form');
  if (call.sequence !== head.sequence + 1) {
    return flawed('sequence wrong', `its sequence is ${call.sequence} where ${head.sequence + 1} is expected`);
  }
  if (call.previous !== head.hash) return flawed('previous wrong', 'it does not follow from the call before it');
  return { call };
}

function flawed(kind: CallFlawKind, reason: string): LineFlaw {
  return { kind, reason };
}
