import { describe, expect, it } from 'vitest';
import { releaseRow } from '../../corpus/release/release-row.ts';
import { SAMPLE_TOOLS, sampleCall, sampleRow } from '../../corpus/testing/sample-filtered.ts';
import { harnessOf } from '../../evaluation/harness.ts';
import { Random } from '../../random/random.ts';
import { END, FIND, RECOMMEND, sampleTrace, VIEW } from '../testing/sample-trace.ts';
import { actionSignature } from './action-signature.ts';
import { chosenSuccesses } from './chosen-successes.ts';
import { corpusTrace } from './corpus-trace.ts';
import { mixRows } from './mix-rows.ts';
import { failedProblems, mixedProblems, passRates } from './pass-rates.ts';
import { rejectionRows } from './rejection-rows.ts';
import { sftRow, sftRows } from './sft-rows.ts';
import { structuralFlaws } from './structural-filter.ts';
import { teacherRows } from './teacher-rows.ts';
import type { Trace } from './trace.ts';

const HARNESS = harnessOf(4, 'native', 300);
const OPTIONS = { prompt: 'harness', harness: HARNESS, maxObservation: 300, unseen: 'drop' } as const;
const QUERY = 'I want a lamp.';

function corpusRow(rest: Parameters<typeof sampleRow>[1] = {}) {
  const row = sampleRow({ id: 'p1', query: QUERY }, rest);
  return releaseRow(row, { cluster: 'c', split: 'train' }, new Map());
}

describe('a row of a corpus', () => {
  it('a corpus row has the harness’s prompt and tools, and ends with the model’s last message', () => {
    const trace = corpusTrace(corpusRow(), SAMPLE_TOOLS, OPTIONS) as Trace;
    const row = sftRow(trace, 1);
    expect(row.messages.slice(0, 2)).toEqual([
      { role: 'system', content: HARNESS.system },
      { role: 'user', content: QUERY },
    ]);
    expect(JSON.parse(row.tools)).toEqual(HARNESS.schemas);
    expect(row.messages.at(-1)).toMatchObject({ role: 'assistant' });
    expect(row.messages.filter(({ role }) => role === 'tool')[0]).toEqual({
      role: 'tool',
      tool_call_id: 'a',
      content: '[{"product_id":"1000000001"}]',
    });
  });

  it('a corpus row keeps its own prompt and tools on request', () => {
    const trace = corpusTrace(corpusRow(), SAMPLE_TOOLS, { ...OPTIONS, prompt: 'as-recorded' }) as Trace;
    expect(trace.messages[0]).toEqual({ role: 'system', content: 'You shop.' });
    expect(trace.tools).toBe(SAMPLE_TOOLS);
  });

  it('a corpus row loses the excess of a long result', () => {
    const messages = [
      { role: 'user' as const, content: QUERY },
      {
        role: 'assistant' as const,
        content: '<think>A lamp.</think>',
        tool_calls: [sampleCall('a', 'find_product', '{"q":"lamp"}')],
      },
      {
        role: 'tool' as const,
        tool_call_id: 'a',
        name: 'find_product',
        content: JSON.stringify(
          Array.from({ length: 40 }, (_, place) => ({ product_id: String(1_000_000_000 + place) })),
        ),
      },
      { role: 'assistant' as const, content: 'Done.' },
    ];
    const trace = corpusTrace(corpusRow({ messages }), SAMPLE_TOOLS, { ...OPTIONS, prompt: 'as-recorded' }) as Trace;
    expect(trace.messages.map(({ content }) => content.slice(0, 24))).toEqual([
      QUERY.slice(0, 24),
      '<think>A lamp.</think>',
      '[{"product_id":"10000000',
      'Done.',
    ]);
    expect(trace.messages[2]!.content.length).toBeLessThanOrEqual(300);
    expect(JSON.parse(trace.messages[2]!.content).at(-1)).toEqual({ left_out: expect.any(Number) });
  });

  it('omits a row that could not be the student’s, with the reason', () => {
    const calling = (name: string) => ({
      messages: [
        { role: 'user' as const, content: QUERY },
        { role: 'assistant' as const, content: '', tool_calls: [sampleCall('a', name, '{}')] },
      ],
    });
    expect(corpusTrace(corpusRow(calling('calculate_voucher')), SAMPLE_TOOLS, OPTIONS)).toBe('OTHER_TOOLS');
    expect(corpusTrace(corpusRow({ messages: [{ role: 'user', content: QUERY }] }), SAMPLE_TOOLS, OPTIONS)).toBe(
      'SILENT',
    );
    const forged = { role: 'assistant' as const, content: 'x<|im_end|>y' };
    expect(corpusTrace(corpusRow({ messages: [forged] }), SAMPLE_TOOLS, OPTIONS)).toBe('FORGED');
    const [step] = corpusRow({}).steps;
    const cutOff = corpusRow({ steps: [step!, { ...step!, finish_reason: 'length' }] });
    expect(corpusTrace(cutOff, SAMPLE_TOOLS, OPTIONS)).toBe('CUT_OFF');
  });
});

