import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupOf, sampleDialogue, sampleEvidence, sampleStep } from '../testing/sample-evidence.ts';
import { benchmark } from './benchmark.ts';
import { formatScore } from './format-score.ts';
import { productionStrict } from './production-strict.ts';
import { pythonStrip } from './python-strip.ts';
import { readRecommendation } from './read-recommendation.ts';
import { readSteps } from './read-steps.ts';
import { lengthScore, scoreAttempt } from './score-attempt.ts';

function verdictOn(dialogue: readonly unknown[]) {
  return scoreAttempt(sampleEvidence('', { dialogue }), lookupOf(), productionStrict());
}

function calling(...calls: unknown[]): unknown {
  return { completion: { message: { think: 'So.', tool_call: calls } }, extra_info: { timestamp: 1 } };
}

const LAMP_CALL = { name: 'recommend_product', parameters: { product_ids: 'lamp' } };

describe('malformed steps', () => {
  it.each([
    ['null', null],
    ['a number', 7],
    ['a text', 'recommend_product lamp'],
    ['a list', [LAMP_CALL]],
    ['no completion', { extra_info: { timestamp: 1 } }],
    ['a completion of null', { completion: null }],
    ['no message', { completion: { content: '<tool_call>[]</tool_call>' } }],
    ['a message that is text', { completion: { message: 'tool_call' } }],
    ['a message that is a list', { completion: { message: ['tool_call'] } }],
    ['tool calls that are text', { completion: { message: { tool_call: 'recommend_product' } } }],
    ['one tool call instead of a list', { completion: { message: { tool_call: LAMP_CALL } } }],
    ['a tool call that is text', calling('recommend_product')],
    ['a tool call without a name', calling({ parameters: { product_ids: 'lamp' } })],
  ])('flags a malformed step, which recommends nothing: %s', (_, step) => {
    const verdict = verdictOn([step]);
    expect(verdict).toMatchObject({ success: false, scores: { format: 0, length: 0 }, recommended: [] });
    expect(verdict.flags).toContain('malformed_dialogue');
    // They do not affect the steps around them.
    expect(verdictOn([step, ...sampleDialogue('lamp')])).toMatchObject({ success: true, scores: { format: 0.75 } });
    expect(verdictOn([...sampleDialogue('lamp'), step])).toMatchObject({ success: true, scores: { length: 0 } });
  });
});

describe('steps accepted here that fail the whole problem in ORO', () => {
  const [first, ...rest] = sampleDialogue('lamp') as [{ completion: { message: object } }, ...unknown[]];
  it.each([
    ['a thought of null', { think: null }],
    ['tool calls of null', { tool_call: null }],
    ['results that are text', { obs: 'found' }],
    ['a list of results that are text', { obs: ['found'] }],
    ['a user that is a number', { user: 7 }],
  ])('flags a step that fails the problem in ORO: %s', (_, field) => {
    const odd = { ...first, completion: { message: { ...first.completion.message, ...field } } };
    const verdict = verdictOn([...sampleDialogue('lamp'), odd, ...rest]);
    expect(verdict).toMatchObject({ success: true, flags: ['malformed_dialogue'] });
  });

  it('flags a last step without a completion', () => {
    const verdict = verdictOn([...sampleDialogue('lamp'), { extra_info: {} }]);
    expect(verdict).toMatchObject({ success: true, flags: ['malformed_dialogue'] });
  });
});

