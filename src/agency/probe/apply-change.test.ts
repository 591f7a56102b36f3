import { describe, expect, it } from 'vitest';
import type { AnswerChange } from '../../inference/inference.ts';
import { Random } from '../../random/random.ts';
import { applyChange, canBeUndone, changedExactly, replaceIn, textsSaid, undone } from './apply-change.ts';

const word = (from: string, to: string): AnswerChange => ({ kind: 'word', from, to });
const product = (from: string, to: string): AnswerChange => ({ kind: 'product', from, to });
const bound = (from: string, to: string): AnswerChange => ({ kind: 'bound', from, to });
const title = (from: string, to: string): AnswerChange => ({
  kind: 'title',
  from,
  to,
  products: { from: 'a', to: 'b' },
});
const page = (from: string, to: string): AnswerChange => ({ kind: 'page', from, to });

describe('a changed text', () => {
  it.each([
    ['a red lamp', 'a red vase'],
    ['Lamp', 'Vase'],
    ['RED LAMP', 'RED VASE'],
    ['"lamp", lamp. (lamp)', '"vase", vase. (vase)'],
    ['lamps, headlamp, lamp_2, lamp2', 'lamps, headlamp, lamp_2, lamp2'],
  ])('replaces every whole occurrence of a word and keeps its case: %s', (text, expected) => {
    expect(replaceIn(text, word('lamp', 'vase'))).toBe(expected);
  });

  it('keeps the case of the new word when the old word has none', () => {
    expect(replaceIn('椅子 please', word('椅子', 'vase'))).toBe('vase please');
  });

  it.each([
    ['1000000001', '1000000009'],
    ['1000000002,1000000001, 1000000003', '1000000002,1000000009, 1000000003'],
    ['["1000000001"] and #1000000001.', '["1000000009"] and #1000000009.'],
    ['10000000011 and 21000000001 and x1000000001', '10000000011 and 21000000001 and x1000000001'],
  ])('replaces a product id, also in a list of ids: %s', (text, expected) => {
    expect(replaceIn(text, product('1000000001', '1000000009'))).toBe(expected);
  });

  it.each([
    ['100-500', '100-541'],
    ['under 500.', 'under 541.'],
    ['500, 600', '541, 600'],
    ['500.50 and 2.500 and 1,500 and 5000', '500.50 and 2.500 and 1,500 and 5000'],
  ])('replaces a price, keeps its decimals and leaves other numbers alone: %s', (text, expected) => {
    expect(replaceIn(text, bound('500', '541'))).toBe(expected);
  });

  it.each([
    ['I take Lamp No. 7.', 'I take Vase $& (new).'],
    ['"Lamp No. 7", Lamp No. 7!', '"Vase $& (new)", Vase $& (new)!'],
    ['Lamp No. 70, lamp no. 7, Lamp No 7', 'Lamp No. 70, lamp no. 7, Lamp No 7'],
  ])('replaces every whole occurrence of a title as it is: %s', (text, expected) => {
    expect(replaceIn(text, title('Lamp No. 7', 'Vase $& (new)'))).toBe(expected);
  });

  it.each([
    ['{"page": 1}', '{"page": 2}'],
    ['{"page":"1"}', '{"page":"2"}'],
    ['{\\"page\\": 1}', '{\\"page\\": 2}'],
    ['search(page=1)', 'search(page=2)'],
    ['<page>1</page>', '<page>2</page>'],
    ['page_number: 1', 'page_number: 2'],
    ['"pageNo": 1', '"pageNo": 2'],
    ['page=10', 'page=10'],
    ['page=3', 'page=3'],
    ['1 page, step=1, homepage: 1', '1 page, step=1, homepage: 1'],
  ])('replaces the page number in each form of arguments: %s', (text, expected) => {
    expect(replaceIn(text, page('1', '2'))).toBe(expected);
  });
});

