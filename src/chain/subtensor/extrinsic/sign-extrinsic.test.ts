import { describe, expect, it } from 'vitest';
import { sampleHotkey } from '../../../identity/testing/sample-hotkeys.ts';
import { RECORDED, RECORDED_VERSION, recordedMetadata, recordedRuntime } from '../../testing/recorded/recorded-node.ts';
import { hexText } from '../hex.ts';
import { Runtime } from '../runtime.ts';
import { assembleExtrinsic, extrinsicPayload, signExtrinsic } from './sign-extrinsic.ts';

const runtime = recordedRuntime();

function bytes(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}

const genesisHash = bytes(RECORDED.network.genesis_hash);
const payload = RECORDED.signature_payloads[1]!;
const birth = { block: 66, hash: bytes(payload.era_birth_block_hash!) };

describe('an extrinsic, against the recorded metadata of a node', () => {
  it('encodes the call of an extrinsic as the SDK of the chain does', () => {
    const { netuid, dests, weights } = RECORDED.set_weights.params;
    const call = runtime.encodeCall('SubtensorModule', 'set_weights', { netuid, dests, weights, version_key: 0n });
    expect(hexText(call)).toBe(RECORDED.set_weights.data_hex);
  });

  it('signs the payload that the SDK of the chain signs: era, nonce, tip, versions, both hashes', () => {
    const terms = { nonce: payload.nonce, birth, genesisHash };
    expect(hexText(extrinsicPayload(runtime, bytes(payload.call_data_hex), terms))).toBe(payload.payload_hex);
  });

  it('assembles and hashes an extrinsic as the SDK of the chain does', () => {
    const { call_data_hex, nonce, public_key_hex, signature_hex, extrinsic_hex, extrinsic_hash } =
      RECORDED.extrinsics[1]!;
    const signed = { publicKey: bytes(public_key_hex), signature: bytes(signature_hex) };
    const extrinsic = assembleExtrinsic(runtime, bytes(call_data_hex), { nonce, birth, genesisHash }, signed);
    expect(hexText(extrinsic.bytes)).toBe(extrinsic_hex);
    expect(hexText(extrinsic.hash)).toBe(extrinsic_hash);
  });

  it('an extrinsic is signed anew each time, by the hotkey', () => {
    const hotkey = sampleHotkey('validator');
    const terms = { nonce: 0, birth, genesisHash };
    const [one, other] = [0, 1].map(() => signExtrinsic(runtime, bytes(payload.call_data_hex), terms, hotkey));
    expect(one!.bytes.length).toBe(other!.bytes.length);
    expect(hexText(one!.hash)).not.toBe(hexText(other!.hash));
    expect(hexText(one!.bytes)).toContain(hexText(hotkey.publicKey).slice(2));
  });
});

describe('runtime metadata', () => {
  it('rejects metadata of another version than the node reports', () => {
    for (const version of [
      { ...RECORDED_VERSION, specVersion: 462 },
      { ...RECORDED_VERSION, transactionVersion: 2 },
    ]) {
      expect(() => new Runtime(recordedMetadata(), version)).toThrow(/describes version 461/);
    }
  });

  it('rejects a call that the runtime does not have or that takes other arguments', () => {
    expect(() => runtime.encodeCall('SubtensorModule', 'set_wheights', {})).toThrow(/not supported.*set_wheights/);
    expect(() => runtime.encodeCall('SubtensorModule', 'set_weights', { netuid: 1, dests: [], weights: [] })).toThrow(
      /it takes netuid, dests, weights, version_key/,
    );
  });

  it('rejects bytes that are not metadata', () => {
    for (const answer of [new Uint8Array(), Uint8Array.of(0), recordedMetadata().subarray(0, 1000)]) {
      expect(() => new Runtime(answer, RECORDED_VERSION)).toThrow(/not supported: its metadata/);
    }
  });
});
