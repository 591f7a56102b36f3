import { readMessage } from '../../chat/read-message.ts';
import type { ReleaseRow } from '../../corpus/release.ts';
import { stepLabel } from '../../corpus/render.ts';
import type { Tool } from '../../tools/tool.ts';
import { type TeacherReason, teacherLabels } from '../step-reward/teacher-label.ts';
import type { Trace } from './trace.ts';
import type { TeacherCall } from './training-row.ts';

/** One thing a model said, and whether it is to be learnt or to be avoided. */
export interface LabelledStep {
  readonly trace: Trace;
  /** Place of its message. */
  readonly place: number;
  readonly label: boolean;
  readonly reason: string;
  /** The first tool it calls, and how many turns came before. */
  readonly tool: string;
  readonly turn: number;
}

/** By problem the calls of each teacher that succeeded at it. */
export type TeacherSolutions = ReadonlyMap<string, readonly (readonly TeacherCall[])[]>;

export function teacherSolutions(teaching: readonly Trace[]): TeacherSolutions {
  const successes = teaching.filter(({ success }) => success);
  return new Map(
    [...Map.groupBy(successes, ({ problem_id }) => problem_id)].map(([id, traces]) => [id, traces.map(callsOf)]),
  );
}

/**
 * The steps of a conversation that are good or bad by themselves. Bad are malformed calls, repeats, products never shown,
 * wrong recommendations and the first step off the teachers' ways; good are all others of a success that call something.
 */
export function labelledSteps(trace: Trace, tools: readonly Tool[], ways: TeacherSolutions): readonly LabelledStep[] {
  const { success, messages, problem_id } = trace;
  if (success === null) return [];
  // A label looks at messages and outcome; an episode of ours has no receipt and no agent to fill in the rest with.
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
  // An answer that calls nothing is no step towards anything, whatever came of the whole.
  return calls ? own : undefined;
}

function callsOf({ messages }: Trace): readonly TeacherCall[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? (message.tool_calls ?? []).map((call) => ({ name: call.function.name, arguments: call.function.arguments }))
      : [],
  );
}
