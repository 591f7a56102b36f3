import { blake2b } from '@noble/hashes/blake2.js';
import { Bytes, Struct, Tuple, u16, u64, Vector } from '@polkadot-api/substrate-bindings';
import type { WeightVector } from '../../weights/weight-vector.ts';

export interface CommittedWeights extends WeightVector {
  readonly versionKey: bigint;
  /** Public key of the hotkey that commits; no other hotkey can reuse the commit. */
  readonly publicKey: Uint8Array;
}

const timelocked = Struct({ hotkey: Bytes(), uids: Vector(u16), values: Vector(u16), version_key: u64 });

/** The plaintext of a timelocked commit. */
export function timelockPayload({ publicKey, uids, values, versionKey }: CommittedWeights): Uint8Array {
  return timelocked.enc({ hotkey: publicKey, uids: [...uids], values: [...values], version_key: versionKey });
}

const hashed = Tuple(Bytes(32), u16, Vector(u16), Vector(u16), Vector(u16), u64);

/** The hash that a hash commit publishes. The salt keeps others from guessing the vector by trying likely ones. */
export function commitHash(
  { publicKey, uids, values, versionKey }: CommittedWeights,
  { netuid, salt }: { readonly netuid: number; readonly salt: readonly number[] },
): Uint8Array {
  return blake2b(hashed.enc([publicKey, netuid, [...uids], [...values], [...salt], versionKey]), { dkLen: 32 });
}