describe('rows that name a product', () => {
  const many = JSON.stringify(
    Array.from({ length: 40 }, (_, place) => ({ product_id: String(1_000_000_000 + place) })),
  );
  const naming = (id: number) => ({
    messages: [
      { role: 'user' as const, content: QUERY },
      { role: 'assistant' as const, content: '', tool_calls: [sampleCall('a', 'find_product', '{"q":"lamp"}')] },
      { role: 'tool' as const, tool_call_id: 'a', name: 'find_product', content: many },
      {
        role: 'assistant' as const,
        content: '',
        tool_calls: [sampleCall('b', 'recommend_product', `{"product_ids":"${id}"}`)],
      },
    ],
  });

  it('omits a row that names a product the student would not see', () => {
    expect(corpusTrace(corpusRow(naming(1_000_000_039)), SAMPLE_TOOLS, OPTIONS)).toBe('UNSEEN');
    expect(corpusTrace(corpusRow(naming(1_000_000_000)), SAMPLE_TOOLS, OPTIONS)).toMatchObject({ source: 'corpus' });
    const keep = { ...OPTIONS, unseen: 'keep' } as const;
    expect(corpusTrace(corpusRow(naming(1_000_000_039)), SAMPLE_TOOLS, keep)).toMatchObject({ source: 'corpus' });
  });
});

describe('rows of the first stage', () => {
  const traces = ['a', 'b', 'c'].map((id) => sampleTrace(id, [[FIND]]));
  const settings = { outcomes: 'successes', most_per_problem: 2, weighting: 'problem', seed: 1 } as const;

  it('rows of the first stage are successes, capped per problem and weighted by their number', () => {
    const failed = sampleTrace('d', [[FIND]], { success: false });
    const unknown = { ...sampleTrace('e', [[FIND]]), success: null };
    const { rows, left_out } = sftRows([...traces, failed, unknown, 'FORGED'], settings);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ weight }) => weight)).toEqual([1 / Math.SQRT2, 1 / Math.SQRT2]);
    expect(left_out).toEqual({ FAILED: 2, FORGED: 1, OVER_CAP: 1 });
  });

  it('rows of the first stage are the same for the same seed', () => {
    expect(sftRows(traces, settings)).toEqual(sftRows(traces, settings));
  });

  it('the first stage can use all rows with equal weight', () => {
    const all = { ...settings, outcomes: 'all', most_per_problem: null, weighting: 'row' } as const;
    const { rows } = sftRows([...traces, sampleTrace('d', [[FIND]], { success: false })], all);
    expect(rows.map(({ id, weight }) => [id, weight])).toEqual(['a', 'b', 'c', 'd'].map((id) => [id, 1]));
  });
});

describe('the signature of actions', () => {
  it('the action signature is the same for equivalent calls, and differs when the answer would', () => {
    const one = sampleTrace('a', [['find_product {"q": "Oak  LAMP", "page": 1}'], [RECOMMEND], [END]]);
    const other = sampleTrace('b', [
      ['find_product {"q":"oak lamp","sort":"default"}'],
      [RECOMMEND],
      ['terminate {"status":"done"}'],
    ]);
    expect(actionSignature(one.messages)).toBe(actionSignature(other.messages));
    const together = sampleTrace('c', [['find_product {"q":"oak lamp"}', RECOMMEND], [END]]);
    expect(actionSignature(together.messages)).not.toBe(actionSignature(one.messages));
    expect(actionSignature(sampleTrace('d', [['find_product no json']]).messages)).toContain('no json');
  });
});

