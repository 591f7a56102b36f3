import type { TrajectoryCall } from '../../corpus/trajectory/trajectory.ts';

/** A message as the trainer takes it: what the harness sends, and nothing that a template does not show. */
export type TrainingMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly TrajectoryCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

interface TrainingRow {
  readonly id: string;
  readonly problem_id: string;
  /** The trainer refuses any other. */
  readonly split: 'train';
  /** Schemas as JSON text, so that no table format can merge the fields of tools. */
  readonly tools: string;
}

export interface SftRow extends TrainingRow {
  readonly messages: readonly TrainingMessage[];
  readonly weight: number;
}

export interface KtoRow extends TrainingRow {
  readonly prompt: readonly TrainingMessage[];
  /** One message of the model: a longer one would train on results. */
  readonly completion: readonly [TrainingMessage];
  readonly label: boolean;
}

export interface TeacherCall {
  readonly name: string;
  /** JSON text, as the teacher wrote it. */
  readonly arguments: string;
}

export interface StateRow extends TrainingRow {
  readonly prompt: readonly TrainingMessage[];
  /** Each what a teacher that came to this state did next, in one turn. */
  readonly teacher_actions: readonly (readonly TeacherCall[])[];
}
