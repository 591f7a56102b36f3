import { chainFault } from '../chain-fault.ts';
import { hexText } from '../hex.ts';
import type { Runtime, SignedExtension } from '../runtime.ts';
import { mortalEra } from './mortal-era.ts';

/** Everything besides the call that the signature of an extrinsic covers. */
export interface ExtrinsicTerms {
  readonly nonce: number;
  /** The first block of its era. */
  readonly birth: { readonly block: number; readonly hash: Uint8Array };
  readonly genesisHash: Uint8Array;
}

export interface ExtensionParts {
  readonly sent: Uint8Array;
  readonly signed: Uint8Array;
}

const NO_TIP = 0n;

/**
 * The data that the runtime's signed extensions require, in the runtime's order. An unknown extension is skipped if it
 * requires no data; otherwise we would sign something that we do not understand.
 */
export function extensionParts(runtime: Runtime, terms: ExtrinsicTerms): ExtensionParts {
  const parts = runtime.signedExtensions.map((extension) => partsOf(extension, runtime, terms));
  return {
    sent: Buffer.concat(parts.map(({ sent }) => sent)),
    signed: Buffer.concat(parts.map(({ signed }) => signed)),
  };
}

function partsOf(extension: SignedExtension, runtime: Runtime, terms: ExtrinsicTerms): ExtensionParts {
  const { version } = runtime;
  const send = (value: unknown): Uint8Array => runtime.encode(extension.sent, value);
  const sign = (value: unknown): Uint8Array => runtime.encode(extension.signed, value);
  const nothing = new Uint8Array();
  switch (extension.identifier) {
    case 'CheckSpecVersion':
      return { sent: nothing, signed: sign(version.specVersion) };
    case 'CheckTxVersion':
      return { sent: nothing, signed: sign(version.transactionVersion) };
    case 'CheckGenesis':
      return { sent: nothing, signed: sign(hexText(terms.genesisHash)) };
    case 'CheckMortality':
      return { sent: mortalEra(terms.birth.block), signed: sign(hexText(terms.birth.hash)) };
    case 'CheckNonce':
      return { sent: send(terms.nonce), signed: nothing };
    case 'ChargeTransactionPayment':
      return { sent: send(NO_TIP), signed: nothing };
    case 'CheckMetadataHash':
      // For wallets that cannot trust their metadata. Ours was checked against the version that is signed.
      return { sent: send({ type: 'Disabled' }), signed: sign(undefined) };
    default:
      if (runtime.isNothing(extension.sent) && runtime.isNothing(extension.signed)) {
        return { sent: nothing, signed: nothing };
      }
      throw chainFault({
        message: `The chain requires the extrinsic extension ${extension.identifier}, which this version of Assay does not support.`,
        remedy: 'Use a version of Assay that knows this version of the chain.',
        sendAgain: false,
      });
  }
}
