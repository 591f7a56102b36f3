import type { ToolCall } from '../../chat/schema.ts';
import { parseJson } from '../../json/parse-json.ts';
import { isFiller, stemOf } from '../../market/analysis.ts';
import { wholeWords } from '../../text/words.ts';
import { leavesOf, normalText } from '../agency/normal-arguments.ts';
import { readEmissions } from '../trajectory/read-emissions.ts';
import type { RewriteConfig } from './rewrite-config.ts';

/** Why a reasoning cannot be used. `LEAKS_CALL`: it restates the call. `UNGROUNDED`: nothing shown supports it. */
export interface ReasoningFlaw {
  readonly reason: 'UNGROUNDED' | 'LEAKS_CALL' | 'UNFIT';
  readonly detail: string;
}

export interface ReasoningSubject {
  /** The tool schemas, the request and every result before this step: everything that the reasoning may use. */
  readonly shown: string;
  /** Results that came later. */
  readonly later: readonly string[];
  readonly call: ToolCall;
  /** Names of the offered tools. */
  readonly tools: readonly string[];
}

/** The first flaw that a rule finds in a reasoning; `undefined` if there is none. */
export function reasoningFlaw(
  reasoning: string,
  subject: ReasoningSubject,
  config: Pick<RewriteConfig, 'minimumCharacters' | 'maximumCharacters'>,
): ReasoningFlaw | undefined {
  const { length } = reasoning.trim();
  if (length < config.minimumCharacters) return { reason: 'UNFIT', detail: 'it says next to nothing' };
  if (length > config.maximumCharacters) return { reason: 'UNFIT', detail: `it has ${length} characters` };
  const leak = leakOf(reasoning, subject);
  if (leak !== undefined) return { reason: 'LEAKS_CALL', detail: leak };
  const ungrounded = ungroundedIn(reasoning, subject);
  if (ungrounded !== undefined) return { reason: 'UNGROUNDED', detail: ungrounded };
  if (!restates(reasoning, subject.call)) return undefined;
  return { reason: 'LEAKS_CALL', detail: 'it says the call over again, and nothing of why' };
}

