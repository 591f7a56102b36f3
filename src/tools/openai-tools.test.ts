import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAiTools } from './openai-tools.ts';
import { EIGHT_TOOLS, FOUR_TOOLS } from './shopping-tools.ts';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
}

function parametersOf(schema: Schema): [name: string, parameter: Schema][] {
  const own = Object.entries(schema.properties ?? {});
  return own.flatMap(([name, parameter]) => [
    [name, parameter] as [string, Schema],
    ...parametersOf(parameter.items ?? parameter),
  ]);
}

describe('the tools as models see them', () => {
  const tools = openAiTools();
  const all = openAiTools(EIGHT_TOOLS.map((tool) => tool.name));

  it('offers seven tools, or the four of published baselines', () => {
    expect(tools.map((tool) => tool.function.name)).toEqual([
      'find_product',
      'view_product_information',
      'check_product_match',
      'find_products_in_same_shop',
      'calculate_voucher',
      'recommend_product',
      'terminate',
    ]);
    const four = openAiTools(FOUR_TOOLS.map((tool) => tool.name));
    expect(four).toEqual([tools[0], tools[1], tools[5], tools[6]]);
    expect(openAiTools(['nothing'])).toEqual([]);
  });

  it('offers web_search only when it is named, before the tools that give the answer', () => {
    expect(all.map((tool) => tool.function.name)).toEqual([
      ...tools.slice(0, 5).map((tool) => tool.function.name),
      'web_search',
      'recommend_product',
      'terminate',
    ]);
    expect(all.filter((tool) => tool.function.name !== 'web_search')).toEqual(tools);
  });

  it.each(all.map((tool) => [tool.function.name, tool.function] as const))('the schema of %s is valid', (_, tool) => {
    const schema = tool.parameters as Schema;
    expect(tool.description.length).toBeGreaterThan(30);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining([...(schema.required ?? [])]));
    for (const [name, parameter] of parametersOf(schema)) {
      expect(parameter.description?.length ?? 0, name).toBeGreaterThan(20);
      expect(typeof parameter.type, name).toBe('string');
    }
    // Reading it back shows that every keyword is a valid, well-formed JSON Schema keyword.
    expect(() => z.fromJSONSchema(tool.parameters)).not.toThrow();
  });

  it('tool schemas accept what the tools accept', () => {
    const examples: Record<string, object> = {
      find_product: { q: 'lamp', page: 2, shop_id: 's', price: '1-2', sort: 'order', service: 'COD' },
      view_product_information: { product_ids: '1,2' },
      check_product_match: { product_id: '1', requirements: { size: 'xl', color: ['red', 'blue'] } },
      find_products_in_same_shop: {
        product_queries: [
          { q: 'lamp', price: '1-' },
          { q: 'mat', service: 'COD' },
        ],
      },
      calculate_voucher: {
        product_prices: '1,2',
        voucher_type: 'percentage',
        discount_value: 20,
        threshold: 1,
        budget: 2,
        cap: 1,
        scope: 'shop',
        shop_ids: 'a,b',
      },
      recommend_product: { product_ids: '1' },
      terminate: { status: 'success' },
      web_search: { q: 'who founded Kusinaro' },
    };
    for (const tool of all) {
      const schema = z.fromJSONSchema(tool.function.parameters);
      const example = examples[tool.function.name];
      expect(schema.safeParse(example).success, tool.function.name).toBe(true);
      expect(schema.safeParse({ ...example, other: 1 }).success, tool.function.name).toBe(false);
      expect(EIGHT_TOOLS.find(({ name }) => name === tool.function.name)?.parameters.safeParse(example).success).toBe(
        true,
      );
    }
  });

  it('the tools are the ones the Python kit declares', () => {
    const kit = readFileSync(new URL('../../python/agent-kit/assay/tools.json', import.meta.url), 'utf8');
    // If this fails: node bin/assay.js tools schema --tools 8 > python/agent-kit/assay/tools.json && npm run fix
    expect(JSON.parse(kit)).toEqual(all);
  });
});
