import { pythonSpacing } from './python-spacing.ts';
import type { ToolCall } from './schema.ts';

/**
 * A message as a chat template gets it: a `RowMessage` after a loader has read it from a table, which may set fields to
 * null and parse arguments. Templates accept any role.
 */
export interface TemplateMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly TemplateCall[] | null | undefined;
}

interface TemplateCall {
  readonly function: Pick<ToolCall['function'], 'name'> & {
    /** Text is inserted unchanged; an object as Python prints it. */
    readonly arguments: unknown;
  };
}

/** A text with these markers could forge turns of a conversation. */
export const TURN_MARKERS = ['<|im_start|>', '<|im_end|>', '<|endoftext|>'] as const;

/** Separates two results in one turn, for targets that accept only one. */
export const BETWEEN_RESULTS = '\n</tool_response>\n<tool_response>\n';

/**
 * The text that a model is trained on: ChatML with tools, as in Qwen's instruct models of 2507. The text of the first
 * messages is a prefix of the whole text, as long as no tool result follows. Every format is compared with it.
 */
export function chatText(messages: readonly TemplateMessage[], tools: readonly unknown[]): string {
  const [first, ...rest] = messages;
  const hasSystem = first?.role === 'system';
  const system = hasSystem ? (first.content ?? '') : undefined;
  const turns = hasSystem ? rest : messages;
  return systemText(system, tools) + turns.map((message, place) => turnText(message, place, turns)).join('');
}

/** The part of the system turn about tools. */
export function toolsText(tools: readonly unknown[]): string {
  const signatures = tools.map((tool) => `\n${pythonSpacing(JSON.stringify(tool))}`).join('');
  return `# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are provided with function signatures within <tools></tools> XML tags:\n<tools>${signatures}\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>`;
}

/** The text of one turn of a model, including its calls. */
export function spokenText({ content, tool_calls: calls }: TemplateMessage): string {
  const said = content ?? '';
  const texts = (calls ?? []).map(({ function: { name, arguments: given } }) => {
    const written = typeof given === 'string' ? given : pythonSpacing(JSON.stringify(given));
    return `<tool_call>\n{"name": "${name}", "arguments": ${written}}\n</tool_call>`;
  });
  return [...(said === '' ? [] : [said]), ...texts].join('\n');
}

function systemText(system: string | undefined, tools: readonly unknown[]): string {
  if (tools.length === 0) return system === undefined ? '' : `<|im_start|>system\n${system}<|im_end|>\n`;
  const before = system === undefined ? '' : `${system}\n\n`;
  return `<|im_start|>system\n${before}${toolsText(tools)}<|im_end|>\n`;
}

function turnText(message: TemplateMessage, place: number, all: readonly TemplateMessage[]): string {
  if (message.role === 'assistant') return `<|im_start|>assistant\n${spokenText(message)}<|im_end|>\n`;
  if (message.role !== 'tool') return `<|im_start|>${message.role}\n${message.content ?? ''}<|im_end|>\n`;
  // Consecutive results are in one turn.
  const opens = all[place - 1]?.role !== 'tool';
  const closes = all[place + 1]?.role !== 'tool';
  const result = `\n<tool_response>\n${message.content ?? ''}\n</tool_response>`;
  return `${opens ? '<|im_start|>user' : ''}${result}${closes ? '<|im_end|>\n' : ''}`;
}
