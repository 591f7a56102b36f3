import type { RowMessage } from '../../chat/schema.ts';

/** A message as the trainer takes it: without the names of results, which no chat template shows. */
export type TrainingMessage =
  | Exclude<RowMessage, { readonly role: 'tool' }>
  | Omit<Extract<RowMessage, { readonly role: 'tool' }>, 'name'>;

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
