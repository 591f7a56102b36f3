import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runPython } from '../../tools/testing/python.ts';
import { harnessOf } from './harness.ts';
import { shortenObservation } from './shorten-observation.ts';

const KIT = fileURLToPath(new URL('../../../python/agent-kit', import.meta.url));
const AGENTS = fileURLToPath(new URL('../../../agents', import.meta.url));

/** Models are trained with the harness's prompts, and these agents use them in the arena. */
const ASK = `
import importlib, json, sys
sys.path[:0] = sys.argv[2:]
import assay
agent = importlib.import_module(sys.argv[1])
asked = []
def chat(messages, tools=None, **fields):
    asked.append({"system": messages[0]["content"], "tools": tools})
    raise assay.ChatFailed("enough")
assay.chat = chat
agent.agent_main({"query": "a lamp"})
results = json.load(sys.stdin)
shown = [assay.shorten(result, agent.MAX_OBSERVATION) for result in results]
print(json.dumps({**asked[0], "most": agent.MAX_OBSERVATION, "shown": shown}))
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

describe('agents with the prompts of training', () => {
  it.each([
    { file: 'four_tools.py', size: 4 },
    { file: 'seven_tools.py', size: 7 },
  ] as const)('agents/$file sends the same texts, tools and results as the harness', async ({ file, size }) => {
    const results = [
      products(2, 1),
      products(4, 60),
      products(9, 20),
      products(40, 300),
      products(1, 20, 400),
      { products: products(30, 10), found: true },
      { products: products(1, 20, 400), found: true },
      { error: 'There is no product 7.' },
      { error: 'x'.repeat(9_000) },
      { products: [{ ...product(1, 1), title: '灯 😀 "'.repeat(1_000) }] },
      { note: { text: '😀'.repeat(3_000) } },
      '"'.repeat(10_000),
      `a${'😀'.repeat(5_000)}`,
      [],
    ];
    const { stdout, stderr } = await runPython(ASK, [basename(file, '.py'), KIT, AGENTS], {}, JSON.stringify(results));
    expect(stderr).toBe('');
    // What an agent prints comes first.
    const asked = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    const harness = harnessOf(size, 'native', asked.most);
    expect(asked.system).toBe(harness.system);
    expect(asked.tools).toEqual(harness.schemas);
    expect(asked.shown).toEqual(results.map((each) => shortenObservation(JSON.stringify(each), asked.most)));
  });
});
