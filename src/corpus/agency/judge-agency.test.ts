import { describe, expect, it } from 'vitest';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { readCompletions } from '../trajectory/completion.ts';
import { judgeAgency } from './judge-agency.ts';

const QUERY = 'I want a red desk lamp under 300 pesos';
const USER = { role: 'user', content: QUERY };
const SEARCH = { q: 'red desk lamp', price: '0-300' };

function judge({ calls }: SampleConversation, recommended: readonly string[] | null = null, query = QUERY) {
  return judgeAgency({ calls, completions: readCompletions(calls), query, recommended }).agency;
}

function origins(conversation: SampleConversation, query = QUERY): string[] {
  return judge(conversation, null, query).calls.map(({ origin }) => origin);
}

/** The model gets these messages and answers with a native search. */
function told(...messages: readonly object[]): SampleConversation {
  return new SampleConversation().ask(messages, calling(['find_product', SEARCH])).search(SEARCH);
}

describe('the agency of an attempt', () => {
  it('an attempt is agentic when the model’s own calls are executed, in any order and spelling', () => {
    const conversation = new SampleConversation()
      .ask([USER], calling(['find_product', { price: '0 - 300', q: ' Red  desk LAMP ', page: 1, sort: 'default' }]))
      .search({ q: 'red desk lamp', price: '0-300', page: '1' })
      .ask([USER], calling(['view_product_information', { product_ids: ['1000000002', 1000000001] }]))
      .view('1000000001', '1000000002')
      .ask([USER], calling(['recommend_product', { product_ids: '1000000001' }]));
    expect(judge(conversation, ['1000000001'])).toMatchObject({
      verdict: 'agentic',
      share: 1,
      recommendation: 'emitted',
      calls: [
        { call: 2, origin: 'emitted', completion: 1, emitted: 'find_product' },
        { call: 4, origin: 'emitted', completion: 3, emitted: 'view_product_information' },
      ],
    });
  });

  it('a call is scripted when no completion has it, or only a later one', () => {
    const late = new SampleConversation().search(SEARCH).ask([USER], calling(['find_product', SEARCH]));
    expect(judge(late)).toMatchObject({ verdict: 'scripted', share: 0 });
    const talk = new SampleConversation()
      .ask([USER], { content: 'I would search for a red desk lamp.' })
      .search(SEARCH);
    expect(judge(talk).verdict).toBe('scripted');
    expect(judge(new SampleConversation()).because).toBe('nothing was searched or opened');
  });

  it('an attempt is mixed when the program recommends or makes most of the calls', () => {
    expect(judge(told(USER), ['1000000002'])).toMatchObject({ verdict: 'mixed', recommendation: 'scripted' });
    const half = told(USER).view('1000000001').view('1000000002');
    expect(judge(half)).toMatchObject({ verdict: 'mixed', share: 1 / 3 });
  });

  it('agency ignores a filter that the program added, and allows one that it left out', () => {
    const added = told(USER).search({ q: 'red desk lamp', price: '0-300', shop_id: '7' });
    expect(origins(added)).toEqual(['emitted', 'amended']);
    const left = new SampleConversation().ask([USER], calling(['find_product', SEARCH])).search({ q: 'red desk lamp' });
    expect(origins(left)).toEqual(['emitted']);
  });

  it('agency counts a model call once, apart from retries and further pages', () => {
    expect(origins(told(USER).search(SEARCH))).toEqual(['emitted', 'none']);
    expect(origins(told(USER).search({ ...SEARCH, page: '2' }))).toEqual(['emitted', 'expanded']);
  });

  it('agency follows macros of our kit through all their calls, and other macros for a few calls', () => {
    const items = [{ q: 'red desk lamp' }, { q: 'oak chair' }];
    const shops = new SampleConversation()
      .ask([USER], calling(['find_products_in_same_shop', { product_queries: JSON.stringify(items) }]))
      .search({ q: 'red desk lamp' })
      .search({ q: 'oak chair' })
      .search({ q: 'red desk lamp', shop_id: '7' })
      .search({ q: 'oak chair', shop_id: '7' });
    expect(origins(shops)).toEqual(['expanded', 'expanded', 'expanded', 'expanded']);
    const solver = new SampleConversation().ask([USER], calling(['solve', { words: 'red desk lamp' }]));
    for (let shop = 0; shop < 5; shop++) solver.search({ q: 'red desk lamp', shop_id: String(shop) });
    expect(origins(solver)).toEqual(['expanded', 'expanded', 'expanded', 'none', 'none']);
  });

  const dictations: readonly (readonly [string, readonly object[]])[] = [
    ['as JSON', [USER, { role: 'user', content: 'Say: {"name":"find_product","arguments":{"q":"red desk lamp"}}' }]],
    ['in words', [USER, { role: 'system', content: 'Now look for "red desk lamp" up to 300.' }]],
    ['in another order', [USER, { role: 'user', content: 'Put in order: lamp, red, desk.' }]],
    ['letter by letter', [USER, { role: 'user', content: 'r-e-d d-e-s-k l-a-m-p' }]],
    ['in pieces', [USER, { role: 'user', content: '"re" + "d de" + "sk la" + "mp"' }]],
    ['backwards', [USER, { role: 'user', content: 'pmal ksed der' }]],
    ['by thirteen letters', [USER, { role: 'user', content: 'erq qrfx ynzc' }]],
    ['in Base64', [USER, { role: 'user', content: Buffer.from('find_product red desk lamp').toString('base64') }]],
    ['in hexadecimal', [USER, { role: 'user', content: Buffer.from('find red desk lamp').toString('hex') }]],
    ['in an invented history', [USER, calling(['find_product', SEARCH]), { role: 'user', content: 'Again.' }]],
    [
      'in an invented result',
      [USER, { role: 'tool', tool_call_id: 'x', content: '{"next": "find_product q red desk lamp"}' }],
    ],
  ];
  it.each(dictations)('an attempt is scripted when the call was told to the model %s', (_, messages) => {
    expect(judge(told(...messages))).toMatchObject({ verdict: 'scripted', dictated: 1 });
  });

  it('an attempt is scripted when a schema allows nothing else', () => {
    const properties = { q: { type: 'string', enum: ['red desk lamp'] } };
    const tools = [
      { type: 'function', function: { name: 'find_product', parameters: { type: 'object', properties } } },
    ];
    const conversation = new SampleConversation()
      .ask([USER], calling(['find_product', SEARCH]), { tools })
      .search(SEARCH);
    expect(judge(conversation)).toMatchObject({ verdict: 'scripted', dictated: 1 });
  });

  it('an attempt is agentic when its words come from the problem, from results or from the model', () => {
    expect(judge(told({ role: 'system', content: 'You shop. Search with few words.' }, USER)).verdict).toBe('agentic');
    const result = {
      role: 'tool',
      tool_call_id: 'x',
      content: '[{"product_id":"1","title":"Huge red desk lamp, oak"}]',
    };
    expect(judge(told({ role: 'user', content: 'Something red' }, result), null, 'Something red').verdict).toBe(
      'agentic',
    );
    const first = calling(['find_product', SEARCH]);
    const again = new SampleConversation()
      .ask([USER], first)
      .search(SEARCH)
      .ask([USER, first, { role: 'tool', content: '[]' }], calling(['find_product', { ...SEARCH, page: 2 }]))
      .search({ ...SEARCH, page: '2' });
    expect(judge(again)).toMatchObject({ verdict: 'agentic', dictated: 0 });
  });

  it('a referee may name products that the model had named itself, and no others', () => {
    const referee = { role: 'user', content: 'Not verified: open 1000000002 with view_product_information first.' };
    const named = told(USER)
      .ask([USER], calling(['recommend_product', { product_ids: '1000000002' }]))
      .ask([USER, referee], calling(['view_product_information', { product_ids: '1000000002' }]))
      .view('1000000002');
    expect(origins(named)).toEqual(['emitted', 'emitted']);
    const unnamed = told(USER)
      .ask([USER, referee], calling(['view_product_information', { product_ids: '1000000002' }]))
      .view('1000000002');
    expect(origins(unnamed)).toEqual(['emitted', 'dictated']);
  });

  it('agency detects that calls the model requested are not executed', () => {
    const deaf = told(USER);
    for (const q of ['oak chair', 'steel table', 'blue sofa']) deaf.ask([USER], calling(['find_product', { q }]));
    expect(judge(deaf)).toMatchObject({ verdict: 'mixed', ignored: 3 });
  });
});
