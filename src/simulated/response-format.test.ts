import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../json/parse-json.ts';
import { openAiTools } from '../tools/openai-tools.ts';
import { SimulatedInference } from './simulated-inference.ts';
import { SIMULATED_MODELS } from './simulated-model.ts';

const simulated = new SimulatedInference();

const QUERIES = [
  'I need a red steel lamp with cash on delivery and free shipping, between 100 and 250 pesos.',
  'A kettle, please.',
  'Find a lamp; and a kettle with cash on delivery. My budget is 200 pesos. I hold a voucher: It works only if all products are from one shop. It needs a total above 150 and gives a percentage discount of 40% with a cap of 100.',
];

interface Answered {
  readonly content: string;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

async function ask(
  more: Record<string, unknown> & { messages: readonly unknown[] },
  model = 'house/expert',
): Promise<Answered> {
  const answer = await simulated.chat({ model, temperature: 0, ...more });
  expect(answer.status).toBe(200);
  return (jsonIn(answer.body) as { choices: { message: Answered }[] }).choices[0]!.message;
}

function jsonIn(text: string): unknown {
  const parsed = parseJson(text);
  expect(parsed.ok, text).toBe(true);
  return parsed.ok ? parsed.value : undefined;
}

function asFormat(schema: z.ZodType): object {
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: z.toJSONSchema(schema) } };
}

function flawOf(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  return error && z.prettifyError(error);
}

const tree: z.ZodType = z.strictObject({
  label: z.string(),
  get children() {
    return z.array(tree).max(3);
  },
});

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'an extraction with strings, enums and numbers': z.strictObject({
    search_query: z.string().min(2),
    brand: z.string().nullable(),
    sort: z.enum(['priceasc', 'pricedesc', 'default']),
    services: z.array(z.enum(['official', 'freeShipping', 'COD', 'flashsale'])),
    price_min: z.number().min(0),
    price_max: z.number().nullable(),
    quantity: z.int().min(1).max(99),
    same_shop: z.boolean(),
  }),
  'attributes with fixed keys': z.strictObject({
    attributes: z.strictObject({ colour: z.string(), material: z.string().nullable(), size: z.enum(['S', 'M', 'L']) }),
  }),
  'attributes with any keys': z.strictObject({ attributes: z.record(z.string(), z.string()) }),
  'items of a list': z.strictObject({
    items: z.array(z.strictObject({ name: z.string().min(1), keywords: z.array(z.string()).min(1).max(4) })).min(1),
  }),
  'a decision about candidates': z.strictObject({
    reasoning: z.string(),
    chosen_index: z.int().min(-1).max(9),
    confidence: z.number().min(0).max(1),
    verdict: z.literal(['accept', 'reject', 'unsure']),
  }),
  'numbers as choices': z.strictObject({ stars: z.literal([1, 2, 3]), version: z.literal(2) }),
  'alternatives of objects': z.strictObject({
    action: z.union([
      z.strictObject({ kind: z.literal('search'), q: z.string() }),
      z.strictObject({ kind: z.literal('stop'), why: z.string().max(20) }),
    ]),
  }),
  'names that say nothing about shopping': z.strictObject({
    foo: z.string().min(3),
    bar: z.array(z.number().multipleOf(0.5).min(0.7)).min(2),
    baz: z.strictObject({ qux: z.boolean(), quux: z.null() }),
    pair: z.tuple([z.string(), z.int()]),
    few: z.array(z.string()).max(1),
  }),
  'a schema that refers to itself': tree,
  'a list': z.array(z.strictObject({ q: z.string() })),
};

