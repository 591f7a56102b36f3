import { listOf, objectOf, ownField } from '../../json/json-object.ts';

/**
 * Fields that a request may have. All others are refused, because the next version of a provider or a relay may have
 * one that chooses another model or host, reads the web, keeps a conversation, or writes the model's words: a biased
 * vocabulary, a grammar, a predicted answer, another chat template. The arena decides which model answers, its words
 * are evidence, and attempts share nothing.
 */
const FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'user',
  // Sampling.
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'seed',
  'n',
  'presence_penalty',
  'frequency_penalty',
  'repetition_penalty',
  // Length.
  'max_tokens',
  'max_completion_tokens',
  'stop',
  // Calls, and the form of the answer. They are part of the prompt for the filter of the corpus.
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  // Reasoning.
  'reasoning',
  'reasoning_effort',
  'include_reasoning',
  'thinking',
  'enable_thinking',
  'thinking_budget',
  'verbosity',
  'chat_template_kwargs',
  // Log-probabilities.
  'logprobs',
  'top_logprobs',
]);

/** Settings of the chat template that only turn reasoning on or off. Others can be text that the model reads. */
const TEMPLATE_SETTINGS: ReadonlySet<string> = new Set(['enable_thinking', 'thinking', 'reasoning_effort']);

/** Tools that the agent runs. All other types are run by the provider: web search, code, remote servers. */
const OWN_TOOLS: ReadonlySet<unknown> = new Set([undefined, 'function', 'custom']);

/** Providers fetch images and files from addresses, which would carry text out of the sandbox and back in. */
const TEXT_PARTS: ReadonlySet<unknown> = new Set(['text', 'refusal', 'thinking', 'reasoning']);

/** The part for which a request is rejected; `undefined` if it only queries a model. */
export function refusedRequestPart(body: unknown): string | undefined {
  const given = objectOf(body);
  const field = Object.keys(given).find((name) => !FIELDS.has(name) && given[name] !== null);
  if (field !== undefined) return field.slice(0, 80);
  const setting = Object.keys(objectOf(given.chat_template_kwargs)).find((name) => !TEMPLATE_SETTINGS.has(name));
  if (setting !== undefined) return `chat_template_kwargs.${setting.slice(0, 80)}`;
  const tool = listOf(given.tools).find((each) => !OWN_TOOLS.has(ownField(each, 'type')));
  if (tool !== undefined) return `tools of type ${String(ownField(tool, 'type')).slice(0, 40)}`;
  const parts = listOf(given.messages).flatMap((message) => listOf(ownField(message, 'content')));
  const part = parts.find((each) => typeof each !== 'string' && !TEXT_PARTS.has(ownField(each, 'type')));
  return part === undefined ? undefined : `content of type ${String(ownField(part, 'type')).slice(0, 40)}`;
}
