import { chatText } from '../../chat/chat-text.ts';
import { pythonSpacing } from '../../chat/python-spacing.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import type { CorpusFormat, FormatLine, Loss, RowTools } from './corpus-format.ts';
import { forgesTurns } from './forges-turns.ts';

export interface RenderedRow {
  readonly lines: readonly FormatLine[];
  readonly losses: readonly Loss[];
}

/**
 * Renders a row in another format and reports the losses. Differences in the text are measured, not declared: each line
 * is read and rendered as its target would, and compared with the corpus's own rendering.
 */
export function renderRow(format: CorpusFormat, row: ReleaseRow, tools: RowTools): RenderedRow {
  if (forgesTurns(row.messages)) return { lines: [], losses: ['ROW_FORGED'] };
  const { lines, losses } = format.render(row, tools);
  return { lines, losses: [...losses, ...lines.flatMap((line) => textLoss(format, row, tools, line))] };
}

function textLoss(format: CorpusFormat, row: ReleaseRow, tools: RowTools, { line, through }: FormatLine): Loss[] {
  const schemas = format.rendersTools ? tools.list : [];
  const messages = row.messages.slice(0, through);
  const text = format.targetText(line);
  if (text === chatText(messages, schemas)) return [];
  return [text === chatText(messages.map(respaced), schemas) ? 'ARGUMENTS_RESPACED' : 'RENDERS_OTHERWISE'];
}

function respaced(message: ReleaseRow['messages'][number]) {
  if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
  const tool_calls = message.tool_calls.map((call) => ({
    function: { ...call.function, arguments: pythonSpacing(call.function.arguments) },
  }));
  return { ...message, tool_calls };
}
