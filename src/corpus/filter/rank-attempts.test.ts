import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, rankAttempts } from './rank-attempts.ts';

function candidate(id: string, depth: number, rest: Partial<Candidate> = {}): Candidate {
  const signals = { depth, reformulations: 0, verification: 1, regularity: 0 };
  return { attempt_id: id, problem_id: 'p', duplicate_key: id, publishable: true, signals, ...rest };
}

const candidates = fc.array(
  fc.record({
    problem_id: fc.constantFrom('p', 'q'),
    duplicate_key: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5'),
    publishable: fc.boolean(),
    signals: fc.record({
      depth: fc.nat(9),
      reformulations: fc.nat(4),
      verification: fc.constantFrom(0, 0.5, 1),
      regularity: fc.constantFrom(0, -0.25),
    }),
  }),
  { maxLength: 30 },
);

describe('ranking within a problem', () => {
  it('ranking keeps the deeper attempt and reports the rank of the other', () => {
    const placings = rankAttempts([candidate('a', 1), candidate('b', 5), candidate('c', 3)], 2);
    expect(placings.get('b')).toMatchObject({ kept: true, rank: 1, of: 3 });
    expect(placings.get('a')).toEqual({ kept: false, reason: 'RANKED_OUT', detail: 'rank 3 of 3, 2 are kept' });
  });

  it('ranking weighs each signal by how much it varies within the problem', () => {
    const verified = candidate('v', 4, { signals: { depth: 4, reformulations: 0, verification: 1, regularity: 0 } });
    const deeper = candidate('d', 5, { signals: { depth: 5, reformulations: 0, verification: 0, regularity: -0.5 } });
    expect(rankAttempts([deeper, verified], 1).get('v')).toMatchObject({ kept: true });
  });

  it('ranking drops attempts with the same calls, in any order of arrival', () => {
    const twins = [candidate('b', 9, { duplicate_key: 'k' }), candidate('a', 1, { duplicate_key: 'k' })];
    for (const order of [twins, twins.toReversed()]) {
      expect(rankAttempts(order, 5).get('b')).toMatchObject({
        reason: 'DUPLICATE',
        detail: 'made the same calls as a',
      });
    }
  });

  it('ranking keeps the publishable attempt when an unpublishable one made the same calls', () => {
    const closed = candidate('a', 1, { duplicate_key: 'k', publishable: false });
    const open = candidate('b', 1, { duplicate_key: 'k' });
    for (const order of [
      [closed, open],
      [open, closed],
    ]) {
      expect(rankAttempts(order, 5).get('a')).toMatchObject({
        reason: 'DUPLICATE',
        detail: 'made the same calls as b',
      });
    }
  });

  it('ranking does not depend on input order, and keeps at most the cap', () => {
    fc.assert(
      fc.property(candidates, fc.nat(1_000), fc.integer({ min: 1, max: 4 }), (drawn, seed, cap) => {
        const all = drawn.map((each, place) => ({ ...each, attempt_id: `a${String(place).padStart(2, '0')}` }));
        const shuffled = all.toSorted((left, right) => hash(left.attempt_id, seed) - hash(right.attempt_id, seed));
        const placings = rankAttempts(all, cap);
        expect(new Map([...rankAttempts(shuffled, cap)].toSorted())).toEqual(new Map([...placings].toSorted()));
        expect(placings.size).toBe(all.length);
        for (const problem of ['p', 'q']) {
          const kept = all.filter((each) => each.problem_id === problem && placings.get(each.attempt_id)!.kept);
          expect(kept.length).toBeLessThanOrEqual(cap);
        }
      }),
      { numRuns: 100 },
    );
  });
});

function hash(text: string, seed: number): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) * seed) % 10_007, seed);
}
