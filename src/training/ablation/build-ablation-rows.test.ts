import { describe, expect, it } from 'vitest';
import { estimatedTokens } from '../../corpus/filter.ts';
import { releaseRow } from '../../corpus/release/release-row.ts';
import { scriptedSteps } from '../../corpus/rewrite/scripted-steps.ts';
import { sampleRow } from '../../corpus/testing/sample-filtered.ts';
import { harnessOf } from '../../evaluation/harness.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import type { SftRow } from '../rows/training-row.ts';
import type { Arm } from './ablation-arm.ts';
import { type AblationOptions, buildAblationRows } from './build-ablation-rows.ts';
import type { SuccessfulAttempt } from './successful-attempt.ts';

const problems = sampleProblems(30);
const harness = harnessOf(7, 'native', 500);

const search = { kind: 'search', sequence: 1, parameters: { q: 'lamp' }, response: [{ price: 9, product_id: '1' }] };

function success(place: number, rest: Partial<SuccessfulAttempt> = {}): SuccessfulAttempt {
  const { id, query } = problems[place % problems.length]!;
  return {
    id: `attempt-${String(place).padStart(3, '0')}`,
    problem_id: id,
    agent: `script-${place % 3}`,
    model: 'house/expert',
    simulated: true,
    agency: 'scripted',
    licence: 'unstated',
    conversations: [
      {
        messages: [
          { role: 'user', content: `Which of these is meant by "${query}"?` },
          { role: 'assistant', content: String(place) },
        ],
        tools: '[]',
        model: 'house/expert',
        cutOff: false,
      },
    ],
    steps: scriptedSteps([search] as unknown as Parameters<typeof scriptedSteps>[0], ['1']),
    ...rest,
  };
}

const released = problems.map((problem, place) =>
  releaseRow(sampleRow(problem, { id: `released-${place}` }), { cluster: 'lc', split: 'train' }, new Map()),
);

const ARMS: readonly Arm[] = [
  'filtered',
  'spoken',
  'scripted_spoken',
  'scripted_claimed',
  'filtered_silent',
  'filtered_shuffled',
];

const options: AblationOptions = {
  problems,
  released,
  successes: [
    ...Array.from({ length: 90 }, (_, place) => success(place)),
    ...released.map(({ id }, place) => success(place, { id, agent: 'model', agency: 'agentic' })),
  ],
  rewritten: [],
  teacher: [],
  form: { harness, unseen: 'keep', context: 4_096, counter: estimatedTokens },
  arms: ARMS,
  equal: 'rows',
  perProblem: 2,
  mostOfOne: 0.4,
  formatRows: 10,
  seed: 7,
};

function built(rest: Partial<AblationOptions> = {}) {
  const rows = buildAblationRows({ ...options, ...rest });
  const arms = new Map(rows.arms.map((arm) => [arm.arm, arm]));
  return { ...rows, of: (arm: Arm) => arms.get(arm)! };
}

const wordsOf = (rows: readonly SftRow[]): readonly string[] =>
  rows.flatMap(({ messages }) => messages.flatMap((each) => (each.role === 'assistant' ? [each.content] : []))).sort();

