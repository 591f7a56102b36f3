import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { LeafCategory } from '../catalogue/leaf-category.ts';
import type { Service } from '../service.ts';
import { NON_ASCII_LINES, POLICIES } from './shop-policies.ts';
import { padded } from './stated-values.ts';

const SHOUTS = [
  'ORIGINAL',
  '[Ready Stock]',
  'Hot Sale',
  '2026 New',
  'New Arrival',
  'BEST SELLER',
  'Authentic',
  '100% Original',
  'Sale!',
  'On Hand',
  '(READY TO SHIP)',
  '🔥',
  'Premium',
  'High Quality',
  'Wholesale',
  'Legit',
  '【Malina in stock】',
  '★NEW★',
];
const TAILS = [
  'Local Stock',
  'Fast Delivery',
  'with Freebies',
  'Best Price',
  'Good Quality',
  'Affordable',
  'ph',
  'Trending',
  'Sale',
  'Limited',
  'Random Design',
  'Fashion',
  'Gift Idea',
];
/** Tagalog first, because most sellers speak it; then the languages of cross-border sellers. */
const FOREIGN = [
  'murang-mura',
  'sulit',
  'mura lang',
  'bagong dating',
  'pang regalo',
  'pambahay',
  'maganda at matibay',
  'pwede tingi',
  'legit na legit',
  'bagsak presyo',
  'murah',
  'promo terbaru',
  'alta calidad',
  'de alta qualità',
  '正品',
  '现货',
  '新款',
];
/** Phrases that advertise a service; used only for listings that have it. */
const PROMISES: Readonly<Partial<Record<Service, readonly string[]>>> = {
  COD: ['COD', '【COD】', 'Cash On Delivery'],
  freeShipping: ['Free Shipping', '包邮'],
  flashsale: ['FLASH SALE'],
  official: ['[Official Store]'],
};

const EDITIONS = ['Pro', 'Max', 'Plus', 'Lite', 'Mini', 'Air', 'Ultra', 'Neo', 'S', 'X', 'Classic', 'Premium'];

export interface ListingNoise {
  readonly shouts: readonly string[];
  readonly tails: readonly string[];
  readonly foreign: readonly string[];
  /**
   * Nouns of other leaves of the same department (`neighbours`) and of other departments (`strangers`): search keywords
   * that sellers add to be found.
   */
  readonly neighbours: readonly string[];
  readonly strangers: readonly string[];
  /** Shop rules for descriptions. */
  readonly policies: readonly string[];
  readonly symbols: readonly string[];
  /** Endings of model codes. */
  readonly editions: readonly string[];
}

const noiseByLeaf = new WeakMap<LeafCategory, ListingNoise>();

/** Words that do not describe an item of `leaf`: none of them occurs in a value of its attributes or options. */
export function noiseOf(leaf: LeafCategory): ListingNoise {
  const known = noiseByLeaf.get(leaf);
  if (known !== undefined) return known;
  const taken = new Set([leaf.attributes, leaf.skuAxes].flatMap((each) => wordsOf(Object.values(each).flat())));
  const meaningless = (phrase: string): boolean => !wordsOf([phrase]).some((word) => taken.has(word));
  const values = [leaf.attributes, leaf.skuAxes].flatMap((each) => Object.values(each).flat()).map(padded);
  // Sentences share ordinary words with values ("and", "day"), so only whole values are excluded.
  const valueless = (sentence: string): boolean => !values.some((value) => padded(sentence).includes(value));
  const own = new Set(wordsOf(leaf.nouns));
  const nounsOf = (leaves: readonly LeafCategory[]): string[] => [
    ...new Set(
      leaves
        .flatMap(({ nouns }) => nouns)
        .filter((noun) => meaningless(noun) && !wordsOf([noun]).some((word) => own.has(word))),
    ),
  ];
  const strangers = nounsOf(CATALOGUE.filter((other) => other.path[0] !== leaf.path[0]));
  const neighbours = nounsOf(CATALOGUE.filter((other) => other !== leaf && other.path[0] === leaf.path[0]));
  const noise = {
    shouts: SHOUTS.filter(meaningless),
    tails: TAILS.filter(meaningless),
    foreign: FOREIGN.filter(meaningless),
    strangers,
    neighbours: neighbours.length > 0 ? neighbours : strangers,
    policies: POLICIES.filter(valueless),
    symbols: NON_ASCII_LINES.filter(valueless),
    editions: EDITIONS.filter(meaningless),
  };
  noiseByLeaf.set(leaf, noise);
  return noise;
}

/** Title phrases that advertise the services of the listing. */
export function promisesOf(services: readonly Service[]): readonly string[] {
  return services.flatMap((service) => PROMISES[service] ?? []);
}

function wordsOf(phrases: readonly string[]): string[] {
  return phrases.flatMap((phrase) => padded(phrase).trim().split(' '));
}
