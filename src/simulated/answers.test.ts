import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/parse-json.ts';
import { readRequest } from './read-request.ts';
import { requestContextOf } from './request-context.ts';
import { SimulatedInference } from './simulated-inference.ts';
import { simulatedModel } from './simulated-model.ts';

const simulated = new SimulatedInference();

/** A query on which the expert makes no mistake, so that it gives its best answer. */
function flawless(queryOf: (variant: string) => string, messagesOf: (query: string) => unknown[]): unknown[] {
  for (let place = 0; place < 200; place++) {
    const messages = messagesOf(queryOf(`k${place}`));
    const context = requestContextOf(simulatedModel('house/expert')!, readRequest({ messages }));
    if (context.errorProfile.mistakes.length === 0) return messages;
  }
  throw new Error('the expert always errs');
}

async function ask(messages: readonly unknown[], more: Record<string, unknown> = {}): Promise<string> {
  const answer = await simulated.chat({ model: 'house/expert', messages, ...more });
  const parsed = parseJson(answer.body);
  return ((parsed.ok ? parsed.value : {}) as { choices: { message: { content: string } }[] }).choices[0]!.message
    .content;
}

async function askJson(messages: readonly unknown[], more: Record<string, unknown> = {}): Promise<unknown> {
  const parsed = parseJson(await ask(messages, more));
  expect(parsed.ok).toBe(true);
  return parsed.ok ? parsed.value : undefined;
}

describe('answers to prompts of scripted agents', () => {
  it('a simulated model fills a template of nested JSON', async () => {
    const template = `Answer with one JSON object in this shape:
{
  "items": [
    {"q": "two to five words", "price": "low-high or null", "service": ["official" | "COD"], "requirements": {"name": "value"}}
  ],
  "same_shop": true or false,
  "voucher": null or {"type": "fixed" | "percentage", "value": number, "cap": number or null, "threshold": number, "budget": number, "scope": "platform" | "shop"}
}`;
    const messages = flawless(
      (variant) =>
        `Find a ${variant} lamp with steel as material, under 300 pesos; and a kettle with cash on delivery. My budget is 200 pesos. I hold a voucher: It works only if all products are from one shop. It needs a total above 150 and gives a percentage discount of 40% with a cap of 100.`,
      (query) => [
        { role: 'system', content: template },
        { role: 'user', content: query },
      ],
    );
    expect(await askJson(messages)).toMatchObject({
      items: [
        { q: expect.stringContaining('lamp'), price: '0-300', service: [], requirements: { material: 'steel' } },
        { q: 'kettle', price: null, service: ['COD'], requirements: {} },
      ],
      same_shop: true,
      voucher: { type: 'percentage', value: 40, cap: 100, threshold: 150, budget: 200, scope: 'shop' },
    });
  });

  it('a simulated model fills keys named in a sentence, with null for what was not said', async () => {
    const messages = flawless(
      (variant) => `a ${variant} lamp by lumo, between 100 and 250 pesos`,
      (query) => [
        {
          role: 'user',
          content: `Extract JSON with keys name, brand, min_price, max_price, services and color.\n\nQuery: ${query}`,
        },
      ],
    );
    expect(await askJson(messages, { response_format: { type: 'json_object' } })).toEqual({
      name: expect.stringMatching(/^k\d+ lamp$/),
      brand: 'lumo',
      min_price: 100,
      max_price: 250,
      services: [],
      color: null,
    });
  });

  it('a simulated model answers with only the number of the best candidate', async () => {
    const messages = flawless(
      (variant) => `a ${variant} lamp with steel as material and in small`,
      (query) => [
        { role: 'system', content: 'Answer with the number of the candidate that fits best, and nothing else.' },
        {
          role: 'user',
          content: `Customer wants: ${query}\n\n1. The voucher is for all.\n\nCandidates:
1. ${query.split(' ')[1]} Lamp | price 100 | services none | material: wood | variants [{"size": "small"}]
2. ${query.split(' ')[1]} Lamp | price 120 | services COD | material: steel | variants [{"size": "small"}, {"size": "large"}]
3. Kettle | price 90 | services none | material: steel | variants [{"size": "small"}]

Which number, 1 to 3?`,
        },
      ],
    );
    expect(await ask(messages)).toBe('2');
  });

  it('a simulated model answers yes for what fits and no for the rest', async () => {
    const messages = (price: number) =>
      flawless(
        (variant) => `a ${variant} lamp under 300 pesos`,
        (query) => [
          {
            role: 'user',
            content: `Does the product fit? Answer yes or no.\nRequest: ${query}\nProduct: ${query.split(' ')[1]} Lamp | price ${price}`,
          },
        ],
      );
    expect(await ask(messages(250))).toBe('yes');
    expect(await ask(messages(350))).toBe('no');
  });

  it('a simulated model writes a thought from the results, within its token limit', async () => {
    const messages = flawless(
      (variant) => `a ${variant} lamp with steel as material`,
      (query) => {
        const title = `${query.split(' ')[1]} Lamp`;
        const results = [
          { product_id: '1001', title, price: 100, attributes: { material: ['wood'] }, sku_options: {} },
          { product_id: '1002', title, price: 120, attributes: { material: ['steel'] }, sku_options: {} },
        ];
        return [
          { role: 'system', content: 'You write the thoughts of a shopping assistant, one to three sentences.' },
          {
            role: 'user',
            content: `Customer: ${query}\n\nThe assistant now compares. Results:\n${JSON.stringify(results).slice(0, -2)}`,
          },
        ];
      },
    );
    const thought = await ask(messages);
    expect(thought).toMatch(/^This step compares\./);
    expect(thought).toContain('1001');
    const short = await ask(messages, { max_tokens: 40 });
    expect(short.length).toBeLessThanOrEqual(160);
  });

  it('a simulated model says what it is when it cannot do the task', async () => {
    expect(await ask([{ role: 'user', content: 'Write a haiku.' }])).toMatch(/^I am a simulated/);
  });
});
