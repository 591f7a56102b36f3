import { CATALOGUE, type LeafCategory } from '../../market/catalogue.ts';
import { type FactPhrase, factPhrases } from './fact-phrases.ts';
import type { LeafLanguage } from './leaf-language.ts';
import { automotive } from './lexicon/automotive.ts';
import { babyAndToys } from './lexicon/baby-and-toys.ts';
import { beauty } from './lexicon/beauty.ts';
import { computersAndAccessories } from './lexicon/computers-and-accessories.ts';
import { groceries } from './lexicon/groceries.ts';
import { health } from './lexicon/health.ts';
import { homeAndLiving } from './lexicon/home-and-living.ts';
import { homeAppliances } from './lexicon/home-appliances.ts';
import { kitchen } from './lexicon/kitchen.ts';
import { mensFashion } from './lexicon/mens-fashion.ts';
import { mobilesAndGadgets } from './lexicon/mobiles-and-gadgets.ts';
import { pets } from './lexicon/pets.ts';
import { sportsAndOutdoors } from './lexicon/sports-and-outdoors.ts';
import { stationeryAndMusic } from './lexicon/stationery-and-music.ts';
import { toolsAndHardware } from './lexicon/tools-and-hardware.ts';
import { womensFashion } from './lexicon/womens-fashion.ts';
import { type ReservedWords, reservedWords, type ThingWords, type Words } from './reserved-words.ts';

let nouns: readonly (readonly string[])[] | undefined;

/** Number of leaves that use a noun; a noun contained in another leaf's noun counts for both. */
function countOwners(noun: string): number {
  nouns ??= CATALOGUE.map((leaf) => leaf.nouns.map((each) => ` ${each.toLowerCase()} `));
  const wanted = ` ${noun} `;
  return nouns.filter((ofLeaf) => ofLeaf.some((each) => each.includes(wanted))).length;
}

/** "usb hub" and "uv lamp" start with a consonant sound despite the letter. */
const VOWEL_SOUND = /^(?!u[sv]b?\b|uni|eu|one\b)[aeiou]/;

function withArticle(noun: string): string {
  if (/[^su]s$/.test(noun)) return `some ${noun}`;
  return `${VOWEL_SOUND.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A leaf of the catalogue with its language. */
export class SpokenLeaf {
  readonly leaf: LeafCategory;
  readonly language: LeafLanguage;
  /** Words for the product that only hidden problems use. */
  readonly reserved: ReservedWords;
  #plainNames: readonly string[] | undefined;
  #phrases: readonly FactPhrase[] | undefined;

  constructor(leaf: LeafCategory, language: LeafLanguage) {
    this.leaf = leaf;
    this.language = language;
    this.reserved = reservedWords(language.leaf);
  }

  /** Sellers' words, with article, that are unambiguous across leaves; shoppers use them too. */
  get plainNames(): readonly string[] {
    this.#plainNames ??= this.leaf.nouns
      .map((noun) => noun.toLowerCase())
      .filter((noun) => countOwners(noun) === 1)
      .map(withArticle);
    return this.#plainNames;
  }

  /**
   * Words that a problem may use for the product. Hidden problems use words that occur in no public problem and in no
   * listing.
   */
  thingWords(words: Words): ThingWords {
    const { needs, names } = this.language;
    return words === 'reserved' ? { ...this.reserved, plainNames: [] } : { needs, names, plainNames: this.plainNames };
  }

  /** All phrases for the product. */
  get things(): readonly string[] {
    const { language, reserved } = this;
    return [...language.needs, ...language.names, ...this.plainNames, ...reserved.needs, ...reserved.names];
  }

  /** Created on first use: there are hundreds for each leaf. */
  get phrases(): readonly FactPhrase[] {
    this.#phrases ??= factPhrases(this.leaf, this.language);
    return this.#phrases;
  }
}

const LANGUAGES: readonly LeafLanguage[] = [
  ...mobilesAndGadgets,
  ...computersAndAccessories,
  ...homeAppliances,
  ...womensFashion,
  ...mensFashion,
  ...sportsAndOutdoors,
  ...beauty,
  ...health,
  ...babyAndToys,
  ...homeAndLiving,
  ...kitchen,
  ...groceries,
  ...automotive,
  ...toolsAndHardware,
  ...pets,
  ...stationeryAndMusic,
];

const BY_LEAF = new Map(LANGUAGES.map((language) => [language.leaf, language]));

/** Leaves by the last part of the path. */
const SPOKEN_LEAVES: ReadonlyMap<string, SpokenLeaf> = new Map(
  CATALOGUE.flatMap((leaf) => {
    const name = leaf.path.at(-1)!;
    const language = BY_LEAF.get(name);
    return language === undefined ? [] : [[name, new SpokenLeaf(leaf, language)] as const];
  }),
);

export function spokenLeaf(name: string): SpokenLeaf | undefined {
  return SPOKEN_LEAVES.get(name);
}

export function spokenLeaves(): Iterable<SpokenLeaf> {
  return SPOKEN_LEAVES.values();
}
