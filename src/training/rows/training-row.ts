import type { RowMessage } from '../../chat/schema.ts';

/**
 * A message in the trainer's format: without the tool names of results, which no chat template uses. A message that is
 * not `trained` is read by the model but not predicted, such as a mistake that later messages correct.
 */
export type TrainingMessage =
  | (Exclude<RowMessage, { readonly role: 'tool' }> & { readonly trained?: false })
  | Omit<Extract<RowMessage, { readonly role: 'tool' }>, 'name'>;

interface TrainingRow {
  readonly id: string;
  readonly problem_id: string;
  /** The trainer rejects any other split. */
  readonly split: 'train';
  /** Schemas as JSON text, so that table formats cannot merge the fields of different tools. */
  readonly tools: string;
}

export interface SftRow extends TrainingRow {
  readonly messages: readonly TrainingMessage[];
  readonly weight: number;
}

export interface KtoRow extends TrainingRow {
  readonly prompt: readonly TrainingMessage[];
  /** Exactly one message of the model. With more, tool results would be trained on. */
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
  /** Next actions of the teachers that reached this state, each with all calls of one turn. */
  readonly teacher_actions: readonly (readonly TeacherCall[])[];
}
