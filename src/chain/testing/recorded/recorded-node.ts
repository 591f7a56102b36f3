import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Runtime } from '../../subtensor/runtime.ts';
import recording from './node-461.json' with { type: 'json' };

/** Responses of a real node of the chain; README.md says which node, and when. */
export const RECORDED = recording;

export const RECORDED_VERSION = { specVersion: 461, transactionVersion: 1 } as const;

/** The node's exact response to `Metadata_metadata_at_version` for version 15. */
export function recordedMetadata(): Uint8Array {
  return brotliDecompressSync(readFileSync(new URL('metadata-461.scale.br', import.meta.url)));
}

export function recordedRuntime(): Runtime {
  return new Runtime(recordedMetadata(), RECORDED_VERSION);
}
