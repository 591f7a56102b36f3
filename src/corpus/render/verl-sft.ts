import { BETWEEN_RESULTS, chatText, spokenText, type TemplateMessage, toolsText } from '../../chat/chat-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import { type CorpusFormat, lastSpoken, type RowTools, tokenLoss } from './corpus-format.ts';

/** A message without its calls, which are part of its content. */
type Told = Pick<RowMessage, 'role' | 'content'>;

/**
 * verl reads Parquet and strips nothing, so a field that only some calls or schemas have would be null in all others.
 * Messages therefore contain only texts: schemas are in the system message and calls in the assistant's text, as the
 * template writes them. Consecutive results are merged, because verl processes messages one by one.
 */
export const verlSft: CorpusFormat = {
  name: 'verl-sft',
  about: "verl, supervised: Parquet, messages of texts alone, for Qwen's template",
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  columns: [
    { name: 'id', type: 'text' },
    { name: 'messages', type: { list: { record: { role: 'text', content: 'text' } } } },
  ],
  render(row, tools) {
    const through = lastSpoken(row) + 1;
    if (through === 0) return { lines: [], losses: ['ROW_UNFIT'] };
    const line = { id: row.id, messages: plainMessages(row, through, tools) };
    const cut = through < row.messages.length ? (['LAST_RESULTS'] as const) : [];
    return { lines: [{ line, through }], losses: [...cut, 'CALLS_AS_TEXT', ...tokenLoss(row)] };
  },
  targetText: (line) => chatText(line.messages as TemplateMessage[], []),
};

function plainMessages({ messages }: ReleaseRow, through: number, tools: RowTools): Told[] {
  const [first] = messages;
  const about = tools.list.length === 0 ? [] : [toolsText(tools.list)];
  const system = [...(first!.role === 'system' ? [first!.content] : []), ...about];
  const plain: Told[] = system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }];
  for (const [place, message] of messages.slice(0, through).entries()) {
    if (place === 0 && message.role === 'system') continue;
    if (message.role === 'tool' && messages[place - 1]?.role === 'tool') {
      const before = plain.pop()!;
      plain.push({ ...before, content: before.content + BETWEEN_RESULTS + message.content });
    } else {
      const content = message.role === 'assistant' ? spokenText(message) : message.content;
      plain.push({ role: message.role, content });
    }
  }
  return plain;
}
