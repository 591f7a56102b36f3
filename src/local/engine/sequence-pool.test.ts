import { describe, expect, it } from 'vitest';
import type { LlamaSequence } from './llama.ts';
import { SequencePool } from './sequence-pool.ts';

/** A sequence with these computed tokens. */
function sequence(computed: readonly number[]): LlamaSequence {
  const compareContextTokens = (ids: readonly number[]) => {
    const different = ids.findIndex((id, place) => computed[place] !== id);
    return { firstDifferentIndex: different === -1 ? ids.length : different };
  };
  return { nextTokenIndex: computed.length, compareContextTokens } as LlamaSequence;
}

const never = new AbortController().signal;

describe('SequencePool', () => {
  it('reuses the sequence with the longest common prefix, and the emptiest for a new conversation', async () => {
    const [empty, mine, other] = [sequence([]), sequence([1, 2, 3]), sequence([1, 2, 9, 9])];
    const pool = new SequencePool([other, mine, empty]);
    expect(await pool.take([1, 2, 3, 4], never)).toBe(mine);
    expect(await pool.take([7], never)).toBe(empty);
  });

  it('requests wait in order for a sequence, and aborted ones are skipped', async () => {
    const only = sequence([]);
    const pool = new SequencePool([only]);
    await pool.take([1], never);
    const controller = new AbortController();
    const aborted = pool.take([2], controller.signal);
    const next = pool.take([3], never);
    controller.abort(new Error('given up'));
    await expect(aborted).rejects.toThrow('given up');
    pool.release(only);
    expect(await next).toBe(only);
  });
});
