import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedSearch } from '../market/search.ts';
import { writeIndex } from '../market/testing/write-index.ts';
import { itSample } from '../testing/it-sample.ts';
import { type AgentGateway, type ChatReply, type ChatRequest, openAgentGateway } from './testing/agent-gateway.ts';
import { runPython } from './testing/python.ts';
import { type ScriptedCall, type ScriptedProblem, scriptedModel } from './testing/scripted-model.ts';
import { SMALL_MARKET } from './testing/small-market.ts';

const KIT = fileURLToPath(new URL('../../python/agent-kit', import.meta.url));
const AGENTS = fileURLToPath(new URL('../../agents', import.meta.url));
const ORO_STYLE = new URL('./testing/oro-style-agent.py', import.meta.url);

const AGENTIC = ['react_text', 'native_tools', 'careful_verifier'];
const SCRIPTED = ['extract_and_search', 'rank_by_model', 'narrated_loop', 'no_model'];

function call(name: string, parameters: Record<string, unknown>): ScriptedCall {
  return { name, parameters };
}

/** Search, open, check, recommend: a sequence that the careful agent also accepts. */
function turns(searches: readonly ScriptedCall[], productIds: readonly string[], more: readonly ScriptedCall[] = []) {
  const product_ids = productIds.join(',');
  const checks = productIds.map((id) => call('check_product_match', { product_id: id, requirements: { price: '0-' } }));
  return [
    searches,
    [call('view_product_information', { product_ids })],
    checks,
    ...more.map((each) => [each]),
    [call('recommend_product', { product_ids })],
    [call('terminate', { status: 'success' })],
  ];
}

const find = (q: string, filters: object = {}) => call('find_product', { q, ...filters });

const PROBLEMS: readonly ScriptedProblem[] = [
  {
    query: "I'm looking for a kavari desk lamp with free shipping, with touch control and in black.",
    productIds: ['1001'],
    titles: ['Kavari Desk Lamp Dimmable'],
    turns: turns([find('kavari desk lamp', { service: 'freeShipping' })], ['1001']),
    plan: {
      items: [{ q: 'kavari desk lamp', price: null, service: ['freeShipping'], requirements: { color: 'black' } }],
      same_shop: false,
      voucher: null,
    },
  },
  {
    query: 'Find a shop that sells all of these: a firm grid foam roller; and a thick yoga mat.',
    productIds: ['1007', '1006'],
    titles: ['Foam Roller Firm Grid', 'Yoga Mat Thick'],
    turns: turns([find('foam roller firm grid'), find('thick yoga mat', { shop_id: 'shop-c' })], ['1007', '1006']),
    plan: {
      items: [
        { q: 'foam roller firm grid', requirements: {} },
        { q: 'thick yoga mat', requirements: { thickness: '10 mm' } },
      ],
      same_shop: true,
      voucher: null,
    },
  },
  {
    query:
      'I want to buy a short foam roller; and a non slip yoga mat. My budget is 330 pesos. I hold a voucher: It works only if all products are from one shop. It needs a total above 300 and gives a fixed discount of 50.',
    productIds: ['1004', '1005'],
    titles: ['Foam Roller Short', 'Yoga Mat Non Slip'],
    turns: turns(
      [find('short foam roller'), find('non slip yoga mat')],
      ['1004', '1005'],
      [
        call('calculate_voucher', {
          product_prices: '150,220.5',
          voucher_type: 'fixed',
          discount_value: 50,
          threshold: 300,
          budget: 330,
          scope: 'shop',
          shop_ids: 'shop-a,shop-a',
        }),
      ],
    ),
    plan: {
      items: [{ q: 'short foam roller' }, { q: 'non slip yoga mat', requirements: { thickness: '6 mm' } }],
      same_shop: false,
      voucher: { type: 'fixed', value: 50, cap: null, threshold: 300, budget: 330, scope: 'shop' },
    },
  },
];

/** A minimal sandbox: a new process, the kit first on the path, one call of `agent_main`. Sleeps are skipped. */
const RUN_AGENT = `
import importlib.util, json, sys, time
time.sleep = lambda seconds: None
sys.path.insert(0, sys.argv[1])
spec = importlib.util.spec_from_file_location("agent", sys.argv[2])
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)
print(json.dumps(agent.agent_main(json.load(sys.stdin))))
`;