describe('malformed recommendations', () => {
  it.each([
    ['a list', ['lamp']],
    ['a number', 1001],
    ['null', null],
    ['an object', { id: 'lamp' }],
    ['true', true],
  ])('a malformed recommendation replaces the one before and recommends nothing: %s', (_, productIds) => {
    for (const before of [[], sampleDialogue('lamp')]) {
      expect(verdictOn([...before, ...sampleDialogue(productIds)])).toMatchObject({
        success: false,
        recommended: [],
        flags: ['no_recommendation', 'malformed_recommendation'],
      });
    }
  });

  it('a recommendation without product_ids names nothing', () => {
    const nameless = calling({ name: 'recommend_product', parameters: { product_id: 'lamp' } });
    expect(verdictOn([...sampleDialogue('lamp'), nameless]).flags).toEqual([
      'no_recommendation',
      'malformed_recommendation',
    ]);
  });

  it('a recommendation without parameters is not a call, and ends the reading of its step', () => {
    for (const parameters of [undefined, null, 'lamp', ['lamp']]) {
      const bare = { name: 'recommend_product', parameters };
      const step = calling(bare, LAMP_CALL);
      expect(verdictOn([step]).flags).toEqual(['no_recommendation', 'malformed_recommendation', 'malformed_dialogue']);
      expect(verdictOn([calling(LAMP_CALL, bare)])).toMatchObject({
        success: true,
        flags: ['malformed_recommendation', 'malformed_dialogue'],
      });
    }
  });

  it('reads a step up to its first malformed call', () => {
    expect(verdictOn([calling(LAMP_CALL, 5)]).success).toBe(true);
    expect(verdictOn([calling(5, LAMP_CALL)]).success).toBe(false);
    expect(verdictOn([calling({ name: 5 }, LAMP_CALL)]).success).toBe(true);
  });

  it('distinguishes malformed recommendations from texts that only look like one', () => {
    expect(verdictOn([calling({ name: 'Recommend_Product', parameters: { product_ids: 'lamp' } })]).flags).toEqual([
      'no_recommendation',
    ]);
    expect(verdictOn([{ completion: { content: 'recommend_product lamp', message: {} } }]).success).toBe(false);
  });

  it('flags ids that are duplicated, spaced or unknown', () => {
    expect(verdictOn(sampleDialogue('lamp, lamp')).flags).toEqual(['duplicate_product']);
    expect(verdictOn(sampleDialogue(' lamp\u3000')).flags).toEqual([]);
    expect(verdictOn(sampleDialogue('LAMP')).flags).toEqual(['unseen_product', 'unknown_product']);
    expect(verdictOn(sampleDialogue(' , ,')).flags).toEqual(['no_recommendation']);
    for (const inherited of ['__proto__', 'constructor', 'toString']) {
      expect(verdictOn(sampleDialogue(inherited)).flags).toEqual(['unseen_product', 'unknown_product']);
    }
  });
});

describe('format', () => {
  const of = (message: unknown, rest: object = { extra_info: { timestamp: 1 } }) =>
    formatScore(readSteps([{ completion: { message }, ...rest }]), 0.5);
  const call = { name: 'find_product', parameters: { q: 'lamp' } };

  it('the format score requires a thought, and a call or a response', () => {
    expect(of({ think: 'a', tool_call: [call] })).toBe(1);
    expect(of({ think: 'a', response: 'b' })).toBe(1);
    expect(of({ think: 'a', tool_call: [call], response: 'b' })).toBe(1);
    for (const message of [
      {},
      { think: 'a' },
      { tool_call: [call] },
      { think: '', tool_call: [call] },
      { think: 'a', tool_call: [] },
      { think: 'a', tool_call: [], response: '' },
      { think: 5, tool_call: [call] },
      { think: null, tool_call: [call] },
      { think: 'a', tool_call: null, response: 'b' },
      { think: 'a', tool_call: [call], response: ['b'] },
      { think: 'a', tool_call: [{ name: 'x' }] },
      { think: 'a', tool_call: [{ name: 5, parameters: {} }] },
      { think: 'a', tool_call: [{ name: 'x', parameters: [] }] },
      { think: 'a', tool_call: [call, 'x'] },
    ]) {
      expect(of(message), JSON.stringify(message)).toBe(0);
    }
  });

  it('the format score rejects tags inside a part, tool results included', () => {
    for (const tag of ['<think>', '</think>', '<tool_call>', '</tool_call>', '<response>', '</response>']) {
      expect(of({ think: `a${tag}`, tool_call: [call] })).toBe(0);
      expect(of({ think: 'a', response: tag })).toBe(0);
      expect(of({ think: 'a', tool_call: [{ ...call, result: [{ description: tag }] }] })).toBe(0);
      expect(of({ think: 'a', tool_call: [{ ...call, [tag]: 1 }] })).toBe(0);
    }
    expect(of({ think: 'a < b, <b>bold</b>, <THINK>', tool_call: [call] })).toBe(1);
  });

  it('a step without a time gets half the format score', () => {
    const message = { think: 'a', tool_call: [call] };
    for (const rest of [
      {},
      { extra_info: {} },
      { extra_info: { timestamp: 0 } },
      { extra_info: { timestamp: -5 } },
      { extra_info: { timestamp: '1700000000000' } },
      { extra_info: { timestamp: null } },
    ]) {
      expect(of(message, rest)).toBe(0.5);
    }
    expect(of(message, { extra_info: { timestamp: 0.5 } })).toBe(1);
    expect(of(message, { extra_info: 'soon' })).toBe(0);
    expect(of(message, { extra_info: null })).toBe(0);
  });

  it('the format score is the mean over the steps', () => {
    const good = sampleStep('find_product', {});
    expect(formatScore(readSteps([good, good, {}, { ...(good as object), extra_info: {} }]), 0.5)).toBe(2.5 / 4);
    expect(formatScore([], 0.5)).toBe(0);
  });
});

