import { parseResponse } from '../../chat/parse-response.ts';
import type { FunctionCall } from '../../chat/read-response.ts';
import type { ChatResponse } from '../../chat/schema.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import { solvesProblem } from '../../problems/satisfy/solves-problem.ts';
import { lexicalSimilarity } from '../../problems/satisfy.ts';
import { IndexMarketView } from '../../tools/index-market-view.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import { runTool } from '../../tools/run-tool.ts';
import { EIGHT_TOOLS, FOUR_TOOLS, SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import { SimulatedInference } from '../simulated-inference.ts';

/** How the model is prompted: native calls with eight (the seven and `web_search`), seven or four tools, or tagged text with four. */
export type Harness = 'native-8' | 'native-7' | 'native-4' | 'tagged';

export interface ShoppingConversation {
  readonly recommended: readonly string[];
  readonly steps: number;
  readonly thoughts: readonly string[];
}

interface ShoppingOptions {
  readonly search: Search;
  /** Read by `web_search`. */
  readonly web?: WebSearch;
  readonly model: string;
  readonly harness: Harness;
  readonly seed?: number;
}

const MAX_STEPS = 25;
const TOOLS: Readonly<Record<Exclude<Harness, 'tagged'>, readonly string[]>> = {
  'native-8': EIGHT_TOOLS.map(({ name }) => name),
  'native-7': SEVEN_TOOLS.map(({ name }) => name),
  'native-4': FOUR_TOOLS.map(({ name }) => name),
};

const TAGGED_PROMPT = `You are a shopping assistant. Tools: find_product(q, page, shop_id, price, sort, service),
view_product_information(product_ids), recommend_product(product_ids), terminate(status). Answer with
<think>…</think><tool_call>[{"name": "…", "parameters": {…}}]</tool_call>. Results come back in <obs>.`;

interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: unknown;
}

/** One conversation about a query, with an agent that only runs the model's calls. */
export async function haveConversation(query: string, options: ShoppingOptions): Promise<ShoppingConversation> {
  const simulated = new SimulatedInference();
  const market = new IndexMarketView(options.search, options.web);
  const messages: unknown[] = [
    { role: 'system', content: options.harness === 'tagged' ? TAGGED_PROMPT : 'You are a shopping assistant.' },
    { role: 'user', content: query },
  ];
  const history = [`<user>${query}</user>`];
  const thoughts: string[] = [];
  let recommended: readonly string[] = [];
  for (let step = 1; step <= MAX_STEPS; step++) {
    const isTagged = options.harness === 'tagged';
    const answer = await simulated.chat({
      model: options.model,
      temperature: 0,
      ...(options.seed !== undefined && { seed: options.seed, temperature: 0.8 }),
      messages: isTagged
        ? [messages[0], { role: 'user', content: `# Dialogue Records History\n${history.join('\n\n')}` }]
        : messages,
      ...(options.harness !== 'tagged' && { tools: openAiTools(TOOLS[options.harness]) }),
    });
    const parsed = parseResponse(answer.body);
    if (!parsed.ok) throw new Error(parsed.reason);
    const { text, toolCalls } = parsed.completion;
    const calls = isTagged ? taggedCalls(text) : nativeCalls(toolCalls);
    thoughts.push(text);
    messages.push((parsed.response as ChatResponse).choices[0]!.message);
    const observations: unknown[] = [];
    for (const call of calls) {
      const result = await runTool(call.name, call.parameters, market, EIGHT_TOOLS);
      if (call.name === 'recommend_product') recommended = idsOf(call.parameters);
      observations.push({ tool_call_id: call.id, results: result });
      messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
    }
    const failed = calls.length === 0 && step < 4;
    history.push(text, `<obs>${failed ? 'No tool call was found.' : JSON.stringify(observations)}</obs>`);
    if (failed) messages.push({ role: 'user', content: 'Use the tools.' });
    else if (calls.length === 0 || calls.some((call) => call.name === 'terminate'))
      return { recommended, steps: step, thoughts };
  }
  return { recommended, steps: MAX_STEPS, thoughts };
}

function nativeCalls(calls: readonly FunctionCall[]): MadeCall[] {
  return calls.map(({ id, name, arguments: written }) => {
    const parsed = parseJson(written);
    return { id: id ?? '', name, parameters: parsed.ok ? parsed.value : written };
  });
}

function taggedCalls(content: string): MadeCall[] {
  const written = /<tool_call>([\s\S]*?)<\/tool_call>/.exec(content)?.[1] ?? '[]';
  const parsed = parseJson(written);
  const calls = (parsed.ok ? parsed.value : []) as { name: string; parameters: unknown }[];
  return calls.map((call, place) => ({ ...call, id: `t${place}` }));
}

function idsOf(parameters: unknown): string[] {
  const { product_ids } = parameters as { product_ids: string };
  return product_ids.split(',');
}

/** Production's strict rule: every item by position, and one shop or the budget if required. */
export async function solves(problem: Problem, recommended: readonly string[], search: Search): Promise<boolean> {
  const products = await search.products(recommended);
  return products.length === recommended.length && solvesProblem(problem, products, lexicalSimilarity);
}
