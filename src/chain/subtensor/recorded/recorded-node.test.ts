import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../store/sha256.ts';
import { RECORDED, RECORDED_VERSION, recordedMetadata } from '../../testing/recorded/recorded-node.ts';
import { isExtrinsicSigned, type ReadExtrinsic } from '../../testing/simulated/read-extrinsic.ts';

describe('the recording', () => {
  it('the recording is complete and has the hash that its page names', () => {
    const metadata = recordedMetadata();
    expect(metadata.length).toBe(386_738);
    expect(sha256(metadata)).toBe('3a61f5107a9404aa3871aa24eb063b23961567f1133ed8d02f06cd9bd82eefc2');
    expect(RECORDED.network).toMatchObject({ spec_version: 461, transaction_version: 1, ss58_format: 42 });
  });

  it('the recording holds an extrinsic that the chain accepted, which tests our signature check', () => {
    const taken = Buffer.from(RECORDED.block.raw.block.extrinsics[2]!.slice(2), 'hex');
    // Two bytes of length, one of version and one of address come first; era, nonce, tip and mode take one byte each.
    const extrinsic = {
      publicKey: taken.subarray(4, 36),
      signature: taken.subarray(37, 101),
      sent: taken.subarray(101, 105),
      callBytes: taken.subarray(105),
    } as unknown as ReadExtrinsic;
    const genesisHash = RECORDED.network.genesis_hash;
    // It is immortal, so the first block of its era is the genesis block.
    expect(isExtrinsicSigned(extrinsic, { ...RECORDED_VERSION, genesisHash, birthHash: genesisHash })).toBe(true);
    expect(
      isExtrinsicSigned(extrinsic, { ...RECORDED_VERSION, specVersion: 460, genesisHash, birthHash: genesisHash }),
    ).toBe(false);
  });
});
