import { describe, expect, it } from 'vitest';
import { applyRules } from '../filter/apply-rules.ts';
import { trajectoryOf } from '../filter/attempt-reading.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import { isQuarantined } from '../intake/quarantine.ts';
import { readAttempt } from '../intake/read-attempt.ts';
import { sampleRows } from '../testing/sample-attempts.ts';
import { INTAKE } from './testing/log-fixtures.ts';

const CARDS = JSON.stringify([{ product_id: '1000000001', title: 'Brass lamp', price: 54 }]);

function call(id: string, name: string, given: object) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(given) } };
}

function shopping(rest: { readonly system?: string; readonly recommended?: string } = {}): unknown[] {
  return [
    { role: 'system', content: rest.system ?? 'You shop.' },
    { role: 'user', content: 'A brass lamp, please.' },
    {
      role: 'assistant',
      content: 'I search.',
      tool_calls: [call('a', 'find_product', { q: 'brass lamp for a desk' })],
    },
    { role: 'tool', tool_call_id: 'a', content: CARDS },
    {
      role: 'assistant',
      content: 'This one.',
      tool_calls: [call('b', 'recommend_product', { product_ids: rest.recommended ?? '1000000001' })],
    },
    { role: 'tool', tool_call_id: 'b', content: `Recommended to the user: ${rest.recommended ?? '1000000001'}.` },
  ];
}

function read(document: object, intake = INTAKE) {
  const found = readAttempt(JSON.stringify(document), intake);
  if (isQuarantined(found)) throw new Error(`${found.reason}: ${found.detail}`);
  const failures = applyRules(found.reading, { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map() });
  return { ...found, failures: failures.map(({ reason }) => reason) };
}

