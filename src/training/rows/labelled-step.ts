import { readMessage } from '../../chat/read-message.ts';
import type { ReleaseRow } from '../../corpus/release.ts';
import { stepLabel } from '../../corpus/render.ts';
import type { Tool } from '../../tools/tool.ts';
import { type TeacherReason, teacherLabels } from '../step-reward/teacher-label.ts';
import type { Trace } from './trace.ts';
import type { TeacherCall } from './training-row.ts';

/** One message of a model, labelled as good (to learn) or bad (to avoid). */
export interface LabelledStep {
  readonly trace: Trace;
  /** Index of its message. */
  readonly place: number;
  readonly label: boolean;
  readonly reason: string;
  /** The first tool it calls, and the number of turns before it. */
  readonly tool: string;
  readonly turn: number;
}

/** Calls of each teacher that solved a problem, by problem. */
export type TeacherSolutions = ReadonlyMap<string, readonly (readonly TeacherCall[])[]>;

export function teacherSolutions(teaching: readonly Trace[]): TeacherSolutions {
  const successes = teaching.filter(({ success }) => success);
  return new Map(
    [...Map.groupBy(successes, ({ problem_id }) => problem_id)].map(([id, traces]) => [id, traces.map(callsOf)]),
  );
}

/**
 * Labels the steps of a conversation that can be judged individually. Bad: malformed calls, repeats, products never
 * shown, wrong recommendations and the first step that departs from all teachers. Good: all other steps of a success
 * that make a call.
 */
export function labelledSteps(trace: Trace, tools: readonly Tool[], ways: TeacherSolutions): readonly LabelledStep[] {
  const { success, messages, problem_id } = trace;
  if (success === null) return [];
  // A label needs only messages and outcome. Our own episodes have no receipt and no agent for the other fields.
  const row = { messages, outcome: { success } } as unknown as ReleaseRow;
  const flagged = teacherLabels({ messages: messages.map(readMessage), success }, ways.get(problem_id) ?? [], tools);
  const steps: LabelledStep[] = [];
  let turn = 0;
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const [call] = message.tool_calls ?? [];
    const found = labelOf(row, place, flagged.get(place), call !== undefined);
    if (found !== undefined) steps.push({ trace, place, ...found, tool: call?.function.name ?? 'none', turn });
    turn++;
  }
  return steps;
}

function labelOf(
  row: ReleaseRow,
  place: number,
  flag: TeacherReason | undefined,
  calls: boolean,
): { readonly label: boolean; readonly reason: string } | undefined {
  if (flag === 'malformed call') return { label: false, reason: flag };
  const own = stepLabel(row, place);
  if (own?.label === false) return own;
  if (flag !== undefined) return { label: false, reason: flag };
  // An answer without a call is not labelled good, even in a successful conversation.
  return calls ? own : undefined;
}

function callsOf({ messages }: Trace): readonly TeacherCall[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? (message.tool_calls ?? []).map((call) => ({ name: call.function.name, arguments: call.function.arguments }))
      : [],
  );
}
