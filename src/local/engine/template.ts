import { chatText, spokenText, type TemplateMessage, toolsText } from '../../chat/chat-text.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';

/** Renders a conversation as the text that a model continues. */
export interface PromptTemplate {
  render(messages: readonly TemplateMessage[], tools: readonly unknown[]): string;
  /** Text after which the model starts to write. Its output is tokenised separately. */
  readonly cutAfter: string | undefined;
  /**
   * Positions where the trainer's tokenizer has no single token but that of a GGUF file may have one, so the text is
   * tokenised in parts. Both sides must be separate words for the tokenizer, or the parts would have other tokens than
   * the whole text.
   */
  readonly cutAt: RegExp | undefined;
  /** Whether calls must match the template's format byte for byte. */
  readonly isExact: boolean;
}

const ASSISTANT_BEGINS = '<|im_start|>assistant\n';

/** The template used by `assay train`. */
export const assayTemplate: PromptTemplate = {
  render: (messages, tools) => `${chatText(messages, tools)}${ASSISTANT_BEGINS}`,
  cutAfter: ASSISTANT_BEGINS,
  // Qwen2.5-Coder has a token for each of these but never learned them; see qwen2_tokenizer in
  // python/trainer/tokenizer.py.
  cutAt: /(?<=<\/?tool)(?=_call>)/,
  isExact: true,
};

/** Renders a Jinja template with the given values. */
export type JinjaRender = (values: Readonly<Record<string, unknown>>) => string;

/**
 * The model's own template. If it does not support tools, they are described in the system message in the words of
 * Assay's template, and calls and results become ordinary turns.
 */
export function modelTemplate(render: JinjaRender, source: string): PromptTemplate {
  const hasTools = /\btools\b/.test(source);
  return {
    render: (messages, tools) => {
      const plain = hasTools ? messages.map(withParsedArguments) : withToolsInWords(messages, tools);
      return render({
        messages: plain,
        ...(hasTools && tools.length > 0 && { tools }),
        add_generation_prompt: true,
      });
    },
    cutAfter: undefined,
    cutAt: undefined,
    isExact: false,
  };
}

/** Publishers' templates write arguments with `tojson`, so they expect objects. */
function withParsedArguments(message: TemplateMessage): object {
  const { tool_calls: calls, ...rest } = message;
  if (!calls || calls.length === 0) return { ...rest, content: message.content ?? '' };
  return {
    ...rest,
    content: message.content ?? '',
    tool_calls: calls.map((call) => ({
      ...call,
      function: { ...call.function, arguments: parsed(call.function.arguments) },
    })),
  };
}

function parsed(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  const json = parseJson(written);
  return json.ok && isJsonObject(json.value) ? json.value : written;
}

function withToolsInWords(messages: readonly TemplateMessage[], tools: readonly unknown[]): readonly object[] {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? (first.content ?? '') : undefined;
  const told = [...(system === undefined ? [] : [system]), ...(tools.length === 0 ? [] : [toolsText(tools)])].join(
    '\n\n',
  );
  const turns: { role: string; content: string }[] = told === '' ? [] : [{ role: 'system', content: told }];
  let resultsOpen = false;
  for (const message of system === undefined ? messages : rest) {
    const isResult = message.role === 'tool';
    const result = `<tool_response>\n${message.content ?? ''}\n</tool_response>`;
    if (isResult && resultsOpen) turns.at(-1)!.content += `\n${result}`;
    else if (isResult) turns.push({ role: 'user', content: result });
    else if (message.role === 'assistant') turns.push({ role: 'assistant', content: spokenText(message) });
    else turns.push({ role: message.role, content: message.content ?? '' });
    resultsOpen = isResult;
  }
  return turns;
}
