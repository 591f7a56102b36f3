import { readSpoken, type SpokenTurn, toolCall } from '../../chat/spoken-calls.ts';
import { isJsonObject, ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';

/** A call between the tags that Hermes, Qwen and others use. The last tag may be unclosed. */
const TAGGED = /<tool_call>\s*(\{.*?\})\s*(?:<\/tool_call>|$)/gs;
const FENCED = /^```(?:json)?\s*(\{.*\})\s*```$/s;

/**
 * Splits a model's output into text and tool calls. With Assay's template, only its exact format counts. Otherwise
 * calls are read from JSON between tags, or from an answer that consists only of the JSON of a call to an offered tool.
 */
export function readCalls(text: string, toolNames: readonly string[], isExact: boolean): SpokenTurn {
  if (isExact) return readSpoken(text);
  const calls: (readonly [string, string])[] = [];
  const rest = text.replaceAll(TAGGED, (whole, body: string) => {
    const call = readCall(body);
    if (call === undefined) return whole;
    calls.push(call);
    return '';
  });
  if (calls.length === 0) {
    const bare = text.trim();
    const call = readCall(FENCED.exec(bare)?.[1] ?? bare);
    if (call === undefined || !toolNames.includes(call[0])) return { content: text, calls: [] };
    return { content: '', calls: [toolCall(0, ...call)] };
  }
  return { content: rest.trim(), calls: calls.map(([name, written], place) => toolCall(place, name, written)) };
}

function readCall(body: string): readonly [name: string, written: string] | undefined {
  const json = parseJson(body);
  if (!json.ok) return undefined;
  const name = ownField(json.value, 'name');
  const given = ownField(json.value, 'arguments') ?? ownField(json.value, 'parameters') ?? {};
  if (typeof name !== 'string' || name === '') return undefined;
  if (isJsonObject(given)) return [name, JSON.stringify(given)];
  return typeof given === 'string' && isObjectText(given) ? [name, given] : undefined;
}

function isObjectText(text: string): boolean {
  const json = parseJson(text);
  return json.ok && isJsonObject(json.value);
}
