import { describe, expect, it } from 'vitest';
import type { MeasuredCompletion } from '../../src/chat/client.ts';
import type { RowMessage } from '../../src/chat/schema.ts';
import { Random } from '../../src/random/random.ts';
import { makeMistake } from './make-mistake.ts';

const RIGHT = '1000000001';
const WRONG = '1000000002';
const FOUND: RowMessage = {
  role: 'tool',
  tool_call_id: 'a',
  name: 'find_product',
  content: JSON.stringify([
    { product_id: RIGHT, title: 'Lamp' },
    { product_id: WRONG, title: 'Lamp' },
    { product_id: '1000000003', title: 'Lamp, not opened' },
  ]),
};
const OPENED: RowMessage = {
  role: 'assistant',
  content: '',
  tool_calls: [call('view_product_information', { product_ids: `${RIGHT},${WRONG}` })],
};
const CHECK = completion('check_product_match', { product_id: RIGHT }, `${RIGHT} looks right.`);
const OPEN = completion('view_product_information', { product_ids: `${RIGHT},${WRONG}` }, 'I open them.');

describe('makeMistake', () => {
  it('chooses another product that was found by the same search and opened', () => {
    const made = mistake('choose', [FOUND, OPENED], CHECK);
    expect(made?.text).toBe(`${WRONG} looks right.`);
    expect(made?.toolCalls.map((each) => each.arguments)).toEqual([`{"product_id":"${WRONG}"}`]);
  });

  it('makes no mistake if no other product was opened', () => {
    expect(mistake('choose', [FOUND], CHECK)).toBeUndefined();
  });

  it('opens everything but the right products', () => {
    const made = mistake('open', [FOUND], OPEN);
    expect(made?.toolCalls.map((each) => each.arguments)).toEqual([`{"product_ids":"${WRONG}"}`]);
  });

  it('makes a mistake only in the first answer with such a call', () => {
    expect(mistake('open', [FOUND, OPENED], OPEN)).toBeUndefined();
    const checked: RowMessage = {
      role: 'assistant',
      content: '',
      tool_calls: [call('check_product_match', { product_id: RIGHT })],
    };
    expect(mistake('choose', [FOUND, OPENED, checked], CHECK)).toBeUndefined();
  });
});

function mistake(
  kind: 'choose' | 'open',
  messages: readonly RowMessage[],
  answer: MeasuredCompletion,
): MeasuredCompletion | undefined {
  return makeMistake({ mistake: kind, messages, completion: answer, right: new Set([RIGHT]), random: new Random(1) });
}

function call(name: string, parameters: object) {
  return { id: 'c', type: 'function' as const, function: { name, arguments: JSON.stringify(parameters) } };
}

function completion(name: string, parameters: object, text: string): MeasuredCompletion {
  return {
    text,
    reasoning: '',
    toolCalls: [{ id: 'c', name, arguments: JSON.stringify(parameters) }],
    finishReason: 'tool_calls',
    usage: null,
    refusal: '',
    model: null,
    tokens: { prompt: null, completion: null, logProbabilities: null },
    secondsToFirst: null,
    seconds: null,
  };
}
