import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runPython } from '../../tools/testing/python.ts';
import { harnessOf } from './harness.ts';
import { shortenObservation } from './shorten-observation.ts';

const KIT = fileURLToPath(new URL('../../../python/agent-kit', import.meta.url));
const AGENTS = fileURLToPath(new URL('../../../agents', import.meta.url));

/** Models are trained with the harness's prompts, and this agent uses them in the arena. */
const ASK = `
import json, sys
sys.path[:0] = sys.argv[1:]
import assay, four_tools
results = json.load(sys.stdin)
print(json.dumps({
    "system": four_tools.SYSTEM_PROMPT,
    "most": four_tools.MAX_OBSERVATION,
    "tools": assay.tools.schemas(assay.tools.FOUR_TOOLS),
    "shown": [four_tools.shorten(result) for result in results],
}))
`;

function product(place: number, description: number, options = 2) {
  return {
    product_id: `10${place}`,
    title: `Lámpara 灯 "${place}"`,
    price: place + 0.5,
    sold: 3,
    short_description: 'kurz '.repeat(description / 10),
    description: 'lang '.repeat(description),
    sku_options: Object.fromEntries(Array.from({ length: options }, (_, option) => [`${option}`, { color: 'red' }])),
    service: ['freeShipping'],
  };
}

function products(count: number, description: number, options?: number) {
  return Array.from({ length: count }, (_, place) => product(place, description, options));
}

describe('agents/four_tools.py', () => {
  it('agents/four_tools.py sends the same texts, tools and results as the harness', async () => {
    const results = [
      products(2, 1),
      products(4, 60),
      products(9, 20),
      products(40, 300),
      products(1, 20, 400),
      { products: products(30, 10), found: true },
      { error: 'There is no product 7.' },
      [],
    ];
    const { stdout, stderr } = await runPython(ASK, [KIT, AGENTS], {}, JSON.stringify(results));
    expect(stderr).toBe('');
    const asked = JSON.parse(stdout);
    const harness = harnessOf(4, 'native', asked.most);
    expect(asked.system).toBe(harness.system);
    expect(asked.tools).toEqual(harness.schemas);
    expect(asked.shown).toEqual(results.map((each) => shortenObservation(JSON.stringify(each), asked.most)));
  });
});
