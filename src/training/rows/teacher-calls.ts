import type { ToolCall } from '../../chat/schema.ts';
import type { TeacherCall } from '../step-reward/teacher-call.ts';
import { callSignature } from './action-signature.ts';

export interface TaughtEpisode {
  readonly problem_id: string;
  readonly success: boolean | null;
  readonly messages: readonly { readonly role: string; readonly tool_calls?: readonly ToolCall[] | undefined }[];
}

/** Distinct calls of all teachers' successes, by problem. */
export function teacherCalls(teaching: readonly TaughtEpisode[]): ReadonlyMap<string, readonly TeacherCall[]> {
  const known = new Map<string, Map<string, TeacherCall>>();
  for (const { success, problem_id, messages } of teaching) {
    if (success !== true) continue;
    const calls = known.get(problem_id) ?? new Map<string, TeacherCall>();
    known.set(problem_id, calls);
    for (const message of messages) {
      for (const call of message.role === 'assistant' ? (message.tool_calls ?? []) : []) {
        const signature = callSignature(call);
        if (!calls.has(signature))
          calls.set(signature, { name: call.function.name, arguments: call.function.arguments });
      }
    }
  }
  return new Map([...known].map(([id, calls]) => [id, [...calls.values()]]));
}
