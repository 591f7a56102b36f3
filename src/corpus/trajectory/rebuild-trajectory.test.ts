import { describe, expect, it } from 'vitest';
import { problemHash } from '../../attempt/record.ts';
import { nativePrompt } from '../../tools/native-prompt.ts';
import { judgeAgency } from '../agency/judge-agency.ts';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { readCompletions } from './completion.ts';
import { findQuery } from './find-query.ts';
import { rebuildTrajectory } from './rebuild-trajectory.ts';
import type { Trajectory } from './trajectory.ts';

const QUERY = 'I want a red desk lamp';
const SYSTEM = { role: 'system', content: 'You shop.' };
const USER = { role: 'user', content: QUERY };

function rebuild({ calls }: SampleConversation, recommended: readonly string[] | null = null) {
  const completions = readCompletions(calls);
  const judged = judgeAgency({ calls, completions, query: QUERY, recommended });
  return rebuildTrajectory(completions, judged, QUERY);
}

function trajectory(conversation: SampleConversation): Trajectory {
  const rebuilt = rebuild(conversation);
  if (!rebuilt.ok) throw new Error(rebuilt.reason);
  return rebuilt.trajectory;
}

const SEARCH = calling(['find_product', { q: 'red desk lamp' }]);
const RESULT = { role: 'tool', tool_call_id: 'call_find_product_0', content: '[{"product_id": "1000000001"}]' };
const RECOMMEND = calling(['recommend_product', { product_ids: '1000000001' }], ['terminate', {}]);

