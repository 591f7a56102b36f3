import { describe, expect, it } from 'vitest';
import { CARDS, claim, recorded, said, step } from '../../testing/attempt-sample-attempt.ts';
import { buildRows } from './build-rows.ts';
import type { ClaimedStep } from './claimed-step.ts';
import { type ConversationPart, conversationParts } from './conversation-parts.ts';
import type { RecordedCall } from './recorded-call.ts';

function outline(steps: readonly ClaimedStep[], calls: readonly RecordedCall[] | null): string[][] {
  return buildRows(steps, calls).map((row) => conversationParts(row).map(describePart));
}

function describePart(part: ConversationPart): string {
  switch (part.kind) {
    case 'model':
      return ['model', part.call.sequence, ...part.told].join(' ');
    case 'tool':
      return `tool ${part.call.sequence} ${part.claim?.match ?? 'untold'}`;
    case 'claim':
      return `claim ${part.claim.claim.name} ${part.claim.match}`;
    case 'words':
      return `${part.what} ${part.origin}`;
  }
}

const search = (sequence: number, q: string) => recorded(sequence, { parameters: { q } });
const find = (q: string) => claim('find_product', { q }, CARDS);
const recommend = claim('recommend_product', { product_ids: '11' });

describe('a step as a conversation', () => {
  it('a turn of the conversation has the answer, the call that it asks for, and what leaves no record, in this order', () => {
    const steps = [
      step(1, [find('lamp'), recommend], 'I look for a lamp first.'),
      step(2, [recommend], 'The red lamp costs 100 and fits.'),
    ];
    const calls = [said(1, 'I look for a lamp first.'), search(2, 'lamp'), said(3, 'The red lamp costs 100 and fits.')];
    expect(outline(steps, calls)).toEqual([
      ['model 1 thought', 'tool 2 same', 'claim recommend_product no trace'],
      ['model 3 thought', 'claim recommend_product no trace'],
    ]);
  });

  it('keeps an unsupported claim between the claims around it, and a made-up thought before them', () => {
    const steps = [step(1, [find('lamp'), find('never sent'), find('shade')], 'Words that no model has said.')];
    const calls = [said(1, 'Something else entirely.'), search(2, 'lamp'), search(3, 'shade')];
    expect(outline(steps, calls)).toEqual([
      ['model 1', 'thought not recorded', 'tool 2 same', 'claim find_product never recorded', 'tool 3 same'],
    ]);
  });

  it('shows calls that the dialogue does not mention, also those of no step', () => {
    const calls = [search(1, 'secret'), search(2, 'lamp'), search(3, 'later')];
    expect(outline([step(1, [find('lamp')])], calls)).toEqual([['tool 1 untold', 'tool 2 same'], ['tool 3 untold']]);
  });

  it('puts a composed tool after the calls that it was derived from', () => {
    const check = claim('check_product_match', { product_id: '12' });
    const view = recorded(1, { kind: 'view', parameters: { product_ids: '12' } });
    expect(outline([step(1, [check, recommend])], [view])).toEqual([
      ['tool 1 composed', 'claim check_product_match composed', 'claim recommend_product no trace'],
    ]);
  });

  it('marks a response like a thought, and not twice where both are the same', () => {
    const both = { ...step(1, [], 'I say the same thing twice.'), response: 'I say the same thing twice.' };
    const other = { ...step(2, [], 'I say something new now.'), response: 'An answer nobody gave.' };
    const calls = [said(1, 'I say the same thing twice.'), said(2, 'I say something new now.')];
    expect(outline([both, other], calls)).toEqual([['model 1 thought'], ['model 2 thought', 'response not recorded']]);
  });

  it('shows claims alone where nothing was uploaded to check them against', () => {
    expect(outline([step(1, [find('lamp')], 'I look for a lamp first.')], null)).toEqual([
      ['thought unchecked', 'claim find_product unchecked'],
    ]);
  });
});