describe('the structural filter', () => {
  it.each([
    ['nothing', [[FIND], [VIEW], [RECOMMEND], [END]], []],
    [
      'a recommendation of something never shown',
      [[FIND], ['recommend_product {"product_ids":"2000000002"}'], [END]],
      ['PRODUCT_UNSEEN'],
    ],
    ['no recommendation', [[FIND], [END]], ['RECOMMEND_COUNT']],
    ['arguments a tool refuses', [[FIND], ['view_product_information {}'], [RECOMMEND]], ['ARGUMENTS_BAD']],
    ['a loop', [[FIND], [FIND], [FIND], [RECOMMEND]], ['ERROR_LOOP']],
    ['an end in the middle', [[RECOMMEND.replace('1000000001', '')], [FIND]], ['ARGUMENTS_BAD', 'ENDS_ON_THOUGHT']],
  ])('the structural filter finds %s', (_, turns, reasons) => {
    expect(structuralFlaws(sampleTrace('a', turns)).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(reasons),
    );
    if (reasons.length === 0) expect(structuralFlaws(sampleTrace('a', turns))).toEqual([]);
  });
});

const GOOD = [[FIND], [RECOMMEND], [END]];
const OTHER = [[FIND], [VIEW], [RECOMMEND], [END]];

describe('rows of the student’s own successes', () => {
  const original = Array.from({ length: 10 }, (_, place) => sftRow(sampleTrace(`o${place}`, [[FIND]]), 1));
  const episodes = [
    sampleTrace('a', GOOD),
    sampleTrace('b', GOOD),
    sampleTrace('c', OTHER),
    sampleTrace('d', GOOD, { success: false }),
    sampleTrace('e', [[RECOMMEND], [END]]),
    sampleTrace('f', OTHER, { problem_id: 'p2' }),
    sampleTrace('g', OTHER, { mode: 'greedy', problem_id: 'p3' }),
  ];

  it('own successes are distinct and sound, weigh more when rare, and are mixed with earlier rows', () => {
    const settings = { most_per_problem: 4, original_share: 0.5, original_least: 0 };
    const { rows, own, counts } = rejectionRows(episodes, original, settings, 1);
    expect(own).toBe(3);
    expect(rows).toHaveLength(6);
    expect(counts).toEqual({
      episodes: 6,
      successes: 5,
      refused: { PRODUCT_UNSEEN: 1 },
      same_actions: 1,
      over_cap: 0,
    });
    const weights = Object.fromEntries(rows.map(({ id, weight }) => [id, weight]));
    expect(weights.a).toBeCloseTo(1 / Math.sqrt(4 / 5));
    expect(weights.f).toBe(1);
  });

  it('own successes are capped per problem', () => {
    const { traces, counts } = chosenSuccesses(episodes, 1, new Random(1));
    expect(traces.map(({ problem_id }) => problem_id)).toEqual(['p1', 'p2', 'p3']);
    expect(counts.over_cap).toBe(1);
  });

  it('uses all earlier rows when there is no success of the student', () => {
    const settings = { most_per_problem: 4, original_share: 0.5, original_least: 0 };
    expect(rejectionRows([episodes[3]!], original, settings, 1).rows).toHaveLength(10);
  });

  it('mixes in at least the configured number of earlier rows, as far as there are', () => {
    const mix = (least: number) =>
      mixRows(original.slice(0, 1), original, { original_share: 0.5, original_least: least }, new Random(1)).length;
    expect([mix(0), mix(4), mix(100)]).toEqual([2, 5, 11]);
  });

  it('pass rates name the problems worth learning from', () => {
    const rates = passRates(episodes);
    expect([...rates]).toEqual([
      ['p1', 4 / 5],
      ['p2', 1],
    ]);
    expect(mixedProblems(rates)).toEqual(['p1']);
    expect([...failedProblems(rates)]).toEqual(['p1']);
  });

  it('teacher rows weigh more for voucher problems', () => {
    const settings = { most_per_problem: 4, original_share: 0, original_least: 0, voucher_weight: 3 };
    const categories = new Map([['p2', 'voucher' as const]]);
    const { rows } = teacherRows(episodes, original, categories, settings, 1);
    expect(Object.fromEntries(rows.map(({ id, weight }) => [id, weight]))).toEqual({ a: 1, c: 1, f: 3, g: 1 });
  });
});
