import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { runPython } from './testing/python.ts';

const KIT = fileURLToPath(new URL('../../python/agent-kit', import.meta.url));

/** Runs Python lines with the kit on the path and returns the value of `answer`. */
async function python(lines: string, environment: Record<string, string> = {}): Promise<unknown> {
  const program = `import json, sys\nsys.path.insert(0, sys.argv[1])\n${lines}\nprint(json.dumps(answer))`;
  const { stdout, stderr, code } = await runPython(program, [KIT], environment);
  expect({ stderr: code === 0 ? '' : stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout);
}

interface Visit {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server | undefined;
afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

/** Answers requests with these replies in order, repeating the last. */
async function serve(...replies: (readonly [status: number, body: string])[]): Promise<[url: string, visits: Visit[]]> {
  const visits: Visit[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const [status, body] = replies[Math.min(visits.length, replies.length - 1)]!;
      const { method, url, headers } = request;
      visits.push({ method, url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits];
}

describe('ujson', () => {
  it('ujson of the kit writes and reads the same texts as ujson 6', async () => {
    const answer = await python(`
import ujson
def error(call):
    try: return call()
    except Exception as error: return type(error).__name__
class Card:
    def toDict(self): return {"id": 1}
answer = [
    ujson.dumps({"a": "b/c", "é": [1, 2.5, None, True], 1: "<&>"}),
    ujson.dumps("é/<", ensure_ascii=False, escape_forward_slashes=False, encode_html_chars=True),
    ujson.dumps({"b": 1, "a": [2]}, sort_keys=True, indent=2),
    ujson.dumps([Card(), {1, 2}], default=list),
    error(lambda: ujson.dumps(float("inf"), allow_nan=False)), error(lambda: ujson.dumps(b"x")),
    ujson.loads(b'{"a": [1, 2.5]}'), error(lambda: ujson.loads("[1,")), isinstance(ujson.JSONDecodeError(), ValueError)]`);
    expect(answer).toEqual([
      '{"a":"b\\/c","\\u00e9":[1,2.5,null,true],"1":"<&>"}',
      '"é/\\u003c"',
      '{\n  "a": [\n    2\n  ],\n  "b": 1\n}',
      '[{"id":1},[1,2]]',
      'OverflowError',
      'TypeError',
      { a: [1, 2.5] },
      'JSONDecodeError',
      true,
    ]);
  });
});

describe('src.agent.agent_interface', () => {
  it('derives the same ids as the platform', async () => {
    const ids = await python(`
from src.agent.agent_interface import generate_tool_call_id as identify
answer = [identify("find_product", {"q": "red lamp", "page": 1}), identify("terminate", {"status": "success"}),
          identify("recommend_product", {"product_ids": "1001,1002"}), identify("terminate", {}, length=4)]`);
    expect(ids).toEqual(['Nj3fu8ky', 'NR0gqQng', 'ZZv5QM0H', expect.stringMatching(/^[\w-]{4}$/)]);
  });

  it('registers tools by any form of the decorator and runs them', async () => {
    const answer = await python(`
from src.agent.agent_interface import Tool, _TOOL_REGISTRY, execute_tool_call, get_tool, list_tools, register_tool
@Tool
def bare(a): return a
@Tool()
def called(a): return a + 1
@Tool("renamed")
def original(a, b=2): return a * b
register_tool("plain", lambda: "here")
try:
    get_tool("nothing")
except ValueError as error:
    refusal = str(error)
answer = {"listed": list_tools(), "same": list(_TOOL_REGISTRY) == list_tools(), "refusal": refusal,
          "calls": [execute_tool_call("bare", {"a": 1}), execute_tool_call("called", {"a": 1}),
                    execute_tool_call("renamed", {"a": 3}), execute_tool_call("plain", {})],
          "still": bare(7)}`);
    expect(answer).toMatchObject({
      listed: ['bare', 'called', 'renamed', 'plain'],
      same: true,
      refusal: expect.stringContaining('bare, called, plain, renamed'),
      calls: [
        { name: 'bare', parameters: { a: 1 }, result: 1, tool_call_id: expect.stringMatching(/^[\w-]{8}$/) },
        { result: 2 },
        { result: 6 },
        { result: 'here' },
      ],
      still: 7,
    });
  });

  it('creates steps in the API format, without unset fields', async () => {
    const answer = await python(`
from src.agent.agent_interface import create_dialogue_step, format_content
call = {"name": "find_product", "parameters": {"q": "lamp"}, "tool_call_id": "x", "result": []}
answer = [create_dialogue_step("Looking.", [call], "", "a lamp", 3), create_dialogue_step("", [], "Bye.", "a lamp", 4),
          format_content("", [], "")]`);
    expect(answer).toEqual([
      {
        completion: {
          reasoning_content: '',
          content:
            '<think>Looking.</think>\n<tool_call>[{"name": "find_product", "parameters": {"q": "lamp"}}]</tool_call>',
          message: {
            think: 'Looking.',
            tool_call: [{ name: 'find_product', parameters: { q: 'lamp' }, tool_call_id: 'x', result: [] }],
          },
        },
        extra_info: { step: 3, query: 'a lamp', timestamp: expect.any(Number) },
      },
      {
        completion: { reasoning_content: '', content: '<response>Bye.</response>', message: { response: 'Bye.' } },
        extra_info: { step: 4, query: 'a lamp', timestamp: expect.any(Number) },
      },
      '',
    ]);
  });
});

/** Records sleeps instead of sleeping. */
const PROXY = `
import time
pauses = []
time.sleep = pauses.append
from src.agent.proxy_client import ProxyClient
`;

describe('src.agent.proxy_client', () => {
  it('the proxy client returns parsed JSON, encodes parameters and omits those that are None', async () => {
    const [url, visits] = await serve([200, '{"found": 1}']);
    const answer = await python(
      `${PROXY}
from urllib.parse import quote_plus
client = ProxyClient(timeout=120, max_retries=2)
answer = client.get("/search/find_product", {"q": quote_plus("red lamp, 5 %"), "page": 1, "shop_id": None, "x": [1, 2]})`,
      { SANDBOX_PROXY_URL: `${url}/`, CHUTES_ACCESS_TOKEN: 'ticket-1' },
    );
    expect(answer).toEqual({ found: 1 });
    expect(visits).toMatchObject([
      { method: 'GET', url: '/search/find_product?q=red%2Blamp%252C%2B5%2B%2525&page=1&x=1&x=2' },
    ]);
    expect(visits[0]?.authorization).toBeUndefined();
  });

  it('the proxy client sends the key only with model requests', async () => {
    const [url, visits] = await serve([200, '{}']);
    await python(
      `${PROXY}
client = ProxyClient()
client.post("/inference/chat/completions", json_data={"model": "m", "messages": []})
client.post("/search/find_product", {"q": "x"})
client.get("/inference/models")
ProxyClient(proxy_url="${url}", api_key="own").post("/inference/x")
answer = None`,
      { SANDBOX_PROXY_URL: url, CHUTES_ACCESS_TOKEN: 'ticket-1' },
    );
    expect(visits.map((visit) => visit.authorization)).toEqual(['Bearer ticket-1', undefined, undefined, 'Bearer own']);
    expect(JSON.parse(visits[0]!.body)).toEqual({ model: 'm', messages: [] });
  });

  it('the proxy client retries with growing delays, longer ones after rate limits', async () => {
    const [url, visits] = await serve([500, ''], [502, ''], [503, ''], [429, ''], [200, '[1]']);
    const answer = await python(`${PROXY}
answer = [ProxyClient("${url}", max_retries=5).get("/x"), pauses]`);
    expect(answer).toEqual([[1], [2, 4, 8, 10]]);
    expect(visits).toHaveLength(5);
  });

  it('the proxy client waits out a rate limit from its own base delay and gives up with None', async () => {
    const [url, visits] = await serve([429, '']);
    expect(await python(`${PROXY}\nanswer = [ProxyClient("${url}").post("/inference/x", {}), pauses]`)).toEqual([
      null,
      [5, 10],
    ]);
    expect(visits).toHaveLength(3);
  });

  it('the proxy client returns None for a refusal, a timeout and malformed answers', async () => {
    const [url, visits] = await serve([400, '{"detail": "no"}'], [200, 'not json']);
    expect(
      await python(`${PROXY}
client = ProxyClient("${url}", retry_delay=1)
answer = [client.get("/x"), client.get("/x"), ProxyClient("http://127.0.0.1:9", max_retries=2).get("/x"), pauses]`),
    ).toEqual([null, null, null, [2]]);
    expect(visits).toHaveLength(2);
  });
});

function completion(message: object): readonly [number, string] {
  return [200, JSON.stringify({ choices: [{ message }], usage: { completion_tokens: 3 } })];
}

describe('assay.chat', () => {
  it('assay.chat sends model, messages and tools, and reads the calls of the model', async () => {
    const [url, visits] = await serve(
      completion({
        role: 'assistant',
        content: 'Look first.',
        reasoning_content: 'Hm.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'find_product', arguments: '{"q": "lamp"}' } },
          { id: 'c2', type: 'function', function: { name: 'find_product', arguments: '{"q": ' } },
          { id: 'c3', type: 'function', function: { name: 'find_product', arguments: '[1]' } },
        ],
      }),
    );
    const answer = await python(
      `import assay
reply = assay.chat([{"role": "user", "content": "a lamp"}], tools=assay.tools.schemas(assay.tools.FOUR_TOOLS), temperature=0)
answer = {"thought": reply.thought, "content": reply.content, "message": reply.message, "usage": reply.usage,
          "calls": [[call.id, call.name, call.parameters, call.problem] for call in reply.tool_calls],
          "refused": reply.tool_calls[1].run()["result"]}`,
      { SANDBOX_PROXY_URL: url, SANDBOX_MODEL: 'house/adept', CHUTES_ACCESS_TOKEN: 'ticket-1' },
    );
    expect(answer).toMatchObject({
      thought: 'Hm.\nLook first.',
      content: 'Look first.',
      usage: { completion_tokens: 3 },
      calls: [
        ['c1', 'find_product', { q: 'lamp' }, null],
        ['c2', 'find_product', {}, expect.stringContaining('no JSON')],
        ['c3', 'find_product', {}, expect.stringContaining('must be a JSON object')],
      ],
      refused: { error: expect.stringContaining('no JSON') },
      message: { role: 'assistant', tool_calls: [{ id: 'c1', function: { arguments: '{"q": "lamp"}' } }, {}, {}] },
    });
    const body = JSON.parse(visits[0]!.body);
    expect(visits[0]).toMatchObject({ url: '/inference/chat/completions', authorization: 'Bearer ticket-1' });
    expect(body).toMatchObject({ model: 'house/adept', temperature: 0, messages: [{ content: 'a lamp' }] });
    expect(body.tools).toHaveLength(4);
  });

  it('assay.chat finds calls that the server left in the text', async () => {
    const content =
      '<think>Why not.</think><tool_call>{"name": "terminate", "arguments": {"status": "failure"}}</tool_call>';
    const [url] = await serve(completion({ content }));
    const answer = await python(
      `import assay
reply = assay.chat([], model="m")
answer = [reply.thought, reply.tool_calls[0].run()["result"]]`,
      { SANDBOX_PROXY_URL: url },
    );
    expect(answer).toEqual(['Why not.', expect.stringContaining('failure')]);
  });

  it('assay.chat retries where that can help and otherwise fails with the status', async () => {
    const [url, visits] = await serve([503, ''], [200, '{"choices": []}'], completion({ content: 'yes' }), [403, 'no']);
    const answer = await python(
      `import time
pauses = []
time.sleep = pauses.append
import assay
answer = [assay.chat([]).content, pauses[:]]
try:
    assay.chat([])
except assay.ChatFailed as failure:
    answer.append([failure.status, str(failure)])`,
      { SANDBOX_PROXY_URL: url },
    );
    expect(answer).toEqual(['yes', [2, 4], [403, expect.stringContaining('403: no')]]);
    expect(visits).toHaveLength(4);
  });

  it('assay.chat fails without a status when the server is unreachable', async () => {
    const answer = await python(
      `import assay
try:
    assay.chat([], tries=2, retry_delay=0)
except assay.ChatFailed as failure:
    answer = [failure.status, str(failure)]`,
      { SANDBOX_PROXY_URL: 'http://127.0.0.1:9' },
    );
    expect(answer).toEqual([null, expect.stringContaining('ConnectionRefused')]);
  });
});

describe('assay.parse_tagged', () => {
  it.each([
    ['<think>a</think>\n<tool_call>[{"name": "t", "parameters": {"x": 1}}]</tool_call>', ['a', [{ x: 1 }], '', null]],
    ['<think>a</think><response>done</response>', ['a', [], 'done', null]],
    ['swallowed</think><tool_call>{"name": "t", "arguments": {}}</tool_call>', ['swallowed', [{}], '', null]],
    ['<tool_call>{"name":"t","arguments":"{}"}</tool_call><tool_call>{"name":"t"}', ['', [{}, {}], '', null]],
    ['<tool_call>```json\n[{"name": "t", "parameters": {}}]\n```</tool_call>', ['', [{}], '', null]],
    ['<think>a</think><tool_call>[{"name": </tool_call>', ['a', [], '', expect.stringContaining('not understood')]],
    ['<tool_call>[{"parameters": {}}]</tool_call>', ['', [], '', expect.stringContaining('"name"')]],
    ['<tool_call>["t"]</tool_call>', ['', [], '', expect.stringContaining('"name"')]],
    ['plain text', ['', [], '', null]],
    ['', ['', [], '', null]],
  ])('assay.parse_tagged reads %j', async (text, expected) => {
    const answer = await python(`import assay
tagged = assay.parse_tagged(${JSON.stringify(text)})
answer = [tagged.think, [call["parameters"] for call in tagged.tool_calls], tagged.response, tagged.problem]`);
    expect(answer).toEqual(expected);
  });
});

describe('assay.Dialogue', () => {
  it('assay.Dialogue numbers steps, always has a thought and lets no tag into one', async () => {
    const answer = (await python(`import assay
dialogue = assay.Dialogue("a lamp")
dialogue.add(think="<think>First</think> <tool_call>", tool_calls=[assay.tools.execute("terminate", {})])
dialogue.add(tool_calls=[assay.tools.execute("recommend_product", {"product_ids": "1"})])
dialogue.add(response="Bye.")
answer = {"steps": dialogue.steps, "length": len(dialogue), "called": dialogue.has_called("terminate"),
          "not": dialogue.has_called("find_product")}`)) as { steps: { completion: { content: string } }[] };
    expect(answer).toMatchObject({ length: 3, called: true, not: false });
    expect(answer.steps.map((step) => step.completion.content)).toEqual([
      '<think>First</think>\n<tool_call>[{"name": "terminate", "parameters": {}}]</tool_call>',
      '<think>Using recommend_product.</think>\n<tool_call>[{"name": "recommend_product", "parameters": {"product_ids": "1"}}]</tool_call>',
      '<think>Answering the user.</think>\n<response>Bye.</response>',
    ]);
  });
});

describe('the kit', () => {
  it('the kit runs on Python 3.10 with only its standard library', async () => {
    const answer = (await python(`
import ast, pathlib
imported = set()
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    for node in ast.walk(ast.parse(path.read_text("utf-8"), feature_version=(3, 10))):
        if isinstance(node, ast.Import):
            imported.update(name.name.split(".")[0] for name in node.names)
        if isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
answer = sorted(imported - set(sys.stdlib_module_names))`)) as string[];
    expect(answer).toEqual(['assay', 'src']);
  });

  it('a tool call returns an explanation when the search is down', async () => {
    const answer = await python(
      `import time
time.sleep = lambda seconds: None
import assay
answer = [assay.tools.find_product("lamp"), assay.tools.call("find_product", "lamp"), assay.tools.call("buy", {})]`,
      { SANDBOX_PROXY_URL: 'http://127.0.0.1:9' },
    );
    expect(answer).toEqual([
      { error: 'The search does not answer.' },
      { error: expect.stringContaining('must be a JSON object') },
      { error: expect.stringContaining('There is no tool "buy"') },
    ]);
  });
});

describe('request rate', () => {
  it('requests are sent in one burst, then at the rate of the gateway', async () => {
    const answer = await python(`
from assay.pace import BURST, PER_SECOND, Pace
clock = [0.0]
pauses = []
def sleep(seconds):
    pauses.append(seconds)
    clock[0] += seconds
pace = Pace(lambda: clock[0], sleep)
for _ in range(BURST + 2 * PER_SECOND):
    pace.wait()
answer = [len(pauses), round(clock[0], 3)]
`);
    expect(answer).toEqual([50, 2]);
  });
});
