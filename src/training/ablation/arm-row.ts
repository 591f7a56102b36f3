import { chatText } from '../../chat/chat-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import type { TokenCounter } from '../../corpus/filter.ts';
import type { SpokenConversation } from '../../corpus/recorded.ts';
import { forgesTurns } from '../../corpus/render.ts';
import { type Harness, shortenObservation } from '../../evaluation/harness.ts';
import { parseJson } from '../../json/parse-json.ts';
import { corpusTrace, type LeftOut, type RecordedRow } from '../rows/corpus-trace.ts';
import { inResultForm } from '../rows/result-form.ts';
import { sftRow } from '../rows/sft-rows.ts';
import { trainingMessages } from '../rows/trace.ts';
import type { SftRow } from '../rows/training-row.ts';

export type Unfit = LeftOut | 'NOT_ITS_WORDS' | 'TOO_LONG';

export interface ArmForm {
  readonly harness: Harness;
  /** What to do with rows that name a product missing from the shortened results; set in the recipe. */
  readonly unseen: 'drop' | 'keep';
  /** Longer rows are left out here. The trainer would drop them, and the arms would no longer be equal. */
  readonly context: number;
  readonly counter: TokenCounter;
}

/** A conversation with calls in the student's format: prompt, tools, results and ending are the harness's. */
export function callingRow(recorded: RecordedRow, form: ArmForm): SftRow | Unfit {
  const { harness, unseen } = form;
  const messages = inResultForm(withEnd(recorded.messages as readonly RowMessage[]), true);
  const trace = corpusTrace({ ...recorded, messages: [...messages] as RecordedRow['messages'] }, '', {
    prompt: 'harness',
    harness,
    maxObservation: harness.maxObservation,
    unseen,
  });
  return typeof trace === 'string' ? trace : fitting(sftRow(trace, 1), form);
}

/** A conversation as recorded, including the agent's prompts. Only tool results are converted to the harness format. */
export function spokenRow(
  { messages, tools, cutOff }: SpokenConversation,
  { id, problem_id }: Pick<SftRow, 'id' | 'problem_id'>,
  form: ArmForm,
): SftRow | Unfit {
  if (cutOff) return 'CUT_OFF';
  if (forgesTurns([...messages])) return 'FORGED';
  const shown = inResultForm(messages, true).map((message) =>
    message.role === 'tool'
      ? { ...message, content: shortenObservation(message.content, form.harness.maxObservation) }
      : message,
  );
  const row: SftRow = { id, problem_id, split: 'train', messages: trainingMessages(shown), tools, weight: 1 };
  const spoken = row.messages.at(-1);
  const isSilent = spoken?.role !== 'assistant' || (spoken.content.trim() === '' && spoken.tool_calls === undefined);
  return isSilent ? 'SILENT' : fitting(row, form);
}

function fitting(row: SftRow, { context, counter }: ArmForm): SftRow | Unfit {
  const tools = parseJson(row.tools);
  const text = chatText(row.messages, tools.ok && Array.isArray(tools.value) ? tools.value : []);
  return counter.count(text) > context ? 'TOO_LONG' : row;
}

/**
 * Programs end in different ways, some without a message. The student must call `terminate`, so every arm teaches it.
 */
function withEnd(messages: readonly RowMessage[]): readonly RowMessage[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  if (messages.at(-1)?.role !== 'tool' || calls.at(-1)?.function.name !== 'recommend_product') return messages;
  const end = { name: 'terminate', arguments: '{"status":"success"}' };
  return [
    ...messages,
    { role: 'assistant', content: '', tool_calls: [{ id: 'call_end', type: 'function', function: end }] },
  ];
}
