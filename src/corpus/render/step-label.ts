import { pythonSpacing } from '../../chat/python-spacing.ts';
import type { RowMessage } from '../../chat/schema.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import { namesUnseen } from './names-unseen.ts';

export interface StepLabel {
  readonly label: boolean;
  readonly reason: 'step of a success' | 'repeated call' | 'product never shown' | 'wrong recommendation';
}

type Spoken = Extract<RowMessage, { role: 'assistant' }>;

/**
 * Whether a step should be learnt or avoided; `undefined` if neither, as for good searches of an attempt that failed
 * later. Mistakes count whatever the outcome: the success of an attempt does not justify a repeated call.
 */
export function stepLabel(row: ReleaseRow, place: number): StepLabel | undefined {
  const step = row.messages[place]!;
  if (step.role !== 'assistant' || row.outcome === null) return undefined;
  const before = row.messages.slice(0, place);
  if (repeats(step, before)) return { label: false, reason: 'repeated call' };
  if (namesUnseen(step, before)) return { label: false, reason: 'product never shown' };
  if (row.outcome.success) return { label: true, reason: 'step of a success' };
  return recommends(step) ? { label: false, reason: 'wrong recommendation' } : undefined;
}

function callsOf(message: Spoken) {
  return message.tool_calls ?? [];
}

function repeats(step: Spoken, before: readonly RowMessage[]): boolean {
  const made = new Set(
    before.flatMap((message) => (message.role === 'assistant' ? callsOf(message).map(signature) : [])),
  );
  return callsOf(step).some((call) => made.has(signature(call)));
}

function signature({ function: { name, arguments: given } }: ReturnType<typeof callsOf>[number]): string {
  return `${name} ${pythonSpacing(given)}`;
}

function recommends(step: Spoken): boolean {
  return callsOf(step).some(({ function: { name } }) => name === 'recommend_product');
}
