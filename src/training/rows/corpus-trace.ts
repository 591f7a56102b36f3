import type { RowMessage } from '../../chat/schema.ts';
import type { ReleaseRow } from '../../corpus/release.ts';
import { forgesTurns, namesUnseen } from '../../corpus/render.ts';
import { type Harness, shortenObservation } from '../../evaluation/harness.ts';
import { inResultForm } from './result-form.ts';
import type { Trace } from './trace.ts';

/** Removes thinking tags and normalises results. Agents differ in both; the student has one format. */
function sameForm(messages: readonly RowMessage[]): readonly RowMessage[] {
  return inResultForm(messages).map((message) =>
    message.role === 'assistant' ? { ...message, content: message.content.replaceAll(THOUGHT, '').trim() } : message,
  );
}

const THOUGHT = /<\/?think>/g;

export const LEFT_OUT = {
  FAILED: 'they did not end in a success',
  OTHER_TOOLS: 'they call a tool the student will not have',
  FORGED: 'a text in them holds the markers of a chat template',
  SILENT: 'the model says nothing in them',
  CUT_OFF: 'a turn in them was cut off at the token limit',
  UNSEEN: 'they name a product that is cut from what the student would see',
  OVER_CAP: 'their problem has enough others',
} as const;

export type LeftOut = keyof typeof LEFT_OUT;

export interface CorpusTraceOptions {
  readonly prompt: 'harness' | 'as-recorded';
  readonly harness: Pick<Harness, 'system' | 'schemas' | 'tools'>;
  readonly maxObservation: number;
  /** Rows that name a product missing from every result teach the model to invent ids. Default: keep. */
  readonly unseen?: 'drop' | 'keep';
}

/** The fields of a row used here. A conversation that is not in a release has no others. */
export type RecordedRow = Pick<ReleaseRow, 'id' | 'problem_id' | 'query' | 'messages' | 'outcome' | 'policy'> &
  Partial<Pick<ReleaseRow, 'steps'>>;

/** A corpus row as the student would have seen it, or the reason why it cannot be used. */
export function corpusTrace(row: RecordedRow, recordedTools: string, options: CorpusTraceOptions): Trace | LeftOut {
  if (!row.messages.some(({ role }) => role === 'assistant')) return 'SILENT';
  // The student would learn to stop in the middle of a sentence.
  if (row.steps?.some(({ finish_reason }) => finish_reason === 'length')) return 'CUT_OFF';
  if (forgesTurns(row.messages)) return 'FORGED';
  const asked = options.prompt === 'harness';
  if (asked && callsOther(row.messages, options)) return 'OTHER_TOOLS';
  const said = row.messages as readonly RowMessage[];
  const messages = (asked ? sameForm(askedByHarness({ ...row, messages: said }, options)) : said).map((message) =>
    message.role === 'tool'
      ? { ...message, content: shortenObservation(message.content, options.maxObservation) }
      : message,
  );
  if (options.unseen === 'drop' && messages.some(isMadeUp)) return 'UNSEEN';
  return {
    id: row.id,
    problem_id: row.problem_id,
    source: 'corpus',
    success: row.outcome?.success ?? null,
    simulated: row.policy.simulated,
    messages,
    tools: asked ? JSON.stringify(options.harness.schemas) : recordedTools,
  };
}

/**
 * Replaces everything before the model's first message, which is the contestant's prompt, with the harness's prompt.
 */
function askedByHarness(
  row: { readonly query: string; readonly messages: readonly RowMessage[] },
  { harness }: CorpusTraceOptions,
): readonly RowMessage[] {
  const first = row.messages.findIndex(({ role }) => role === 'assistant');
  return [
    { role: 'system', content: harness.system },
    { role: 'user', content: row.query },
    ...row.messages.slice(first),
  ];
}

function callsOther(messages: ReleaseRow['messages'], { harness }: CorpusTraceOptions): boolean {
  const known = new Set(harness.tools.map(({ name }) => name));
  return messages.some(
    (message) => message.role === 'assistant' && message.tool_calls?.some((call) => !known.has(call.function.name)),
  );
}

function isMadeUp(message: RowMessage, place: number, all: readonly RowMessage[]): boolean {
  return message.role === 'assistant' && namesUnseen(message, all.slice(0, place));
}