describe('length', () => {
  it('the length score is one over the number of steps, if the last ends the conversation', () => {
    const of = (dialogue: readonly unknown[]) => lengthScore(readSteps(dialogue));
    expect(of(sampleDialogue('lamp'))).toBe(1 / 3);
    expect(of(sampleDialogue('lamp').slice(0, 2))).toBe(0);
    expect(of([])).toBe(0);
    expect(of([calling(LAMP_CALL, { name: 'terminate' })])).toBe(1);
  });
});

describe('arbitrary JSON', () => {
  const scoresOf = (dialogue: readonly unknown[]) =>
    [productionStrict(), benchmark()].map((ruleSet) =>
      scoreAttempt(sampleEvidence('', { dialogue }), lookupOf(), ruleSet),
    );

  it('scores any JSON from 0 to 1 without throwing', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 6 })), (dialogue) => {
        for (const { scores } of scoresOf(dialogue)) {
          for (const score of Object.values(scores)) expect(score >= 0 && score <= 1).toBe(true);
        }
      }),
    );
  });

  it('scores malformed dialogues from 0 to 1 without throwing', () => {
    const odd = fc.oneof(fc.constantFrom('lamp', 'lamp, mat', ''), fc.jsonValue({ maxDepth: 1 }));
    const call = fc.oneof(
      odd,
      fc.record(
        {
          name: fc.oneof(fc.constantFrom('recommend_product', 'terminate'), odd),
          parameters: fc.oneof(odd, fc.record({ product_ids: odd }, { requiredKeys: [] })),
        },
        { requiredKeys: [] },
      ),
    );
    const message = fc.record(
      { think: odd, tool_call: fc.oneof(odd, fc.array(call)), response: odd },
      { requiredKeys: [] },
    );
    const step = fc.record({
      completion: fc.oneof(odd, fc.record({ message: fc.oneof(odd, message) })),
      extra_info: fc.oneof(odd, fc.record({ timestamp: odd })),
    });
    fc.assert(
      fc.property(fc.array(step), (dialogue) => {
        for (const { scores, success, recommended } of scoresOf(dialogue)) {
          for (const score of Object.values(scores)) expect(score >= 0 && score <= 1).toBe(true);
          if (success) expect(recommended).toEqual(['lamp']);
        }
      }),
    );
  });

  it('reads ten thousand steps and a hundred thousand ids once, deep ones included', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const ids = Array.from({ length: 100_000 }, (_, place) => `id-${place}`).join(' , ');
    const many = Array.from({ length: 10_000 }, () => sampleStep('find_product', { q: 'lamp' }));
    const deepStep = sampleStep('find_product', { deep });
    const dialogue = [...many, deepStep, sampleStep('recommend_product', { product_ids: `lamp,${ids}` })];
    const verdict = verdictOn([...dialogue, sampleStep('terminate', {})]);
    expect(verdict).toMatchObject({ success: true, scores: { format: 1, length: 1 / 10_003 } });
    expect(verdict.flags).toEqual(['unseen_product', 'too_many_products']);
    const spaces = `${' '.repeat(5_000_000)}x${' '.repeat(5_000_000)}lamp`;
    expect(verdictOn(sampleDialogue(spaces)).success).toBe(false);
  });
});

describe('pythonStrip', () => {
  it('pythonStrip removes what Python removes and nothing else', () => {
    expect(pythonStrip('\x1c\x85\u2003 a b\u3000\n')).toBe('a b');
    expect(pythonStrip('\ufeffa\u200b')).toBe('\ufeffa\u200b');
    expect(pythonStrip(' \t ')).toBe('');
  });
});

describe('readRecommendation', () => {
  it('finds no recommendation in an empty dialogue', () => {
    expect(readRecommendation([])).toEqual({ list: '', malformed: false });
  });
});
