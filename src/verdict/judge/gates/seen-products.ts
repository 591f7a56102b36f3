import { z } from 'zod';
import type { Call } from '../../../gateway/calls.ts';
import type { Asked } from './asked.ts';
import { isOrdinary } from './ordinary-words.ts';
import { wordsAndNumbers } from './tokens.ts';

/** What recorded results have shown of a product. */
export interface SeenProduct {
  readonly id: string;
  /** Position in the order in which products were shown, from 0. */
  readonly place: number;
  shopId: string | undefined;
  title: readonly string[];
  /** The title as written. */
  rawTitle: string;
  readonly prices: Set<number>;
  /** `undefined` until a result card has shown them. */
  services: ReadonlySet<string> | undefined;
  /** Whether its page was shown. */
  opened: boolean;
  /** Attributes and options: maps names to values, both as words. */
  readonly pairs: Map<string, Set<string>>;
  /** All words of its title, its attributes and its options. */
  readonly words: Set<string>;
  /** The whole text of its page, as words. */
  page: string;
}

export interface ShortName {
  readonly product: SeenProduct;
  /** `false` if the name must be written with a capital because it may be an ordinary word. */
  readonly inAnyCase: boolean;
}

/** Brands and models are at the beginning of a title. */
const NAME_WORDS = 2;

const text = z.string().catch('');
const cardSchema = z.object({
  product_id: z.union([z.string(), z.number().transform(String)]),
  shop_id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  title: z.string().optional().catch(undefined),
  price: z.coerce.number().optional().catch(undefined),
  sold_count: z.coerce.number().optional().catch(undefined),
  service: z.array(z.string()).optional().catch(undefined),
  short_description: text,
  description: text,
  sku_options: z.record(z.string(), z.record(z.string(), z.coerce.string())).optional().catch(undefined),
  attributes: z
    .record(z.string(), z.union([z.array(z.coerce.string()), z.coerce.string().transform((one) => [one])]))
    .optional()
    .catch(undefined),
});

type Card = z.infer<typeof cardSchema>;

/** Everything that recorded searches and views have shown up to one point of an attempt. */
export class SeenProducts {
  readonly products = new Map<string, SeenProduct>();
  readonly prices = new Set<number>();
  readonly shops = new Set<string>();
  /** Numbers that appear anywhere in results, such as those of variants. */
  readonly numbers = new Set<string>();
  /** Maps pairs of consecutive title words to the products whose titles have them. */
  readonly titlePairs = new Map<string, Set<SeenProduct>>();
  /** Maps the first word of a value to the values that begin with it, each with its attribute names. */
  readonly values = new Map<string, Map<string, { readonly words: readonly string[]; readonly names: Set<string> }>>();
  /** Maps the first word of an attribute name to the names that begin with it. */
  readonly names = new Map<string, Map<string, readonly string[]>>();
  results = 0;
  emptyResults = 0;
  #shortNames: ReadonlyMap<string, ShortName> | undefined;

