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

/** The state of the attempt when a completion is read. */
export interface CompletionContext {
  readonly seen: SeenProducts;
  readonly asked: Asked;
  readonly demands: Demands;
  readonly menu: Menu;
  /** Products recommended in the end, as far as results had shown them. */
  readonly taken: ReadonlySet<SeenProduct>;
  /** The recommended products that the program had not told the model to argue for. */
  readonly free: ReadonlySet<SeenProduct>;
}

/** What one completion achieves. Spans mark the evidence in its text and are `null` if there is none. */
export interface ReadCompletion {
  readonly naming: Naming;
  /** Whether it names a recommended product as its choice. */
  readonly picks: boolean;
  /** Whether it names products and chooses one that was not recommended. */
  readonly picksOther: boolean;
  readonly refers: Span | null;
  /** A true fact about a recommended product, or about one rejected in its favour. */
  readonly cites: Span | null;
  /** Spans of both candidates and of the reason. */
  readonly compares: readonly Span[] | null;
  readonly falsehoods: readonly string[];
  readonly unverified: readonly string[];
  /** True statements about recommended products that the model was not told to argue for. */
  readonly facts: readonly Fact[];
}

/**
 * Reads what a completion shows about the choice.
 *
 * @param full Its whole text, with the calls it makes.
 * @param prose Its text with everything except thoughts removed.
 */
export function readCompletion(full: string, prose: string, context: CompletionContext): ReadCompletion {
  const { seen, asked, demands, menu, taken, free } = context;
  const naming = readNaming(full, seen, asked, menu);
  const only = naming.counts.size === 1 ? naming.counts.keys().next().value : undefined;
  const falsehoods: string[] = [];
  const unverified: string[] = [];
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
    unverified.push(...weighed.unverified);
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
      // A list of data is not a comparison unless it leads to a choice.
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
      // Being shown first can decide between two products that both fit, but is not a fact to cite on its own.
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
    unverified,
    facts: ownFacts,
  };
}

function namesOneOf({ counts }: Naming, products: ReadonlySet<SeenProduct>): boolean {
  return Array.from(products).some((product) => counts.has(product));
}

/** Whether the completion chooses a recommended product. A plain list names every product once and chooses none. */
function isPick(naming: Naming, taken: ReadonlySet<SeenProduct>): boolean {
  const { counts, last, final } = naming;
  const others = Array.from(counts).flatMap(([product, count]) => (taken.has(product) ? [] : [count]));
  if (others.length === 0) return namesOneOf(naming, taken);
  const own = Math.max(0, ...Array.from(taken, (product) => counts.get(product) ?? 0));
  if (own > Math.max(...others) || (own > 1 && last.isSubsetOf(taken))) return true;
  return own > 1 && own === Math.max(...others) && final !== undefined && taken.has(final);
}

/**
 * Whether the last sentence that names products is about others, named at least twice and no less often than the
 * recommended ones.
 */
function endsOnOther({ counts, last }: Naming, taken: ReadonlySet<SeenProduct>): boolean {
  const count = (products: ReadonlySet<SeenProduct>): number =>
    Math.max(0, ...Array.from(products, (product) => counts.get(product) ?? 0));
  return last.isDisjointFrom(taken) && count(last) >= Math.max(2, count(taken));
}

/** Whether the completion's own facts and the product it names last favour a product that was not recommended. */
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

/** Spans of both candidates and of the sentence with the reason. */
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
