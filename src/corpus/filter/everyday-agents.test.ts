import { describe, expect, it } from 'vitest';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { sampleReading } from '../testing/sample-reading.ts';
import { applyRules } from './apply-rules.ts';
import { FILTER_CONFIG } from './filter-config.ts';
import { estimatedTokens } from './token-counter.ts';

const QUERY = 'I want a red desk lamp';
const [FIRST, SECOND] = ['1000000001', '1000000002'] as const;
const system = (content: string) => ({ role: 'system', content });
const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

/** A call as text, as models write it that were offered no tools. */
const tagged = (thought: string, name: string, parameters: object) =>
  `<think>${thought}</think>\n<tool_call>${JSON.stringify({ name, parameters })}</tool_call>`;

/** The calls of the row, and every reason to reject it. */
function settle(conversation: SampleConversation, recommended: string) {
  const reading = sampleReading(conversation, QUERY, [recommended]);
  const failures = applyRules(reading, { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map() });
  const { rebuilt } = reading;
  const messages = rebuilt.ok ? rebuilt.trajectory.messages : [];
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  return {
    fidelity: rebuilt.ok ? rebuilt.trajectory.fidelity : undefined,
    failures: failures.map(({ reason, detail }) => `${reason}: ${detail}`),
    calls: calls.map(({ function: { name, arguments: given } }) => `${name} ${given}`),
    messages,
  };
}

const OPENING = [system('Write <tool_call>{"name", "parameters"}</tool_call>.'), user(QUERY)];
const SEARCH = tagged('Search.', 'find_product', { q: 'red desk lamp' });
const OPEN = tagged('Look.', 'view_product_information', { product_ids: `${FIRST},${SECOND}` });
const RESULTS = user(`<obs>[{"product_id": "${FIRST}"}, {"product_id": "${SECOND}"}]</obs>`);
const recommend = (id: string, thought = `${id} is red.`) => tagged(thought, 'recommend_product', { product_ids: id });

/** The last prompt of an agent that keeps its conversation in messages of text, after a search and a view. */
const LAST = [...OPENING, assistant(SEARCH), RESULTS, assistant(OPEN), RESULTS];

function searched(): SampleConversation {
  return new SampleConversation()
    .ask(OPENING, assistant(SEARCH))
    .search({ q: 'red desk lamp' })
    .ask(LAST.slice(0, 4), assistant(OPEN))
    .view(FIRST, SECOND);
}

const SEARCHED = [
  'find_product {"q":"red desk lamp"}',
  `view_product_information {"product_ids":"${FIRST},${SECOND}"}`,
];

describe('the attempt of an agent that votes', () => {
  it('becomes a row with the recommendation that won, not with every vote', () => {
    const votes = [recommend(SECOND), recommend(FIRST), tagged('Not yet.', 'find_product', { q: 'lamp' })];
    const conversation = [...votes, recommend(FIRST, 'This one.')].reduce(
      (all, vote) => all.ask(LAST, assistant(vote)),
      searched(),
    );
    expect(settle(conversation, FIRST)).toMatchObject({
      fidelity: 'normalised',
      failures: [],
      calls: [...SEARCHED, `recommend_product {"product_ids":"${FIRST}"}`],
    });
  });

  it('becomes a row when the model gave its votes as choices of one answer', () => {
    const votes = [recommend(SECOND), recommend(FIRST, 'This one.'), recommend(FIRST, 'Yes.')];
    const conversation = searched().askForSeveral(LAST, votes.map(assistant));
    expect(settle(conversation, FIRST)).toMatchObject({
      failures: [],
      calls: [...SEARCHED, `recommend_product {"product_ids":"${FIRST}"}`],
    });
  });

  it('becomes a row with the first of two equal answers as the one that was carried out', () => {
    const other = tagged('Other words.', 'find_product', { q: 'red desk lamp' });
    const conversation = new SampleConversation()
      .ask(OPENING, assistant(SEARCH))
      .ask(OPENING, assistant(tagged('A sofa.', 'find_product', { q: 'sofa' })))
      .ask(OPENING, assistant(other))
      .search({ q: 'red desk lamp' })
      .ask(LAST.slice(0, 4), assistant(recommend(FIRST)));
    expect(settle(conversation, FIRST)).toMatchObject({
      failures: [],
      calls: [SEARCHED[0], `recommend_product {"product_ids":"${FIRST}"}`],
    });
  });

  it.each([
    ['the most frequent search', ['lamp', 'red desk lamp', 'red desk lamp'], []],
    [
      'a search of its own choice',
      ['lamp', 'lamp', 'red desk lamp'],
      ['NOT_AGENTIC: mixed: 8 calls that the model asked for were not carried out'],
    ],
    [
      'one of several that all differ, but not the first',
      ['lamp', 'sofa', 'red desk lamp'],
      ['NOT_AGENTIC: mixed: 8 calls that the model asked for were not carried out'],
    ],
  ])('counts the samples that it did not use as ignored only if it carries out %s', (_, samples, failures) => {
    const conversation = new SampleConversation();
    const messages: object[] = [user(QUERY)];
    for (let turn = 0; turn < 4; turn++) {
      const drawn = samples.map((q) => calling(['find_product', { q: `${q} ${turn}` }]));
      for (const sample of drawn) conversation.ask([...messages], sample);
      conversation.search({ q: `red desk lamp ${turn}` });
      messages.push(drawn[2]!, { role: 'tool', tool_call_id: 'call_find_product_0', content: '[]' });
    }
    conversation.ask(messages, calling(['recommend_product', { product_ids: FIRST }], ['terminate', {}]));
    expect(settle(conversation, FIRST)).toMatchObject({ fidelity: 'as-seen', failures });
  });
});

