import type { Asked } from './asked.ts';
import { findMentions, type Mention, type Mentions, type Menu, NO_MENU } from './find-mentions.ts';
import type { SeenProduct, SeenProducts } from './seen-products.ts';
import { type Token, tokensOf } from './tokens.ts';

const SENTENCE_END = new Set(['.', '!', '?', ';', '\n', '•', '。', '！', '？', '；']);
const CLAUSE_END = new Set([
  ',',
  '，',
  ':',
  '(',
  ')',
  '–',
  '—',
  'but',
  'while',
  'whereas',
  'though',
  'although',
  'however',
]);
const NEGATIONS = new Set(
  `no not without lack lacks lacking miss misses missing never neither nor cannot isn aren wasn doesn don didn hasn haven
  won instead unlike fail fails absent nicht kein keine keinen keiner ohne pas sans ni aucun aucune sin ningún não nao sem
  nem inte utan ingen inget non senza niet geen zonder can't nie bez hindi walang wala не нет без 不支持 没有 沒有 不是 不能 不 无 無`.split(
    /\s+/,
  ),
);
/** "not dimmable and has free shipping": these words begin a new statement, which the "not" does not cover. */
const SAYING_ANEW = /^(?:has|have|is|offers?|comes|ships|costs|gives|includes|supports?)$/;
/** How many tokens a "not" covers. */
const NEGATED_TOKENS = 6;

/** One parsed thought: its tokens, its sentences and the products they are about. */
export class Reading {
  readonly tokens: readonly Token[];
  readonly seen: SeenProducts;
  readonly asked: Asked;
  readonly mentions: Mentions;
  /** Tokens that belong to a mention. */
  readonly #within: Uint8Array;
  /** Index of the sentence of each token. */
  readonly #sentence: Int32Array;
  readonly #bySentence = new Map<number, Mention[]>();
  /** Index of the cart item that each sentence is about, if the thought goes through the items one by one. */
  readonly #itemOf = new Map<number, number>();
  /** Sentences that make a recommendation. */
  readonly #recommending = new Set<number>();

  constructor(prose: string, seen: SeenProducts, asked: Asked, menu: Menu = NO_MENU) {
    this.tokens = tokensOf(prose);
    this.seen = seen;
    this.asked = asked;
    this.mentions = findMentions(this.tokens, seen, asked, menu);
    this.#within = new Uint8Array(this.tokens.length);
    for (const { from, to } of this.mentions.named) this.#within.fill(1, from, to);
    this.#sentence = this.#numberSentences();
    for (const mention of this.mentions.named) {
      const sentence = this.#sentence[mention.from]!;
      const others = this.#bySentence.get(sentence);
      if (others === undefined) this.#bySentence.set(sentence, [mention]);
      else others.push(mention);
    }
  }

  /** The distinct products named. */
  get candidates(): ReadonlySet<SeenProduct> {
    return new Set(this.mentions.named.map(({ product }) => product));
  }

  isWithinMention(at: number): boolean {
    return this.#within[at] === 1;
  }

  text(at: number): string {
    return this.tokens[at]?.text ?? '';
  }

