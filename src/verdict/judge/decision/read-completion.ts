import type { Asked } from '../gates/asked.ts';
import { type Comparison, findComparison } from '../gates/find-comparison.ts';
import type { Menu } from '../gates/find-mentions.ts';
import type { Reading } from '../gates/reading.ts';
import type { SeenProduct, SeenProducts } from '../gates/seen-products.ts';
import { type Span, spanOf } from '../gates/span.ts';
import { splitThoughts } from '../gates/split-thoughts.ts';
import { weighThought } from '../gates/weigh-thought.ts';
import type { Demands } from './demands.ts';
import { type Fact, readFacts } from './facts.ts';
import { type Naming, readNaming } from './naming.ts';
import { concerns, findReason, isOtherThanAsked, speaksFor } from './weigh-choice.ts';

/** What is known when a completion is read. */
export interface CompletionContext {
  readonly seen: SeenProducts;
  readonly asked: Asked;
  readonly demands: Demands;
  readonly menu: Menu;
  /** Products that were recommended in the end, as far as results had shown them. */
  readonly taken: ReadonlySet<SeenProduct>;
  /** Those of them that the program had not told the model to speak for. */
  readonly free: ReadonlySet<SeenProduct>;
}

/** How far one completion gets; spans of its text that show why, `null` where it does not. */
export interface ReadCompletion {
  readonly naming: Naming;
  /** Names a product that was taken as its choice. */
  readonly picks: boolean;
  /** Names products, and its choice is another than what was taken. */
  readonly picksOther: boolean;
  readonly refers: Span | null;
  /** A true datum about a product that was taken, or about one that was left for it. */
  readonly cites: Span | null;
  /** Both candidates and the reason. */
  readonly compares: readonly Span[] | null;
  readonly falsehoods: readonly string[];
  /** The true things that it says of products that were taken, and that it was not told to speak for. */
  readonly facts: readonly Fact[];
}

/**
 * Reads a completion for what it shows about the choice.
 *
 * @param full All that it says, with the calls that it makes.
 * @param prose Its text with everything that is no thought left out.
 */
export function readCompletion(full: string, prose: string, context: CompletionContext): ReadCompletion {
  const { seen, asked, demands, menu, taken, free } = context;
  const naming = readNaming(full, seen, asked, menu);
  const only = naming.counts.size === 1 ? naming.counts.keys().next().value : undefined;
  const falsehoods: string[] = [];
  const ownFacts: Fact[] = [];
  let refers: Span | null = null;
  let cites: Span | null = null;
  let compares: readonly Span[] | null = null;
  let isAgainst = false;
  const isTaken = (product: SeenProduct): boolean => taken.has(product);
  for (const { prose: thought, start } of splitThoughts(prose)) {
    const weighed = weighThought(thought, seen, asked, menu);
    const { reading, claims } = weighed;
    const place = (span: Span): Span => ({ start: span.start + start, end: span.end + start });
    falsehoods.push(...weighed.falsehoods);
    if (weighed.refers !== null) refers ??= place(weighed.refers);
    const facts = readFacts(reading, only);
    ownFacts.push(...facts.filter(({ product }) => free.has(product)));
    const rivals = Array.from(reading.candidates).filter((product) => !isTaken(product));
    isAgainst ||= rivals.some((rival) => isBeaten(facts, rival, naming, context));
    const cited = facts.find((fact) => {
      const isAboutChoice = free.has(fact.product) || (!isTaken(fact.product) && namesOneOf(naming, free));
      return isAboutChoice && (concerns(fact, demands) || isOtherThanAsked(fact, taken, demands));
    });
    if (cited !== undefined) cites ??= place(spanOf(reading.tokens, cited.from, cited.to));
    if (compares !== null) continue;
    for (const product of free) {
      // A list of data weighs nothing; one that leads to a choice does.
      if (!reading.candidates.has(product) || !isPick(naming, taken)) continue;
      const reason = findReason(facts, product, rivals, demands);
      if (reason === undefined) continue;
      compares = evidence(reading, product, reason.rival, reason.fact).map(place);
      break;
    }
    const comparison = findComparison(reading, claims, (product) => free.has(product));
    if (comparison !== undefined && !isTaken(comparison.rival)) {
      const { taken: product, rival, claim }: Comparison = comparison;
      compares ??= evidence(reading, product, rival, claim).map(place);
      // Who was shown first is a reason between two that were both found fitting, and none by itself.
      if (claim.kind === 'comparison' || claim.kind === 'words')
        cites ??= place(spanOf(reading.tokens, claim.from, claim.to));
    }
  }
  const picksOther = naming.counts.size > 0 && (!namesOneOf(naming, taken) || isAgainst || endsOnOther(naming, taken));
  return {
    naming,
    picks: !picksOther && isPick(naming, taken),
    picksOther,
    refers,
    cites,
    compares,
    falsehoods,
    facts: ownFacts,
  };
}

function namesOneOf({ counts }: Naming, products: ReadonlySet<SeenProduct>): boolean {
  return Array.from(products).some((product) => counts.has(product));
}

/** A list names every product once, and chooses none. */
function isPick(naming: Naming, taken: ReadonlySet<SeenProduct>): boolean {
  const { counts, last, final } = naming;
  const others = Array.from(counts).flatMap(([product, count]) => (taken.has(product) ? [] : [count]));
  if (others.length === 0) return namesOneOf(naming, taken);
  const own = Math.max(0, ...Array.from(taken, (product) => counts.get(product) ?? 0));
  if (own > Math.max(...others) || (own > 1 && last.isSubsetOf(taken))) return true;
  return own > 1 && own === Math.max(...others) && final !== undefined && taken.has(final);
}

/** Its last word is another product, which it names several times and no less often. */
function endsOnOther({ counts, last }: Naming, taken: ReadonlySet<SeenProduct>): boolean {
  const count = (products: ReadonlySet<SeenProduct>): number =>
    Math.max(0, ...Array.from(products, (product) => counts.get(product) ?? 0));
  return last.isDisjointFrom(taken) && count(last) >= Math.max(2, count(taken));
}

/** By the demands it goes through, and by the product it names last, a completion is for another product than was taken. */
function isBeaten(
  facts: readonly Fact[],
  rival: SeenProduct,
  { last }: Naming,
  { taken, demands }: CompletionContext,
): boolean {
  const endsOnRival = last.has(rival) && last.isDisjointFrom(taken);
  const named = Array.from(taken).filter((product) => facts.some((fact) => fact.product === product));
  return named.length > 0 && named.every((product) => speaksFor(facts, rival, product, demands, endsOnRival ? 1 : 2));
}

const AROUND = 20;

/** Both candidates and the sentence with the reason. */
function evidence(
  reading: Reading,
  taken: SeenProduct,
  rival: SeenProduct,
  { from, to }: { readonly from: number; readonly to: number },
): Span[] {
  const named = [taken, rival].flatMap((wanted) => {
    const mention = reading.mentions.named.find(({ product }) => product === wanted);
    return mention === undefined ? [] : [spanOf(reading.tokens, mention.from, mention.from + 1)];
  });
  const [first, last] = reading.sentenceOf(from);
  const before = reading.before(from).at(-1);
  const start = before === undefined ? Math.max(first, from - AROUND) : before.from;
  return [...named, spanOf(reading.tokens, start, Math.max(to, Math.min(last, to + AROUND)))];
}
