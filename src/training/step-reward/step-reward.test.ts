import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadMessage } from '../../chat/read-message.ts';
import { parametersSchema } from '../../tools/openai-tools.ts';
import { SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import { bestMatching } from './best-matching.ts';
import { compareArguments } from './compare-arguments.ts';
import { kindOf } from './parameter-kind.ts';
import { stepReward } from './step-reward.ts';
import type { TeacherAction, TeacherCall } from './teacher-call.ts';

const PROMPT: readonly ReadMessage[] = [
  { role: 'user', text: 'I want lamp and rug of shop 71.', toolCalls: [] },
  { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'find_product', arguments: '{"q":"lamp"}' }] },
  { role: 'tool', text: '[{"product_id":"1","shop_id":"71"},{"product_id":"2"},{"product_id":"3"}]', toolCalls: [] },
];

const words = fc
  .array(fc.constantFrom('lamp', 'rug', 'red', 'desk', 'wool'), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(' '));
const ids = fc.subarray(['1', '2', '3', '404'], { minLength: 1 }).map((all) => all.join(','));
const range = fc.tuple(fc.nat(500), fc.nat(500)).map(([low, more]) => `${low}-${low + more}`);
const requirements = fc.dictionary(fc.constantFrom('color', 'size', 'brand'), fc.constantFrom('red', 'm', 'x'), {
  minKeys: 1,
});

/** Calls that the tools accept. */
const validCall: fc.Arbitrary<TeacherCall> = fc.oneof(
  fc
    .record(
      { q: words, page: fc.integer({ min: 1, max: 5 }), price: range, service: fc.constantFrom('COD', 'COD,official') },
      { requiredKeys: ['q'] },
    )
    .map((given) => ({ name: 'find_product', arguments: given })),
  ids.map((product_ids) => ({ name: 'view_product_information', arguments: { product_ids } })),
  ids.map((product_ids) => ({ name: 'recommend_product', arguments: { product_ids } })),
  fc.constantFrom('success', 'failure').map((status) => ({ name: 'terminate', arguments: { status } })),
  requirements.map((given) => ({ name: 'check_product_match', arguments: { product_id: '1', requirements: given } })),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => ({
    name: 'find_products_in_same_shop',
    arguments: { product_queries: all.map((q) => ({ q })) },
  })),
  fc.nat(1_000).map((budget) => ({
    name: 'calculate_voucher',
    arguments: { product_prices: '10,20.5', voucher_type: 'fixed', discount_value: 2.5, threshold: 20, budget },
  })),
);
const anyCall: fc.Arbitrary<TeacherCall> = fc.oneof(
  validCall,
  fc.record({ name: fc.string(), arguments: fc.jsonValue() }),
  fc.record({ name: fc.constantFrom(...SEVEN_TOOLS.map(({ name }) => name)), arguments: fc.jsonValue() }),
);

async function rewardOf(calls: readonly TeacherCall[], actions: readonly TeacherAction[], content = '') {
  const native = calls.map(({ name, arguments: given }, place) => ({
    id: `c${place}`,
    name,
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
  }));
  const step = {
    prompt: PROMPT,
    answer: { text: content, toolCalls: native },
    teaching: { kind: 'actions', actions } as const,
  };
  return await stepReward(step, { tools: SEVEN_TOOLS });
}

const actionOf = (call: fc.Arbitrary<TeacherCall>) => fc.array(call, { minLength: 1, maxLength: 4 });

