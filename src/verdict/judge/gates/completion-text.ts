import type { Call } from '../../../gateway/call.ts';
import { isJsonObject, ownField } from '../../rules/json-object.ts';

/**
 * What a model said in a recorded call: its reasoning, where the provider sends that apart, then its content, with a
 * line break between the two. Character spans of a judge's evidence count in this text. A page in a browser reads it by
 * this as well, where nothing may compile code; so it is read by hand.
 */
export function completionText(call: Pick<Call, 'kind' | 'status' | 'response'>): string {
  if (call.kind !== 'inference' || call.status !== 200) return '';
  const choices = ownField(call.response, 'choices');
  // Of several choices the first, which is the one that agents read.
  const message = Array.isArray(choices) ? ownField(choices[0], 'message') : undefined;
  if (!isJsonObject(message)) return '';
  const reasoning = textAt(message, 'reasoning_content') || textAt(message, 'reasoning');
  return [reasoning, textAt(message, 'content')].filter(Boolean).join('\n');
}

/** Text, or a list of parts of which some are text; a part of any other kind says nothing. */
function textAt(message: unknown, key: string): string {
  const value = ownField(message, key);
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value
    .map((part) => {
      const text = typeof part === 'string' ? part : ownField(part, 'text');
      return typeof text === 'string' ? text : '';
    })
    .join('');
}