describe('the attempt of an agent that reflects before it commits', () => {
  const REFLECTED = user('Before you send it, you said: I have not checked the other one. Now recommend.');

  it.each([SECOND, FIRST])('becomes a row with the recommendation that was sent, as the model saw it: %s', (draft) => {
    const search = calling(['find_product', { q: 'red desk lamp' }]);
    const commit = calling(['recommend_product', { product_ids: FIRST }]);
    const shown = [user(QUERY), search, { role: 'tool', tool_call_id: 'call_find_product_0', content: '[]' }];
    const conversation = new SampleConversation()
      .ask([user(QUERY)], search)
      .search({ q: 'red desk lamp' })
      .ask(shown, calling(['recommend_product', { product_ids: draft }]))
      .ask([user('Reflect.')], assistant('I have not checked the other one.'))
      .ask([...shown, REFLECTED], commit)
      .ask(
        [...shown, REFLECTED, commit, { role: 'tool', tool_call_id: 'call_recommend_product_0', content: 'Done.' }],
        {
          ...calling(['terminate', {}]),
        },
      );
    expect(settle(conversation, FIRST)).toMatchObject({
      fidelity: 'as-seen',
      failures: [],
      calls: [SEARCHED[0], `recommend_product {"product_ids":"${FIRST}"}`, 'terminate {}'],
      messages: expect.arrayContaining([REFLECTED]),
    });
  });

  it('becomes a row with the recommendation that was sent when its calls are text', () => {
    const conversation = searched()
      .ask(LAST, assistant(recommend(SECOND, 'A draft.')))
      .ask([...LAST, REFLECTED], assistant(recommend(FIRST)));
    expect(settle(conversation, FIRST)).toMatchObject({
      failures: [],
      calls: [...SEARCHED, `recommend_product {"product_ids":"${FIRST}"}`],
    });
  });

  it('an attempt is rejected for two recommendations when the model was shown that it had made the first', () => {
    const first = recommend(SECOND, 'This one.');
    const conversation = searched()
      .ask(LAST, assistant(first))
      .ask([...LAST, assistant(first), user('Recommended. Anything else?')], assistant(recommend(FIRST)));
    expect(settle(conversation, FIRST).failures).toEqual(['RECOMMEND_COUNT: recommend_product is called 2 times']);
  });
});

describe('the attempt of an agent with examples in its prompts', () => {
  const asked = user('Customer: a blue raincoat');
  const example = calling(['find_product', { q: 'kids raincoat' }]);
  const SHOTS = [asked, example, { role: 'tool', tool_call_id: 'call_find_product_0', content: '[]' }];

  it('becomes a row without the examples, which the model did not write', () => {
    const search = calling(['find_product', { q: 'red desk lamp' }]);
    const result = { role: 'tool', tool_call_id: 'call_find_product_0', content: '[]' };
    const prompt = [system('You shop.'), ...SHOTS, user(QUERY)];
    const conversation = new SampleConversation()
      .ask(prompt, search)
      .search({ q: 'red desk lamp' })
      .ask([...prompt, search, result], calling(['recommend_product', { product_ids: FIRST }], ['terminate', {}]));
    const row = settle(conversation, FIRST);
    expect(row).toMatchObject({ fidelity: 'normalised', failures: [] });
    expect(JSON.stringify(row.messages)).not.toContain('raincoat');
  });
});

describe('the attempt of a harness whose calls are text', () => {
  it('a row has the results of both pages that the harness fetched for one search', () => {
    const conversation = new SampleConversation()
      .ask(OPENING, assistant(SEARCH))
      .search({ q: 'red desk lamp' }, [FIRST])
      .search({ q: 'red desk lamp', page: '2' }, [SECOND])
      .ask(LAST.slice(0, 4), assistant(recommend(SECOND)));
    const row = settle(conversation, SECOND);
    expect(row.failures).toEqual([]);
    const result = row.messages.find((message) => message.role === 'tool')!;
    expect(JSON.parse(result.content!)).toMatchObject([{ product_id: FIRST }, { product_id: SECOND }]);
  });

  it('a row has the answer of the harness to a call that was not carried out', () => {
    const wrong = tagged('Count.', 'count_products', { q: 'lamp' });
    const refused = [...OPENING, assistant(wrong), user('<obs>There is no tool count_products.</obs>')];
    const conversation = new SampleConversation()
      .ask(OPENING, assistant(wrong))
      .ask(refused, assistant(SEARCH))
      .search({ q: 'red desk lamp' })
      .ask([...refused, assistant(SEARCH), RESULTS], assistant(recommend(FIRST)));
    const row = settle(conversation, FIRST);
    expect(row.failures).toEqual([]);
    expect(row.messages).toContainEqual(
      expect.objectContaining({ name: 'count_products', content: 'There is no tool count_products.' }),
    );
  });
});

describe('the reason for an attempt without a conversation', () => {
  it('names what no model said, or that the request is unknown', () => {
    const talk = new SampleConversation().ask(OPENING, assistant('A sofa.')).search({ q: 'desk lamp' });
    expect(settle(talk, FIRST).failures[0]).toMatch(
      /^NOT_NORMALISED: no completion has a call in a known format, and 1 of 1 searches were not said by the model$/,
    );
    const { rebuilt } = sampleReading(
      new SampleConversation().ask([user('Help.')], assistant(SEARCH)).search({ q: 'red desk lamp' }),
      '',
    );
    expect(rebuilt).toMatchObject({ ok: false, reason: expect.stringContaining('no prompt shows the request') });
  });
});
