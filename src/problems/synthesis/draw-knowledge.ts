import { analyse } from '../../market/analysis.ts';
import type { Encyclopaedia } from '../../market/encyclopaedia.ts';
import type { Product } from '../../market/product.ts';
import { Random } from '../../random/random.ts';
import { floorsThatSolve } from '../floors/floors.ts';
import { composeRequest, type SaidFact } from '../language/compose-request.ts';
import { fewestUnmet, meetsFacts } from '../language/fact.ts';
import type { FactPhrase } from '../language/fact-phrases.ts';
import { type SpokenLeaf, spokenLeaf } from '../language/lexicon.ts';
import type { Measure, Problem, Target } from '../problem.ts';
import { holdsKeyword } from '../satisfy/knowledge.ts';
import { type Clue, makerClue, seriesClue } from './draw-clue.ts';
import { type Drawing, difficultyOf } from './draw-problem.ts';
import { problemId } from './problem-id.ts';

/** The other categories use substreams 1 to 3 of stream 12. */
const STREAM = [12, 4] as const;
const MAX_TRIES = 200;

const ABOUT_SERIES = 0.3;
const MOST_ANSWERS = 12;
const MOST_FACTS = 4;
/** Result pages that a solver who knows the keyword reads. */
const MOST_PAGES = 3;

/**
 * Draws knowledge problem number `number`: a clue to a maker or a series, and a product to buy from it. The clue can be
 * found in the encyclopaedia by its own words, and the listings by the answer. `undefined` if the market has none.
 */
