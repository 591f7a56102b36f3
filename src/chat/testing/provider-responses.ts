/** One documented response of a provider, and the values that every reader must read from it. */
export interface ProviderResponse {
  readonly provider: 'OpenAI' | 'vLLM' | 'llama.cpp' | 'Ollama' | 'DeepSeek' | 'Chutes' | 'OpenRouter';
  /** What the case is about. */
  readonly shows: string;
  readonly response: {
    readonly choices: readonly [{ readonly message: object; readonly [field: string]: unknown }, ...unknown[]];
    readonly [field: string]: unknown;
  };
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly id: string | null; readonly name: string; readonly arguments: string }[];
  readonly finishReason?: string | null;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  readonly refusal?: string;
  readonly model?: string | null;
}

const USAGE = { prompt_tokens: 120, completion_tokens: 30 };
const TOTAL = { ...USAGE, total_tokens: 150 };
const FIND = { name: 'find_product', arguments: '{"q":"desk lamp","page":1}' };
const VIEW = { name: 'view_product_information', arguments: '{"product_ids":"1001,1002"}' };

function openAi(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    id: 'chatcmpl-A1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'gpt-4o-mini-2024-07-18',
    service_tier: 'default',
    system_fingerprint: 'fp_a1',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason }],
    usage: {
      ...TOTAL,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, accepted_prediction_tokens: 0 },
    },
    ...rest,
  };
}

function vllm(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    id: 'chatcmpl-9f',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'Qwen/Qwen3-8B',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', refusal: null, annotations: null, audio: null, function_call: null, ...message },
        logprobs: null,
        finish_reason,
        stop_reason: null,
        token_ids: null,
      },
    ],
    service_tier: null,
    system_fingerprint: null,
    usage: { ...TOTAL, prompt_tokens_details: null },
    prompt_logprobs: null,
    prompt_token_ids: null,
    kv_transfer_params: null,
    ...rest,
  };
}

function llamaCpp(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    choices: [{ finish_reason, index: 0, message: { role: 'assistant', ...message } }],
    created: 1_760_000_000,
    model: 'qwen3-4b-q4_k_m.gguf',
    system_fingerprint: 'b6700-1a2b3c4d',
    object: 'chat.completion',
    usage: { completion_tokens: 30, prompt_tokens: 120, total_tokens: 150 },
    id: 'chatcmpl-llama',
    timings: { prompt_n: 120, prompt_ms: 80.5, predicted_n: 30, predicted_ms: 400.25 },
    ...rest,
  };
}

function ollama(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    id: 'chatcmpl-617',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'qwen3:8b',
    system_fingerprint: 'fp_ollama',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: TOTAL,
    ...rest,
  };
}

function deepSeek(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    id: 'a1b2',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'deepseek-reasoner',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason }],
    usage: { ...TOTAL, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 56 },
    system_fingerprint: 'fp_d',
    ...rest,
  };
}

function chutes(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    id: 'd41d8c',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'deepseek-ai/DeepSeek-V3.1',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason, matched_stop: 151_645 },
    ],
    usage: { ...TOTAL, prompt_tokens_details: null, reasoning_tokens: 0 },
    metadata: { weight_version: 'default' },
    ...rest,
  };
}

function openRouter(message: object, finish_reason = 'stop', rest: object = {}): ProviderResponse['response'] {
  return {
    id: 'gen-17',
    provider: 'Fireworks',
    model: 'deepseek/deepseek-r1',
    object: 'chat.completion',
    created: 1_760_000_000,
    choices: [
      {
        logprobs: null,
        finish_reason,
        native_finish_reason: finish_reason,
        index: 0,
        message: { role: 'assistant', refusal: null, ...message },
      },
    ],
    usage: { ...TOTAL, cost: 0.00012 },
    ...rest,
  };
}

/** Adds fields to the first choice. */
function withChoice(response: ProviderResponse['response'], fields: object): ProviderResponse['response'] {
  const [first, ...rest] = response.choices;
  return { ...response, choices: [{ ...first, ...fields }, ...rest] };
}

