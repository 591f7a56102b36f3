import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Runtime } from '../../subtensor/runtime.ts';
import recording from './node-461.json' with { type: 'json' };

/** What a real node of the chain said; README.md says which, and when. */
export const RECORDED = recording;

export const RECORDED_VERSION = { specVersion: 461, transactionVersion: 1 } as const;

/** The node's answer to `Metadata_metadata_at_version` for version 15, to the last byte. */
export function recordedMetadata(): Uint8Array {
  return brotliDecompressSync(readFileSync(new URL('metadata-461.scale.br', import.meta.url)));
}

export function recordedRuntime(): Runtime {
  return new Runtime(recordedMetadata(), RECORDED_VERSION);
}
