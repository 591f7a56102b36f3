import { ownField } from '../../json/json-object.ts';

/**
 * Fields that make a provider or a relay do something other than query the model: choose another model or host, read
 * the web, return a dictated answer, or keep a conversation. The arena decides which model answers, its words are
 * evidence, and attempts share nothing.
 */
const STEERING_FIELDS = [
  // Another model or host: OpenRouter, LiteLLM.
  'models',
  'route',
  'provider',
  'preset',
  'extra_body',
  'fallbacks',
  'api_base',
  'base_url',
  'api_key',
  'custom_llm_provider',
  // The web: OpenRouter, OpenAI, xAI, Qwen.
  'plugins',
  'web_search_options',
  'search_parameters',
  'enable_search',
  'search_options',
  // Answers that no model wrote: LiteLLM.
  'mock_response',
  'mock_tool_calls',
  // A conversation that outlives the attempt: OpenAI.
  'store',
  'previous_response_id',
  'conversation',
];

/** Tools that the agent runs. All other types are run by the provider: web search, code, remote servers. */
const OWN_TOOLS: ReadonlySet<unknown> = new Set([undefined, 'function', 'custom']);

/** The part for which a request is rejected; `undefined` if it only queries a model. */
export function refusedRequestPart(body: unknown): string | undefined {
  const field = STEERING_FIELDS.find((name) => ownField(body, name) !== undefined);
  if (field !== undefined) return field;
  const tools = ownField(body, 'tools');
  const foreign = Array.isArray(tools) ? tools.find((tool) => !OWN_TOOLS.has(ownField(tool, 'type'))) : undefined;
  return foreign === undefined ? undefined : `tools of type ${String(ownField(foreign, 'type')).slice(0, 40)}`;
}