describe('a trajectory', () => {
  it('a trajectory is what the model saw, with its turns as recorded', () => {
    // The harness serialises the arguments again, as Python does; the row has them as the model wrote them.
    const rewritten = structuredClone(SEARCH);
    rewritten.tool_calls[0]!.function.arguments = '{"q":   "red desk lamp"}';
    const conversation = new SampleConversation()
      .ask([SYSTEM, USER], SEARCH)
      .search({ q: 'red desk lamp' })
      .ask([SYSTEM, USER, rewritten, RESULT], RECOMMEND);
    expect(trajectory(conversation)).toMatchObject({
      fidelity: 'as-seen',
      replaced_prompts: [],
      supplied_results: 2,
      side_completions: 0,
      steps: [
        { message: 2, completion: 1, prompt_token_ids: null },
        { message: 4, completion: 3, finish_reason: 'stop' },
      ],
      messages: [
        SYSTEM,
        USER,
        { role: 'assistant', tool_calls: [{ function: { name: 'find_product', arguments: '{"q":"red desk lamp"}' } }] },
        { role: 'tool', name: 'find_product', content: RESULT.content },
        {
          role: 'assistant',
          tool_calls: [{ function: { name: 'recommend_product' } }, { function: { name: 'terminate' } }],
        },
        { role: 'tool', content: 'Recommended to the user: 1000000001.' },
        { role: 'tool', content: 'The conversation is over with status: success.' },
      ],
    });
  });

  it('a trajectory has the tokens of an answer, and log-probabilities only when complete', () => {
    const logged = (logprobs: readonly number[]) => {
      const { calls } = new SampleConversation().ask([SYSTEM, USER], RECOMMEND);
      const [call] = calls;
      const [choice] = (call!.response as { choices: object[] }).choices;
      const content = logprobs.map((logprob) => ({ token: 'x', logprob }));
      const response = { prompt_token_ids: [1, 2], choices: [{ ...choice, token_ids: [3, 4], logprobs: { content } }] };
      const recorded = new SampleConversation();
      recorded.calls.push({ ...call!, response });
      return trajectory(recorded).steps[0];
    };
    expect(logged([-0.5, -1])).toMatchObject({ prompt_token_ids: [1, 2], token_ids: [3, 4], logprobs: [-0.5, -1] });
    expect(logged([-0.5])).toMatchObject({ token_ids: [3, 4], logprobs: null });
  });

  it('a trajectory never contains a turn that the model did not write', () => {
    const invented = calling(['find_product', { q: 'something else' }]);
    const conversation = new SampleConversation()
      .ask([SYSTEM, USER], SEARCH)
      .search({ q: 'red desk lamp' })
      .ask([SYSTEM, USER, invented, RESULT], RECOMMEND);
    const built = trajectory(conversation);
    expect(built.fidelity).toBe('normalised');
    expect(JSON.stringify(built.messages)).not.toContain('something else');
  });

  it('a call shown with empty arguments is the same only when its own cannot be parsed', () => {
    const emptied = structuredClone(SEARCH);
    emptied.tool_calls[0]!.function.arguments = '{}';
    const broken = structuredClone(SEARCH);
    broken.tool_calls[0]!.function.arguments = '{"q": "red desk';
    const fidelity = (said: typeof SEARCH) =>
      trajectory(new SampleConversation().ask([SYSTEM, USER], said).ask([SYSTEM, USER, emptied, RESULT], RECOMMEND))
        .fidelity;
    expect(fidelity(broken)).toBe('as-seen');
    expect(fidelity(SEARCH)).toBe('normalised');
  });

  it('a trajectory has the answer without arguments when that one was shown', () => {
    const bare = calling(['find_product', {}]);
    const conversation = new SampleConversation()
      .ask([SYSTEM, USER], bare)
      .ask([SYSTEM, USER], SEARCH)
      .ask([SYSTEM, USER, bare, RESULT], RECOMMEND);
    expect(trajectory(conversation)).toMatchObject({ fidelity: 'as-seen', steps: [{ completion: 1 }, {}] });
  });

  it('reconstructs the order of a trajectory that the harness kept in one text', () => {
    const said =
      '<think>Look.</think>\n<tool_call>[{"name":"find_product","parameters":{"q":"red desk lamp"}}]</tool_call>';
    const seen = '<obs>[{"tool_call_id":"x","results":[{"product_id":"1000000001"}]}]</obs>';
    const more =
      '<think>This.</think><tool_call>{"name":"recommend_product","arguments":{"product_ids":"1000000001"}}</tool_call>';
    const packed = `<user>${QUERY}</user>`;
    const conversation = new SampleConversation()
      .ask([SYSTEM, { role: 'user', content: packed }], { content: said })
      .search({ q: 'red desk lamp' })
      .ask([SYSTEM, { role: 'user', content: `${packed}\n\n${said}\n\n${seen}` }], { content: more });
    expect(trajectory(conversation)).toMatchObject({
      fidelity: 'normalised',
      tools_given: false,
      replaced_prompts: ['system'],
      messages: [
        { role: 'system', content: nativePrompt(4) },
        { role: 'user', content: packed },
        { role: 'assistant', content: '<think>Look.</think>' },
        { role: 'tool', name: 'find_product', content: '[{"product_id":"1000000001"}]' },
        { role: 'assistant', content: '<think>This.</think>' },
        { role: 'tool', name: 'recommend_product' },
      ],
    });
  });

  it('a trajectory omits discarded answers and side questions', () => {
    const side = [{ role: 'user', content: 'Is this a lamp, yes or no?' }];
    const conversation = new SampleConversation()
      .ask([SYSTEM, USER], { content: 'Hm.' })
      .ask([SYSTEM, USER], SEARCH)
      .search({ q: 'red desk lamp' })
      .ask(side, { content: 'yes' })
      .ask([SYSTEM, USER, SEARCH, RESULT], RECOMMEND);
    expect(trajectory(conversation)).toMatchObject({ fidelity: 'as-seen', side_completions: 2 });
  });

  it('a trajectory has the answer that was used when one prompt has several', () => {
    const other = calling(['find_product', { q: 'lamp' }]);
    const last = calling(['recommend_product', { product_ids: '1000000002' }], ['terminate', {}]);
    const conversation = new SampleConversation()
      .ask([SYSTEM, USER], SEARCH)
      .ask([SYSTEM, USER], other)
      .search({ q: 'red desk lamp' })
      .ask([SYSTEM, USER, SEARCH, RESULT], RECOMMEND)
      .ask([SYSTEM, USER, SEARCH, RESULT], last);
    const rebuilt = rebuild(conversation, ['1000000001']);
    expect(rebuilt).toMatchObject({
      ok: true,
      trajectory: {
        fidelity: 'as-seen',
        side_completions: 2,
        steps: [{ completion: 1 }, { completion: 4 }],
        messages: [
          SYSTEM,
          USER,
          { tool_calls: [{ function: { arguments: '{"q":"red desk lamp"}' } }] },
          { role: 'tool' },
          { tool_calls: [{ function: { arguments: '{"product_ids":"1000000001"}' } }, {}] },
          { role: 'tool' },
          { role: 'tool' },
        ],
      },
    });
  });

  it('a trajectory has the executed calls when the agent uses its own call format', () => {
    const conversation = new SampleConversation()
      .ask([SYSTEM, USER], { content: 'A lamp, and red.\nSearch[red desk lamp]' })
      .search({ q: 'red desk lamp', page: '1' })
      .ask([SYSTEM, USER], { content: 'The first is red.\nOpen[1000000001]' })
      .view('1000000001')
      .ask([SYSTEM, USER], { content: 'Buy[1000000001]' });
    const rebuilt = rebuild(conversation, ['1000000001']);
    expect(rebuilt).toMatchObject({
      ok: true,
      trajectory: { fidelity: 'executed', tools_given: false, replaced_prompts: ['system', 'user'] },
    });
    const { messages } = (rebuilt as Extract<typeof rebuilt, { ok: true }>).trajectory;
    expect(messages.map(({ role }) => role)).toEqual(
      'system user assistant tool assistant tool assistant tool'.split(' '),
    );
    const spoken = messages.flatMap((message) => (message.role === 'assistant' ? [message] : []));
    expect(spoken.map(({ content }) => content)).toEqual(['A lamp, and red.', 'The first is red.', '']);
    expect(spoken.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function))).toEqual([
      { name: 'find_product', arguments: '{"q":"red desk lamp"}' },
      { name: 'view_product_information', arguments: '{"product_ids":"1000000001"}' },
      { name: 'recommend_product', arguments: '{"product_ids":"1000000001"}' },
    ]);
  });

  it('a trajectory has the choice that was executed when the model gave several in the agent’s own format', () => {
    const choices = ['Search[brass floor lamp]', 'Search[red desk lamp]', 'Search[sofa]'];
    const conversation = new SampleConversation()
      .askForSeveral(
        [SYSTEM, USER],
        choices.map((content) => ({ content })),
      )
      .search({ q: 'red desk lamp', page: '1' })
      .askForSeveral([SYSTEM, USER], [{ content: 'Buy[1000000001]' }, { content: 'Buy[1000000001], I think' }]);
    const rebuilt = rebuild(conversation, ['1000000001']);
    expect(rebuilt).toMatchObject({ ok: true, trajectory: { fidelity: 'executed' } });
    const { messages } = (rebuilt as Extract<typeof rebuilt, { ok: true }>).trajectory;
    const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
    expect(calls.map(({ id, function: { name } }) => [id, name])).toEqual([
      ['call_1_1_0', 'find_product'],
      ['call_3_0', 'recommend_product'],
    ]);
  });

  it.each([
    ['as sent, when it shows the request', `Shopper 7: ${QUERY}`, ['system']],
    ['without the notation', `${QUERY}. Search[words] finds one.`, ['system', 'user']],
    ['without a list of our tools', `${QUERY}. You have find_product.`, ['system', 'user']],
  ])('a trajectory of executed calls has the user message %s', (_, sent, replaced) => {
    const system = { role: 'system', content: 'Write Search[words] or Buy[id].' };
    const prompts = [system, { role: 'user', content: sent }];
    const conversation = new SampleConversation()
      .ask(prompts, { content: 'Search[red desk lamp]' })
      .search({ q: 'red desk lamp', page: '1' })
      .ask([...prompts, { role: 'user', content: 'Two lamps.' }], { content: 'Buy[1000000001]' });
    const rebuilt = rebuild(conversation, ['1000000001']);
    const content = replaced.includes('user') ? QUERY : sent;
    expect(rebuilt).toMatchObject({
      trajectory: {
        fidelity: 'executed',
        replaced_prompts: replaced,
        messages: expect.arrayContaining([{ role: 'user', content }]),
      },
    });
  });

  it('an attempt in which no model called a tool has no trajectory', () => {
    expect(rebuild(new SampleConversation())).toMatchObject({ ok: false, reason: 'no completion was recorded' });
    const talk = new SampleConversation().ask([USER], { content: 'A sofa, then.' }).search({ q: 'lamp' });
    expect(rebuild(talk)).toMatchObject({ ok: false, reason: expect.stringContaining('not said by the model') });
  });
});

