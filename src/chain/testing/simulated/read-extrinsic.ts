import { blake2b } from '@noble/hashes/blake2.js';
import { verify } from '@scure/sr25519';

/** Every byte of an extrinsic that sets or commits weights. */
export interface ReadExtrinsic {
  readonly version: number;
  readonly addressKind: number;
  readonly publicKey: Uint8Array;
  readonly signatureKind: number;
  readonly signature: Uint8Array;
  readonly era: readonly [number, number];
  readonly nonce: number;
  readonly tip: number;
  readonly metadataHashMode: number;
  readonly pallet: number;
  readonly call: number;
  readonly netuid: number;
  readonly uids: readonly number[];
  readonly values: readonly number[];
  readonly versionKey: bigint;
  /** For a timelocked commit. */
  readonly commit: { readonly bytes: Uint8Array; readonly round: bigint; readonly version: number } | undefined;
  /** The bytes between the signature and the call, and the call; both are signed. */
  readonly sent: Uint8Array;
  readonly callBytes: Uint8Array;
}

/** The other values that a node expects to be signed. */
export interface NodeTerms {
  readonly specVersion: number;
  readonly transactionVersion: number;
  readonly genesisHash: string;
  readonly birthHash: string;
}

const COMMIT_TIMELOCKED = 113;

/**
 * Reads an extrinsic byte by byte, written only from the description of the format and without any of the code that
 * writes extrinsics, so that both agree only if both are right.
 */
export function readExtrinsic(bytes: Uint8Array): ReadExtrinsic {
  const at = new Cursor(bytes);
  const length = at.compact();
  if (length !== bytes.length - at.position) throw new Error(`it says ${length} bytes, and has others`);
  const version = at.byte();
  const addressKind = at.byte();
  const publicKey = at.take(32);
  const signatureKind = at.byte();
  const signature = at.take(64);
  const sentFrom = at.position;
  const era: [number, number] = [at.byte(), at.byte()];
  const nonce = at.compact();
  const tip = at.compact();
  const metadataHashMode = at.byte();
  const callFrom = at.position;
  const pallet = at.byte();
  const call = at.byte();
  const netuid = at.u16();
  const isCommit = call === COMMIT_TIMELOCKED;
  const commit = isCommit ? { bytes: at.take(at.compact()), round: at.u64(), version: at.u16() } : undefined;
  const uids = isCommit ? [] : at.list();
  const values = isCommit ? [] : at.list();
  const versionKey = isCommit ? 0n : at.u64();
  if (at.position !== bytes.length) throw new Error('there is something behind its end');
  const sent = bytes.slice(sentFrom, callFrom);
  const head = { version, addressKind, publicKey, signatureKind, signature, era, nonce, tip, metadataHashMode };
  return { ...head, pallet, call, netuid, uids, values, versionKey, commit, sent, callBytes: bytes.slice(callFrom) };
}

/** Whether its owner signed it under these terms, computed as a node does. */
export function isExtrinsicSigned(extrinsic: ReadExtrinsic, terms: NodeTerms): boolean {
  const versions = Buffer.alloc(8);
  versions.writeUInt32LE(terms.specVersion, 0);
  versions.writeUInt32LE(terms.transactionVersion, 4);
  const hashes = [terms.genesisHash, terms.birthHash].map((hash) => Buffer.from(hash.slice(2), 'hex'));
  const noMetadataHash = Uint8Array.of(0);
  const payload = Buffer.concat([extrinsic.callBytes, extrinsic.sent, versions, ...hashes, noMetadataHash]);
  const message = payload.length > 256 ? blake2b(payload, { dkLen: 32 }) : payload;
  return verify(message, extrinsic.signature, extrinsic.publicKey);
}

class Cursor {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  take(count: number): Buffer {
    if (this.position + count > this.#bytes.length) throw new Error('it is too short');
    this.position += count;
    return this.#bytes.subarray(this.position - count, this.position);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  u16(): number {
    return this.take(2).readUInt16LE();
  }

  u64(): bigint {
    return this.take(8).readBigUInt64LE();
  }

  compact(): number {
    const first = this.byte();
    const mode = first & 0b11;
    if (mode === 0) return first >> 2;
    if (mode === 1) return (first | (this.byte() << 8)) >> 2;
    if (mode === 2) return Buffer.from([first, ...this.take(3)]).readUInt32LE() >>> 2;
    throw new Error('a number is larger than it can be here');
  }

  list(): number[] {
    return Array.from({ length: this.compact() }, () => this.u16());
  }
}
