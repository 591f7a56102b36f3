import type { Hotkey } from '../../identity/hotkey.ts';
import { verifySignature } from '../../identity/hotkey.ts';
import { parseSs58 } from '../../identity/ss58.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { WeightVector } from './weight-vector.ts';

/** A vector signed by its hotkey. */
export interface SignedWeights extends WeightVector {
  readonly netuid: number;
  readonly hotkey: string;
  /** The block it was made for. It is signed too, so that old weights cannot be resent as new ones. */
  readonly block: number;
  /** sr25519 over the canonical JSON of everything else, `0x` and hex. */
  readonly signature: string;
}

export function signWeights(
  weights: WeightVector,
  at: { netuid: number; block: number },
  hotkey: Hotkey,
): SignedWeights {
  const body = {
    netuid: at.netuid,
    block: at.block,
    hotkey: hotkey.address,
    uids: weights.uids,
    values: weights.values,
  };
  return { ...body, signature: `0x${Buffer.from(hotkey.sign(messageOf(body))).toString('hex')}` };
}

export function areWeightsSigned({ signature, ...body }: SignedWeights): boolean {
  const signer = parseSs58(body.hotkey);
  if (!signer.ok || !/^0x[0-9a-f]{128}$/.test(signature)) return false;
  return verifySignature(messageOf(body), Buffer.from(signature.slice(2), 'hex'), signer.publicKey);
}

function messageOf({ netuid, block, hotkey, uids, values }: Omit<SignedWeights, 'signature'>): Uint8Array {
  return new TextEncoder().encode(`assay-weights:${canonicalJson({ netuid, block, hotkey, uids, values })}`);
}