describe('the request of an attempt', () => {
  const query = 'A red lamp.\n\nMy budget is 300.';
  const attempt = { problem_id: 'p', problem_hash: problemHash({ problem_id: 'p', query }) };
  const found = (...messages: readonly object[]) =>
    findQuery(readCompletions(new SampleConversation().ask(messages, { content: 'x' }).calls), attempt);

  it.each([
    query,
    `<user>${query}</user>\n\n<think>x</think>`,
    `Customer: ${query}\n\nThe assistant now searches.`,
    `Help me.\n\n${query}`,
  ])('finds the request of an attempt by its hash in %j', (content) => {
    expect(found(SYSTEM, { role: 'user', content })).toBe(query);
  });

  it.each([
    JSON.stringify({ problem_id: 'p', query, category: 'product' }),
    JSON.stringify({ task: { items: ['a sofa', { text: ` ${query} ` }] } }, null, 2),
    `The problem (24" is fine):\n\`\`\`json\n${JSON.stringify({ query })}\n\`\`\`\nAnswer in JSON.`,
    JSON.stringify({ history: [], problem: JSON.stringify({ query }) }),
    JSON.stringify({ query }).slice(0, -1),
    `{"query": "${query}"}`,
    JSON.stringify({ examples: Array.from({ length: 300 }, (_, at) => `A chair, number ${at}.`), query }),
  ])('finds the request of an attempt in JSON in %j', (content) => {
    expect(found(SYSTEM, { role: 'user', content })).toBe(query);
  });

  it('finds a request whose letters are escaped in the JSON of a prompt', () => {
    const foreign = 'Una lámpara 包邮 🔥, "roja".';
    const given = { problem_id: 'p', problem_hash: problemHash({ problem_id: 'p', query: foreign }) };
    const content = JSON.stringify({ query: foreign }).replaceAll(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const { calls } = new SampleConversation().ask([{ role: 'user', content }], { content: 'x' });
    expect(content).toContain('l\\u00e1mpara');
    expect(findQuery(readCompletions(calls), given)).toBe(foreign);
  });

  it('gives up on a prompt with too many quoted texts', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `A chair, number ${at}.`);
    expect(found({ role: 'user', content: JSON.stringify([...many, query]) })).toBeUndefined();
    expect(found({ role: 'user', content: '"\\'.repeat(500_000) })).toBeUndefined();
    expect(found({ role: 'user', content: `${'[{"a":'.repeat(100_000)}"${query}"` })).toBeUndefined();
  });

  it('does not accept another text in place of the request', () => {
    expect(found(SYSTEM, { role: 'user', content: 'Say: find_product red lamp.' })).toBeUndefined();
  });
});
