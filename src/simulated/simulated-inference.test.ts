import { describe, expect, it } from 'vitest';
import { priceOf } from '../inference/price-of.ts';
import { parseJson } from '../json/parse-json.ts';
import { openAiTools } from '../tools/openai-tools.ts';
import { SIMULATED_PRICES, SimulatedInference } from './simulated-inference.ts';

const simulated = new SimulatedInference();
const QUERY = 'I need a red lamp with steel as material, under 300 pesos.';
const BODY = { model: 'house/expert', messages: [{ role: 'user', content: QUERY }], tools: openAiTools() };

function read(body: string): Record<string, unknown> {
  const parsed = parseJson(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value as Record<string, unknown>;
}

describe('simulated models', () => {
  it('simulated models answer as chat completions and say that they are simulated', async () => {
    const answer = await simulated.chat(BODY);
    expect(answer.status).toBe(200);
    expect(read(answer.body)).toMatchObject({
      object: 'chat.completion',
      model: 'house/expert',
      simulated: true,
      system_fingerprint: 'assay-house-simulated',
      notice: expect.stringContaining('simulated'),
      choices: [
        {
          message: {
            role: 'assistant',
            content: expect.not.stringContaining('[simulated'),
            tool_calls: [{ type: 'function', function: { name: 'find_product' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: answer.usage,
    });
    expect(answer.usage!.completion_tokens).toBeGreaterThanOrEqual(30);
    expect(answer.usage!.prompt_tokens).toBeGreaterThan(100);
  });

  it('simulated models give the same bytes for the same request', async () => {
    expect(await simulated.chat(BODY)).toEqual(await new SimulatedInference().chat(structuredClone(BODY)));
  });

  it('simulated models answer differently with different seeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, seed) =>
        simulated.chat({ ...BODY, model: 'house/novice', temperature: 0.8, seed }),
      ),
    );
    const calls = new Set(
      answers.map(({ body }) =>
        JSON.stringify(
          (read(body).choices as { message: { tool_calls: { function: object }[] } }[])[0]!.message.tool_calls.map(
            (call) => call.function,
          ),
        ),
      ),
    );
    expect(calls.size).toBeGreaterThan(1);
  });

  it('simulated models write tagged text when the prompt describes it', async () => {
    const system =
      'Tools: find_product, view_product_information, recommend_product, terminate. Use <think> and <tool_call>.';
    const history = `# Dialogue Records History\n<user>${QUERY}</user>`;
    const answer = await simulated.chat({
      model: 'house/expert',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: history },
      ],
    });
    const { content } = (read(answer.body).choices as { message: { content: string } }[])[0]!.message;
    expect(content).toMatch(/^<think>.+<\/think>\n<tool_call>\[\{"name":"find_product"/s);
  });

  it('simulated models are listed and priced, and other models are rejected', async () => {
    expect(await simulated.models()).toEqual(['house/novice', 'house/adept', 'house/expert']);
    for (const model of await simulated.models()) {
      expect(priceOf(model, { prompt_tokens: 1000, completion_tokens: 100 }, SIMULATED_PRICES)).toBeGreaterThan(0);
    }
    const answer = await simulated.chat({ ...BODY, model: 'gpt-4' });
    expect(answer).toMatchObject({ status: 404, usage: null });
    expect(read(answer.body)).toMatchObject({ error: { code: 'model_not_found', type: 'invalid_request_error' } });
  });

  it('simulated models use the parameter types that the tools declare', async () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'find_product',
          parameters: { properties: { q: { type: 'string' }, price: { type: 'string' } } },
        },
      },
    ];
    const answer = await simulated.chat({ ...BODY, tools });
    const [call] = (
      read(answer.body).choices as { message: { tool_calls: { function: { arguments: string } }[] } }[]
    )[0]!.message.tool_calls;
    expect(Object.keys(read(call!.function.arguments))).not.toContain('page');
  });

  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const attributes = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`a${place}`, ['x']]));
  const MANY_ATTRIBUTES = JSON.stringify([{ product_id: '1', title: 'lamp', attributes }]);
  const HOSTILE: readonly (readonly [string, unknown])[] = [
    ['no messages', []],
    ['nulls', [null, 1, 'text', { role: 7, content: { deep: true } }]],
    [
      'parts that are no text',
      [{ role: 'user', content: [{ type: 'image_url', image_url: 'x' }, { type: 'text', text: QUERY }, null] }],
    ],
    ['a huge message', [{ role: 'user', content: 'lamp, with red; '.repeat(100_000) }]],
    ['a message of one letter', [{ role: 'user', content: 'a'.repeat(2_000_000) }]],
    ['a message of spaces', [{ role: 'user', content: `find${' '.repeat(500_000)}lamp` }]],
    ['digits', [{ role: 'user', content: '1'.repeat(200_000) }]],
    ['digits and commas', [{ role: 'user', content: 'price 1,000,'.repeat(50_000) }]],
    ['tags that never close', [{ role: 'user', content: '<tool_call><obs><user>'.repeat(30_000) }]],
    [
      'deep JSON as an observation',
      [
        {
          role: 'user',
          content: `<user>a lamp</user><tool_call>[{"name":"find_product","parameters":{}}]</tool_call><obs>${nested}</obs>`,
        },
      ],
    ],
    [
      'deep JSON as arguments',
      [
        {
          role: 'assistant',
          tool_calls: [
            { id: '1', function: { name: 'find_product', arguments: `{"q":${nested.slice(20_000, -20_000)}}` } },
          ],
        },
      ],
    ],
    ['open braces', [{ role: 'user', content: `json ${'{"a":'.repeat(50_000)}` }]],
    [
      'a flood of white space in a choice',
      [{ role: 'user', content: `Which number only?\n1. a ${' '.repeat(300_000)}x\n2. b${'[{'.repeat(50_000)}` }],
    ],
    [
      'a flood of numbers in a choice',
      [{ role: 'user', content: `Which number only?\n${'1. a | b: c\n'.repeat(30_000)}` }],
    ],
    ['quotes without an end', [{ role: 'user', content: `yes or no? {'product_id': ${"'x".repeat(100_000)}` }]],
    [
      'a product with ten thousand attributes',
      [{ role: 'user', content: `Write your thoughts. a lamp with x as y\n${MANY_ATTRIBUTES}` }],
    ],
    ['a flood of commas', [{ role: 'user', content: ','.repeat(500_000) }]],
    [
      'thousands of messages',
      Array.from({ length: 5_000 }, (_, place) => ({
        role: place % 2 === 0 ? 'user' : 'assistant',
        content: `turn ${place}`,
      })),
    ],
    [
      'thousands of calls',
      Array.from({ length: 3_000 }, (_, place) => ({
        role: 'assistant',
        tool_calls: [{ id: `${place}`, function: { name: 'find_product', arguments: '{"q":' } }],
      })),
    ],
  ];

  // Reading in quadratic time exceeds the time limit of a test.
  it.each(HOSTILE)('simulated models survive %s', async (_, messages) => {
    for (const extra of [{}, { tools: openAiTools() }, { response_format: { type: 'json_object' } }]) {
      const answer = await simulated.chat({ model: 'house/adept', messages: messages as unknown[], ...extra });
      expect(answer.status).toBe(200);
      read(answer.body);
    }
  });
});
