import { isJsonObject, ownField } from '../../json/json-object.ts';
import { mean } from '../../statistics/mean.ts';
import type { ReadStep } from './read-steps.ts';

/** Each tag may occur once, around its own part. A tag inside a part would nest, overlap or unbalance them. */
const TAG = /<\/?(?:think|tool_call|response)>/;

/** Mean over the steps; 0 if there are none. */
export function formatScore(steps: readonly ReadStep[], withoutTime: number): number {
  if (steps.length === 0) return 0;
  // Whole and half scores add up exactly, in any order.
  return mean(steps.map((step) => stepScore(step, withoutTime)));
}

/** 1 for a thought with valid tool calls, a valid response or both; `withoutTime` if the time is unknown. */
function stepScore({ step, message }: ReadStep, withoutTime: number): number {
  if (message === undefined) return 0;
  // Fields may be missing. `null` is neither text nor a list, so it is invalid.
  const { think, tool_call: toolCall = [], response = '' } = message;
  if (typeof think !== 'string' || think === '' || TAG.test(think)) return 0;
  if (typeof response !== 'string' || TAG.test(response)) return 0;
  if (!Array.isArray(toolCall) || !toolCall.every(isToolCall) || holdsTag(toolCall)) return 0;
  if (toolCall.length === 0 && response === '') return 0;
  const extra = ownField(step, 'extra_info');
  if (extra !== undefined && !isJsonObject(extra)) return 0;
  const timestamp = ownField(extra, 'timestamp');
  return typeof timestamp === 'number' && timestamp > 0 ? 1 : withoutTime;
}

function isToolCall(call: unknown): boolean {
  return typeof ownField(call, 'name') === 'string' && isJsonObject(ownField(call, 'parameters'));
}

/**
 * Whether the JSON text of the calls, including their results, contains a tag. A tag never extends beyond a string, so
 * strings are checked one by one, without recursion, however deep they are.
 */
function holdsTag(calls: readonly unknown[]): boolean {
  const waiting: unknown[] = [calls];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (TAG.test(value)) return true;
    } else if (Array.isArray(value)) {
      for (const element of value) waiting.push(element);
    } else if (isJsonObject(value)) {
      for (const [key, field] of Object.entries(value)) waiting.push(key, field);
    }
  }
  return false;
}
