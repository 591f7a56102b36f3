import { createHash } from 'node:crypto';
import { isJsonObject } from '../json/json-object.ts';
import { parseBoundedJson } from '../json/parse-bounded-json.ts';
import type { ToolCall } from './schema.ts';

export interface SpokenTurn {
  readonly content: string;
  readonly calls: readonly ToolCall[];
}

/** More deeply nested arguments stay text, because the trainer's reader cannot parse them. */
const BOUNDS = {
  maxBytes: 1024 * 1024,
  maxDepth: 256,
  maxNodes: 200_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};
const OPEN = '<tool_call>\n';
const CLOSE = '\n</tool_call>';
const CALL = /^\{"name": "([^"\\\u0000-\u001f]+)", "arguments": (.*)\}$/s;

/**
 * Splits text that a model wrote in Assay's template into text and tool calls, such that `spokenText` writes the same
 * text again. Only calls at the end and in the template's format count. Everything else stays text: changing it would
 * change the tokens at the beginning of the model's next prompt. The trainer's `spoken.py` has the same rules; both are
 * tested with the same file.
 */
export function readSpoken(text: string): SpokenTurn {
  const calls: (readonly [name: string, written: string])[] = [];
  let rest = text;
  while (rest.endsWith(CLOSE)) {
    const start = rest.lastIndexOf(OPEN);
    const call = start < 0 ? undefined : readCall(rest.slice(start + OPEN.length, -CLOSE.length));
    // Before the first call there is either nothing, or text and a newline.
    if (call === undefined || start === 1 || (start > 1 && rest[start - 1] !== '\n')) break;
    calls.unshift(call);
    rest = rest.slice(0, Math.max(start - 1, 0));
  }
  return { content: rest, calls: calls.map(([name, written], place) => toolCall(place, name, written)) };
}

/** The id is a hash of the call, so that the same sample always gives the same answer. */
export function toolCall(place: number, name: string, written: string): ToolCall {
  const digest = createHash('sha256').update(`${place}\0${name}\0${written}`).digest('hex');
  return { id: `call_${digest.slice(0, 16)}`, type: 'function', function: { name, arguments: written } };
}

function readCall(body: string): readonly [string, string] | undefined {
  const [, name, written] = CALL.exec(body) ?? [];
  if (name === undefined || written === undefined) return undefined;
  const json = parseBoundedJson(written, BOUNDS);
  return json.ok && isJsonObject(json.value) ? [name, written] : undefined;
}
