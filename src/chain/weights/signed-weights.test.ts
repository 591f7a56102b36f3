import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { areWeightsSigned, signWeights } from './signed-weights.ts';

const hotkey = hotkeyFromSeed(new Uint8Array(32).fill(7));
const other = hotkeyFromSeed(new Uint8Array(32).fill(8));
const signed = signWeights({ uids: [0, 1], values: [20_695, 65_535] }, { netuid: 15, block: 42 }, hotkey);

describe('signed weights', () => {
  it('signed weights verify with their hotkey', () => {
    expect(signed.hotkey).toBe(hotkey.address);
    expect(areWeightsSigned(signed)).toBe(true);
  });

  it.each([
    ['another value', { values: [20_694, 65_535] }],
    ['another uid', { uids: [0, 2] }],
    ['another block', { block: 43 }],
    ['another subnet', { netuid: 16 }],
    ['another hotkey', { hotkey: other.address }],
    ['no hotkey', { hotkey: 'nobody' }],
    ['no signature', { signature: '0x' }],
  ])('signed weights do not verify with %s', (_, change) => {
    expect(areWeightsSigned({ ...signed, ...change })).toBe(false);
  });
});
