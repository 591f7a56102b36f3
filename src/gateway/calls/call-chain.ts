import { sha256 } from '../../store/sha256.ts';
import { type SealedCall, sealCallBy } from '../seal-call.ts';
import type { Call } from './call.ts';
import type { UnchainedCall } from './call-recorder.ts';

/** The end of a chain: its last call, or its opening if it has none. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** The opening binds a chain to its attempt: calls of one attempt do not fit into the chain of another. */
export function openChain(opening: string): ChainHead {
  return { sequence: 0, hash: opening };
}

export function chainCall(call: UnchainedCall, head: ChainHead): { readonly call: Call; readonly text: string } {
  const unsealed = { ...call, sequence: head.sequence + 1, previous: head.hash };
  const { hash, text } = sealCall(unsealed);
  return { call: { ...unsealed, hash }, text };
}

export function sealCall(call: Omit<Call, 'hash'>): SealedCall {
  return sealCallBy(sha256, call);
}
