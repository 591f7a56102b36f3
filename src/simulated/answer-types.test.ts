import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../json/parse-json.ts';
import { SimulatedInference } from './simulated-inference.ts';

const simulated = new SimulatedInference();

/** Requests with many and with few details: services, prices, several items, a voucher. */
const QUERIES = [
  'I need a red steel lamp with cash on delivery and free shipping, between 100 and 250 pesos.',
  'A kettle, please.',
  'Show me a shop that sells both: a lamp by lumo under 300 pesos; and a kettle from the official store.',
  'Find a lamp; and a kettle with cash on delivery. My budget is 200 pesos. I hold a voucher: It works only if all products are from one shop. It needs a total above 150 and gives a percentage discount of 40% with a cap of 100.',
];

async function askText(messages: readonly unknown[], more: Record<string, unknown> = {}): Promise<string> {
  const answer = await simulated.chat({ model: 'house/expert', temperature: 0, messages, ...more });
  const parsed = parseJson(answer.body);
  const [choice] = ((parsed.ok ? parsed.value : {}) as { choices: { message: { content: string } }[] }).choices;
  return choice!.message.content;
}

async function ask(messages: readonly unknown[], more: Record<string, unknown> = {}): Promise<unknown> {
  const content = await askText(messages, more);
  const json = parseJson(content);
  expect(json.ok, content).toBe(true);
  return json.ok ? json.value : undefined;
}

const text = z.string();
const range = z.string().regex(/^\d+(\.\d+)?-(\d+(\.\d+)?)?$/);
const services = z.string().regex(/^(official|freeShipping|COD|flashsale)(,(official|freeShipping|COD|flashsale))*$/);

/** The notations of published agents for the JSON they want, in our own sentences. */
const SHAPES: readonly (readonly [string, string, z.ZodType])[] = [
  [
    'quoted alternatives and null',
    `Turn the request into JSON, without markdown.
{"task_type":"product"|"shop"|"voucher","products":[{"keywords":"words to search","price_range":"min-max"|null,"service":"official"|"freeShipping"|"COD"|"flashsale"|null}],"is_shop_voucher":bool}
- price_range: such as "100-500" or "100-".
JSON only:`,
    z.strictObject({
      task_type: z.enum(['product', 'shop', 'voucher']),
      products: z
        .array(z.strictObject({ keywords: text.min(2), price_range: range.nullable(), service: services.nullable() }))
        .min(1),
      is_shop_voucher: z.boolean(),
    }),
  ],
  [
    'several forms of a range, and a flag that nothing is said about',
    `Write the wishes as JSON only:
{"products":[{"keywords":"2-8 words","brand":"brand"|null,"price_range":"min-max"|"min-"|"0-max"|null,"only_product_type":bool}]}`,
    z.strictObject({
      products: z.array(
        z.strictObject({
          keywords: text.min(2),
          brand: text.nullable(),
          price_range: range.nullable(),
          only_product_type: z.boolean(),
        }),
      ),
    }),
  ],
  [
    'alternatives within one pair of quotes, and numbers that are always there',
    `JSON only:
{"products":[{"keywords":"a few words","price_range":"min-max"|null,"service":"official|freeShipping|COD|flashsale|comma-separated|null"}],"voucher":{"discount_type":"fixed|percentage","discount_value":number,"threshold":number,"cap":number,"budget":number}}
- Without a cap, cap is 0.`,
    z.strictObject({
      products: z.array(
        z.strictObject({ keywords: text, price_range: range.nullable(), service: services.nullable() }),
      ),
      voucher: z.strictObject({
        discount_type: z.enum(['fixed', 'percentage']),
        discount_value: z.number(),
        threshold: z.number(),
        cap: z.number(),
        budget: z.number(),
      }),
    }),
  ],
  [
    'bare types with comments behind them',
    `Answer only with a valid JSON object of this form:
{
  "search_term": string,        // what it is called
  "filters": {
    "price_max": number,        // optional, the most: in pesos
    "brand": string
  },
  "features": string[]
}`,
    z.strictObject({
      search_term: text.min(2),
      filters: z.strictObject({ price_max: z.number(), brand: text }),
      features: z.array(text),
    }),
  ],
  [
    'a sentence that names keys with their types',
    `Return a JSON object with keys: "product" (string), "services" (string, comma separated or ""), "max_price" (number or null), "attributes" (list of strings). Only JSON.`,
    z.strictObject({
      product: text.min(2),
      services: services.or(z.literal('')),
      max_price: z.number().nullable(),
      attributes: z.array(text),
    }),
  ],
  [
    'a list of keys with descriptions',
    `Return only a JSON object with these fields:
- "category": what kind of thing it is, or null if unclear
- "keywords_en": list of words to search for
- "price_max": number or null (pesos)
- "sort": "relevance" | "price_asc" | "price_desc"`,
    z.object({
      keywords_en: z.array(text),
      price_max: z.number().nullable(),
      sort: z.enum(['relevance', 'price_asc', 'price_desc']),
    }),
  ],
  [
    'a list of keys with types as in TypeScript',
    `Return JSON with:
- productType: string (such as "lamp")
- attributes: string[] (such as ["black", "oversized"])
- budget: number | null (the most, or null)

Only the JSON object.`,
    z.strictObject({ productType: text.min(2), attributes: z.array(text), budget: z.number().nullable() }),
  ],
  [
    'types within quotes',
    `Respond only with JSON in this schema:
{
  "product_type": "string",
  "budget": number,
  "brand_preference": "string or null",
  "key_features": ["list", "of", "strings"],
  "keywords": ["string"],
  "mood": "calm|hurried|festive"
}`,
    z.strictObject({
      product_type: text.min(2),
      budget: z.number(),
      brand_preference: text.nullable(),
      key_features: z.array(text),
      keywords: z.array(text).min(1),
      mood: z.enum(['calm', 'hurried', 'festive']),
    }),
  ],
  [
    'a list at the top',
    'Return a JSON array, one entry for each product: [{"query": "words", "price": {"min": number|null, "max": number|null}, "qty": 1}]',
    z
      .array(
        z.strictObject({
          query: text.min(2),
          price: z.strictObject({ min: z.number().nullable(), max: z.number().nullable() }),
          qty: z.int(),
        }),
      )
      .min(1),
  ],
  [
    'pairs of a name and a value',
    'Give JSON only: {"title": "...", "requirements": [{"name": "...", "value": "..."}], "must_have": ["..."], "gift": true/false}',
    z.strictObject({
      title: text.min(2),
      requirements: z.array(z.strictObject({ name: text, value: text })),
      must_have: z.array(text),
      gift: z.boolean(),
    }),
  ],
  [
    'a JSON Schema in the prompt',
    `Answer with JSON that fits this schema: {"type": "object", "properties": {"q": {"type": "string"}, "max_price": {"type": ["number", "null"]}, "services": {"type": "array", "items": {"type": "string", "enum": ["official", "COD"]}}}, "required": ["q"]}`,
    z.strictObject({
      q: text.min(2),
      max_price: z.number().nullable(),
      services: z.array(z.enum(['official', 'COD'])),
    }),
  ],
];

