import type { ChatCompletion } from '../../chat/read-response.ts';
import { taggedParts } from '../../chat/tagged-parts.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** A tool call as the model wrote it. */
export interface MadeCall {
  readonly id: string;
  readonly name: string;
  /** `null` if the arguments are not a JSON object. */
  readonly parameters: Parameters | null;
  readonly written: string;
}

/** The parts of a completion that a turn is read from. */
export type SpokenCompletion = Pick<ChatCompletion, 'text' | 'reasoning' | 'toolCalls'>;

export interface SpokenTurn {
  readonly thought: string;
  readonly calls: readonly MadeCall[];
}

/** Real calls are shorter; longer ones are not parsed. */
const BOUNDS = { maxBytes: 64 * 1024, maxDepth: 16, maxNodes: 5_000, allowUnsafeIntegers: true };

/**
 * Reads the text and the calls of an answer. If there are no native calls, calls between tags count, whatever the
 * harness asked for: a server that cannot parse its model's call format leaves the calls in the text.
 */
export function readTurn({ text, reasoning, toolCalls }: SpokenCompletion): SpokenTurn {
  if (toolCalls.length > 0) {
    const native = toolCalls.map(({ id, name, arguments: written }) => ({
      id: id ?? '',
      name: name.slice(0, 200),
      parameters: objectIn(written.trim() === '' ? '{}' : written),
      written,
    }));
    return { thought: reasoning || withoutTags(text), calls: native };
  }
  // If the model invents a tool result, the result and everything after it are ignored.
  const own = text.split('<obs>', 1)[0]!;
  const parts = taggedParts(own);
  const thought = parts.find(({ tag }) => tag === 'think')?.text ?? reasoning;
  const tagged = parts.filter(({ tag }) => tag === 'tool_call').flatMap(({ text }) => taggedCalls(text));
  // An answer that was cut off within a call counts as a broken call.
  const isOpen = tagged.length === 0 && own.includes('<tool_call>');
  return { thought: thought || withoutTags(own), calls: isOpen ? [brokenCall(own)] : tagged };
}

function taggedCalls(text: string): readonly MadeCall[] {
  const json = parseBoundedJson(text, BOUNDS);
  if (!json.ok) return [brokenCall(text)];
  return [json.value].flat().map((value): MadeCall => {
    const { name, parameters, arguments: given } = recordOf(value) ?? {};
    const meant = parameters ?? given ?? {};
    return {
      id: '',
      name: typeof name === 'string' ? name.slice(0, 200) : '',
      parameters: typeof meant === 'string' ? objectIn(meant) : recordOf(meant),
      written: JSON.stringify(value),
    };
  });
}

function brokenCall(written: string): MadeCall {
  return { id: '', name: '', parameters: null, written };
}

function objectIn(text: string): Parameters | null {
  const json = parseBoundedJson(text, BOUNDS);
  return json.ok ? recordOf(json.value) : null;
}

function recordOf(value: unknown): Parameters | null {
  return isJsonObject(value) ? value : null;
}

function withoutTags(content: string): string {
  return content.replaceAll(/<\/?(?:think|tool_call|response)>/g, ' ').trim();
}
