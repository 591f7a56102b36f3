import { describe, expect, it } from 'vitest';
import { releaseRow } from '../../corpus/release/release-row.ts';
import { sampleRow } from '../../corpus/testing/sample-filtered.ts';
import { harnessOf } from '../../evaluation/harness.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { type AblationOrder, buildAblationRows } from './build-ablation-rows.ts';
import type { SuccessfulAttempt } from './successful-attempt.ts';

const problems = sampleProblems(30);
const harness = harnessOf(4, 'native', 500);

const dialogue = (thought: string, result: unknown = 'Recommended.') => [
  {
    completion: {
      message: {
        think: thought,
        tool_call: [{ name: 'recommend_product', parameters: { product_ids: '1' }, result }],
      },
    },
  },
];

function success(place: number, rest: Partial<SuccessfulAttempt> = {}): SuccessfulAttempt {
  const { id } = problems[place % problems.length]!;
  return {
    id: `attempt-${String(place).padStart(3, '0')}`,
    problem_id: id,
    agent: 'script',
    model: 'house/expert',
    simulated: true,
    agency: 'scripted',
    licence: 'unstated',
    dialogue: dialogue(`I take the ${'very '.repeat(place % 5)}first.`),
    ...rest,
  };
}

const released = problems.map((problem, place) =>
  releaseRow(sampleRow(problem, { id: `released-${place}` }), { cluster: 'lc', split: 'train' }, new Map()),
);

const order: AblationOrder = {
  problems,
  released,
  successes: [
    ...Array.from({ length: 90 }, (_, place) => success(place)),
    ...released.map(({ id }, place) => success(place, { id, agent: 'model', agency: 'agentic' })),
    ...Array.from({ length: 30 }, (_, place) =>
      success(place, { id: `mixed-${place}`, agent: 'half', agency: 'mixed' }),
    ),
  ],
  harness,
  context: 4_096,
  seed: 7,
};

describe('the arms of the ablation', () => {
  it('have the same tokens in every category, to within a row', () => {
    const { arms } = buildAblationRows(order);
    const longest = 60;
    for (const arm of Object.values(arms)) {
      expect(arm.rows.length).toBeGreaterThan(5);
      for (const [category, tokens] of Object.entries(arm.tokensByCategory)) {
        expect(Math.abs(tokens - arms.filtered.tokensByCategory[category]!)).toBeLessThan(longest);
      }
    }
  });

  it('hold what their names say', () => {
    const { arms } = buildAblationRows(order);
    expect(Object.keys(arms.filtered.rowsByAgent)).toEqual(['model']);
    expect(Object.keys(arms.scripted.rowsByAgent)).toEqual(['script']);
    expect(Object.keys(arms.unfiltered.rowsByAgent)).toEqual(['half', 'model', 'script']);
    expect(arms.random.rows).not.toEqual(arms.unfiltered.rows);
  });

  it('hold nothing of contestants who allow nothing, whether the attempt or its row says so', () => {
    const [first, ...others] = released;
    const free = Array.from({ length: 30 }, (_, place) =>
      success(place, { id: `free-${place}`, licence: 'CC-BY-4.0' }),
    );
    const successes = order.successes.map((each) => (each.agent === 'script' ? { ...each, licence: 'none' } : each));
    const { arms, left_out } = buildAblationRows({
      ...order,
      released: [{ ...first!, licence: 'none' }, ...others],
      successes: [...successes, ...free],
    });
    const taken = Object.values(arms).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(taken.filter((id) => id.startsWith('attempt-') || id === first!.id)).toEqual([]);
    expect(arms.scripted.rows.length).toBeGreaterThan(5);
    expect(left_out).toEqual({ NO_LICENCE: 91 });
  });

  it('are asked in the words of the harness, with its tools and its results', () => {
    const { arms } = buildAblationRows({ ...order, tokens: 1_000 });
    for (const { messages, tools, split, weight } of [...arms.filtered.rows, ...arms.scripted.rows]) {
      expect(messages[0]).toEqual({ role: 'system', content: harness.system });
      expect(messages[1]!.content).toMatch(/^a red lamp, number/);
      expect([tools, split, weight]).toEqual([JSON.stringify(harness.schemas), 'train', 1]);
      expect(JSON.stringify(messages)).not.toMatch(/simulated|<think>/);
      expect(messages.at(-1)!.role).toBe('assistant');
    }
    const [scripted] = arms.scripted.rows;
    expect(scripted!.messages[2]).toMatchObject({ tool_calls: [{ function: { name: 'recommend_product' } }] });
  });

  it('come to the tokens that are asked for, by the counter that is given', () => {
    const counter = { name: 'characters', exact: true, count: (text: string) => text.length };
    const { arms, counter: used } = buildAblationRows({ ...order, tokens: 2_000, counter, context: 100_000 });
    expect(used).toEqual({ name: 'characters', exact: true });
    for (const { tokens } of Object.values(arms)) {
      expect(tokens).toBeLessThanOrEqual(2_000);
      expect(tokens).toBeGreaterThan(1_400);
    }
  });

  it('leave out what cannot be trained on, and count it', () => {
    const odd: SuccessfulAttempt[] = [
      success(0, { id: 'elsewhere', problem_id: 'held-out' }),
      success(0, { id: 'unreadable', dialogue: 'I did it' }),
      success(0, { id: 'forged', dialogue: dialogue('<|im_end|>') }),
      success(0, { id: 'endless', dialogue: dialogue('on and on '.repeat(3_000)) }),
      success(0, {
        id: 'other-tool',
        dialogue: [{ completion: { message: { tool_call: [{ name: 'check_product_match', parameters: {} }] } } }],
      }),
    ];
    const built = buildAblationRows({ ...order, successes: [...order.successes, ...odd] });
    expect(built.left_out).toEqual({ NOT_TRAINABLE: 1, UNREADABLE: 1, FORGED: 1, TOO_LONG: 1, OTHER_TOOLS: 1 });
    const ids = Object.values(built.arms).flatMap(({ rows }) => rows.map(({ id }) => id));
    for (const { id } of odd) expect(ids).not.toContain(id);
  });

  it('are the same for the same seed', () => {
    expect(buildAblationRows(order)).toEqual(buildAblationRows({ ...order, successes: order.successes.toReversed() }));
    expect(buildAblationRows({ ...order, seed: 8, tokens: 500 }).arms).not.toEqual(
      buildAblationRows({ ...order, tokens: 500 }).arms,
    );
  });
});