describe('simulated models asked for JSON', () => {
  it.each(SHAPES)(
    'a simulated model gives every JSON field the type that the prompt states: %s',
    async (_, prompt, schema) => {
      for (const query of QUERIES) {
        const asSystem = [
          { role: 'system', content: prompt },
          { role: 'user', content: query },
        ];
        const asOne = [{ role: 'user', content: `${prompt}\n\nQuery: ${query}` }];
        for (const messages of [asSystem, asOne]) {
          const parsed = schema.safeParse(await ask(messages));
          expect(parsed.error && z.prettifyError(parsed.error), query).toBeUndefined();
        }
      }
    },
  );

  it('a simulated model follows the schema of response_format', async () => {
    const schema = {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/$defs/Item' } },
        total: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      },
      $defs: { Item: { type: 'object', properties: { name: { type: 'string' }, express: { type: 'boolean' } } } },
    };
    const format = { type: 'json_schema', json_schema: { name: 'wishes', schema } };
    const wanted = z.strictObject({
      items: z.array(z.strictObject({ name: text.min(2), express: z.boolean() })).min(1),
      total: z.number().nullable(),
    });
    for (const content of QUERIES) {
      const parsed = wanted.safeParse(await ask([{ role: 'user', content }], { response_format: format }));
      expect(parsed.error && z.prettifyError(parsed.error)).toBeUndefined();
    }
  });

  it('a simulated model names every requested service, in one text if one text is wanted', async () => {
    const messages = [
      { role: 'system', content: SHAPES[0]![1] },
      { role: 'user', content: QUERIES[0] },
    ];
    expect(await ask(messages)).toMatchObject({
      products: [{ price_range: '100-250', service: expect.stringMatching(/^(COD,freeShipping|freeShipping,COD)$/) }],
    });
  });
});

describe('simulated models asked for other formats', () => {
  const candidates = `CANDIDATES:
[1] ID:1000000001 | Steel kettle | 90 PHP | shop:1
[2] ID:1000000002 | Red steel lamp | 150 PHP | services: COD, freeShipping | shop:2`;

  it('a simulated model fills the lines of a format that is not JSON', async () => {
    const answer = await askText([
      { role: 'system', content: 'Use this format and nothing else:\nSELECTED: <numeric_id>\nREASON: <one sentence>' },
      { role: 'user', content: `USER REQUEST: ${QUERIES[0]}\n\n${candidates}` },
    ]);
    expect(answer).toMatch(/^SELECTED: 100000000[12]\nREASON: .+$/);
  });

  it('a simulated model answers with a listed id and not the excluded one', async () => {
    const content =
      'Choose ONE of these ids. Do not choose the id 2000000001. Answer with the id only.\nIds: 2000000001, 2000000002, 2000000003';
    expect(await askText([{ role: 'user', content }])).toMatch(/^200000000[23]$/);
  });

  it('a simulated model judges every candidate when a list of judgements is wanted', async () => {
    const schema = z
      .array(z.strictObject({ product_id: text.regex(/^100000000[12]$/), score: z.number().min(0).max(1) }))
      .length(2);
    const system = 'Score every candidate. Strict JSON: [{"product_id": "...", "score": 0.0}]';
    const user = `Query: ${QUERIES[0]}\n\n${candidates}`;
    const parsed = schema.safeParse(
      await ask([
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]),
    );
    expect(parsed.error && z.prettifyError(parsed.error)).toBeUndefined();
  });

  it('a simulated model writes text when the prompt shows JSON but does not ask for it', async () => {
    const answer = await askText([
      {
        role: 'system',
        content:
          'You narrate one step. You get a JSON blob with keys that describe the step. Plain text only, no JSON output.',
      },
      { role: 'user', content: JSON.stringify({ query: QUERIES[0], keywords: ['red lamp'] }) },
    ]);
    expect(answer).not.toMatch(/^\s*[{[]/);
  });
});
