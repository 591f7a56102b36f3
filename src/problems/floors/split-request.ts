/** A request split into its items by patterns, without understanding the text. */
export interface SplitRequest {
  /** The words about each item. */
  readonly items: readonly string[];
  /** The part about budget and voucher at the end. */
  readonly rules: string;
}

const RULES = /\s*(?=\b(?:my budget is|i can spend|with my voucher it)\b)/i;
const NUMBERED = /;\s*|\(\d\)\s*/;
const ASKING =
  /\b(?:i need|i also need|looking for|look for|find me|get me|get|after|want|order|choose|pick out|put together|buy|add|asked for|on my list is|errands in one today|on my mind are)\b/i;
const ORDINAL = /^(?:as for )?the (first|second|third|fourth)\b/i;
const ORDINALS = ['first', 'second', 'third', 'fourth'];

export function splitRequest(query: string): SplitRequest {
  const [asked = '', ...rest] = query.split(RULES);
  const rules = rest.join(' ');
  if (NUMBERED.test(asked)) {
    const pieces = asked.split('(1)').at(-1)!.split(NUMBERED);
    return { items: pieces.filter((piece) => /\p{L}/u.test(piece)), rules };
  }
  return { items: itemsBySentence(asked), rules };
}

/**
 * An asking sentence starts an item, or several if it lists them. The sentences after it belong to the first of these,
 * unless an ordinal names another item.
 */
function itemsBySentence(text: string): string[] {
  const items: string[] = [];
  let current = 0;
  for (const sentence of text.split(/(?<=[.?!])\s+/)) {
    const ordinal = ORDINAL.exec(sentence)?.[1]?.toLowerCase();
    if (ordinal !== undefined) current = Math.min(ORDINALS.indexOf(ordinal), Math.max(0, items.length - 1));
    else if (ASKING.test(sentence) && !/^i(?:'d| want it| want them)/i.test(sentence)) {
      const things = thingsIn(sentence);
      current = items.length;
      items.push(...things);
      continue;
    }
    if (items.length > 0) items[current] += ` ${sentence}`;
  }
  return items.length > 0 ? items : [text];
}

function thingsIn(sentence: string): string[] {
  const asked = ASKING.exec(sentence)!;
  const things = sentence
    .slice(asked.index + asked[0].length)
    .split(/,\s+(?=an? |some|what)|\s+and\s+(?=an? |some|what)/i);
  return things.filter((thing) => /\p{L}/u.test(thing));
}
