import type { ReadMessage } from '../../chat/read-message.ts';
import type { Tool } from '../../tools/tool.ts';
import { bestMatching } from './best-matching.ts';
import { compareArguments } from './compare-arguments.ts';
import { type ReadCall, readCall } from './read-call.ts';
import { callsOf } from './spoken-step.ts';
import type { TeacherCall } from './teacher-call.ts';

export type TeacherReason = 'malformed call' | 'left the ways of the teachers';

export interface ToldAttempt {
  readonly messages: readonly ReadMessage[];
  readonly success: boolean;
}

/** Two calls of one tool whose similarity is above this count as the same. */
const ALIKE = 0.5;

/**
 * Steps to avoid, by message index: all malformed calls, and the first step of a failed attempt that no teacher would
 * have taken. Later steps are in a state that no teacher was in and are not judged.
 */
export function teacherLabels(
  { messages, success }: ToldAttempt,
  teachers: readonly (readonly TeacherCall[])[],
  tools: readonly Tool[],
): ReadonlyMap<number, TeacherReason> {
  const labels = new Map<number, TeacherReason>();
  const left = success ? undefined : leavesTeachers(messages, teachers, tools);
  if (left !== undefined) labels.set(left, 'left the ways of the teachers');
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const calls = callsOf(message);
    if (calls.some(({ name, parameters, written }) => readCall(name, parameters ?? written, tools).arguments === null))
      labels.set(place, 'malformed call');
  }
  return labels;
}

/**
 * Index of the first message that departs from every teacher. A teacher matches if it made all calls so far, in any
 * order, each of its calls used once. `undefined` if some teacher always matches, or if no teacher is known.
 */
export function leavesTeachers(
  messages: readonly ReadMessage[],
  teachers: readonly (readonly TeacherCall[])[],
  tools: readonly Tool[],
): number | undefined {
  let ways: readonly (readonly ReadCall[])[] = teachers.map((calls) =>
    calls.map(({ name, arguments: given }) => readCall(name, given, tools)).filter((call) => call.arguments !== null),
  );
  if (ways.length === 0) return undefined;
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const calls = callsOf(message).map(({ name, parameters, written }) => readCall(name, parameters ?? written, tools));
    ways = ways.flatMap((way) => {
      const rest = without(way, calls);
      return rest === undefined ? [] : [rest];
    });
    if (ways.length === 0) return place;
  }
  return undefined;
}

/** The teacher calls that remain after these calls; `undefined` if the teacher did not make one of them. */
function without(way: readonly ReadCall[], calls: readonly ReadCall[]): readonly ReadCall[] | undefined {
  const weights = calls.map((call) => way.map((taught) => alike(call, taught)));
  const { pairs } = bestMatching(weights);
  if (pairs.length < calls.length) return undefined;
  const used = new Set(pairs.map(([, column]) => column));
  return way.filter((_, place) => !used.has(place));
}

/** The 1,000 outweighs any similarity, so that as many calls as possible find a partner. */
function alike(call: ReadCall, taught: ReadCall): number {
  if (call.name !== taught.name || call.arguments === null) return 0;
  const likeness = compareArguments(call.arguments, taught.arguments!);
  return likeness <= ALIKE ? 0 : 1_000 + likeness;
}
