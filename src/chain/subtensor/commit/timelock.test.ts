import { createDecipheriv } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { scaled } from '../../../testing/scaled.ts';
import recorded from '../../testing/recorded/commits-bittensor-core.json' with { type: 'json' };
import { timelockPayload } from './commit-payload.ts';
import { firstRevealBlock, revealRound } from './epoch-schedule.ts';
import { pairingBytes, QUICKNET, sha256, type TimelockRandomness, timelockEncrypt, xor } from './timelock.ts';

/** Decrypts a commit with the signature of its round, and recovers its random values. */
function open(commit: Uint8Array): { message: Buffer; randomness: TimelockRandomness } {
  const bytes = Buffer.from(commit);
  let at = 96;
  const next = (): Buffer => {
    const length = Number(bytes.readBigUInt64LE(at));
    at += 8 + length;
    return bytes.subarray(at - length, at);
  };
  const [v, w, body] = [next(), next(), next()];
  expect(next().toString()).toBe('AES_GCM_');
  expect(at).toBe(bytes.length);
  const u = bls12_381.G2.Point.fromBytes(bytes.subarray(0, 96));
  const signature = bls12_381.G1.Point.fromHex(recorded.signature);
  const sigma = xor(v, sha256(pairingBytes(bls12_381.pairing(signature, u))));
  const key = xor(w, sha256(sigma));
  const length = Number(body.readBigUInt64LE(0));
  const sealed = body.subarray(8, 8 + length);
  const nonce = body.subarray(16 + length);
  const cipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const message = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return { message, randomness: { key, sigma, nonce } };
}

const ROUND = BigInt(recorded.round);

describe('timelocked commits', () => {
  it('timelocked commits equal those of bittensor-core to the last byte, given the same randomness', {
    timeout: scaled(60_000),
  }, () => {
    for (const { uids, weights, hotkey, version_key, commit } of recorded.commits) {
      const { message, randomness } = open(Buffer.from(commit, 'hex'));
      const versionKey = BigInt(version_key);
      const payload = timelockPayload({ uids, values: weights, versionKey, publicKey: Buffer.from(hotkey, 'hex') });
      expect(Buffer.from(payload).toString('hex')).toBe(message.toString('hex'));
      expect(Buffer.from(timelockEncrypt(payload, ROUND, randomness)).toString('hex')).toBe(commit);
    }
  });

  it('timelocked commits open only with the signature of their round, and differ each time', {
    timeout: scaled(60_000),
  }, () => {
    const message = Buffer.from('weights');
    const [one, other] = [timelockEncrypt(message, ROUND), timelockEncrypt(message, ROUND)];
    expect(open(one).message).toEqual(message);
    expect(open(other).message).toEqual(message);
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
    expect(() => open(timelockEncrypt(message, ROUND + 1n))).toThrow();
  });
});

describe('the reveal round', () => {
  it('the reveal round is as many blocks ahead as in bittensor-core, for any state of the epoch schedule', () => {
    for (const { blocks_ahead, ...state } of recorded.schedules) {
      const schedule = {
        currentBlock: state.current_block,
        tempo: state.tempo,
        lastEpochBlock: state.last_epoch_block,
        pendingEpochAt: state.pending_epoch_at,
        epochIndex: state.subnet_epoch_index,
        blocksSinceLastStep: state.blocks_since_last_step,
      };
      const revealEpochs = state.subnet_reveal_period_epochs;
      expect(firstRevealBlock(schedule, revealEpochs)! + 3 - schedule.currentBlock).toBe(blocks_ahead);
      const nowSeconds = QUICKNET.genesisSeconds + 1_000.5;
      const round = revealRound(schedule, { revealEpochs, blockSeconds: 12, nowSeconds });
      expect(round).toBe(BigInt(Math.floor((1_000.5 + blocks_ahead * 12) / 3)));
    }
  });

  it('a subnet without epochs has no reveal round', () => {
    const schedule = {
      currentBlock: 9,
      tempo: 0,
      lastEpochBlock: 0,
      pendingEpochAt: 0,
      epochIndex: 0,
      blocksSinceLastStep: 9,
    };
    expect(revealRound(schedule, { revealEpochs: 1, blockSeconds: 12, nowSeconds: 2e9 })).toBeUndefined();
  });
});
