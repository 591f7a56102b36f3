import { describe, expect, it } from 'vitest';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { sampleReading } from '../testing/sample-reading.ts';
import { ATTEMPT_RULES, applyRules } from './apply-rules.ts';
import type { AttemptReading } from './attempt-reading.ts';
import { FILTER_CONFIG, type FilterConfig } from './filter-config.ts';
import { REASONS } from './filter-rule.ts';
import { estimatedTokens } from './token-counter.ts';

const QUERY = 'I want a red desk lamp';
const ID = '1000000001';

type Turn = readonly (readonly [string, object])[];

const GOOD: readonly Turn[] = [
  [['find_product', { q: 'red desk lamp' }]],
  [['view_product_information', { product_ids: ID }]],
  [['recommend_product', { product_ids: ID }]],
  [['terminate', { status: 'success' }]],
];

/** A conversation in which the harness executes whatever the model says. */
function converse(turns: readonly Turn[], end?: string): SampleConversation {
  const conversation = new SampleConversation();
  const messages: object[] = [{ role: 'user', content: QUERY }];
  for (const [turn, calls] of turns.entries()) {
    const said = calling(...calls);
    for (const call of said.tool_calls) call.id = `${turn}_${call.id}`;
    conversation.ask([...messages], said);
    messages.push(said);
    for (const [place, [name, given]] of calls.entries()) {
      const { q, product_ids, price } = given as { q?: string; product_ids?: string; price?: string };
      if (name === 'find_product') conversation.search({ q: q ?? '', ...(price && { price }) });
      if (name === 'view_product_information') conversation.view(...(product_ids ?? '').split(','));
      messages.push({ role: 'tool', tool_call_id: said.tool_calls[place]!.id, content: '[]' });
    }
  }
  return end === undefined ? conversation : conversation.ask(messages, { role: 'assistant', content: end });
}

function readingOf(conversation: SampleConversation, rest: Partial<AttemptReading> = {}, quality: number | null = 0.7) {
  return { ...sampleReading(conversation, QUERY, null, quality), ...rest };
}

function reasons(reading: AttemptReading, config: Partial<FilterConfig> = {}, withheld = new Map<string, string>()) {
  const context = { config: { ...FILTER_CONFIG, ...config }, counter: estimatedTokens, withheld };
  return applyRules(reading, context).map(({ reason }) => reason);
}

