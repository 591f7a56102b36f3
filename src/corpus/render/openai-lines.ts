import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import { toolList } from '../release/tool-list.ts';
import { withArrowNulls } from './arrow-nulls.ts';
import { type CorpusFormat, type FormatRendering, type RowTools, rowName, tokenLoss } from './corpus-format.ts';

/** Messages and schemas in OpenAI's format, schemas and arguments as JSON text: most trainers accept it directly. */
function openAiLine(row: ReleaseRow, tools: RowTools): FormatRendering {
  const { messages } = row;
  const line = { ...rowName(row), messages, tools: tools.text };
  return { lines: [{ line, through: messages.length }], losses: tokenLoss(row) };
}

/** Simulates `datasets`, which uses Arrow; schemas given as text are parsed. */
function openAiText(line: Readonly<Record<string, unknown>>): string {
  return chatText(withArrowNulls(line.messages as TemplateMessage[]), toolList(line.tools as string));
}

/**
 * TRL's supervised trainer. `assistant_only_loss` needs a template with generation markers, such as TRL's variant of
 * Qwen's.
 */
export const trlSft: CorpusFormat = {
  name: 'trl-sft',
  about: 'TRL, supervised: messages and tools',
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  render: openAiLine,
  targetText: openAiText,
};

export const nemo: CorpusFormat = {
  name: 'nemo',
  about: 'NeMo, supervised: messages and tools',
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  render: openAiLine,
  targetText: openAiText,
};