const RESPONSE = {
  id: 'lamp',
  model: 'lamp',
  choices: [
    {
      index: 0,
      finish_reason: 'lamp',
      message: {
        role: 'lamp',
        content: 'I look for a lamp.',
        tool_calls: [
          {
            id: 'lamp',
            type: 'lamp',
            function: { name: 'lamp', arguments: '{"q":"red \\"lamp\\" 500","page":1}' },
          },
        ],
      },
    },
    { index: 1, message: { content: [{ type: 'text', text: 'Lamp?' }] } },
  ],
  usage: { prompt_tokens: 500 },
};

describe('a changed response', () => {
  it('a changed response differs in every choice, in texts and arguments, and in nothing else', () => {
    const changed = applyChange(RESPONSE, word('lamp', 'vase'));
    expect(changed).toEqual({
      ...RESPONSE,
      choices: [
        {
          ...RESPONSE.choices[0],
          message: {
            ...RESPONSE.choices[0]!.message,
            content: 'I look for a vase.',
            tool_calls: [
              {
                id: 'lamp',
                type: 'lamp',
                function: { name: 'lamp', arguments: '{"q":"red \\"vase\\" 500","page":1}' },
              },
            ],
          },
        },
        { index: 1, message: { content: [{ type: 'text', text: 'Vase?' }] } },
      ],
    });
  });

  it.each([word('lamp', 'vase'), bound('500', '541'), page('1', '2')])(
    'a changed response has valid JSON in its arguments: %o',
    (change) => {
      const [, given] = textsSaid(applyChange(RESPONSE, change));
      expect(given).not.toBe(textsSaid(RESPONSE)[1]);
      expect(Object.keys(JSON.parse(given!))).toEqual(['q', 'page']);
    },
  );

  it('returns a response that is not an object unchanged', () => {
    for (const odd of [null, 'lamp', 7, ['lamp']]) expect(applyChange(odd, word('lamp', 'vase'))).toBe(odd);
    expect(textsSaid('lamp')).toEqual([]);
  });
});

describe('a response as providers send it', () => {
  const message = (rest: object) => ({ choices: [{ message: { role: 'assistant', content: null, ...rest } }] });
  const calling = (given: unknown) =>
    message({ tool_calls: [{ id: 'a', function: { name: 'find', arguments: given } }] });

  it('joins the parts of a text, so that an id divided between them is read', () => {
    const parts = [{ type: 'text', text: 'Search[brass la' }, { type: 'text', text: 'mp] 10000' }, '00001'];
    const response = message({ content: [{ type: 'thinking', thinking: 'A vase?' }, ...parts] });
    expect(textsSaid(response)).toEqual(['A vase?', 'Search[brass lamp] 1000000001']);
  });

  it('changes a text in parts only where no part ends within the changed value', () => {
    const divided = message({
      content: [
        { type: 'text', text: 'a la' },
        { type: 'text', text: 'mp' },
      ],
    });
    const whole = message({
      content: [
        { type: 'text', text: 'a lamp ' },
        { type: 'text', text: 'for me' },
      ],
    });
    expect(changedExactly(divided, word('lamp', 'sofa'))).toBeUndefined();
    expect(textsSaid(changedExactly(whole, word('lamp', 'sofa')))).toEqual(['a sofa for me']);
  });

  it.each<[AnswerChange, object]>([
    [product('1000000001', '1000000009'), { id: '1000000009', price: '100-500', page: 1 }],
    [bound('500', '541'), { id: '1000000001', price: '100-541', page: 1 }],
    [page('1', '2'), { id: '1000000001', price: '100-500', page: 2 }],
  ])('changes arguments that are an object, including numbers and ids: %o', (change, expected) => {
    const given = { id: '1000000001', price: '100-500', page: 1 };
    const changed = changedExactly(calling(given), change);
    expect(changed).toEqual(calling(expected));
    expect(applyChange(changed, undone(change))).toEqual(calling(given));
  });

  it('does not read what the model considered and did not say', () => {
    const considered = [{ token: 'lamp', top_logprobs: [{ token: 'lamp' }, { token: 'sofa' }] }];
    const [choice] = message({ content: 'lamp' }).choices;
    expect(textsSaid({ choices: [{ ...choice, logprobs: { content: considered } }] })).toEqual(['lamp']);
  });

  it('changes a token of the log-probabilities together with its bytes', () => {
    const listed = (token: string) => ({ content: [{ token, bytes: [...Buffer.from(token)], logprob: -0.5 }] });
    const [choice] = message({ content: 'a lamp' }).choices;
    const response = { choices: [{ ...choice, logprobs: listed(' lamp') }] };
    expect(changedExactly(response, word('lamp', 'sofa'))).toMatchObject({
      choices: [{ message: { content: 'a sofa' }, logprobs: listed(' sofa') }],
    });
  });

  it('keeps the signature of reasoning and the provider’s own reason for the end', () => {
    const response = {
      choices: [
        {
          native_finish_reason: 'lamp',
          message: { content: 'lamp', reasoning_details: [{ type: 'thinking', text: 'lamp', signature: 'a/lamp' }] },
        },
      ],
    };
    expect(changedExactly(response, word('lamp', 'sofa'))).toEqual({
      choices: [
        {
          native_finish_reason: 'lamp',
          message: { content: 'sofa', reasoning_details: [{ type: 'thinking', text: 'sofa', signature: 'a/lamp' }] },
        },
      ],
    });
  });
});

