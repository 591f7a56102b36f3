import { isJsonObject, ownField } from '../json/json-object.ts';

/** Types of parts with reasoning instead of text. */
const REASONING_PARTS: ReadonlySet<unknown> = new Set(['reasoning', 'thinking']);

/**
 * The text of a message's `content`: a string, or a list of parts, some of which are text. Providers split a text at a
 * citation or an image, so parts are joined without a separator.
 */
export function contentText(content: unknown): string {
  return joinParts(content, (part) => (isReasoningPart(part) ? undefined : ownField(part, 'text')));
}

/** Reasoning in a list of parts, such as `{"type": "thinking", "thinking": [{"type": "text", "text": "…"}]}`. */
export function reasoningParts(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return joinParts(content.filter(isReasoningPart), (part) => {
    return ownField(part, 'text') ?? plainText(ownField(part, 'thinking'));
  });
}

/**
 * Text under any of its names: OpenRouter's `reasoning_details` have `text` or `summary`. Encrypted details have
 * neither.
 */
export function plainText(content: unknown): string {
  return joinParts(content, (part) => ownField(part, 'text') ?? ownField(part, 'summary'));
}

export function refusalParts(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return joinParts(content.filter(isJsonObject), (part) => ownField(part, 'refusal'));
}

function joinParts(content: unknown, textOf: (part: unknown) => unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (typeof part === 'string' ? part : textOf(part)))
    .filter((text) => typeof text === 'string')
    .join('');
}

function isReasoningPart(part: unknown): boolean {
  return REASONING_PARTS.has(ownField(part, 'type'));
}
