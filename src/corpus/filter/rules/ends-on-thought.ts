import { isShopping, trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';

const ENDS = new Set(['recommend_product', 'terminate']);

/** The model's last turn must act, or speak to the user after the recommendation. */
export const endsOnThought: FilterRule = {
  reason: 'ENDS_ON_THOUGHT',
  check: (reading) => {
    const trajectory = trajectoryOf(reading);
    const turns = trajectory?.messages.filter((message) => message.role === 'assistant') ?? [];
    const last = turns.at(-1);
    if (last === undefined) return null;
    const names = (last.tool_calls ?? []).map((call) => call.function.name);
    if (names.some((name) => ENDS.has(name))) return null;
    if (trajectory !== undefined && !isShopping(reading, trajectory) && names.length === 0) {
      return spoken(last.content) === '' ? 'it ends with a thought' : null;
    }
    if (names.length > 0) return `it breaks off after ${names.at(-1)!.slice(0, 40)}`;
    const before = turns.at(-2)?.tool_calls ?? [];
    const answers = before.some((call) => ENDS.has(call.function.name)) && spoken(last.content) !== '';
    return answers ? null : 'it ends with a thought';
  },
};

function spoken(content: string): string {
  return content.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/g, '').trim();
}
