/** OpenAI and OpenRouter, Anthropic, DeepSeek, llama.cpp. */
const COUNTS =
  /(?<!\\)"(cached_tokens|cache_write_tokens|cache_read_input_tokens|cache_creation_input_tokens|prompt_cache_hit_tokens|prompt_cache_miss_tokens|cache_discount|cache_n|prompt_n|tokens_cached)"(\s*:\s*)-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * The answer without what it says of the provider's prompt cache. One attempt could fill the cache and another read the
 * count: a message between attempts. Within a JSON string a quotation mark has a backslash before it, so that the
 * model's own text stays as it is.
 */
export function hideCacheUse(body: string): string {
  return body.replace(COUNTS, '"$1"$20');
}
