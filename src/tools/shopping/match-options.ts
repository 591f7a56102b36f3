import type { ProductInformation } from '../../market/product.ts';
import { foldName, foldValue, type Requirement, type RequirementCheck } from '../requirement.ts';

export interface MatchedOptions {
  readonly checks: readonly RequirementCheck[];
  /** The variant that meets the most requirements; `null` if no variant meets more than the attributes alone. */
  readonly variant: { readonly variant_id: string; readonly options: Readonly<Record<string, string>> } | null;
}

type Values = ReadonlyMap<string, readonly string[]>;

/**
 * Checks options and attributes against the one variant that meets most of them, as the scorer does: a red shirt in M
 * and a blue shirt in L do not make a red shirt in L.
 */
export function matchOptions(wanted: readonly Requirement[], product: ProductInformation): MatchedOptions {
  const attributes = valuesByName(Object.entries(product.attributes));
  const variants = Object.entries(product.sku_options).map(([variantId, options]) => ({
    variantId,
    options,
    values: valuesByName(Object.entries(options).map(([name, value]) => [name, [value]])),
  }));
  const met = (values: Values) => wanted.filter((each) => holds(attributes, each) || holds(values, each)).length;
  let best: (typeof variants)[number] | undefined;
  let most = met(new Map());
  for (const variant of variants) {
    const count = met(variant.values);
    if (count > most) [best, most] = [variant, count];
  }
  const everyVariant = valuesByName(
    variants.flatMap(({ options }) => Object.entries(options).map(([name, value]) => [name, [value]] as const)),
  );
  return {
    checks: wanted.map((each) => {
      if (holds(attributes, each)) return { ...each, met: true, found_in: 'attributes' };
      if (best !== undefined && holds(best.values, each)) {
        return { ...each, met: true, found_in: `variant ${best.variantId}` };
      }
      return { ...each, met: false, ...missing(each, attributes, everyVariant) };
    }),
    variant: best === undefined ? null : { variant_id: best.variantId, options: best.options },
  };
}

function missing(wanted: Requirement, attributes: Values, everyVariant: Values) {
  if (holds(everyVariant, wanted)) {
    return { has: [], reason: 'No single variant has this together with the other options.' };
  }
  const name = foldName(wanted.requirement);
  const has = [...(attributes.get(name) ?? []), ...(everyVariant.get(name) ?? [])];
  if (has.length > 0) return { has, reason: 'The product has another value.' };
  const names = [...new Set([...attributes.keys(), ...everyVariant.keys()])];
  return { has, reason: `The product has nothing of this name; it has: ${names.join(', ')}.` };
}

function holds(values: Values, { requirement, wanted }: Requirement): boolean {
  return (values.get(foldName(requirement)) ?? []).some((value) => foldValue(value) === foldValue(wanted));
}

/** Values by folded name, without duplicates, in order of first occurrence. */
function valuesByName(entries: readonly (readonly [name: string, values: readonly string[]])[]): Values {
  const byName = new Map<string, string[]>();
  for (const [name, values] of entries) {
    const known = byName.get(foldName(name)) ?? [];
    for (const value of values) if (!known.includes(value)) known.push(value);
    byName.set(foldName(name), known);
  }
  return byName;
}
