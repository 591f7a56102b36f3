import type { AnswerChange } from '../../inference/inference.ts';
import type { Random } from '../../random/random.ts';
import { contentWords } from '../reading/content-words.ts';
import type { ShownProduct } from '../reading/shown-products.ts';
import { SHORTEST_TITLE, titleNamed } from '../reading/title-named.ts';
import { canBeUndone, PAGE, replaceIn, wholeNumber, wholeWord } from './apply-change.ts';
import { callTexts } from './call-texts.ts';
import { readMenu } from './read-menu.ts';

/** The state of the attempt when a model answers. */
export interface ChangeContext {
  /** Every text in the answer. */
  readonly said: readonly string[];
  /** Words of earlier answers. If a program acts on one of these, an earlier answer may be the cause. */
  readonly saidBefore: ReadonlySet<string>;
  /** Every text in the request, newest last. */
  readonly prompt: readonly string[];
  readonly query: string;
  /** Products shown by results so far, one list per result. */
  readonly shown: readonly (readonly ShownProduct[])[];
  /** Replacement words; they name goods of the same market. */
  readonly vocabulary: readonly string[];
}

/**
 * Chooses one change that makes an answer the model could also have given. Returns `undefined` if the answer contains
 * nothing that a program could act on. A change that affects no call does no harm, because it is not counted.
 */
export function chooseChange(
  kinds: ReadonlySet<AnswerChange['kind']>,
  context: ChangeContext,
  random: Random,
): AnswerChange | undefined {
  for (const kind of ['product', 'choice', 'title', 'bound', 'page', 'word'] as const) {
    if (!kinds.has(kind)) continue;
    const change = CHOOSERS[kind](context, random);
    if (change === undefined || !canBeUndone(context.said, change)) continue;
    if (context.said.some((text) => replaceIn(text, change) !== text)) return change;
  }
  return undefined;
}

type Chooser = (context: ChangeContext, random: Random) => AnswerChange | undefined;

const CHOOSERS: Readonly<Record<AnswerChange['kind'], Chooser>> = {
  product: chooseProduct,
  choice: chooseMenuEntry,
  title: chooseTitle,
  bound: chooseBound,
  page: choosePage,
  word: chooseWord,
};

function chooseProduct({ said, shown }: ChangeContext, random: Random): AnswerChange | undefined {
  const text = said.join('\n');
  const ids = [...new Set(shown.flat().map(({ id }) => id))];
  const named = ids.filter((id) => wholeWord(id).test(text));
  // Changing a product that the model only mentions in its thoughts has no effect.
  const calls = callTexts(said).join('\n');
  const acted = named.filter((id) => wholeWord(id).test(calls));
  const choices = acted.length > 0 || calls !== '' ? acted : named;
  if (choices.length === 0 || named.length === ids.length) return undefined;
  const from = random.pick(choices);
  // A model would most likely choose another product from the newest list that contains this one.
  const beside = shown.findLast((list) => list.some(({ id }) => id === from))!.map(({ id }) => id);
  const others = beside.filter((id) => !named.includes(id));
  const to = random.pick(others.length > 0 ? others : ids.filter((id) => !named.includes(id)));
  return { kind: 'product', from, to };
}

/** Longer answers contain more than a number, and the meaning of a number in them is a guess. */
const MAX_MENU_ANSWER = 600;

function chooseMenuEntry({ said, prompt, shown }: ChangeContext, random: Random): AnswerChange | undefined {
  const text = said.join('\n');
  if (text.length > MAX_MENU_ANSWER) return undefined;
  const menu = readMenu(prompt, shown.flat());
  if (menu.size < 2) return undefined;
  const picked = [...menu.keys()].filter((number) => wholeNumber(number).test(text));
  const others = [...menu.keys()].filter((number) => !picked.includes(number));
  if (picked.length === 0 || others.length === 0) return undefined;
  const [from, to] = [random.pick(picked), random.pick(others)];
  const products = { from: menu.get(from)!, to: menu.get(to)! };
  return products.from === products.to ? undefined : { kind: 'choice', from, to, products };
}

