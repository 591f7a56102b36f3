import { BETWEEN_RESULTS, spokenText, toolsText } from '../../chat/chat-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import { toolList } from '../release/tool-list.ts';
import { type CorpusFormat, lastSpoken, rowName, tokenLoss } from './corpus-format.ts';

interface Turn {
  readonly from: 'human' | 'gpt' | 'observation';
  readonly value: string;
}

/** LLaMA-Factory replaces these with files and fails if there are none. */
const PLACEHOLDERS = ['<image>', '<video>', '<audio>'];

/**
 * Conversations with strictly alternating turns. The target's own format for calls drops text next to a call and
 * serialises arguments again. So calls are written into the text as the template writes them, which loses nothing with
 * Qwen's template.
 */
export const llamaFactory: CorpusFormat = {
  name: 'llamafactory',
  about: 'LLaMA-Factory, sharegpt: for its template qwen3',
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  render(row, tools) {
    const through = lastSpoken(row) + 1;
    const system = row.messages[0]!.role === 'system' ? row.messages[0]!.content : '';
    const conversations = turnsOf(row.messages.slice(system === '' ? 0 : 1, through));
    if (conversations === undefined || !isPlain(row)) return { lines: [], losses: ['ROW_UNFIT'] };
    const cut = through < row.messages.length ? (['LAST_RESULTS'] as const) : [];
    const line = { ...rowName(row), conversations, system, tools: tools.text };
    return { lines: [{ line, through }], losses: [...cut, 'CALLS_AS_TEXT', ...tokenLoss(row)] };
  },
  targetText(line) {
    const tools = toolList(line.tools as string);
    const about = tools.length === 0 ? '' : `\n\n${toolsText(tools)}`;
    const system = `${line.system as string}${about}`;
    const opening = system === '' ? '' : `<|im_start|>system\n${system}<|im_end|>\n`;
    return opening + (line.conversations as Turn[]).map(turnText).join('');
  },
  companions({ kinds, name }) {
    const files = kinds.flatMap(({ kind, splits }) =>
      Object.entries(splits).map(([split, { file }]) => [kind === 'trajectories' ? split : `${split}_${kind}`, file]),
    );
    const entries = files.map(([split, file]) => [
      `${name}_${split}`,
      {
        file_name: file,
        formatting: 'sharegpt',
        columns: { messages: 'conversations', system: 'system', tools: 'tools' },
        tags: {
          role_tag: 'from',
          content_tag: 'value',
          user_tag: 'human',
          assistant_tag: 'gpt',
          observation_tag: 'observation',
          function_tag: 'function_call',
          system_tag: 'system',
        },
      },
    ]);
    return { 'dataset_info.json': JSON.stringify(Object.fromEntries(entries), null, 2) };
  },
};

/** `undefined` if turns do not alternate or do not begin with the request. */
function turnsOf(messages: readonly RowMessage[]): Turn[] | undefined {
  const turns: Turn[] = [];
  for (const [place, message] of messages.entries()) {
    if (message.role === 'system') return undefined;
    if (message.role === 'tool' && messages[place - 1]?.role === 'tool') {
      const before = turns.pop()!;
      turns.push({ ...before, value: before.value + BETWEEN_RESULTS + message.content });
    } else if (message.role === 'assistant') turns.push({ from: 'gpt', value: spokenText(message) });
    else turns.push({ from: message.role === 'tool' ? 'observation' : 'human', value: message.content });
  }
  const alternates = turns.every(({ from }, place) => (from === 'gpt') === (place % 2 === 1));
  return alternates && turns.length > 0 && turns.length % 2 === 0 ? turns : undefined;
}

function isPlain({ messages }: ReleaseRow): boolean {
  return !messages.some(({ content }) => PLACEHOLDERS.some((placeholder) => content.includes(placeholder)));
}

function turnText({ from, value }: Turn): string {
  if (from === 'gpt') return `<|im_start|>assistant\n${value}<|im_end|>\n`;
  const asked = from === 'human' ? value : `<tool_response>\n${value}\n</tool_response>`;
  return `<|im_start|>user\n${asked}<|im_end|>\n`;
}
