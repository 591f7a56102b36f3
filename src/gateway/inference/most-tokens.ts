import type { ChatRequest, ChatUsage } from '../../chat/schema.ts';

/** For requests that do not say how long the answer may be. */
const UNSTATED_COMPLETION_TOKENS = 16_384;
const MOST_STATED_TOKENS = 10_000_000;
const MOST_CHOICES = 128;

/**
 * The most that a request can use up, to set money aside for it. A token is at least a byte, so the bytes of the
 * request bound its prompt.
 */
export function mostTokens(body: ChatRequest, bytes: number): ChatUsage {
  const stated = [body.max_completion_tokens, body.max_tokens].filter((value) => isCount(value, MOST_STATED_TOKENS));
  const choices = isCount(body.n, MOST_CHOICES) ? body.n : 1;
  const each = stated.length === 0 ? UNSTATED_COMPLETION_TOKENS : Math.max(...stated);
  return { prompt_tokens: bytes, completion_tokens: each * choices };
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}