const PIECES = ['lamp', 'Lamp', 'LAMP', 'iLamp', 'laMp', 'vase', 'Vase', '1', '2', '500', '541', '5.500', '"page": 1'];
const MORE = ['page=2', '1000000001', '1000000009', ',', ' and ', '{"q":"', '"}', '-', '.'];
const CHANGES = [
  word('lamp', 'vase'),
  bound('500', '541'),
  page('1', '2'),
  product('1000000001', '1000000009'),
  title('lamp', 'iLamp'),
];
const MENU: AnswerChange = { kind: 'choice', from: '1', to: '2', products: { from: 'a', to: 'b' } };

describe('undoing a change', () => {
  it('undoing a change restores the original answer, or the change is reported as not undoable', () => {
    let undoable = 0;
    for (let seed = 0; seed < 2_000; seed++) {
      const random = new Random(seed);
      const text = Array.from({ length: 1 + random.integer(6) }, () => random.pick([...PIECES, ...MORE])).join(' ');
      const change = random.pick([...CHANGES, MENU]);
      const response = { choices: [{ message: { content: text } }] };
      const back = applyChange(applyChange(response, change), undone(change));
      expect(canBeUndone([text], change), text).toBe(JSON.stringify(back) === JSON.stringify(response));
      if (canBeUndone([text], change) && replaceIn(text, change) !== text) undoable++;
    }
    expect(undoable).toBeGreaterThan(200);
  });

  it('a change cannot be undone when the answer already has the new value or a word in mixed case', () => {
    expect(canBeUndone(['lamp or VASE'], word('lamp', 'vase'))).toBe(false);
    expect(canBeUndone(['an iPhone'], word('iphone', 'vase'))).toBe(false);
    expect(canBeUndone(['lamp', 'a vase'], word('lamp', 'vase'))).toBe(false);
  });

  it('a change can be undone when the new number is only part of another number', () => {
    expect(canBeUndone(['{"q":"lamp 2026","page":1}'], page('1', '2'))).toBe(true);
    expect(canBeUndone(['Option 1, for 299.'], MENU)).toBe(true);
    expect(canBeUndone(['Option 1, with 2 lamps.'], MENU)).toBe(false);
  });

  it('undoing a change also swaps the products of a menu', () => {
    expect(undone(MENU)).toEqual({ kind: 'choice', from: '2', to: '1', products: { from: 'b', to: 'a' } });
  });
});