  /** Range of the sentence that contains a token; the end is exclusive. */
  sentenceOf(at: number): readonly [from: number, to: number] {
    let to = at + 1;
    while (to < this.tokens.length && this.#sentence[to] === this.#sentence[at]) to++;
    return [this.#startOfSentence(at), to];
  }

  /** Index of the sentence that contains a token, from 0. */
  sentenceNumber(at: number): number {
    return this.#sentence[at]!;
  }

  /** Mentions in a sentence, in order. */
  mentionsIn(sentence: number): readonly Mention[] {
    return this.#bySentence.get(sentence) ?? [];
  }

  /** The products of each sentence that contains a matching word outside mentions. */
  *sentencesWith(wanted: RegExp): Generator<ReadonlySet<SeenProduct>> {
    const found = new Set<number>();
    for (const [at, { text }] of this.tokens.entries())
      if (wanted.test(text) && !this.isWithinMention(at)) found.add(this.#sentence[at]!);
    for (const sentence of found) yield new Set(this.#bySentence.get(sentence)?.map(({ product }) => product));
  }

  /** Whether two tokens are in the same sentence. */
  areTogether(left: number, right: number): boolean {
    return this.#sentence[left] === this.#sentence[right];
  }

  /** Whether two tokens are in the same or neighbouring sentences, and in statements about the same item. */
  areNear(left: number, right: number): boolean {
    const [one, other] = [this.#sentence[left]!, this.#sentence[right]!];
    return Math.abs(one - other) <= 1 && this.#itemOf.get(one) === this.#itemOf.get(other);
  }

  /**
   * Whether a product is named near a token. A closing "I recommend A, B" names every product, so it only counts within
   * its own sentence.
   */
  isNamedNear(wanted: SeenProduct, at: number): boolean {
    return this.mentions.named.some(({ product, from }) => {
      if (product !== wanted || !this.areNear(from, at)) return false;
      return this.areTogether(from, at) || !this.#recommending.has(this.#sentence[from]!);
    });
  }

  /** Mentions in the same sentence that end before a token, in order. */
  before(at: number): readonly Mention[] {
    return (this.#bySentence.get(this.#sentence[at]!) ?? []).filter(({ to }) => to <= at);
  }

  /** Mentions in the same sentence that begin after a token, in order. */
  after(at: number): readonly Mention[] {
    return (this.#bySentence.get(this.#sentence[at]!) ?? []).filter(({ from }) => from > at);
  }

  /** The product that a statement at this token is about, if that can be determined. */
  subjectAt(at: number): SeenProduct | undefined {
    const here = this.before(at);
    const last = here.at(-1);
    if (last !== undefined) return this.#subjectAmong(here, last, at);
    const start = this.#startOfSentence(at);
    const words = this.#words(start, at);
    const earlier = this.#bySentence.get(this.#sentence[at]! - 1);
    if (earlier === undefined) return undefined;
    if (words.some((word) => /^(?:latter|that|which)$/.test(word))) return earlier.at(-1)!.product;
    return words.some((word) => /^(?:it|its|former|this)$/.test(word)) ? earlier[0]!.product : undefined;
  }

  /** "A is cheaper than B and has brass": the second part is about A. "A is cheaper than B, which has": about B. */
  #subjectAmong(here: readonly Mention[], last: Mention, at: number): SeenProduct {
    const words = this.#words(last.to, at);
    const ordinal = words.findLast((word) => /^(?:first|former|second)$/.test(word));
    if (ordinal !== undefined && here.length > 1) return here[ordinal === 'second' ? 1 : 0]!.product;
    if (words.some((word) => /^(?:which|that|whose|latter|one)$/.test(word))) return last.product;
    const isCompared = /^(?:than|unlike|over|versus|vs)$/.test(this.text(last.from - 1));
    const isJoined = words.some((word) => /^(?:and|because|since|as|its|so)$/.test(word));
    if (isCompared && isJoined)
      return here.findLast(({ product }) => product !== last.product)?.product ?? last.product;
    return words.includes('it') ? here[0]!.product : last.product;
  }

  isNegated(at: number): boolean {
    for (let place = at - 1; place >= Math.max(0, at - NEGATED_TOKENS); place--) {
      const { text } = this.tokens[place]!;
      if (NEGATIONS.has(text)) return true;
      if (text === 'and' && SAYING_ANEW.test(this.text(place + 1))) return false;
      if (CLAUSE_END.has(text) || SENTENCE_END.has(text) || this.isWithinMention(place)) return false;
    }
    return false;
  }

  #words(from: number, to: number): string[] {
    return this.tokens.slice(Math.max(from, to - 40), to).map(({ text }) => text);
  }

  #startOfSentence(at: number): number {
    let start = at;
    while (start > 0 && this.#sentence[start - 1] === this.#sentence[at]) start--;
    return start;
  }

  #numberSentences(): Int32Array {
    const numbers = new Int32Array(this.tokens.length);
    let sentence = 0;
    let item = 0;
    let isEmpty = true;
    for (const [at, { text, end }] of this.tokens.entries()) {
      numbers[at] = sentence;
      if (text === 'item' && this.tokens[at + 1]?.kind === 'number' && this.text(at + 2) === ':') item++;
      this.#itemOf.set(sentence, item);
      if (text === 'recommend') this.#recommending.add(sentence);
      if (!SENTENCE_END.has(text) || this.isWithinMention(at)) {
        isEmpty = false;
        continue;
      }
      // A full stop inside "3.5mm" or "a.b" does not end a sentence.
      const isStop = text !== '.' || (this.tokens[at + 1]?.start ?? end + 1) > end;
      if (!isStop || isEmpty) continue;
      sentence++;
      isEmpty = true;
    }
    return numbers;
  }
}
