import { describe, expect, it } from 'vitest';
import type { Call } from '../gateway/calls.ts';
import { describeCall } from './describe-call.ts';
import { SAMPLE_CALLS } from './testing/sample-attempt.ts';

function call(rest: Partial<Call>): Call {
  return { ...SAMPLE_CALLS[1]!, sequence: 1, previous: '', hash: '', ...rest };
}

describe('describeCall', () => {
  it('describes the request and the response of a call', () => {
    const completion = (message: unknown): unknown => ({ choices: [{ message }] });
    const chat = { model: 'house/adept', messages: [{}, {}] };
    const cases: [call: Partial<Call>, asked: string, answered: string][] = [
      [{}, 'q=red lamp page=1', '2 products'],
      [{ kind: 'view', parameters: { product_ids: ['1', '2'] }, response: [{}] }, 'product_ids=1|2', '1 product'],
      [
        { kind: 'inference', request: chat, response: completion({ content: 'I think\n\nso' }) },
        'house/adept, 2 messages',
        'I think so',
      ],
      [
        {
          kind: 'inference',
          request: chat,
          response: completion({ content: null, tool_calls: [{ function: { name: 'find_product' } }] }),
        },
        'house/adept, 2 messages',
        'calls find_product',
      ],
      [{ kind: 'inference', request: 'nonsense', response: [] }, 'no chat', '0 products'],
      [{ kind: 'inference', request: chat, response: { choices: [] } }, 'house/adept, 2 messages', ''],
      [{ kind: 'refused', path: '/x', status: 403, response: { error: 'forbidden' } }, 'GET /x', 'forbidden'],
      [
        { status: 400, response: { detail: 'price "a" is not understood' } },
        'q=red lamp page=1',
        'price "a" is not understood',
      ],
      [{ kind: 'web', parameters: { q: 'Lomara' }, response: [{}, {}] }, 'q=Lomara', '2 articles'],
      [{ kind: 'health', response: 'healthy\n' }, 'health', ''],
    ];
    for (const [given, asked, answered] of cases) expect(describeCall(call(given))).toEqual({ asked, answered });
  });

  it('a call description stays short, whatever the agent wrote', () => {
    const { asked, answered } = describeCall(
      call({ parameters: { q: 'x'.repeat(1_000_000) }, status: 500, response: { error: 'y'.repeat(1_000_000) } }),
    );
    expect(asked).toHaveLength(60);
    expect(answered).toHaveLength(60);
  });
});
