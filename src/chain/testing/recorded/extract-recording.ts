import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '../../../json/parse-json.ts';

/**
 * Extracts what these tests need from the recording in Bittensor's own SDK (README.md states its source): `node
 * extract-recording.ts golden.json`. Only the form changes: bytes are compressed, and unused parts are left out.
 */
const goldenSchema = z.object({
  metadata: z.object({ v15_hex: z.string() }),
  network: z.unknown(),
  calls: z.array(z.looseObject({ function: z.string() })),
  signature_payloads: z.unknown(),
  extrinsics: z.unknown(),
  storage_keys: z.array(z.object({ storage_function: z.string(), key_hex: z.string() })),
  block: z.object({ block_hash: z.string(), raw: z.unknown() }),
  events: z.object({ raw_hex: z.string() }),
});

const json = parseJson(readFileSync(process.argv[2]!, 'utf8'));
const golden = goldenSchema.parse(json.ok ? json.value : undefined);
const here = new URL('.', import.meta.url);

const metadata = Buffer.from(golden.metadata.v15_hex.slice(2), 'hex');
const compressed = brotliCompressSync(metadata, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: metadata.length } });
writeFileSync(new URL('metadata-461.scale.br', here), compressed);

const kept = {
  network: golden.network,
  set_weights: golden.calls.find((call) => call.function === 'set_weights'),
  signature_payloads: golden.signature_payloads,
  extrinsics: golden.extrinsics,
  events_key: golden.storage_keys.find((key) => key.storage_function === 'Events')?.key_hex,
  block: { hash: golden.block.block_hash, raw: golden.block.raw },
  events: golden.events.raw_hex,
};
writeFileSync(new URL('node-461.json', here), `${JSON.stringify(kept, null, 2)}\n`);