describe('the arms of the ablation', () => {
  it('all arms have the same problems with equally many rows', () => {
    const { arms, problems: common } = built();
    expect(common).toHaveLength(30);
    for (const { rows, counts } of arms) {
      expect(counts).toMatchObject({ problems: 30, rows: 30, repeated: 0 });
      expect(rows.map(({ problem_id }) => problem_id).sort()).toEqual(common);
    }
  });

  it('each arm holds the rows that its name says', () => {
    const { of } = built();
    expect(of('filtered').counts.rows_by_agent).toEqual({ model: 30 });
    expect(Object.keys(of('scripted_claimed').counts.rows_by_agent)).toEqual(['script-0', 'script-1', 'script-2']);
    expect(of('scripted_spoken').counts.calls).toBe(0);
    expect(of('scripted_spoken').rows[0]!.messages[0]!.content).toMatch(/^Which of these is meant/);
    expect(wordsOf(of('scripted_claimed').rows).join('')).toBe('');
    expect(wordsOf(of('filtered_silent').rows).join('')).toBe('');
    expect(wordsOf(of('filtered').rows).join('')).not.toBe('');
  });

  it('arms that differ only in words hold the same rows', () => {
    const { of } = built();
    const ids = (arm: Arm): readonly string[] =>
      of(arm)
        .rows.map(({ id }) => id)
        .sort();
    for (const arm of ['filtered_silent', 'filtered_shuffled'] as const) {
      expect(ids(arm)).toEqual(ids('filtered'));
      expect(of(arm).counts.calls).toBe(of('filtered').counts.calls);
    }
    expect(wordsOf(of('filtered_shuffled').rows)).toEqual(wordsOf(of('filtered').rows));
    expect(of('filtered_shuffled').counts.tokens).toBe(of('filtered').counts.tokens);
  });

  it('rows with calls show the harness’s prompts, tools, results and endings', () => {
    const { of } = built();
    for (const arm of ['filtered', 'scripted_claimed'] as const) {
      for (const { messages, tools } of of(arm).rows) {
        expect(messages[0]).toEqual({ role: 'system', content: harness.system });
        expect(tools).toBe(JSON.stringify(harness.schemas));
        const calls = messages.flatMap((each) => (each.role === 'assistant' ? (each.tool_calls ?? []) : []));
        expect(calls.at(-1)!.function.name).toBe('terminate');
      }
    }
    const results = of('scripted_claimed').rows[0]!.messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual([
      '[{"product_id":"1","price":9}]',
      '"Recommended to the user: 1."',
    ]);
  });

  it('arms hold rewritten and teacher rows when these are given', () => {
    const rewritten = problems.map((problem, place) => ({
      ...sampleRow(problem, { id: `attempt-${String(place).padStart(3, '0')}-rewritten` }),
      attempt: { attempt_id: `attempt-${String(place).padStart(3, '0')}`, run_id: null, validator: null },
      licence: 'unstated',
    }));
    const teacher = built()
      .of('filtered')
      .rows.map((row) => ({ ...row, id: `teacher:${row.problem_id}` }));
    const arms: readonly Arm[] = ['filtered', 'scripted_rewritten', 'filtered_rewritten', 'teacher'];
    const { of } = built({
      mostOfOne: 0.5,
      arms,
      rewritten: rewritten as unknown as AblationOptions['rewritten'],
      teacher,
    });
    expect(of('scripted_rewritten').rows.every(({ id }) => id.endsWith('-rewritten'))).toBe(true);
    const mixed = of('filtered_rewritten').rows.filter(({ id }) => id.endsWith('-rewritten'));
    expect(mixed).toHaveLength(15);
    expect(of('teacher').counts.rows_by_agent).toEqual({ teacher: 30 });
  });

  it('arms have equal trainable tokens to within a row, at the same problems', () => {
    const arms: readonly Arm[] = ['filtered', 'scripted_claimed', 'filtered_silent', 'filtered_shuffled'];
    const { arms: made } = built({ equal: 'tokens', arms });
    const [filtered] = made;
    const longest = 120;
    for (const { counts, rows } of made) {
      expect(counts.problems).toBe(30);
      expect(Math.abs(counts.tokens - filtered!.counts.tokens)).toBeLessThan(longest);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }
    expect(built({ equal: 'tokens', arms, tokens: 9_000 }).of('filtered').counts.repeated).toBeGreaterThan(0);
  });

  it('arms hold no rows of contestants who allow nothing, by the attempt or its row', () => {
    const [first, ...others] = released;
    const successes = options.successes.map((each) =>
      each.agent === 'script-0' ? { ...each, licence: 'none' } : each,
    );
    const { arms, of } = built({ successes, released: [{ ...first!, licence: 'none' }, ...others], mostOfOne: 1 });
    const taken = arms.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(taken.filter((id) => id.startsWith(first!.id) && !/\d/.test(id.slice(first!.id.length)))).toEqual([]);
    expect(of('filtered').counts.left_out).toEqual({ NO_LICENCE: 1 });
    expect(of('scripted_claimed').counts.rows_by_agent).not.toHaveProperty('script-0');
  });

  it('arms omit untrainable rows, and count them', () => {
    const said = (content: string): SuccessfulAttempt['conversations'][number] => ({
      messages: [
        { role: 'user', content: 'which?' },
        { role: 'assistant', content },
      ],
      tools: '[]',
      model: null,
      cutOff: content === 'cut',
    });
    const odd = [
      success(0, { id: 'elsewhere', problem_id: 'held-out' }),
      success(0, {
        id: 'odd',
        conversations: [undefined, said('<|im_end|>'), said('on and on '.repeat(9_000)), said('cut'), said(' ')],
      }),
    ];
    const { of } = built({ successes: [...options.successes, ...odd] });
    expect(of('scripted_spoken').counts.left_out).toEqual({
      CUT_OFF: 1,
      FORGED: 1,
      NOT_ITS_WORDS: 1,
      NOT_TRAINABLE: 1,
      SILENT: 1,
      TOO_LONG: 1,
    });
  });

  it('arms are the same for the same seed, in any order of attempts', () => {
    expect(built().arms).toEqual(built({ successes: options.successes.toReversed() }).arms);
    expect(built({ seed: 8 }).of('spoken').rows).not.toEqual(built().of('spoken').rows);
  });

  it('an ablation includes rows that show the call format at the wrong problem', () => {
    const { format } = built();
    expect(format).toHaveLength(10);
    for (const { messages } of format) {
      const calls = messages.flatMap((each) => (each.role === 'assistant' ? (each.tool_calls ?? []) : []));
      expect(calls[0]!.function.name).toBe('find_product');
      expect(calls.slice(-2).map((call) => call.function.name)).toEqual(['recommend_product', 'terminate']);
    }
  });
});
