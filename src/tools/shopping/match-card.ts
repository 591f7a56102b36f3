import type { ProductCard } from '../../market/product.ts';
import { words } from '../../text/words.ts';
import type { Requirement, RequirementCheck, Requirements } from '../requirement.ts';

const REASONS = {
  price: 'The price is outside the range.',
  service: 'The product does not come with this service.',
  title: 'The title does not have all of these words.',
};

/** Checks price, services and title against the card of a product, which is known only if a search has shown it. */
export function matchCard(wanted: Requirements, card: ProductCard | undefined): RequirementCheck[] {
  const checks: RequirementCheck[] = [];
  const { price, services, title } = wanted;
  if (price !== undefined) {
    const met = card !== undefined && card.price >= price.low && card.price <= price.high;
    checks.push(judge(price, card, met, 'price', (known) => [String(known.price)]));
  }
  for (const each of services) {
    const met = card?.service.includes(each.service) === true;
    checks.push(judge(each, card, met, 'service', (known) => known.service));
  }
  if (title !== undefined) {
    const shown = new Set(words(card?.title ?? ''));
    const met = words(title.wanted).every((word) => shown.has(word));
    checks.push(judge(title, card, met, 'title', (known) => [known.title]));
  }
  return checks;
}

function judge(
  { requirement, wanted }: Requirement,
  card: ProductCard | undefined,
  met: boolean,
  place: keyof typeof REASONS,
  has: (card: ProductCard) => readonly string[],
): RequirementCheck {
  if (card === undefined) {
    const reason = 'Not known: a search has to show the product first, use find_product.';
    return { requirement, wanted, met: false, has: [], reason };
  }
  if (met) return { requirement, wanted, met: true, found_in: place };
  return { requirement, wanted, met: false, has: has(card), reason: REASONS[place] };
}