describe('the rules of the filter', () => {
  it('the filter rules run in the order of the reasons, as in the paper', () => {
    expect(ATTEMPT_RULES.map(({ reason }) => reason)).toEqual(REASONS.slice(0, ATTEMPT_RULES.length));
  });

  it('a good attempt passes every filter rule', () => {
    expect(reasons(readingOf(converse(GOOD)))).toEqual([]);
  });

  it('the filter rejects badly judged attempts, and unjudged ones unless configured otherwise', () => {
    expect(reasons(readingOf(converse(GOOD), {}, 0.3))).toEqual(['QUALITY_LOW']);
    expect(reasons(readingOf(converse(GOOD), {}, null))).toEqual(['QUALITY_LOW']);
    expect(reasons(readingOf(converse(GOOD), {}, null), { keepUnjudged: true })).toEqual([]);
    expect(reasons(readingOf(converse(GOOD), { verdict: null }), { keepUnjudged: true })).toEqual([]);
  });

  it('the filter requires exactly one recommendation', () => {
    expect(reasons(readingOf(converse(GOOD.toSpliced(2, 1))))).toEqual(['RECOMMEND_COUNT']);
    expect(reasons(readingOf(converse([...GOOD.slice(0, 3), GOOD[2]!])))).toEqual(['RECOMMEND_COUNT']);
  });

  it('the filter rejects arguments that a tool would reject or ignore', () => {
    for (const bad of [
      { q: 'lamp', price: 'above:10' },
      { q: 'lamp', price: '104' },
      { q: 'lamp', service: 'lazmall' },
      { query: 'lamp' },
      { q: 'lamp', page: 9 },
    ]) {
      const turns: Turn[] = [[['find_product', bad]], ...GOOD];
      expect(reasons(readingOf(converse(turns)))).toContain('ARGUMENTS_BAD');
      expect(reasons(readingOf(converse(turns)), { maximumBadCalls: 1 })).not.toContain('ARGUMENTS_BAD');
    }
    const shops: Turn[] = [
      [['find_products_in_same_shop', { product_queries: [{ q: 'lamp', price: 'cheap' }] }]],
      ...GOOD,
    ];
    expect(reasons(readingOf(converse(shops)))).toContain('ARGUMENTS_BAD');
  });

  it('the filter requires that recommended products exist and were shown', () => {
    const invented = GOOD.with(2, [['recommend_product', { product_ids: '1000000009' }]]);
    expect(reasons(readingOf(converse(invented)))).toEqual(['PRODUCT_UNSEEN']);
    const verdict = {
      rules: { flags: ['unknown_product'] },
      judgement: { quality: 0.9 },
    } as unknown as AttemptReading['verdict'];
    expect(reasons(readingOf(converse(GOOD), { verdict }))).toEqual(['PRODUCT_UNKNOWN']);
  });

  it('the filter rejects attempts too long to train on', () => {
    expect(reasons(readingOf(converse(GOOD)), { maximumTokens: 500 })).toEqual(['TOO_LONG']);
  });

  it('the filter rejects attempts that end on a thought or are truncated, and keeps those that end with an answer', () => {
    expect(reasons(readingOf(converse(GOOD.slice(0, 2), 'I wonder.')))).toEqual(['RECOMMEND_COUNT', 'ENDS_ON_THOUGHT']);
    expect(reasons(readingOf(converse(GOOD.slice(0, 2))))).toEqual(['RECOMMEND_COUNT', 'ENDS_ON_THOUGHT']);
    expect(reasons(readingOf(converse(GOOD.slice(0, 3), '<think>Well done.</think>')))).toEqual(['ENDS_ON_THOUGHT']);
    expect(reasons(readingOf(converse(GOOD.slice(0, 3), '<think>Done.</think>Take this lamp.')))).toEqual([]);
  });

  it('the filter rejects attempts with loops', () => {
    const again = GOOD[1]!;
    expect(reasons(readingOf(converse([GOOD[0]!, again, again, again, ...GOOD.slice(2)])))).toContain('ERROR_LOOP');
  });

  it('the filter rejects scripted attempts, withheld problems, and attempts that ended with a fault', () => {
    expect(reasons(readingOf(converse(GOOD).view('1000000002').view(ID)))).toEqual(['NOT_AGENTIC']);
    expect(reasons(readingOf(converse(GOOD)), {}, new Map([['p', 'it is sealed']]))).toEqual(['PROBLEM_WITHHELD']);
    const reading = readingOf(converse(GOOD));
    const faulty = { ...reading, facts: { ...reading.facts, fault: 'AGENT_OUT_OF_TIME' } };
    expect(reasons(faulty)).toEqual(['NOT_NORMALISED']);
  });

  it('the filter detects a call without its result', () => {
    const reading = readingOf(converse(GOOD));
    const { trajectory } = reading.rebuilt as Extract<AttemptReading['rebuilt'], { ok: true }>;
    const torn = trajectory.messages.toSpliced(2, 1);
    expect(reasons({ ...reading, rebuilt: { ok: true, trajectory: { ...trajectory, messages: torn } } })).toEqual([
      'CALL_UNPAIRED',
    ]);
    const doubled = [...trajectory.messages, trajectory.messages[2]!];
    expect(reasons({ ...reading, rebuilt: { ok: true, trajectory: { ...trajectory, messages: doubled } } })).toEqual([
      'CALL_UNPAIRED',
    ]);
  });

  it('the filter reports every failed rule, in order', () => {
    const scripted = new SampleConversation()
      .ask([{ role: 'user', content: QUERY }], { content: 'Hm.' })
      .search({ q: 'lamp' });
    expect(reasons(readingOf(scripted, {}, 0.1))).toEqual(['NOT_NORMALISED', 'QUALITY_LOW', 'NOT_AGENTIC']);
  });
});
