import { Random } from '../../random/random.ts';
import type { Question } from '../clusters/question.ts';
import { composeRequest, type PlannedItem, type SaidFact } from '../language/compose-request.ts';
import { type SpokenLeaf, spokenLeaves } from '../language/lexicon.ts';
import { BRAND_PHRASES, SERVICE_PHRASES } from '../language/shared-phrases.ts';
import type { Category, Voucher } from '../problem.ts';
import { pricePhrase } from '../synthesis/price-phrase.ts';
import { voucherPhrase } from '../synthesis/voucher-phrases.ts';

const STREAM = 31;

/** A request and its parts, so that it can be reworded. */
export interface ComposedQuestion {
  readonly question: Question;
  /** The same request in other words of the lexicon. */
  sayAgain(random: Random): string;
}

/**
 * Requests in our language without a check that a market can answer them: clustering does not need the check, and it
 * takes most of the time of synthesis. Endless; the same seed gives the same requests.
 */
export function* composeQuestions(seed: number): Generator<ComposedQuestion> {
  const leaves = [...spokenLeaves()].filter(({ phrases }) => phrases.length > 0);
  for (let number = 0; ; number++) {
    const random = new Random(seed, STREAM, number);
    const category: Category = random.pick(['product', 'product', 'shop', 'voucher']);
    const count = category === 'product' ? 1 : 1 + random.integer(4);
    const spoken = random.sample(leaves, count);
    const items = spoken.map((leaf) => planItem(random, leaf, category));
    const voucher = category === 'voucher' ? anyVoucher(random) : undefined;
    const say = (by: Random, said: readonly PlannedItem[]): string =>
      composeRequest(by, said, category === 'shop') + (voucher === undefined ? '' : voucherPhrase(by, voucher, count));
    yield {
      question: {
        id: `composed-${seed}-${number}`,
        query: say(random, items),
        targets: [],
        ...(voucher && { voucher }),
      },
      sayAgain: (by) =>
        say(
          by,
          items.map((item, place) => ({
            ...item,
            facts: item.facts.map((said) => otherPhrase(by, said, spoken[place]!)),
          })),
        ),
    };
  }
}

function otherPhrase(random: Random, said: SaidFact, { phrases }: SpokenLeaf): SaidFact {
  const { fact } = said;
  if (fact.kind === 'service') return { fact, phrase: random.pick(SERVICE_PHRASES[fact.service]) };
  const same = phrases.filter((other) => JSON.stringify(other.fact) === JSON.stringify(fact));
  return same.length === 0 ? said : { fact, phrase: random.pick(same).text };
}

function planItem(random: Random, spoken: SpokenLeaf, category: Category): PlannedItem {
  const { leaf, language, phrases } = spoken;
  const facts: SaidFact[] = [];
  const keys = new Set<string>();
  for (const { text, fact } of random.sample(phrases, 1 + random.integer(4))) {
    if (keys.has(fact.key)) continue;
    keys.add(fact.key);
    facts.push({ fact, phrase: text });
  }
  if (category !== 'voucher' && random.chance(0.73))
    facts.push(pricePhrase(random, 20 + random.integer(4_000), category === 'product'));
  for (const service of ['official', 'freeShipping', 'COD', 'flashsale'] as const)
    if (random.chance(0.15))
      facts.push({ fact: { kind: 'service', service }, phrase: random.pick(SERVICE_PHRASES[service]) });
  if (random.chance(0.15) && leaf.brands.length > 0) {
    const brand = random.pick(leaf.brands);
    facts.push({
      fact: { kind: 'brand', brand: brand.toLowerCase() },
      phrase: random.pick(BRAND_PHRASES).replace('…', () => brand),
    });
  }
  return { language, things: spoken.thingWords('public'), facts };
}

function anyVoucher(random: Random): Voucher {
  const total = 100 + random.integer(4_000);
  const share = (5 + random.integer(36)) / 100;
  return {
    scope: random.pick(['platform', 'shop']),
    threshold: Math.floor(total * 0.8),
    discount: random.chance(0.5)
      ? { type: 'fixed', amount: Math.round(total * 0.15) }
      : { type: 'percentage', share, cap: Math.round(total * share * (0.5 + random.next())) },
    budget: Math.floor(total * (0.8 + 0.1 * random.next())),
    priceAfterVoucher: total,
  };
}