/** Other characters could end a quotation, a bracket or a tag around the title. */
const PLAIN_TITLE = /^[^"\\<>[\]{}()\n]+$/u;

/**
 * Another product for a model that names products by title only. An answer that also has an id or a menu number is left
 * to the other kinds: the title alone would contradict it.
 */
function chooseTitle({ said, prompt, shown }: ChangeContext, random: Random): AnswerChange | undefined {
  const text = said.join('\n');
  const products = shown.flat();
  if (products.some(({ id }) => wholeWord(id).test(text))) return undefined;
  if ([...readMenu(prompt, products).keys()].some((number) => wholeNumber(number).test(text))) return undefined;
  const ids = new Map(products.map(({ id, title }) => [id, title]));
  const isUnique = (beginning: string): boolean =>
    ids
      .values()
      .filter((title) => title.startsWith(beginning))
      .toArray().length === 1;
  const named = Array.from(ids, ([id, title]) => ({ id, title, from: titleNamed(text, title) })).filter(
    (each): each is typeof each & { from: string } => each.from !== undefined && isUnique(each.from),
  );
  const calls = callTexts(said).join('\n');
  const acted = named.filter(({ from }) => calls.includes(from));
  const choices = acted.length > 0 || calls !== '' ? acted : named;
  if (choices.length === 0) return undefined;
  const { id, title, from } = random.pick(choices);
  const others = shown
    .findLast((list) => list.some((each) => each.id === id))!
    .filter((each) => !named.some((other) => other.id === each.id))
    // A title that was shown cut off is also cut off in its place.
    .map((each) => ({ id: each.id, to: from === title ? each.title : each.title.slice(0, from.length).trimEnd() }))
    .filter(({ to }) => to.length >= SHORTEST_TITLE && PLAIN_TITLE.test(to) && isUnique(to));
  if (others.length === 0 || !PLAIN_TITLE.test(from)) return undefined;
  const other = random.pick(others);
  return { kind: 'title', from, to: other.to, products: { from: id, to: other.id } };
}

const PRICE =
  /(?:price|budget|max|min|under|below|between|above|₱|php)[^\n\d]{0,24}(\d{2,6})(?![\d.])|(\d{2,6})-(?=\d{2,6}\b)/gi;

function chooseBound({ said }: ChangeContext, random: Random): AnswerChange | undefined {
  const text = said.join('\n');
  const numbers = Array.from(text.matchAll(PRICE), ([, stated, low]) => (stated ?? low)!);
  if (numbers.length === 0) return undefined;
  const from = random.pick(numbers);
  const to = String(Math.round(Number(from) * (1.06 + random.next() * 0.08)) + 1);
  return wholeNumber(to).test(text) ? undefined : { kind: 'bound', from, to };
}

function choosePage({ said }: ChangeContext): AnswerChange | undefined {
  for (const text of said) {
    const from = text.matchAll(PAGE).next().value?.[2];
    if (from !== undefined && from >= '1' && from <= '4') return { kind: 'page', from, to: String(Number(from) + 1) };
  }
  return undefined;
}

function chooseWord(
  { said, saidBefore, prompt, query, vocabulary }: ChangeContext,
  random: Random,
): AnswerChange | undefined {
  const text = said.join('\n');
  const asked = new Set(contentWords(query));
  const candidates = contentWords(text);
  // Words of the answer format appear in the instructions. If the request has them too, they may still be search words.
  const template = new Set(contentWords(prompt.join('\n')).filter((word) => !asked.has(word)));
  const likely = candidates
    .filter((word) => asked.has(word) || !template.has(word))
    // A word in mixed case, such as iPhone, could not be restored.
    .filter((word) => replaceIn(text, { kind: 'word', from: word, to: word }) === text);
  if (likely.length === 0) return undefined;
  const inCalls = new Set(callTexts(said).flatMap(contentWords));
  const weight = (word: string): number => (saidBefore.has(word) ? 0 : 2) + (asked.has(word) ? 1 : 0);
  // A changed word in a sentence has no effect on calls and reveals the probe.
  const acted = inCalls.size === 0 ? likely : likely.filter((word) => inCalls.has(word));
  if (acted.length === 0) return undefined;
  const best = Math.max(...acted.map(weight));
  const from = random.pick(acted.filter((word) => weight(word) === best));
  const known = `${text}\n${prompt.join('\n')}\n${query}`;
  const fresh = random.sample(vocabulary, 40).filter((word) => !wholeWord(word).test(known));
  return fresh.length === 0 ? undefined : { kind: 'word', from, to: fresh[0]! };
}
