import { parseJson } from '../../json/parse-json.ts';
import type { Listing } from './conversation.ts';
import { jsonValues } from './lenient-json.ts';
import { listingsIn } from './read-listings.ts';

/** A product in a numbered list of a prompt. */
export interface NumberedCandidate {
  readonly number: number;
  readonly listing: Listing;
  readonly text: string;
}

const MAX_PROMPT = 400_000;
const LINE = /^[ \t]*(?:\(|\[)?(?:candidate |option |product |#)?(\d{1,3})(?:[.):\]]|\s-)[ \t]*(\S.*)$/gimu;

const MAX_CANDIDATES = 200;

/** The last numbered list of a prompt. Voucher rules or instructions above it may be numbered as well. */
export function numberedCandidates(prompt: string): NumberedCandidate[] {
  let run: { number: number; text: string }[] = [];
  for (const match of prompt.slice(-MAX_PROMPT).matchAll(LINE)) {
    const number = Number(match[1]);
    if (run.length > 0 && number !== run.at(-1)!.number + 1) run = [];
    run.push({ number, text: match[2]! });
  }
  return run
    .slice(0, MAX_CANDIDATES)
    .map(({ number, text }) => ({ number, text, listing: readListing(text, String(number)) }));
}

/** Products in a prompt as JSON, even if the JSON is cut off. */
export function productsInPrompt(prompt: string): Listing[] {
  const text = prompt.slice(-MAX_PROMPT);
  const start = /\[\s*\{|\{\s*["']/u.exec(text)?.index;
  return start === undefined ? [] : jsonValues(text.slice(start)).flatMap(listingsIn);
}

/** A product described in one line: JSON, or parts such as "title | price 120 | color: red, blue | variants […]". */
export function readListing(text: string, id: string): Listing {
  const [asJson] = text.trimStart().startsWith('{') ? jsonValues(text).flatMap(listingsIn) : [];
  if (asJson !== undefined) return asJson;
  const list = /\[\s{0,5}\{/u.exec(text);
  const variants = list === null ? '' : text.slice(list.index, text.lastIndexOf(']') + 1);
  const plain = list === null ? text : text.slice(0, list.index);
  // Runs of white space are bounded: with an unbounded run, every position in it would be tried as a start.
  const pieces = plain.split(/\s{0,5}\|\s{0,5}|;\s/u);
  const attributes = pieces.slice(1).flatMap((piece): [string, string[]][] => {
    const match = /^([\p{L}][\p{L}\p{N}_ ]{1,40}): ?(.{1,400})$/u.exec(piece);
    return match === null ? [] : [[match[1]!, match[2]!.split(/,\s*/)]];
  });
  const price =
    /(?:price|₱|php|costs?)[:\s]{0,3}(\d{1,9}(?:\.\d{1,2})?)/iu.exec(plain) ??
    /(\d{1,9}(?:\.\d{1,2})?) ?(?:pesos|php)/iu.exec(plain);
  const parsed = variants === '' ? undefined : parseJson(variants);
  const [withVariants] = listingsIn([{ product_id: id, sku_options: parsed?.ok ? parsed.value : [] }]);
  const named = /\b(?:product_?)?id[:=# ]{1,3}"?(\d{5,20})\b/iu.exec(plain)?.[1];
  const services = /\bservices?[:\s]{1,3}([^|;]{0,120})/iu.exec(plain);
  return {
    ...withVariants!,
    ...(named !== undefined && { id: named }),
    title: (named !== undefined && /^\W{0,3}(?:product_?)?id\b/iu.test(pieces[0]!)
      ? (pieces[1] ?? '')
      : pieces[0]!
    ).slice(0, 500),
    attributes,
    ...(price !== null && { price: Number(price[1]) }),
    ...(services !== null && { services: services[1]!.split(/[,\s]+/).filter(Boolean) }),
  };
}
