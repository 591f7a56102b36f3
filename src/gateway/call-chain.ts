import { canonicalJson } from '../store/canonical-json.ts';
import { sha256 } from '../store/sha256.ts';
import type { Call } from './call.ts';
import type { UnchainedCall } from './call-recorder.ts';

/** Where a chain stands: its opening, or its last call. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface SealedCall {
  readonly hash: string;
  /** Canonical JSON with the hash in its place. */
  readonly text: string;
}

/** The opening binds a chain to what it belongs to: calls of one attempt do not fit the chain of another. */
export function openChain(opening: string): ChainHead {
  return { sequence: 0, hash: opening };
}

export function chainCall(call: UnchainedCall, head: ChainHead): { readonly call: Call; readonly text: string } {
  const unsealed = { ...call, sequence: head.sequence + 1, previous: head.hash };
  const { hash, text } = sealCall(unsealed);
  return { call: { ...unsealed, hash }, text };
}

/** Requests may have megabytes, so each field is written once and used for the hash and for the line. */
export function sealCall(call: Omit<Call, 'hash'>): SealedCall {
  const fields = Object.entries(call).map(([name, value]) => [name, canonicalJson(value)] as const);
  const hash = sha256(joinFields(fields));
  return { hash, text: joinFields([...fields, ['hash', canonicalJson(hash)]]) };
}

function joinFields(fields: readonly (readonly [string, string])[]): string {
  const sorted = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
