import { z } from 'zod';
import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import { pythonSpacing } from '../../chat/python-spacing.ts';
import { parseJson } from '../../json/parse-json.ts';
import { withArrowNulls } from './arrow-nulls.ts';
import { type CorpusFormat, rowName, tokenLoss } from './corpus-format.ts';

/** A field that only some tools have would be null in all others, even in those of other rows. */
const toolsSchema = z.array(
  z.strictObject({
    type: z.literal('function'),
    function: z.strictObject({ name: z.string(), description: z.string(), parameters: z.looseObject({}) }),
  }),
);

interface WrittenTool {
  readonly type: string;
  readonly function: { readonly name: string; readonly description: string; readonly parameters: string };
}

/**
 * Axolotl needs a list of tools, each with its `parameters` as text; otherwise Arrow would mix the fields of one into
 * the others. It accepts arguments as text and serialises them again, with Python's spaces.
 */
export const axolotl: CorpusFormat = {
  name: 'axolotl',
  about: 'Axolotl, type chat_template: messages and tools, each message with its train mark',
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  render(row, { list }) {
    if (!toolsSchema.safeParse(list).success) return { lines: [], losses: ['ROW_UNFIT'] };
    const line = {
      ...rowName(row),
      messages: row.messages.map((message) => ({ ...message, train: message.role === 'assistant' })),
      // From the original value, so that fields keep their order.
      tools: (list as { readonly function: { readonly parameters: object } }[]).map((tool) => ({
        ...tool,
        function: { ...tool.function, parameters: JSON.stringify(tool.function.parameters) },
      })),
    };
    return { lines: [{ line, through: row.messages.length }], losses: tokenLoss(row) };
  },
  targetText(line) {
    const messages = withArrowNulls(line.messages as TemplateMessage[]).map((message) => ({
      ...message,
      tool_calls: message.tool_calls?.map(({ function: { name, arguments: given } }) => ({
        function: { name, arguments: pythonSpacing(given as string) },
      })),
    }));
    const tools = withArrowNulls(line.tools as WrittenTool[]).map((tool) => {
      const json = parseJson(tool.function.parameters);
      return { ...tool, function: { ...tool.function, parameters: json.ok ? json.value : null } };
    });
    return chatText(messages, tools);
  },
};
