import { describe, expect, it } from 'vitest';
import { claim, recorded, said, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows } from './build-rows.ts';
import { findInRows } from './find-in-rows.ts';
import { PromptReader } from './prompt-reader.ts';

const ROWS = buildRows(
  [
    step(1, [claim('find_product', { q: 'Lamp' })], 'First I look for a LAMP.'),
    step(2, [claim('view_product_information', { product_ids: '12' })], 'The blue one.'),
  ],
  [
    recorded(1, { parameters: { q: 'Lamp' } }),
    recorded(2, {
      kind: 'view',
      parameters: { product_ids: '12' },
      response: [{ product_id: '12', title: 'Teal shade' }],
    }),
    said(3, 'It was never told about walnut.'),
  ],
);

describe('finding words in steps', () => {
  it('finds words in reported steps and recorded calls, ignoring case', () => {
    expect(findInRows(ROWS, 'first i LOOK')).toEqual([0]);
    expect(findInRows(ROWS, 'teal SHADE')).toEqual([1]);
    expect(findInRows(ROWS, 'walnut').length).toBe(1);
    expect(findInRows(ROWS, 'chair')).toEqual([]);
  });

  it('reads new messages of prompts only where they are shown', () => {
    const ask = { role: 'user', content: 'A Mahogany table, please.' };
    const answer = { role: 'assistant', content: 'I look for a table.' };
    const calls = [
      { ...said(1, 'I look for a table.'), request: { messages: [ask] } },
      { ...said(2, 'I found no table.'), request: { messages: [ask, answer] } },
    ];
    const rows = buildRows([], calls);
    expect(findInRows(rows, 'mahogany')).toEqual([]);
    expect(findInRows(rows, 'mahogany', new PromptReader(calls))).toEqual([0]);
  });

  it('finds nothing without search words', () => {
    expect(findInRows(ROWS, '  ')).toEqual([]);
  });
});