describe('stepReward', () => {
  it('the step reward is 1 for the teacher’s action, and never more', async () => {
    await fc.assert(
      fc.asyncProperty(actionOf(validCall), actionOf(anyCall), async (taught, other) => {
        const exact = await rewardOf(taught, [other, taught]);
        expect(exact.reward).toBe(1);
        expect(exact.parts).toEqual({ format: 0.1, name: 0.3, arguments: 0.6, repeat: 0, unseen: 0 });
        expect((await rewardOf(other, [taught])).reward).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('the step reward is between -0.5 and 1, and the sum of its parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCall, { maxLength: 5 }),
        fc.array(actionOf(anyCall), { maxLength: 3 }),
        fc.constantFrom('', 'I look.', '<tool_call>{"name"', '<tool_call>{}</tool_call>'),
        async (calls, actions, content) => {
          const { reward, parts } = await rewardOf(calls, actions, content);
          expect(reward).toBeGreaterThanOrEqual(-0.5);
          expect(reward).toBeLessThanOrEqual(1);
          expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(reward, 5);
        },
      ),
    );
  });

  it('the step reward does not depend on the order of calls', async () => {
    await fc.assert(
      fc.asyncProperty(actionOf(anyCall), actionOf(validCall), async (calls, taught) => {
        const { used: _, ...forwards } = await rewardOf(calls, [taught]);
        const { used: __, ...backwards } = await rewardOf(calls.toReversed(), [taught.toReversed()]);
        expect(backwards.reward).toBeCloseTo(forwards.reward, 6);
      }),
    );
  });

  it('the step reward never rises by a call that is not the teacher’s', async () => {
    const wrong = fc.oneof(
      fc.constant({ name: 'calculate_voucher', arguments: { budget: 1 } }),
      fc.constant({ name: 'find_product', arguments: '{"q":' }),
      fc.record({ name: fc.constantFrom('peek', 'search'), arguments: fc.constant({}) }),
      ids.map((product_ids) => ({ name: 'recommend_product', arguments: { product_ids } })),
    );
    const taught = actionOf(validCall.filter(({ name }) => name !== 'recommend_product'));
    await fc.assert(
      fc.asyncProperty(actionOf(anyCall), wrong, taught, async (calls, more, action) => {
        const before = await rewardOf(calls, [action]);
        const after = await rewardOf([...calls, more], [action]);
        expect(after.reward).toBeLessThanOrEqual(before.reward + 1e-6);
      }),
    );
  });

  it('the step reward penalises an id that only a teacher was shown, unless the conversation has it', async () => {
    const recommend = (product_ids: string) => ({
      name: 'recommend_product',
      arguments: JSON.stringify({ product_ids }),
    });
    const paid = async (id: string) => {
      const teaching = { kind: 'pool', calls: [recommend('404'), recommend('1')] } as const;
      const answer = { text: '', toolCalls: [{ id: 'a', ...recommend(id) }] };
      return (await stepReward({ prompt: PROMPT, answer, teaching }, { tools: SEVEN_TOOLS })).reward;
    };
    expect(await paid('1')).toBe(1);
    expect(await paid('404')).toBe(0.7);
  });

  it('every parameter of every tool has a comparison', () => {
    for (const tool of SEVEN_TOOLS) {
      const { properties = {} } = parametersSchema(tool) as { properties?: Record<string, Record<string, unknown>> };
      for (const [name, schema] of Object.entries(properties)) {
        const isPlain = schema.enum !== undefined || schema.type === 'integer' || schema.type === 'number';
        expect([tool.name, name, kindOf(name) === 'value']).toEqual([tool.name, name, isPlain]);
      }
    }
  });

  it('compares argument values of every type', () => {
    for (const value of [true, false, 1.5, 0, ['a', 1], { deep: [null] }, null]) {
      expect(compareArguments({ value }, { value: structuredClone(value) })).toBe(1);
      expect(compareArguments({ value }, { value: 'other' })).toBe(0);
    }
  });
});

describe('bestMatching', () => {
  it('bestMatching finds the same as trying all pairings', () => {
    const best = (rows: readonly (readonly number[])[], taken: readonly number[] = []): number =>
      rows.length === 0
        ? 0
        : Math.max(
            best(rows.slice(1), taken),
            ...rows[0]!.map((weight, place) =>
              taken.includes(place) ? 0 : weight + best(rows.slice(1), [...taken, place]),
            ),
          );
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) =>
          fc.array(
            fc.array(
              fc.integer({ min: 0, max: 9 }).map((tenths) => tenths / 10),
              { minLength: columns, maxLength: columns },
            ),
            { minLength: rows, maxLength: rows },
          ),
        ),
        (weights) => {
          const { weight, pairs } = bestMatching(weights);
          expect(weight).toBeCloseTo(best(weights), 9);
          expect(new Set(pairs.map(([row]) => row)).size).toBe(pairs.length);
          expect(new Set(pairs.map(([, column]) => column)).size).toBe(pairs.length);
        },
      ),
    );
  });
});
