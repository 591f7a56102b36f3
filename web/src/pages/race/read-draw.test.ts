import { describe, expect, it } from 'vitest';
import { drawCommitment } from '../../../../src/problems/suites.ts';
import { drawHash, drawnByCategory, readDraw } from './read-draw.ts';

const SECRET = {
  race: '00000000-0000-4000-8000-000000000001',
  seed: 'ab'.repeat(32),
  pool: [
    { problem_id: 'one', category: 'shop', difficulty: 'easy' },
    { problem_id: 'two', category: 'product', difficulty: 'hard' },
    { problem_id: 'three', category: 'shop', difficulty: 'medium' },
  ],
  problem_ids: ['three', 'two'],
} as const;
const DRAW = { ...SECRET, commitment: drawCommitment(SECRET) };

describe('a revealed draw', () => {
  it('hashes in the browser to what the arena committed to', async () => {
    expect(await drawHash(DRAW)).toBe(DRAW.commitment);
    expect(await drawHash({ ...DRAW, problem_ids: ['one', 'two'] })).not.toBe(DRAW.commitment);
  });

  it('is counted by category', () => {
    expect(drawnByCategory(DRAW)).toEqual([
      { category: 'product', drawn: 1, pool: 1 },
      { category: 'shop', drawn: 1, pool: 2 },
    ]);
  });

  it('is not believed to be one when it is something else', () => {
    expect(readDraw(DRAW)).toBe(DRAW);
    for (const other of [null, 'draw', {}, { ...DRAW, pool: 'many' }, { ...DRAW, seed: 3 }]) {
      expect(readDraw(other)).toBeUndefined();
    }
  });
});
