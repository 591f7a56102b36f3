import { taggedParts } from '../../chat/tagged-parts.ts';
import type { Message } from './message.ts';

/** Longer texts are not queries; their beginning is enough. */
const MAX_SEARCHED = 40_000;

const LABEL =
  /(?:^|\n)[ \t#*]{0,6}(?:the )?(?:customer|user|shopper|shopping|buyer)?(?:'s)? ?(?:query|request|message|question|wants?|need|task|customer|user|shopper|instruction)s?\**:[ \t]*/iu;

/** A blank line or another label ends a quoted query, unless the part about money follows. */
const END_OF_QUERY = /\n[ \t]*\n(?!\s*(?:[Mm]y budget|I have a voucher|I can spend))|\n(?=[A-Z][\p{L} ]{1,30}:)/u;

/**
 * The shopper's request, wherever the prompt has it: between tags, after a label, in triple quotes, or as the first
 * user message.
 */
export function findQuery(messages: readonly Message[]): string {
  const spoken = messages.filter((message) => message.role === 'user' && message.text.trim() !== '');
  const first = (spoken[0]?.text ?? '').slice(0, MAX_SEARCHED);
  const tagged = taggedParts(first).find((part) => part.tag === 'user' || part.tag === 'query');
  if (tagged !== undefined) return tagged.text;
  const label = LABEL.exec(first);
  if (label !== null) return upToBlank(first.slice(label.index + label[0].length));
  const quoted = first.split(/"""|```/u)[1]?.trim() ?? '';
  if (quoted.length >= 10) return quoted;
  return first.trim();
}

function upToBlank(text: string): string {
  const end = END_OF_QUERY.exec(text);
  return (end === null ? text : text.slice(0, end.index)).trim();
}
