import type { RowMessage } from '../../chat/schema.ts';
import type { TrainingMessage } from './training-row.ts';

/** One conversation that can become rows, whatever its source. Its text is what the student would see. */
export interface Trace {
  readonly id: string;
  readonly problem_id: string;
  readonly source: 'corpus' | 'samples' | 'teacher';
  /** Judged by production-strict rules; `null` if unknown. */
  readonly success: boolean | null;
  /** Whether a simulated model wrote it. */
  readonly simulated: boolean;
  readonly messages: readonly RowMessage[];
  readonly tools: string;
}

/** Cuts after the model's last message; later messages are not trained on. */
export function throughLastSpoken<Message extends { readonly role: string }>(
  messages: readonly Message[],
): readonly Message[] {
  return messages.slice(0, messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

export function trainingMessages(messages: readonly RowMessage[]): readonly TrainingMessage[] {
  return messages.map((message): TrainingMessage => {
    if (message.role !== 'tool') return message;
    const { role, tool_call_id, content } = message;
    return { role, tool_call_id, content };
  });
}
