import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WebSearch } from '../market/encyclopaedia.ts';
import { EmbeddedSearch } from '../market/search.ts';
import { writeIndex } from '../market/testing/write-index.ts';
import { IndexMarketView } from './index-market-view.ts';
import type { MarketView } from './market-view.ts';
import { runTool } from './run-tool.ts';
import { EIGHT_TOOLS } from './shopping-tools.ts';
import { type AgentGateway, openAgentGateway } from './testing/agent-gateway.ts';
import { runPython } from './testing/python.ts';
import { SMALL_MARKET } from './testing/small-market.ts';

const KIT = fileURLToPath(new URL('../../python/agent-kit', import.meta.url));
const TABLE = fileURLToPath(new URL('./testing/composed-tools.json', import.meta.url));

const call = z.object({ tool: z.string(), parameters: z.unknown() });
const CASES = z
  .array(call.extend({ name: z.string(), before: z.array(call).optional(), result: z.unknown() }))
  .parse(JSON.parse(readFileSync(TABLE, 'utf8')));

/** Runs every case in a shop that has shown nothing yet; prints one line of JSON per result. */
const RUN_TABLE = `
import json, sys
sys.path.insert(0, sys.argv[1])
import assay
from assay.tools import shop_window
for case in json.load(open(sys.argv[2], encoding="utf-8")):
    shop_window._seen.clear()
    for call in case.get("before", []):
        assay.tools.call(call["tool"], call["parameters"])
    print(json.dumps(assay.tools.call(case["tool"], case["parameters"])))
`;

const folder = mkdtempSync(join(tmpdir(), 'assay-tools-'));
let search: EmbeddedSearch;
let gateway: AgentGateway;

beforeAll(async () => {
  const path = join(folder, 'market.index');
  await writeIndex(path, SMALL_MARKET, { kind: 'import', file: 'small market' });
  search = EmbeddedSearch.open(path);
  gateway = await openAgentGateway(search);
});

afterAll(async () => {
  await gateway.close();
  await search.close();
  rmSync(folder, { recursive: true });
});

async function answers(market: () => MarketView): Promise<unknown[]> {
  const results = [];
  for (const { before = [], tool, parameters } of CASES) {
    const shop = market();
    for (const earlier of before) await runTool(earlier.tool, earlier.parameters, shop);
    results.push(await runTool(tool, parameters, shop));
  }
  return results;
}

function named(results: readonly unknown[]): Record<string, unknown> {
  expect(results).toHaveLength(CASES.length);
  return Object.fromEntries(CASES.map(({ name }, place) => [name, results[place]]));
}

const EXPECTED = Object.fromEntries(CASES.map(({ name, result }) => [name, result]));

describe('the composed tools', () => {
  it('every composed tool has cases with unique names', () => {
    expect(Object.keys(EXPECTED)).toHaveLength(CASES.length);
    expect(new Set(CASES.map(({ tool }) => tool))).toEqual(
      new Set(['calculate_voucher', 'check_product_match', 'find_products_in_same_shop', 'web_search']),
    );
  });

  it('the composed tools answer every case beside the index', async () => {
    expect(named(await answers(() => new IndexMarketView(search)))).toEqual(EXPECTED);
  });

  it('the composed tools answer every case in Python', async () => {
    const { stdout, stderr } = await runPython(RUN_TABLE, [KIT, TABLE], { SANDBOX_PROXY_URL: gateway.url });
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(named(lines.map((line) => JSON.parse(line)))).toEqual(EXPECTED);
  });
});

describe('web_search', () => {
  const web: WebSearch = { search: (query) => [{ title: 'Kusinaro', text: `About ${query}.` }] };
  const question = { q: 'who founded it' };
  const schemas = `
import json, sys
sys.path.insert(0, sys.argv[1])
import assay
print(json.dumps([assay.tools.call("web_search", {"q": "who founded it"}), assay.tools.call("web_search", {}),
                  [tool["function"]["name"] for tool in assay.tools.schemas()].count("web_search"),
                  [tool["function"]["name"] for tool in assay.tools.schemas(["web_search"])]]))
`;

  it('web_search gives the same answers beside the index and in Python', async () => {
    const market = new IndexMarketView(search, web);
    const found = await runTool('web_search', question, market, EIGHT_TOOLS);
    expect(found).toEqual([{ title: 'Kusinaro', text: 'About who founded it.' }]);
    const nothing = await runTool('web_search', {}, market, EIGHT_TOOLS);
    const offered = await openAgentGateway(search, undefined, web);
    try {
      const { stdout, stderr } = await runPython(schemas, [KIT], { SANDBOX_PROXY_URL: offered.url });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual([found, nothing, 0, ['web_search']]);
    } finally {
      await offered.close();
    }
  });
});