const PARAMETER =
  /\b(?:q|query|product_ids?|shop_id|price|sort|service|page|arguments|parameters)["']?\s*[=:]\s*["'[{\d]/iu;
const JSON_LIKE = /[{[]\s*["']|["']\s*:\s*["'[{\d]|```/u;
const TAG = /<\/?[a-z_|]+>|<\|/iu;
/** No word is this long, but a call in Base64 is. */
const CODED = /[\w+/=-]{24,}/gu;

/** Finds the call in the reasoning. A text that contains the call always predicts it, so it is not reasoning. */
function leakOf(reasoning: string, { call, tools, shown }: ReasoningSubject): string | undefined {
  const lower = reasoning.toLowerCase().replaceAll(/[-‐]/gu, '_');
  const named = tools.find((tool) => lower.includes(tool.toLowerCase()));
  if (named !== undefined) return `it names ${named}`;
  if (reasoning.includes(call.function.arguments)) return 'it holds the arguments of the call';
  if (JSON_LIKE.test(reasoning)) return 'it holds JSON or code';
  if (PARAMETER.test(reasoning)) return 'it assigns parameters';
  if (TAG.test(reasoning)) return 'it holds tags';
  if (reasoning.match(CODED)?.some((code) => !shown.includes(code)) === true) return 'it holds what looks like a code';
  return readEmissions([], reasoning, tools).length > 0 ? 'a call can be read out of it' : undefined;
}

/** Words that announce a call of any kind. */
const ANNOUNCING = new Set(
  `again at be call check choose do filter find first get go going here id ids information let look lookup make more next
   now once open page parameter pick price query q range recommend result search see select service shop sort step take
   then to try up view`
    .split(/\s+/)
    .map(stemOf),
);
/** Reasoning with fewer words of its own gives no reason. */
const FEWEST_WORDS = 2;

/** Whether nothing remains of the reasoning without the call's own words and words that announce a call. */
function restates(reasoning: string, { function: { name, arguments: written } }: ToolCall): boolean {
  const json = parseJson(written);
  const given = [name, ...(json.ok ? leavesOf(json.value) : [])].flatMap(wholeWords).map(stemOf);
  const spoken = new Set(given.flatMap((word) => word.split('_')));
  const own = wholeWords(reasoning)
    .filter((word) => !isFiller(word) && !/^\d/u.test(word))
    .map(stemOf)
    .filter((word) => !spoken.has(word) && !ANNOUNCING.has(word));
  return new Set(own).size < FEWEST_WORDS;
}

const QUOTED = /"([^"\n]{1,300})"|“([^”\n]{1,300})”|`([^`\n]{1,300})`/gu;
/** Commas group digits by three. Elsewhere they separate numbers, as in a list of ids. */
const NUMBER = /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?/gu;
const MONEY =
  /(?:₱|\$|€|php|usd)\s*(\d(?:[\d,]*\d)?(?:\.\d+)?)|(\d(?:[\d,]*\d)?(?:\.\d+)?)\s*(?:₱|pesos?|php|dollars?)/giu;
/** Numbers with at most this many digits may be counts or ordinals; longer ones are ids or amounts. */
const FREE_DIGITS = 2;
/** This many consecutive words that only a later title has are not a coincidence. */
const TITLE_RUN = 4;

function ungroundedIn(reasoning: string, { shown, later, call }: ReasoningSubject): string | undefined {
  const numbers = new Set(
    Array.from(shown.matchAll(NUMBER), ([number]) => [number, ...number.split(',')])
      .flat()
      .map(plainNumber),
  );
  // Three ids of three digits each look like one grouped number.
  const isShown = (number: string) =>
    [[number], number.split(',')].some((parts) => parts.every((part) => numbers.has(plainNumber(part))));
  const amounts = Array.from(reasoning.matchAll(MONEY), ([, before, after]) => before ?? after!);
  const long = Array.from(reasoning.matchAll(NUMBER), ([number]) => number).filter(
    (number) => number.replaceAll(/\D/g, '').length > FREE_DIGITS,
  );
  const unknown = [...amounts, ...long].find((number) => !isShown(number));
  if (unknown !== undefined) return `${unknown} was not shown before`;
  const known = new Set(wholeWords(shown).map(stemOf));
  for (const [, straight, curly, ticks] of reasoning.matchAll(QUOTED)) {
    const quote = straight ?? curly ?? ticks!;
    const strange = wholeWords(quote).find((word) => !known.has(stemOf(word)));
    if (strange !== undefined) return `it quotes "${quote.slice(0, 60)}", and ${strange} was not shown before`;
  }
  const said = wholeWords(reasoning);
  const unseen = wordsOfCall(call).filter((word) => !known.has(stemOf(word)));
  const given = unseen.find((word) => said.some((each) => stemOf(each) === stemOf(word)));
  if (given !== undefined) return `"${given}" stands in the call and in nothing that was shown`;
  return laterTitle(said, known, later);
}

/** `1,200.00` is 1200. Numbers that a double cannot represent keep their text. */
function plainNumber(text: string): string {
  const plain = text.replaceAll(',', '');
  return plain.length > 15 ? plain : String(Number(plain));
}

function wordsOfCall({ function: { arguments: written } }: ToolCall): string[] {
  const json = parseJson(written);
  const texts = json.ok ? leavesOf(json.value) : [];
  return texts.flatMap(wholeWords).filter((word) => /\p{L}{3}/u.test(word) && !isFiller(word));
}

/** Finds a run of words that appears in a later result and contains a word not shown yet. */
function laterTitle(said: readonly string[], known: ReadonlySet<string>, later: readonly string[]): string | undefined {
  const after = ` ${later.flatMap((text) => wholeWords(normalText(text))).join(' ')} `;
  for (let place = 0; place + TITLE_RUN <= said.length; place++) {
    const run = said.slice(place, place + TITLE_RUN);
    if (run.every((word) => known.has(stemOf(word)) || isFiller(word))) continue;
    const text = ` ${run.join(' ')} `;
    if (after.includes(text)) return `"${text.trim()}" is only shown later`;
  }
  return undefined;
}
