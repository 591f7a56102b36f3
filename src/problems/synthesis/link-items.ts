import type { Product } from '../../market/product.ts';
import { SERVICES } from '../../market/service.ts';
import type { Random } from '../../random/random.ts';
import type { SaidFact } from '../language/compose-request.ts';
import { SAME_COLOUR } from '../language/grammar.ts';
import { spokenLeaf } from '../language/lexicon.ts';
import { SERVICE_PHRASES } from '../language/shared-phrases.ts';
import { COLOUR, type SharedFacts } from './plan-item.ts';

const SHARED_SERVICE = 0.3;
const SHARED_COLOUR = 0.3;

/** Facts that connect the items of a request, if their answers allow it. */
export function drawLinks(random: Random, products: readonly Product[]): readonly SharedFacts[] {
  const services = products.length > 1 && random.chance(SHARED_SERVICE) ? sharedService(random, products) : [];
  const colours = random.chance(SHARED_COLOUR) ? sharedColour(random, products) : products.map(() => undefined);
  return colours.map((colour) => ({ services, ...(colour && { colour }) }));
}

function sharedService(random: Random, products: readonly Product[]): SaidFact[] {
  const offered = SERVICES.filter((service) => products.every((product) => product.service.includes(service)));
  if (offered.length === 0) return [];
  const service = random.pick(offered);
  return [{ fact: { kind: 'service', service }, phrase: random.pick(SERVICE_PHRASES[service]) }];
}

/** The first item names a colour; every other item available in it refers to the first. */
function sharedColour(random: Random, products: readonly Product[]): SharedFacts['colour'][] {
  const colours = products.map(coloursOf);
  const shared = [...(colours[0] ?? [])].filter((value) => colours.slice(1).some((others) => others.has(value)));
  if (shared.length === 0) return products.map(() => undefined);
  const value = random.pick(shared);
  const fact = { kind: 'values', key: COLOUR, values: [value] } as const;
  return colours.map((offered, place) => {
    if (!offered.has(value)) return undefined;
    const phrase = place === 0 ? `come in ${value}` : SAME_COLOUR.replace('ORDINAL', 'first');
    return { value, said: { fact, phrase } };
  });
}

function coloursOf(product: Product): ReadonlySet<string> {
  const known = spokenLeaf(product.category.at(-1) ?? '')?.leaf.skuAxes[COLOUR] ?? [];
  const offered = Object.values(product.sku_options).map((variant) => variant[COLOUR]);
  // For a leaf with a single colour, naming it adds no information.
  return new Set(
    known.length < 2 ? [] : (offered.filter((value) => value !== undefined && known.includes(value)) as string[]),
  );
}
