/** Words that introduce a request but say nothing about the items. */
const ASKING = new Set(
  `all also am any anyone at been both buy can carries carry could deal deals do everything find following for from
   get gift good has have help hello hi hunting i i'd i'm i’m if im is it items least like list look looking me my need
   needs of offer offering offers on one only or order please products purchase put recommend same search searching
   sell seller selling sells shall shop shopping shops should show single store stores suggest that the there these
   things this three time to today together two us want we what where which who with would you four`.split(/\s+/),
);

const AFTER_ARTICLE = new Set([
  'shop',
  'store',
  'seller',
  'single',
  'gift',
  'variety',
  'few',
  'couple',
  'order',
  'list',
]);

/** A sentence about the request that does not name an item. */
const AFTERTHOUGHT =
  /^(?:(?:please )?(?:show|list|find|help|keep|only|tell)\b.{0,80}\b(?:shops?|stores?|seller|options|all|these|both)\b|can you (?:help|show|find)\b.{0,80}\b(?:these|both|all|shop|store)|which one\b|everything (?:should|must)|all of it|any suggestions|thank)/iu;

const NUMBERED =
  /(?:(?:^|\s)\(\d\)|(?:^|[;,.:]\s+(?:and )?)\d\)|(?:^|[\s;,.:])(?:and )?(?:first|second|third|fourth|fifth|lastly|finally)\b,?|(?<=\. )(?:next|also|additionally)\b,?|for the (?:first|second|third|fourth)\b,?)\s*/giu;

/** The items of a request in order, each as a separate text. */
export function splitItems(text: string, severalLikely: boolean): string[] {
  const sentences = sentencesOf(text);
  const kept = sentences.filter((sentence, place) => place === 0 || !AFTERTHOUGHT.test(sentence));
  const body = kept.join('. ');
  const numbered = cutAt(body, NUMBERED);
  const parts =
    numbered.length > 2
      ? numbered.slice(1)
      : body.includes(';')
        ? body.split(';')
        : severalLikely
          ? cutAt(body, COMMA_LIST)
          : [body];
  const items = parts.map(trimItem).filter((item) => /[\p{L}\p{N}]/u.test(item));
  return items.length > 0 ? items : [text.trim()];
}

/** Separators of items without semicolons: an article after a comma or "and" begins the next item. */
const COMMA_LIST = /(?:,? and also |, as well as |\.\s+also,? |,\s+and (?=an? )|,\s+(?=an? )| and (?=an? ))/giu;

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[\p{L}\p{N})\]"'`])[.?!]+(?=\s|$)/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function cutAt(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(separator)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

function trimItem(part: string): string {
  return withoutAsking(part.trim().replace(/^(?:and )?(?:also )?/i, ''))
    .replace(/\s+together$/i, '')
    .replace(/,\s*(?:please|so that .{0,80})$/i, '')
    .replace(/[\s.,;:?!]+$/, '')
    .replace(/^(?:an?|some|the)\s+/i, '');
}

/** Removes introductory words from the beginning. A colon near the beginning ends the introduction. */
function withoutAsking(part: string): string {
  const colon = /^[^():]{0,90}:\s/u.exec(part);
  let rest = colon === null ? part : part.slice(colon[0].length);
  for (;;) {
    const match = /^[\s,.:]*([\p{L}'’]+)(?:[\s,.:]+|$)/u.exec(rest);
    if (match === null) return rest;
    const word = match[1]!.toLowerCase();
    if (ASKING.has(word)) rest = rest.slice(match[0].length);
    else if (/^an?$/.test(word) && startsWithShop(rest.slice(match[0].length))) rest = rest.slice(match[0].length);
    else if (AFTER_ARTICLE.has(word)) rest = rest.slice(match[0].length);
    else return rest;
  }
}

function startsWithShop(text: string): boolean {
  return AFTER_ARTICLE.has(/^[\p{L}]+/u.exec(text)?.[0].toLowerCase() ?? '');
}
