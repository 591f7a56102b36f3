import { trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';

/** Every call must have its result before the next message, and every result its call. */
export const callUnpaired: FilterRule = {
  reason: 'CALL_UNPAIRED',
  check: (reading) => {
    const trajectory = trajectoryOf(reading);
    if (trajectory === undefined) return null;
    let open = new Map<string, string>();
    for (const message of trajectory.messages) {
      if (message.role === 'tool') {
        if (!open.delete(message.tool_call_id)) return `a result of ${message.name} answers no call`;
        continue;
      }
      const [unanswered] = open.values();
      if (unanswered !== undefined) return `a call of ${unanswered} has no result`;
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
      open = new Map(calls.map((call) => [call.id, call.function.name]));
      if (open.size < calls.length) return 'two calls have one id';
    }
    const [unanswered] = open.values();
    return unanswered === undefined ? null : `a call of ${unanswered} has no result`;
  },
};