interface Step {
  readonly completion: {
    readonly content: string;
    readonly message: { readonly think?: string; readonly tool_call?: readonly (ScriptedCall & { result: unknown })[] };
  };
  readonly extra_info: { readonly step: number; readonly query: string; readonly timestamp: number };
}

const folder = mkdtempSync(join(tmpdir(), 'assay-agents-'));
let search: EmbeddedSearch;
const gateways: AgentGateway[] = [];

beforeAll(async () => {
  const path = join(folder, 'market.index');
  await writeIndex(path, SMALL_MARKET, { kind: 'import', file: 'small market' });
  search = EmbeddedSearch.open(path);
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await search.close();
  rmSync(folder, { recursive: true });
});

interface Attempt {
  readonly steps: Step[];
  /** The calls in the model's answers, as comparable text. */
  readonly written: ReadonlySet<string>;
}

async function attempt(agent: string, query: string, model: (request: ChatRequest) => ChatReply): Promise<Attempt> {
  const written = new Set<string>();
  const gateway = await openAgentGateway(search, (request) => {
    const reply = model(request);
    const tagged = /<tool_call>(\[.*\])<\/tool_call>/s.exec(reply.content ?? '')?.[1] ?? '[]';
    for (const each of [...(reply.tool_calls ?? []), ...JSON.parse(tagged)]) written.add(comparable(each));
    return reply;
  });
  gateways.push(gateway);
  return { steps: await attemptAt(agent, query, gateway.url), written };
}