  /**
   * Adds a call. Calls must be added in order. Only successful searches and views have an effect.
   *
   * @returns New texts as written: titles, attributes and options.
   */
  add(call: Call): readonly string[] {
    const isResult = (call.kind === 'search' || call.kind === 'view') && call.status === 200;
    if (!isResult || !Array.isArray(call.response)) return [];
    const texts: string[] = [];
    this.#shortNames = undefined;
    this.results++;
    if (call.response.length === 0) this.emptyResults++;
    for (const entry of call.response) {
      const card = cardSchema.safeParse(entry);
      if (card.success) texts.push(...this.#show(card.data, call.kind === 'view'));
    }
    return texts;
  }

  /**
   * Single words that identify a product: one of the first words of its title, in no other seen title, and neither a
   * word of the request nor of any attribute.
   */
  shortNames(asked: Asked): ReadonlyMap<string, ShortName> {
    if (this.#shortNames !== undefined) return this.#shortNames;
    const bearers = new Map<string, number>();
    for (const { title } of this.products.values())
      for (const word of new Set(title)) bearers.set(word, (bearers.get(word) ?? 0) + 1);
    const described = new Set<string>();
    for (const starts of this.values.values())
      for (const { words } of starts.values()) for (const word of words) described.add(word);
    for (const starts of this.names.values())
      for (const words of starts.values()) for (const word of words) described.add(word);
    const names = new Map<string, ShortName>();
    for (const product of this.products.values()) {
      const telling = product.title.filter((word) => /^\p{L}{3,}$/u.test(word) && !isOrdinary(word));
      for (const [place, word] of telling.slice(0, NAME_WORDS).entries()) {
        if (bearers.get(word) !== 1 || asked.words.has(word) || described.has(word)) continue;
        names.set(word, { product, inAnyCase: place === 0 && word.length > 3 });
        break;
      }
    }
    this.#shortNames = names;
    return names;
  }

  #show(card: Card, isPage: boolean): string[] {
    const known = this.products.get(card.product_id);
    const product: SeenProduct = known ?? {
      id: card.product_id,
      place: this.products.size,
      shopId: undefined,
      title: [],
      rawTitle: '',
      prices: new Set(),
      services: undefined,
      opened: false,
      pairs: new Map(),
      words: new Set(),
      page: ' ',
    };
    this.products.set(card.product_id, product);
    if (card.shop_id !== undefined) {
      product.shopId = card.shop_id;
      this.shops.add(card.shop_id);
    }
    if (card.price !== undefined && Number.isFinite(card.price)) {
      product.prices.add(card.price);
      this.prices.add(card.price);
    }
    if (card.sold_count !== undefined) this.numbers.add(String(card.sold_count));
    if (card.service !== undefined) product.services = new Set(card.service);
    const texts: string[] = [];
    if (isPage && !product.opened) {
      this.#open(product, card);
      const variants = new Set(Object.values(card.sku_options ?? {}).map((options) => JSON.stringify(options)));
      texts.push(JSON.stringify(card.attributes ?? {}), ...variants);
    }
    if (card.title !== undefined && product.title.length === 0) {
      this.#title(product, card.title);
      texts.push(card.title);
    }
    return texts;
  }

  #title(product: SeenProduct, title: string): void {
    product.rawTitle = title;
    product.title = wordsAndNumbers(title);
    for (const [place, word] of product.title.entries()) {
      product.words.add(word);
      const next = product.title[place + 1];
      if (next === undefined) break;
      const pair = `${word} ${next}`;
      const bearers = this.titlePairs.get(pair);
      if (bearers === undefined) this.titlePairs.set(pair, new Set([product]));
      else bearers.add(product);
    }
  }

  #open(product: SeenProduct, card: Card): void {
    product.opened = true;
    for (const [name, values] of Object.entries(card.attributes ?? {}))
      for (const value of values) this.#pair(product, name, value);
    for (const [sku, options] of Object.entries(card.sku_options ?? {})) {
      this.numbers.add(sku);
      for (const [name, value] of Object.entries(options)) this.#pair(product, name, value);
    }
    for (const said of [card.short_description, card.description]) {
      if (said === '') continue;
      const words = wordsAndNumbers(said);
      for (const word of words) if (/^\d{6,}$/.test(word)) this.numbers.add(word);
      product.page += `${words.join(' ')} `;
    }
  }

  #pair(product: SeenProduct, name: string, value: string): void {
    const nameWords = wordsAndNumbers(name);
    const valueWords = wordsAndNumbers(value);
    if (nameWords.length === 0 || valueWords.length === 0) return;
    const [plainName, plainValue] = [nameWords.join(' '), valueWords.join(' ')];
    const values = product.pairs.get(plainName) ?? new Set();
    if (values.has(plainValue)) return;
    product.pairs.set(plainName, values.add(plainValue));
    for (const word of valueWords) product.words.add(word);
    const sameStart = this.values.get(valueWords[0]!) ?? new Map();
    this.values.set(valueWords[0]!, sameStart);
    const entry = sameStart.get(plainValue) ?? { words: valueWords, names: new Set<string>() };
    sameStart.set(plainValue, entry);
    entry.names.add(plainName);
    const names = this.names.get(nameWords[0]!) ?? new Map();
    this.names.set(nameWords[0]!, names.set(plainName, nameWords));
  }
}