/**
 * Responses in the forms that providers document. Defaults of a case: empty text and reasoning, no calls, `stop`, 120
 * and 30 tokens, no refusal, the model named in the response.
 */
export const PROVIDER_RESPONSES: readonly ProviderResponse[] = [
  {
    provider: 'OpenAI',
    shows: 'text as a string',
    response: openAi({ content: 'I take 1001.', refusal: null, annotations: [] }),
    text: 'I take 1001.',
  },
  {
    provider: 'OpenAI',
    shows: 'text as a list of parts, joined without a separator',
    response: openAi({
      content: [
        { type: 'text', text: 'I take ' },
        { type: 'text', text: '1001.' },
      ],
      refusal: null,
    }),
    text: 'I take 1001.',
  },
  {
    provider: 'OpenAI',
    shows: 'one tool call with null content',
    response: openAi(
      { content: null, refusal: null, tool_calls: [{ id: 'call_a', type: 'function', function: FIND }] },
      'tool_calls',
    ),
    calls: [{ id: 'call_a', ...FIND }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'OpenAI',
    shows: 'parallel tool calls',
    response: openAi(
      {
        content: null,
        tool_calls: [
          { id: 'call_a', type: 'function', function: FIND },
          { id: 'call_b', type: 'function', function: VIEW },
        ],
      },
      'tool_calls',
    ),
    calls: [
      { id: 'call_a', ...FIND },
      { id: 'call_b', ...VIEW },
    ],
    finishReason: 'tool_calls',
  },
  {
    provider: 'OpenAI',
    shows: 'the legacy function_call',
    response: openAi({ content: null, function_call: FIND }, 'function_call'),
    calls: [{ id: null, ...FIND }],
    finishReason: 'function_call',
  },
  {
    provider: 'OpenAI',
    shows: 'a refusal in its own field',
    response: openAi({ content: null, refusal: "I'm sorry, I can't help with that." }),
    refusal: "I'm sorry, I can't help with that.",
  },
  {
    provider: 'OpenAI',
    shows: 'a refusal as a part of the content',
    response: openAi({ content: [{ type: 'refusal', refusal: 'No.' }] }),
    refusal: 'No.',
  },
  {
    provider: 'OpenAI',
    shows: 'several choices, of which the first is read',
    response: openAi({ content: 'first' }, 'stop', {
      choices: [
        { index: 0, message: { role: 'assistant', content: 'first' }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: 'second', tool_calls: [{ function: FIND }] } },
      ],
    }),
    text: 'first',
  },
  {
    provider: 'OpenAI',
    shows: 'an answer cut off at the token limit',
    response: openAi({ content: 'The lamp is' }, 'length'),
    text: 'The lamp is',
    finishReason: 'length',
  },
  {
    provider: 'OpenAI',
    shows: 'an answer that a content filter removed',
    response: openAi({ content: '' }, 'content_filter'),
    finishReason: 'content_filter',
  },
  {
    provider: 'OpenAI',
    shows: 'hidden reasoning, which only usage tells of',
    response: openAi({ content: 'Done.' }, 'stop', {
      model: 'o4-mini',
      usage: { ...TOTAL, completion_tokens_details: { reasoning_tokens: 20 } },
    }),
    text: 'Done.',
    model: 'o4-mini',
  },
  {
    provider: 'OpenAI',
    shows: 'a call of a custom tool, which takes free text',
    response: openAi(
      { content: null, tool_calls: [{ id: 'call_c', type: 'custom', custom: { name: 'note', input: 'desk lamp' } }] },
      'tool_calls',
    ),
    calls: [{ id: 'call_c', name: 'note', arguments: 'desk lamp' }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'OpenAI',
    shows: 'log-probabilities beside the text',
    response: withChoice(openAi({ content: 'Yes' }), {
      logprobs: { content: [{ token: 'Yes', logprob: -0.01, bytes: [89], top_logprobs: [] }], refusal: null },
    }),
    text: 'Yes',
  },
  {
    provider: 'vLLM',
    shows: 'an empty list of tool calls beside the text',
    response: vllm({ content: 'I take 1001.', tool_calls: [], reasoning_content: null }),
    text: 'I take 1001.',
  },
  {
    provider: 'vLLM',
    shows: 'reasoning_content, its older name for reasoning',
    response: vllm({
      content: '\n\nI take 1001.',
      tool_calls: [],
      reasoning_content: 'Two lamps fit; 1001 is cheaper.',
    }),
    text: '\n\nI take 1001.',
    reasoning: 'Two lamps fit; 1001 is cheaper.',
  },
  {
    provider: 'vLLM',
    shows: 'reasoning, its newer name',
    response: vllm({ content: 'I take 1001.', tool_calls: [], reasoning: 'Two lamps fit.' }),
    text: 'I take 1001.',
    reasoning: 'Two lamps fit.',
  },
  {
    provider: 'vLLM',
    shows: 'both names while it migrates, the older one empty',
    response: vllm({ content: 'I take 1001.', reasoning_content: '', reasoning: 'Two lamps fit.' }),
    text: 'I take 1001.',
    reasoning: 'Two lamps fit.',
  },
  {
    provider: 'vLLM',
    shows: 'both names with the same reasoning, which is read once',
    response: vllm({ content: 'I take 1001.', reasoning_content: 'Two lamps fit.', reasoning: 'Two lamps fit.' }),
    text: 'I take 1001.',
    reasoning: 'Two lamps fit.',
  },
  {
    provider: 'vLLM',
    shows: 'reasoning with a tool call and no text',
    response: vllm(
      {
        content: null,
        reasoning: 'I search first.',
        tool_calls: [{ id: 'chatcmpl-tool-1', type: 'function', function: FIND }],
      },
      'tool_calls',
    ),
    reasoning: 'I search first.',
    calls: [{ id: 'chatcmpl-tool-1', ...FIND }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'vLLM',
    shows: 'token ids of prompt and completion',
    response: withChoice(vllm({ content: 'Yes' }, 'stop', { prompt_token_ids: [1, 2, 3] }), {
      token_ids: [9642, 151_645],
    }),
    text: 'Yes',
  },
  {
    provider: 'vLLM',
    shows: 'reasoning that used up the token limit',
    response: vllm({ content: null, reasoning: 'First I would' }, 'length'),
    reasoning: 'First I would',
    finishReason: 'length',
  },
  {
    provider: 'vLLM',
    shows: 'a tool call with an empty string of arguments',
    response: vllm(
      { content: '', tool_calls: [{ id: 't', type: 'function', function: { name: 'terminate', arguments: '' } }] },
      'tool_calls',
    ),
    calls: [{ id: 't', name: 'terminate', arguments: '' }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'llama.cpp',
    shows: 'text with timings beside it',
    response: llamaCpp({ content: 'I take 1001.' }),
    text: 'I take 1001.',
  },
  {
    provider: 'llama.cpp',
    shows: 'reasoning_content with --reasoning-format deepseek',
    response: llamaCpp({ reasoning_content: 'Two lamps fit.', content: 'I take 1001.' }),
    text: 'I take 1001.',
    reasoning: 'Two lamps fit.',
  },
  {
    provider: 'llama.cpp',
    shows: 'thoughts left in the text with --reasoning-format none',
    response: llamaCpp({ content: '<think>Two lamps fit.</think>I take 1001.' }),
    text: '<think>Two lamps fit.</think>I take 1001.',
  },
  {
    provider: 'llama.cpp',
    shows: 'a tool call with its id last',
    response: llamaCpp({ content: null, tool_calls: [{ type: 'function', function: FIND, id: 'v2dh' }] }, 'tool_calls'),
    calls: [{ id: 'v2dh', ...FIND }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'llama.cpp',
    shows: 'tool arguments as an object, as older versions sent them',
    response: llamaCpp(
      {
        content: '',
        tool_calls: [{ type: 'function', function: { name: 'find_product', arguments: { q: 'lamp' } }, id: '' }],
      },
      'tool_calls',
    ),
    calls: [{ id: '', name: 'find_product', arguments: '{"q":"lamp"}' }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'llama.cpp',
    shows: 'no usage, only timings',
    response: llamaCpp({ content: 'Yes' }, 'stop', { usage: undefined }),
    text: 'Yes',
    usage: null,
  },
  {
    provider: 'Ollama',
    shows: 'text',
    response: ollama({ content: 'I take 1001.' }),
    text: 'I take 1001.',
  },
  {
    provider: 'Ollama',
    shows: 'reasoning of a thinking model with empty text',
    response: ollama({ content: '', reasoning: 'The user wants a lamp.' }, 'length'),
    reasoning: 'The user wants a lamp.',
    finishReason: 'length',
  },
  {
    provider: 'Ollama',
    shows: 'a tool call with an index and empty text',
    response: ollama(
      { content: '', tool_calls: [{ id: 'call_zk', index: 0, type: 'function', function: FIND }] },
      'tool_calls',
    ),
    calls: [{ id: 'call_zk', ...FIND }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'Ollama',
    shows: 'a tool without parameters, called without arguments',
    response: ollama({ content: '', tool_calls: [{ id: 'call_t', function: { name: 'terminate' } }] }, 'tool_calls'),
    calls: [{ id: 'call_t', name: 'terminate', arguments: '{}' }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'DeepSeek',
    shows: 'reasoning_content of the reasoner',
    response: deepSeek({ content: 'I take 1001.', reasoning_content: 'Compare prices first.' }),
    text: 'I take 1001.',
    reasoning: 'Compare prices first.',
  },
  {
    provider: 'DeepSeek',
    shows: 'reasoning, text and a tool call in one answer',
    response: deepSeek(
      {
        content: 'Let me look.',
        reasoning_content: 'A search is needed.',
        tool_calls: [{ index: 0, id: 'call_0_d', type: 'function', function: FIND }],
      },
      'tool_calls',
    ),
    text: 'Let me look.',
    reasoning: 'A search is needed.',
    calls: [{ id: 'call_0_d', ...FIND }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'DeepSeek',
    shows: 'a request that was interrupted for lack of resources',
    response: deepSeek({ content: 'The lam' }, 'insufficient_system_resource', { model: 'deepseek-chat' }),
    text: 'The lam',
    finishReason: 'insufficient_system_resource',
    model: 'deepseek-chat',
  },
  {
    provider: 'DeepSeek',
    shows: 'arguments that are not valid JSON, which its documentation warns of',
    response: deepSeek(
      {
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'find_product', arguments: '{"q": ' } }],
      },
      'tool_calls',
    ),
    calls: [{ id: 'c', name: 'find_product', arguments: '{"q": ' }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'Chutes',
    shows: 'text from SGLang with null reasoning and calls',
    response: chutes({ content: 'I take 1001.', reasoning_content: null, tool_calls: null }),
    text: 'I take 1001.',
  },
  {
    provider: 'Chutes',
    shows: 'reasoning_content from SGLang',
    response: chutes({ content: 'I take 1001.', reasoning_content: 'Two fit.\n', tool_calls: null }),
    text: 'I take 1001.',
    reasoning: 'Two fit.\n',
  },
  {
    provider: 'Chutes',
    shows: 'a tool call with an index',
    response: chutes(
      { content: null, tool_calls: [{ id: 'call_s', index: 0, type: 'function', function: VIEW }] },
      'tool_calls',
    ),
    calls: [{ id: 'call_s', ...VIEW }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'Chutes',
    shows: 'usage with a prompt and a total only',
    response: chutes({ content: 'Yes' }, 'stop', { usage: { prompt_tokens: 120, total_tokens: 150 } }),
    text: 'Yes',
  },
  {
    provider: 'Chutes',
    shows: 'usage of which one count is missing and cannot be told',
    response: chutes({ content: 'Yes' }, 'stop', { usage: { prompt_tokens: 120 } }),
    text: 'Yes',
    usage: null,
  },
  {
    provider: 'OpenRouter',
    shows: 'reasoning with reasoning_details that say the same',
    response: openRouter({
      content: 'I take 1001.',
      reasoning: 'Two lamps fit.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Two lamps fit.', signature: null, index: 0 }],
    }),
    text: 'I take 1001.',
    reasoning: 'Two lamps fit.',
  },
  {
    provider: 'OpenRouter',
    shows: 'reasoning_details alone: text and summary, while encrypted ones say nothing',
    response: openRouter({
      content: 'I take 1001.',
      reasoning: null,
      reasoning_details: [
        { type: 'reasoning.summary', summary: 'Compared prices. ', id: 'r1', format: 'openai-responses-v1', index: 0 },
        { type: 'reasoning.encrypted', data: 'Z0FBQUFB', id: 'r2', format: 'openai-responses-v1', index: 1 },
        { type: 'reasoning.text', text: 'Two lamps fit.', signature: 's', format: 'anthropic-claude-v1', index: 2 },
      ],
    }),
    text: 'I take 1001.',
    reasoning: 'Compared prices. Two lamps fit.',
  },
  {
    provider: 'OpenRouter',
    shows: 'null reasoning where a model has none',
    response: openRouter({ content: 'I take 1001.', reasoning: null }),
    text: 'I take 1001.',
  },
  {
    provider: 'OpenRouter',
    shows: 'a tool call with text and reasoning',
    response: openRouter(
      {
        content: 'Looking.',
        reasoning: 'Search.',
        tool_calls: [{ index: 0, id: 'toolu_1', type: 'function', function: FIND }],
      },
      'tool_calls',
    ),
    text: 'Looking.',
    reasoning: 'Search.',
    calls: [{ id: 'toolu_1', ...FIND }],
    finishReason: 'tool_calls',
  },
  {
    provider: 'OpenRouter',
    shows: 'a provider that failed in the middle: an error beside the part of the text',
    response: withChoice(openRouter({ content: 'The lam' }, 'error'), {
      error: { code: 502, message: 'Upstream error' },
    }),
    text: 'The lam',
    finishReason: 'error',
  },
  {
    provider: 'OpenRouter',
    shows: 'content as a list with a thinking part, as Mistral models send it',
    response: openRouter({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Two lamps fit.' }] },
        { type: 'text', text: 'I take 1001.' },
      ],
    }),
    text: 'I take 1001.',
    reasoning: 'Two lamps fit.',
  },
  {
    provider: 'OpenRouter',
    shows: 'a picture beside the text',
    response: openRouter({
      content: 'Here it is.',
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBOR' } }],
    }),
    text: 'Here it is.',
  },
  {
    provider: 'OpenRouter',
    shows: 'no finish reason',
    response: withChoice(openRouter({ content: 'Yes' }), { finish_reason: null }),
    text: 'Yes',
    finishReason: null,
  },
];

/** A case with its defaults filled in. */
export function expectedOf(
  given: ProviderResponse,
): Required<Omit<ProviderResponse, 'provider' | 'shows' | 'response'>> {
  const { model } = given.response;
  return {
    text: given.text ?? '',
    reasoning: given.reasoning ?? '',
    calls: given.calls ?? [],
    finishReason: given.finishReason === undefined ? 'stop' : given.finishReason,
    usage: given.usage === undefined ? USAGE : given.usage,
    refusal: given.refusal ?? '',
    model: given.model ?? (typeof model === 'string' ? model : null),
  };
}

/** Bodies with status 200 that are not chat completions. */
export const NOT_COMPLETIONS: readonly string[] = [
  '',
  'null',
  '<html>502 Bad Gateway</html>',
  '{"error":{"code":502,"message":"Provider returned error","metadata":{"provider_name":"Fireworks"}}}',
  '{"object":"error","message":"The model does not exist.","type":"NotFoundError","code":404}',
  '{"detail":"Unauthorized"}',
  '{"choices":{}}',
  '{"model":"llama3","message":{"role":"assistant","content":"from the native API of Ollama"},"done":true}',
];
