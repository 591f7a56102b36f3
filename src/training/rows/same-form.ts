import type { RowMessage } from '../../chat/schema.ts';
import { parseJson } from '../../json/parse-json.ts';

/**
 * Words without tags of thought, results as the harness writes JSON. Agents differ in both; a student is asked in one form
 * and is to answer in one.
 */
export function sameForm(messages: readonly RowMessage[]): readonly RowMessage[] {
  return messages.map((message) => {
    if (message.role === 'assistant') return { ...message, content: message.content.replaceAll(THOUGHT, '').trim() };
    return message.role === 'tool' ? { ...message, content: asHarnessWrites(message.content) } : message;
  });
}

const THOUGHT = /<\/?think>/g;

/** The harness shows text as a JSON string; some agents show it bare. */
function asHarnessWrites(content: string): string {
  const json = parseJson(content);
  return JSON.stringify(json.ok ? json.value : content);
}
