import { describe, expect, it } from 'vitest';
import { CARDS, claim, recorded, said, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows, type Row } from './build-rows.ts';

function outline(rows: readonly Row[]): string[] {
  return rows.map((row) =>
    row.kind === 'call'
      ? `call ${row.call.sequence}`
      : `step ${row.step.number} (${row.thought}): ${row.recorded.map(({ sequence }) => sequence).join(' ')}`,
  );
}

describe('rows', () => {
  it('rows put recorded calls beside the step that caused them', () => {
    const steps = [
      step(1, [claim('find_product', { q: 'lamp' }, CARDS)], 'I look for a lamp first.'),
      step(2, [claim('recommend_product', { product_ids: '11' })], 'The red lamp costs 100 and fits.'),
      step(3, [claim('terminate', {})], 'Nothing is left to do here.'),
    ];
    const calls = [
      said(1, '<think>I look for\n a lamp first.</think>'),
      recorded(2, { parameters: { q: 'lamp' } }),
      said(3, 'The red lamp costs 100 and fits.'),
      said(4, 'Goodbye to all of you.'),
    ];
    expect(outline(buildRows(steps, calls))).toEqual([
      'step 1 (recorded): 1 2',
      'step 2 (recorded): 3',
      'step 3 (not recorded): 4',
    ]);
  });

  it('rows show recorded calls that the agent did not report, in order or at the end', () => {
    const steps = [step(1, [claim('find_product', { q: 'lamp' }, CARDS)])];
    const calls = [
      recorded(1, { parameters: { q: 'hidden before' } }),
      recorded(2, { parameters: { q: 'lamp' } }),
      recorded(3, { parameters: { q: 'hidden after' } }),
    ];
    expect(outline(buildRows(steps, calls))).toEqual(['step 1 (none): 1 2', 'call 3']);
    expect(outline(buildRows([], calls))).toEqual(['call 1', 'call 2', 'call 3']);
  });

  it('many calls get rows of their own, so that no step exceeds a screen', () => {
    const steps = [step(1, []), step(2, [])];
    const calls = Array.from({ length: 40 }, (_, index) => said(index + 1, `completion number ${index + 1}`));
    const rows = buildRows(steps, calls);
    expect(rows).toHaveLength(28 + 2);
    expect(outline(rows).slice(0, 2)).toEqual(['call 1', 'call 2']);
    expect(Math.max(...rows.map((row) => (row.kind === 'step' ? row.recorded.length : 1)))).toBe(12);
  });

  it('rows keep every recorded call exactly once, in any reported order', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const steps = names.toReversed().map((q, index) => step(index + 1, [claim('find_product', { q }, CARDS)]));
    const calls = names.map((q, index) => recorded(index + 1, { parameters: { q } }));
    const shown = buildRows(steps, calls).flatMap((row) => (row.kind === 'call' ? [row.call] : row.recorded));
    expect(shown.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('a thought too short to be recognised is unchecked, unless it is all that was said', () => {
    const calls = [said(1, 'Done, then.'), said(2, 'Search, and search again.')];
    expect(outline(buildRows([step(1, [], 'Done, then.'), step(2, [], 'Search')], calls))).toEqual([
      'step 1 (recorded): 1',
      'step 2 (unchecked): 2',
    ]);
  });

  it('rows are unchecked when no calls were uploaded', () => {
    expect(outline(buildRows([step(1, [], 'A thought of some length.')], null))).toEqual(['step 1 (unchecked): ']);
  });
});
