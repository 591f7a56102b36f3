import { describe, expect, it } from 'vitest';
import { claim, recorded, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows, type Row } from '../attempt/build-rows.ts';
import { alignSteps, firstDifferenceIndex } from './align-steps.ts';

/** An attempt with one step per word: searches for each, and recommends the last. */
function attempt(...words: string[]): readonly Row[] {
  const searches = words.slice(0, -1);
  return buildRows(
    [
      ...searches.map((q, place) => step(place + 1, [claim('find_product', { q })])),
      step(words.length, [claim('recommend_product', { product_ids: words.at(-1) })]),
    ],
    searches.map((q, place) => recorded(place + 1, { parameters: { q } })),
  );
}
const shape = (left: readonly Row[], right: readonly Row[]) =>
  alignSteps(left, right).map((aligned) => [aligned.left, aligned.right, aligned.kind]);

describe('two attempts side by side', () => {
  it('two attempts with the same steps stay aligned', () => {
    const steps = alignSteps(attempt('lamp', 'shade', '11'), attempt('lamp', 'shade', '11'));
    expect(steps.map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
    expect(firstDifferenceIndex(steps)).toBe(-1);
  });

  it('aligning leaves a gap for a step that only one attempt took, and continues together', () => {
    expect(shape(attempt('lamp', 'red lamp', 'shade', '11'), attempt('lamp', 'shade', '12'))).toEqual([
      [0, 0, 'same'],
      [1, null, 'alone'],
      [2, 1, 'same'],
      [3, 2, 'other'],
    ]);
  });

  it('aligning puts steps of the same kind beside each other when the words differ', () => {
    const steps = alignSteps(attempt('lamp', '11'), attempt('light', '11'));
    expect(steps.map(({ kind }) => kind)).toEqual(['other', 'same']);
    expect(firstDifferenceIndex(steps)).toBe(0);
  });

  it('aligning keeps every step once, in order, for any two attempts', () => {
    const many = (prefix: string, count: number) =>
      attempt(...Array.from({ length: count }, (_, n) => `${prefix}${n}`), '1');
    for (const [left, right] of [
      [many('a', 3), many('b', 900)],
      [many('a', 450), many('a', 430)],
      [[], many('a', 2)],
    ] as const) {
      const steps = alignSteps(left, right);
      expect(steps.flatMap(({ left: index }) => index ?? [])).toEqual(left.map((_, index) => index));
      expect(steps.flatMap(({ right: index }) => index ?? [])).toEqual(right.map((_, index) => index));
    }
  });
});