async function attemptAt(agent: string, query: string, url: string): Promise<Step[]> {
  const environment = { SANDBOX_PROXY_URL: url, SANDBOX_MODEL: 'house/adept', CHUTES_ACCESS_TOKEN: 'ticket-1' };
  const problem = JSON.stringify({ problem_id: 'p', query });
  const { stdout, stderr, code } = await runPython(RUN_AGENT, [KIT, agent], environment, problem);
  expect(stderr).not.toContain('Traceback');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

function fileOf(agent: string): string {
  return join(AGENTS, `${agent}.py`);
}

function callsOf(steps: readonly Step[]): ScriptedCall[] {
  return steps.flatMap((step) => step.completion.message.tool_call ?? []);
}

/** Checks what must hold for every dialogue, whatever the model does. Returns the recommended products. */
function expectWellFormed(steps: readonly Step[], query: string): string[] {
  const calls = callsOf(steps);
  expect(steps.length).toBeLessThanOrEqual(25);
  for (const [place, { completion, extra_info }] of steps.entries()) {
    expect(completion.content).toMatch(/^<think>[^<]+<\/think>\n<tool_call>\[\{.*\}\]<\/tool_call>$/s);
    expect(extra_info).toMatchObject({ step: place + 1, query, timestamp: expect.any(Number) });
  }
  const recommendations = calls.filter(({ name }) => name === 'recommend_product');
  expect(recommendations).toHaveLength(1);
  expect(calls.filter(({ name }) => name === 'terminate')).toHaveLength(1);
  expect(calls.at(-1)?.name).toBe('terminate');
  return String(recommendations[0]?.parameters.product_ids).split(',');
}

function comparable({ name, parameters }: { readonly name: string; readonly parameters: object }): string {
  return JSON.stringify([name, parameters]);
}

/** Share of the calls in a dialogue that the model itself wrote. */
function attribution({ steps, written }: Attempt): number {
  const calls = callsOf(steps).map(comparable);
  return calls.filter((each) => written.has(each)).length / calls.length;
}

describe.each([...AGENTIC, ...SCRIPTED])('agents/%s.py', (agent) => {
  it.each(PROBLEMS.map((problem) => [problem.query, problem] as const))(
    'the agent solves: %s',
    async (query, problem) => {
      const made = await attempt(fileOf(agent), query, scriptedModel(PROBLEMS));
      expect(expectWellFormed(made.steps, query)).toEqual(problem.productIds);
      expect(attribution(made)).toBe(AGENTIC.includes(agent) ? 1 : 0);
    },
  );

  const troubles: [name: string, model: () => ChatReply][] = [
    ['refuses to answer', () => ({ status: 403 })],
    ['is overloaded', () => ({ status: 503 })],
    ['answers nothing', () => ({ content: '' })],
    ['answers in prose', () => ({ content: 'I would go for the lamp, 7 of 5 stars! </think><tool_call>[{' })],
    ['answers half a JSON', () => ({ content: '{"items": [{"q": 5}, 3], "voucher": []}' })],
    [
      'searches for ever',
      () => ({
        content: '<think>More.</think><tool_call>[{"name": "find_product", "parameters": {"q": "lamp"}}]</tool_call>',
        tool_calls: [call('find_product', { q: 'lamp' })],
      }),
    ],
    [
      'ends at once, or recommends twice',
      () => {
        const calls = [
          call('terminate', { status: 'success' }),
          call('recommend_product', { product_ids: '1001' }),
          call('recommend_product', { product_ids: '1002' }),
        ];
        return { content: `<think>Go.</think><tool_call>${JSON.stringify(calls)}</tool_call>`, tool_calls: calls };
      },
    ],
    [
      'calls tools that do not exist, with wrong arguments',
      () => {
        const calls = [
          call('buy', { now: true }),
          call('find_product', { words: 'lamp' }),
          call('terminate', { x: 1 }),
        ];
        return { content: `<think>Go.</think><tool_call>${JSON.stringify(calls)}</tool_call>`, tool_calls: calls };
      },
    ],
  ];
  itSample(troubles, agent === AGENTIC[0] ? troubles.length : 2)(
    'the agent recommends once and ends when the model %s',
    async (_, model) => {
      const query = PROBLEMS[1]!.query;
      const { steps } = await attempt(fileOf(agent), query, model);
      expectWellFormed(steps, query);
    },
  );

  it('the agent ends without a gateway, or with an unreadable request', async () => {
    expectWellFormed(await attemptAt(fileOf(agent), PROBLEMS[2]!.query, 'http://127.0.0.1:9'), PROBLEMS[2]!.query);
    const { steps } = await attempt(fileOf(agent), '???', scriptedModel([]));
    expectWellFormed(steps, '???');
  });
});

describe('an agent written for ORO', () => {
  it('an agent written for ORO runs unchanged', async () => {
    const { query, productIds } = PROBLEMS[0]!;
    const made = await attempt(fileURLToPath(ORO_STYLE), query, scriptedModel(PROBLEMS));
    expect(expectWellFormed(made.steps, query)).toEqual(productIds);
    const [search] = callsOf(made.steps) as (ScriptedCall & { result: { product_id: string }[] })[];
    expect(search?.result.map(({ product_id }) => product_id)).toEqual(['1001']);
    expect(gateways.at(-1)?.requests).toContain(
      '/search/find_product?q=kavari%2Bdesk%2Blamp&page=1&service=freeShipping',
    );
  });
});

/** Admission rules that can be checked on the source text. */
const READ_SOURCE = `
import ast, json, sys
source = open(sys.argv[1], encoding="utf-8").read()
tree = ast.parse(source, feature_version=(3, 10))
imports = []
for node in ast.walk(tree):
    if isinstance(node, ast.Import):
        imports.extend(name.name for name in node.names)
    if isinstance(node, ast.ImportFrom):
        imports.extend(f"{node.module}.{name.name}" for name in node.names)
calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
main = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "agent_main"]
print(json.dumps({"docstring": ast.get_docstring(tree), "imports": imports, "calls": sorted(calls),
                  "main": len(main), "bytes": len(source.encode())}))
`;

describe('the sources of the agents', () => {
  it.each([...AGENTIC, ...SCRIPTED])('%s follows the admission rules and states its kind', async (agent) => {
    const { stdout } = await runPython(READ_SOURCE, [fileOf(agent)], {});
    const { docstring, imports, calls, main, bytes } = JSON.parse(stdout);
    expect(docstring).toContain(AGENTIC.includes(agent) ? 'Agentic: ' : 'Not agentic');
    const allowed = /^(json|re|itertools|assay|typing\.NamedTuple|os\.getenv|__future__\.annotations|src\.agent\..*)$/;
    expect(imports.filter((name: string) => !allowed.test(name))).toEqual([]);
    expect(calls.filter((name: string) => /^(eval|exec|open|compile|__import__|getattr)$/.test(name))).toEqual([]);
    expect(main).toBe(1);
    expect(bytes).toBeLessThan(1_000_000);
  });
});
