import { blake2b } from '@noble/hashes/blake2.js';
import { compact } from '@polkadot-api/substrate-bindings';
import type { Hotkey } from '../../../identity/hotkey.ts';
import { chainFault } from '../chain-fault.ts';
import type { Runtime } from '../runtime.ts';
import { type ExtrinsicTerms, extensionParts } from './extension-parts.ts';

export interface SignedExtrinsic {
  readonly bytes: Uint8Array;
  /** Identifies the extrinsic on the chain. */
  readonly hash: Uint8Array;
}

/** "Signed" in the upper bit, version 4 in the others. */
const SIGNED_VERSION_4 = 0x84;
const ACCOUNT_ID = 0;
const SR25519 = 1;
/** A longer payload is signed by its hash. */
const LONGEST_PAYLOAD = 256;

/** The bytes to sign, before long payloads are hashed. */
export function extrinsicPayload(runtime: Runtime, call: Uint8Array, terms: ExtrinsicTerms): Uint8Array {
  const { sent, signed } = extensionParts(runtime, terms);
  return Buffer.concat([call, sent, signed]);
}

export function signExtrinsic(
  runtime: Runtime,
  call: Uint8Array,
  terms: ExtrinsicTerms,
  hotkey: Hotkey,
): SignedExtrinsic {
  const payload = extrinsicPayload(runtime, call, terms);
  const signature = hotkey.sign(payload.length > LONGEST_PAYLOAD ? blake2b(payload, { dkLen: 32 }) : payload);
  return assembleExtrinsic(runtime, call, terms, { publicKey: hotkey.publicKey, signature });
}

/** An extrinsic of version 4, with a length prefix. */
export function assembleExtrinsic(
  runtime: Runtime,
  call: Uint8Array,
  terms: ExtrinsicTerms,
  { publicKey, signature }: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
): SignedExtrinsic {
  if (!runtime.takesOurExtrinsics) {
    throw chainFault({
      message: `Version ${runtime.version.specVersion} of the chain's program does not accept the extrinsic version that Assay writes.`,
      remedy: 'Use a version of Assay that knows this version of the chain.',
      sendAgain: false,
    });
  }
  const body = Buffer.concat([
    Uint8Array.of(SIGNED_VERSION_4, ACCOUNT_ID),
    publicKey,
    Uint8Array.of(SR25519),
    signature,
    extensionParts(runtime, terms).sent,
    call,
  ]);
  const bytes = Buffer.concat([compact.enc(body.length), body]);
  return { bytes, hash: blake2b(bytes, { dkLen: 32 }) };
}