describe('response_format of simulated models', () => {
  it.each(Object.entries(SCHEMAS))('simulated models answer with JSON that fits a schema: %s', async (_, schema) => {
    for (const { id } of SIMULATED_MODELS) {
      for (const query of QUERIES) {
        const messages = [{ role: 'user', content: query }];
        const { content } = await ask({ messages, response_format: asFormat(schema) }, id);
        expect(flawOf(schema, jsonIn(content)), `${id}, ${query}: ${content}`).toBeUndefined();
      }
    }
  });

  it('simulated models put what the request says into the fields of a schema', async () => {
    const messages = [{ role: 'user', content: QUERIES[0] }];
    const [schema] = Object.values(SCHEMAS);
    expect(jsonIn((await ask({ messages, response_format: asFormat(schema!) })).content)).toMatchObject({
      search_query: expect.stringContaining('lamp'),
      services: expect.arrayContaining(['freeShipping', 'COD']),
      price_min: 100,
      price_max: 250,
    });
  });

  it('simulated models fit a schema although the prompt describes tags or tools', async () => {
    const schema = SCHEMAS['a decision about candidates']!;
    const tags = { role: 'system', content: 'Use <think> and <tool_call>.' };
    const messages = [tags, { role: 'user', content: QUERIES[1] }];
    const format = { response_format: asFormat(schema) };
    expect(flawOf(schema, jsonIn((await ask({ messages, ...format })).content))).toBeUndefined();
    const withTools = await ask({ messages, ...format, tools: openAiTools(), tool_choice: 'none' });
    expect(withTools.tool_calls).toBeUndefined();
    expect(flawOf(schema, jsonIn(withTools.content))).toBeUndefined();
  });

  it('simulated models answer with an object when json_object is demanded', async () => {
    for (const content of [
      QUERIES[1],
      'Return a JSON array of strings: ["keyword"]. A kettle.',
      'Hello',
      '<tool_call>',
    ]) {
      const said = await ask({ messages: [{ role: 'user', content }], response_format: { type: 'json_object' } });
      expect(jsonIn(said.content)).toEqual(expect.objectContaining({}));
      expect(Array.isArray(jsonIn(said.content))).toBe(false);
    }
  });

  it.each([
    { exclusiveMinimum: 5 },
    { exclusiveMinimum: 5, exclusiveMaximum: 5.5 },
    { exclusiveMaximum: -2 },
    { minimum: 3, exclusiveMaximum: 4 },
    { maximum: -1e9 },
    { multipleOf: 0.5, exclusiveMinimum: 5 },
  ])('simulated models keep numbers in their range: %j', async (range) => {
    const schema = { type: 'object', properties: { n: { type: 'number', ...range } }, required: ['n'] };
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
    const said = await ask({ messages: [{ role: 'user', content: QUERIES[0] }], response_format: format });
    const { n } = z.object({ n: z.number() }).parse(jsonIn(said.content));
    const { minimum: least = -Infinity, maximum: most = Infinity } = range as Record<string, number>;
    const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = range as Record<string, number>;
    expect(n >= least && n <= most && n > above && n < below, `${n}`).toBe(true);
  });

  it('simulated models survive schemas that are hostile', async () => {
    const loop = { $ref: '#', allOf: [{ $ref: '#' }, { $ref: '#' }], anyOf: [{ $ref: '#' }, { $ref: '#' }] };
    const wide = { anyOf: Array.from({ length: 200 }, () => ({ anyOf: Array.from({ length: 200 }, () => loop) })) };
    const big = { type: 'array', minItems: 1e12, items: { type: 'string', minLength: 1e12 } };
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, place) => [`p${place}`, {}]));
    const many = Array.from({ length: 100_000 }, () => ({}));
    for (const schema of [
      loop,
      wide,
      big,
      { properties, anyOf: many },
      { properties, allOf: many },
      7,
      null,
      { type: 'nonsense' },
      { enum: [] },
      { required: ['__proto__', 5] },
    ]) {
      const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
      jsonIn((await ask({ messages: [{ role: 'user', content: QUERIES[0] }], response_format: format })).content);
    }
  });
});

const extraction = z.strictObject({
  product: z.string().min(2),
  urgency: z.enum(['low', 'high']),
  tags: z.array(z.string()),
  max_price: z.number(),
});
const EXTRACT = {
  type: 'function',
  function: { name: 'extract_wish', description: 'Records the wish.', parameters: z.toJSONSchema(extraction) },
};

describe('tool_choice of simulated models', () => {
  const messages = [{ role: 'user', content: QUERIES[0] }];

  it('simulated models call the named function with arguments that fit its schema', async () => {
    for (const { id } of SIMULATED_MODELS) {
      for (const content of QUERIES) {
        const tools = [...openAiTools(), EXTRACT];
        const choice = { type: 'function', function: { name: 'extract_wish' } };
        const said = await ask({ messages: [{ role: 'user', content }], tools, tool_choice: choice }, id);
        expect(said.tool_calls!.map((call) => call.function.name)).toEqual(['extract_wish']);
        expect(flawOf(extraction, jsonIn(said.tool_calls![0]!.function.arguments))).toBeUndefined();
      }
    }
  });

  it('simulated models call a named shopping tool as they would by themselves', async () => {
    const choice = { type: 'function', function: { name: 'find_product' } };
    const said = await ask({ messages, tools: openAiTools(), tool_choice: choice });
    expect(new Set(said.tool_calls!.map((call) => call.function.name))).toEqual(new Set(['find_product']));
    expect(jsonIn(said.tool_calls![0]!.function.arguments)).toMatchObject({ q: expect.stringContaining('lamp') });
  });

  it('simulated models make a call when one is required', async () => {
    const over = [
      ...messages,
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: '1', type: 'function', function: { name: 'terminate', arguments: '{"status":"success"}' } }],
      },
      { role: 'tool', tool_call_id: '1', content: 'over' },
    ];
    for (const tools of [openAiTools(), [EXTRACT]]) {
      for (const talk of [messages, over]) {
        const said = await ask({ messages: talk, tools, tool_choice: 'required' });
        expect(said.tool_calls!.length).toBeGreaterThan(0);
        for (const call of said.tool_calls!) jsonIn(call.function.arguments);
      }
    }
  });

  it('simulated models write text and no call when calls are forbidden', async () => {
    const said = await ask({ messages, tools: openAiTools(), tool_choice: 'none' });
    expect(said.tool_calls).toBeUndefined();
    expect(said.content.length).toBeGreaterThan(10);
  });

  it('simulated models make one call when parallel calls are off', async () => {
    const content = QUERIES[2];
    const more = { messages: [{ role: 'user', content }], tools: openAiTools() };
    expect((await ask(more)).tool_calls!.length).toBeGreaterThan(1);
    expect((await ask({ ...more, parallel_tool_calls: false })).tool_calls).toHaveLength(1);
  });

  it('simulated models reject a choice that is not among the tools', async () => {
    const tool_choice = { type: 'function', function: { name: 'no_such_tool' } };
    const answer = await simulated.chat({ model: 'house/adept', messages, tools: openAiTools(), tool_choice });
    expect(answer).toMatchObject({ status: 400, usage: null });
    expect(jsonIn(answer.body)).toMatchObject({ error: { type: 'invalid_request_error', param: 'tool_choice' } });
  });
});