export function drawKnowledge(drawing: Drawing, encyclopaedia: Encyclopaedia, number: number): Problem | undefined {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const random = new Random(drawing.seed, ...STREAM, number, attempt);
    const problem = tryKnowledge(drawing, encyclopaedia, random);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function tryKnowledge(drawing: Drawing, encyclopaedia: Encyclopaedia, random: Random): Problem | undefined {
  const chosen = random.chance(ABOUT_SERIES)
    ? listingOfSeries(drawing, encyclopaedia, random)
    : listingOfMaker(drawing, encyclopaedia, random);
  const product = chosen && drawing.listings.product(chosen.doc);
  const spoken = product && spokenLeaf(product.category.at(-1) ?? '');
  if (chosen === undefined || product === undefined || spoken === undefined) return undefined;
  const wish = planWish(drawing, random, chosen, spoken);
  const searches = wish && searchesNeeded(drawing, chosen.clue, spoken, wish.accepted);
  if (wish === undefined || searches === undefined) return undefined;
  const request = composeRequest(
    random,
    [{ language: spoken.language, things: spoken.thingWords(drawing.words), facts: wish.said }],
    false,
  );
  const query = `${chosen.clue.sentence} ${request}`;
  if (query.toLowerCase().includes(chosen.clue.keyword.toLowerCase())) return undefined;
  const target: Target = {
    productId: product.product_id,
    accepts: wish.accepted.map((doc) => drawing.search.index.productIds.at(doc)),
    titles: [product.title],
    keyword: chosen.clue.keyword,
    services: [],
    options: {},
    attributes: {},
  };
  const measure: Measure = {
    satisfying: wish.accepted.length,
    nearMisses: wish.nearMisses,
    searches,
    steps: wish.said.length > 1 ? ['lookup', 'page'] : ['lookup'],
  };
  const problem: Problem = {
    id: problemId({ category: 'knowledge', query, targets: [target] }),
    category: 'knowledge',
    query,
    difficulty: difficultyOf('knowledge', 1, measure),
    targets: [target],
  };
  return {
    ...problem,
    measure: { ...measure, solvedBy: floorsThatSolve(drawing.search, problem, drawing.similarity) },
  };
}

interface ChosenListing {
  readonly doc: number;
  readonly clue: Clue;
  /** Whether the record of a listing names the maker, whatever its text says. */
  readonly isOf: (product: Product) => boolean;
}

function listingOfMaker(drawing: Drawing, encyclopaedia: Encyclopaedia, random: Random): ChosenListing | undefined {
  const doc = random.integer(drawing.search.index.manifest.products);
  const product = drawing.listings.product(doc);
  const brands = spokenLeaf(product.category.at(-1) ?? '')?.leaf.brands ?? [];
  const brand = brands.find((name) => (product.brand || name) === name && holdsKeyword(product, name));
  const maker = encyclopaedia.world.makers.find(({ name }) => name === brand);
  const clue = maker && makerClue(random, encyclopaedia, maker);
  if (clue === undefined) return undefined;
  const fact = { kind: 'brand', brand: clue.keyword.toLowerCase() } as const;
  return { doc, clue, isOf: (other) => meetsFacts(other, [fact]) };
}

function listingOfSeries(drawing: Drawing, encyclopaedia: Encyclopaedia, random: Random): ChosenListing | undefined {
  const { series } = encyclopaedia.world;
  if (series.length === 0) return undefined;
  const chosen = random.pick(series);
  const found = drawing.search
    .nearest(analyse(`${chosen.maker.name} ${chosen.name} ${chosen.goods}`), 10)
    .filter((doc) => holdsKeyword(drawing.listings.product(doc), chosen.name));
  const clue = found.length === 0 ? undefined : seriesClue(random, encyclopaedia, chosen);
  return clue === undefined ? undefined : { doc: random.pick(found), clue, isOf: () => false };
}

interface PlannedWish {
  readonly said: readonly SaidFact[];
  /** Numbers of the accepted listings. */
  readonly accepted: readonly number[];
  readonly nearMisses: number;
}

/** Adds facts to the keyword until few enough listings meet all of them. */
function planWish(
  { listings, sameKind }: Drawing,
  random: Random,
  { doc, clue, isOf }: ChosenListing,
  spoken: SpokenLeaf,
): PlannedWish | undefined {
  const kind = sameKind(doc);
  const named = new Set(
    kind.filter((other) => {
      const product = listings.product(other);
      return holdsKeyword(product, clue.keyword) || isOf(product);
    }),
  );
  const pool = factPool(random, listings.product(doc), spoken.phrases);
  const facts: FactPhrase[] = [];
  const meeting = (): number[] =>
    [...named].filter((other) =>
      meetsFacts(
        listings.product(other),
        facts.map(({ fact }) => fact),
      ),
    );
  let accepted = meeting();
  while (facts.length === 0 || accepted.length > MOST_ANSWERS) {
    const next = pool.pop();
    if (next === undefined || facts.length === MOST_FACTS) return undefined;
    facts.push(next);
    accepted = meeting();
  }
  // A listing whose record names the maker but whose text does not would look right to a reader and be graded wrong.
  const isFair = accepted.every((other) => holdsKeyword(listings.product(other), clue.keyword));
  if (!isFair || !accepted.includes(doc)) return undefined;
  const stated = facts.map(({ fact }) => fact);
  const unmet = (other: number): number => fewestUnmet(listings.product(other), stated) + (named.has(other) ? 0 : 1);
  return {
    said: [
      { fact: { kind: 'brand', brand: clue.keyword.toLowerCase() }, phrase: random.pick(clue.phrases) },
      ...facts.map(({ fact, text }) => ({ fact, phrase: text })),
    ],
    accepted,
    nearMisses: kind.filter((other) => unmet(other) === 1).length,
  };
}

/** One phrase for each key for which the product meets one, in random order. */
function factPool(random: Random, product: Product, phrases: readonly FactPhrase[]): FactPhrase[] {
  const byKey = Map.groupBy(
    phrases.filter(({ fact }) => fact.kind === 'values' && meetsFacts(product, [fact])),
    ({ fact }) => fact.key,
  );
  const chosen = Array.from(byKey.values(), (choices) => random.pick(choices));
  return random.sample(chosen, chosen.length);
}

/** Number of lookups plus searches for the keyword with a seller's noun until a page contains an answer. */
function searchesNeeded(
  { search }: Drawing,
  clue: Clue,
  spoken: SpokenLeaf,
  accepted: readonly number[],
): number | undefined {
  const answers = new Set(accepted);
  let searches = clue.lookups.length;
  for (const noun of spoken.leaf.nouns.slice(0, 2)) {
    for (let page = 1; page <= MOST_PAGES; page++) {
      searches++;
      const docs = search.pageOf({ terms: analyse(`${clue.keyword} ${noun}`), services: [], sort: 'default', page });
      if (docs.some((doc) => answers.has(doc))) return searches;
    }
  }
  return undefined;
}
