import { type ReleaseRow, toolList } from '../../corpus/release.ts';
import { verlSft } from '../../corpus/render.ts';
import type { SftRow, StateRow, TrainingMessage } from '../rows/training-row.ts';

/** Messages with text only, because verl's loader changes everything else. Schemas go into the system message. */
export function verlSftLine({ id, messages, tools }: SftRow): Readonly<Record<string, unknown>> {
  return { id, messages: plainMessages(id, messages, tools) };
}

/**
 * One teacher state, to be answered once. The other inputs of the reward are passed as JSON text: in nested form, the
 * loader would add fields of other rows.
 */
export function verlStateLine(row: StateRow): Readonly<Record<string, unknown>> {
  const { id, problem_id, prompt, tools, teacher_actions } = row;
  // The format ends with an answer of the model; the messages before it are the prompt.
  const asked = plainMessages(id, [...prompt, { role: 'assistant', content: '' }], tools).slice(0, -1);
  return {
    data_source: 'assay',
    prompt: asked,
    ability: 'shopping',
    reward_model: { style: 'rule', ground_truth: problem_id },
    extra_info: {
      index: id,
      split: 'train',
      problem_id,
      state: JSON.stringify(prompt),
      teacher_actions: JSON.stringify(teacher_actions),
    },
  };
}

function plainMessages(id: string, messages: readonly TrainingMessage[], tools: string): readonly object[] {
  // The format reads only the messages and steps of a row.
  const row = { id, messages, steps: [] } as unknown as ReleaseRow;
  const { lines } = verlSft.render(row, { text: tools, list: toolList(tools) });
  return lines.flatMap(({ line }) => line.messages as readonly object[]);
}