describe('logs under the filter rules', () => {
  it('a log passes as claimed when nothing contradicts that its model decided', () => {
    const { reading, receipt, failures } = read({ messages: shopping() });
    expect(failures).toEqual([]);
    expect(reading.agency).toMatchObject({ verdict: 'claimed', because: expect.stringContaining('nothing recorded') });
    expect([receipt, reading.verdict]).toEqual([null, null]);
  });

  it('a log is not agentic when its prompt dictates the search', () => {
    const system = 'You shop. Call find_product with {"q": "brass lamp for a desk"} now.';
    const { reading, failures } = read({ messages: shopping({ system }) });
    expect(reading.agency.verdict).not.toBe('claimed');
    expect(failures).toContain('NOT_AGENTIC');
  });

  it('a log fails when it recommends a product that no result shows', () => {
    expect(read({ messages: shopping({ recommended: '1000000009' }) }).failures).toEqual(['PRODUCT_UNSEEN']);
  });

  it('supplies the missing result when a log ends with its recommendation', () => {
    const { reading, failures } = read({ messages: shopping().slice(0, -1) });
    expect(failures).toEqual([]);
    expect(trajectoryOf(reading)).toMatchObject({ supplied_results: 1 });
    expect(read({ messages: shopping().slice(0, 3) }).failures).toContain('CALL_UNPAIRED');
  });

  it('a log about another topic is read without the shopping rules', () => {
    const messages = [
      { role: 'user', content: 'What is the weather?' },
      { role: 'assistant', content: '', tool_calls: [call('a', 'weather', { city: 'Rome' })] },
      { role: 'tool', tool_call_id: 'a', content: 'Sunny.' },
      { role: 'assistant', content: 'It is sunny.' },
    ];
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    const { reading, failures } = read({ messages, tools });
    expect(failures).toEqual([]);
    expect(reading.agency.verdict).toBe('claimed');
    expect(read({ messages: messages.slice(0, 3), tools }).failures).toContain('ENDS_ON_THOUGHT');
  });

  it('recognises the problem of a log by its text', () => {
    const queries = new Map([['p-7', 'A brass lamp, please.']]);
    expect(read({ messages: shopping() }, { ...INTAKE, queries }).reading.facts.problem_id).toBe('p-7');
  });

  it('trusts the problem id of a log only when the problem’s text is in the messages', () => {
    const queries = new Map([
      ['p-7', 'brass lamp'],
      ['p-8', 'a wooden table'],
    ]);
    const named = (problem_id: string) =>
      read({ problem_id, messages: shopping() }, { ...INTAKE, queries }).reading.facts.problem_id;
    expect(named('p-7')).toBe('p-7');
    expect(named('p-8')).toBe(named('unknown'));
    expect(named('p-8')).toMatch(/^asked-[0-9a-f]{24}$/);
  });

  it('withholds a log that names a withheld problem', () => {
    const found = readAttempt(JSON.stringify({ problem_id: 'p-9', messages: shopping() }), INTAKE);
    if (isQuarantined(found)) throw new Error(found.detail);
    const withheld = new Map([['p-9', 'it is sealed']]);
    const failures = applyRules(found.reading, { config: FILTER_CONFIG, counter: estimatedTokens, withheld });
    expect(failures).toEqual([{ reason: 'PROBLEM_WITHHELD', detail: 'it is sealed' }]);
  });

  it('a log never takes the id of a recorded attempt, and keeps its own when read again', () => {
    const ids = ['5f0c', '5f0c-claimed'].map((id) => read({ id, messages: shopping() }).reading.facts.attempt_id);
    expect(ids).toEqual(['5f0c-claimed', '5f0c-claimed']);
  });

  it('does not normalise a log with images', () => {
    const picture = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] };
    expect(read({ messages: [...shopping(), picture] }).failures[0]).toBe('NOT_NORMALISED');
  });

  it('does not normalise a log whose arguments are nested too deeply', () => {
    const messages = shopping() as { tool_calls?: { function: { arguments: string } }[] }[];
    messages[2]!.tool_calls![0]!.function.arguments = `{"q":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(read({ messages }).failures[0]).toBe('NOT_NORMALISED');
  });

  it('reads legacy function calls and calls written in the text', () => {
    const older = [
      { role: 'user', content: 'A brass lamp, please.' },
      { role: 'assistant', content: null, function_call: { name: 'find_product', arguments: '{"q":"brass lamp"}' } },
      { role: 'function', name: 'find_product', content: CARDS },
      {
        role: 'assistant',
        content: null,
        function_call: { name: 'recommend_product', arguments: '{"product_ids":"1000000001"}' },
      },
    ];
    expect(read(older).failures).toEqual([]);
    const spoken = [
      { from: 'human', value: 'A brass lamp, please.' },
      {
        from: 'gpt',
        value: 'I search.\n<tool_call>\n{"name": "find_product", "arguments": {"q": "brass lamp"}}\n</tool_call>',
      },
      { from: 'observation', value: CARDS },
      {
        from: 'gpt',
        value: '<tool_call>\n{"name": "recommend_product", "arguments": {"product_ids": "1000000001"}}\n</tool_call>',
      },
    ];
    expect(read({ conversations: spoken, system: 'You shop.' }).failures).toEqual([]);
  });

  it('reads a call as proxies log it', () => {
    const [answer, ...before] = shopping().slice(0, 5).toReversed();
    const response = { id: 'chatcmpl-1', model: 'm', choices: [{ index: 0, message: answer }] };
    const { reading, failures } = read({ request: { messages: before.toReversed() }, response });
    expect(failures).toEqual([]);
    expect(reading.facts).toMatchObject({ attempt_id: 'chatcmpl-1-claimed', policy: { name: 'm' } });
  });

  it('rejects a log when another format is requested', () => {
    for (const format of ['atif', 'assay'] as const) {
      const found = readAttempt(JSON.stringify({ messages: shopping() }), { ...INTAKE, format });
      expect(found).toMatchObject({ reason: 'SCHEMA_UNKNOWN', detail: `it is not in the format ${format}` });
    }
    const [evidence] = sampleRows(1);
    expect(readAttempt(evidence!, { ...INTAKE, format: 'openai' })).toMatchObject({ reason: 'SCHEMA_UNKNOWN' });
    expect(readAttempt(evidence!, INTAKE)).toHaveProperty('reading');
  });

  it('rejects a log when only recorded evidence is accepted', () => {
    const found = readAttempt(JSON.stringify({ messages: shopping() }), { ...INTAKE, format: 'evidence' });
    expect(found).toMatchObject({ reason: 'SCHEMA_UNKNOWN' });
  });
});
