import { ownField, textOf } from '../json/json-object.ts';
import { parseJson } from '../json/parse-json.ts';

const LONGEST_QUOTE = 300;

/** The message in the body of an error, after a colon; a full stop if there is none. */
export function providerWords(body: string): string {
  const json = parseJson(body);
  const error = json.ok ? (ownField(json.value, 'error') ?? json.value) : undefined;
  const words = textOf(error) ?? textOf(ownField(error, 'message')) ?? textOf(ownField(error, 'detail'));
  const plain = (words ?? body)
    .slice(0, 20_000)
    .replaceAll(/<[^>]{0,200}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? '.' : `: ${plain.slice(0, LONGEST_QUOTE)}`;
}
