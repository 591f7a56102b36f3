import { isJsonObject, ownField } from '../../json/json-object.ts';
import { mean } from '../../statistics/mean.ts';
import type { ReadStep } from './read-steps.ts';

/** Every tag may stand once, around its own part; a part that holds one would nest, overlap or unbalance them. */
const TAG = /<\/?(?:think|tool_call|response)>/;

/** Mean over the steps; 0 when there is none. */
export function formatScore(steps: readonly ReadStep[], withoutTime: number): number {
  if (steps.length === 0) return 0;
  // Whole and half steps add up exactly, in any order.
  return mean(steps.map((step) => stepScore(step, withoutTime)));
}

/** 1 for a thought with tool calls, a response or both, each in its form; `withoutTime` when the time is unknown. */
function stepScore({ step, message }: ReadStep, withoutTime: number): number {
  if (message === undefined) return 0;
  // What is missing may be missing; `null` is something else than text or a list, and so wrong.
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
 * Whether the JSON text of the calls, their results included, would hold a tag. A tag never reaches over the end of a
 * string, so the strings are looked at one by one, without recursion, however deep they lie.
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
