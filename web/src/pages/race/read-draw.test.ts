import { describe, expect, it } from 'vitest';
import { checkDraw } from '../../../../src/problems/browser.ts';
import { drawCommitment } from '../../../../src/problems/suites/draw-document.ts';
import { beaconText, drawnByCategory, readDraw } from './read-draw.ts';

const race = '00000000-0000-4000-8000-000000000001';
const seed = 'ab'.repeat(32);
const POOL = [
  { problem_id: 'one', category: 'shop', difficulty: 'easy' },
  { problem_id: 'two', category: 'product', difficulty: 'hard' },
  { problem_id: 'three', category: 'shop', difficulty: 'medium' },
] as const;

const EARLY_SECRET = { race, seed, pool: POOL, problem_ids: ['one', 'two'] };
const EARLY = { ...EARLY_SECRET, commitment: drawCommitment(EARLY_SECRET) };

const beacon = { kind: 'chain', block: 17, value: '0xcafe' } as const;
const pool = POOL.map((entry, place) => ({ ...entry, digest: String(place).repeat(64) }));
const SECRET = { version: 2, race, seed, size: 2, pool, beacon, problem_ids: ['one', 'two'] } as const;
const DRAW = { ...SECRET, commitment: drawCommitment(SECRET) };

describe('a revealed draw', () => {
  it.each([DRAW, EARLY])('the browser verifies a revealed draw against the commitment', (draw) => {
    expect(checkDraw(draw, draw.commitment)).toEqual([]);
    const other = { ...draw, problem_ids: draw.problem_ids.toReversed() };
    expect(checkDraw(other, draw.commitment)).not.toEqual([]);
  });

  it('the browser rejects a draw with a replaced problem, another beacon or another seed', () => {
    const replaced = pool.map((entry) => (entry.problem_id === 'two' ? { ...entry, digest: 'f'.repeat(64) } : entry));
    expect(checkDraw({ ...DRAW, pool: replaced }, DRAW.commitment).join()).toContain('committed was');
    expect(checkDraw({ ...DRAW, seed: 'cd'.repeat(32) }, DRAW.commitment).join()).toContain('committed was');
    const lists = Array.from({ length: 20 }, (_, block) =>
      checkDraw({ ...DRAW, beacon: { ...beacon, value: `0x${block}` } }, DRAW.commitment),
    );
    expect(lists.some((findings) => findings.length > 0)).toBe(true);
  });

  it('a revealed draw is counted by category', () => {
    const draw = { ...EARLY, problem_ids: ['three', 'two'] };
    expect(drawnByCategory(draw)).toEqual([
      { category: 'product', drawn: 1, pool: 1 },
      { category: 'shop', drawn: 1, pool: 2 },
    ]);
  });

  it('a revealed draw names its beacon', () => {
    expect(beaconText(DRAW)).toBe('hash of block 17 of the chain');
    expect(beaconText(EARLY)).toBeUndefined();
  });

  it('rejects a document that is not a draw', () => {
    expect(readDraw(DRAW)).toEqual(DRAW);
    expect(readDraw(EARLY)).toEqual(EARLY);
    for (const other of [null, 'draw', {}, { ...DRAW, pool: 'many' }, { ...DRAW, seed: 3 }, { ...DRAW, version: 3 }]) {
      expect(readDraw(other)).toBeUndefined();
    }
  });
});
