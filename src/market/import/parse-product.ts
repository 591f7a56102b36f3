import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import type { Product } from '../product.ts';
import { isService, SERVICES, type Service } from '../service.ts';

export type ParsedProduct =
  | { readonly ok: true; readonly product: Product }
  | { readonly ok: false; readonly reason: string };

const MAX_SOLD_COUNT = 0xffff_ffff;

const identifier = z
  .union([z.string(), z.number().int()])
  .transform((value) => String(value).trim())
  .refine((value) => value !== '', 'is empty')
  .refine((value) => value.isWellFormed(), 'is not valid Unicode')
  // Tools pass ids as comma-separated lists, so an id that contains a comma could never be requested.
  .refine((value) => !/[,\p{Cc}]/u.test(value) && value.length <= 128, 'must be at most 128 characters, no commas');

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** How some exports write an empty object. */
const emptyList = z.array(z.never()).transform(() => ({}));

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Published documents use "default" for a product without services. */
const services = z
  .array(z.string())
  .nullish()
  .transform((names, context): Service[] => {
    const promised = new Set<Service>();
    for (const name of names ?? []) {
      if (isService(name)) promised.add(name);
      else if (name !== 'default') context.addIssue(`"${name.slice(0, 40)}" is none of ${SERVICES.join(', ')}`);
    }
    return SERVICES.filter((service) => promised.has(service));
  });

const attributeValues = z.union([z.array(scalar), scalar.transform((value) => [value]), z.null().transform(() => [])]);

function withoutEmpty(attributes: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(attributes).filter(([, values]) => values.length > 0));
}

const productSchema = z.object({
  product_id: identifier,
  shop_id: identifier,
  title: z
    .string()
    .transform((value) => value.trim())
    .refine((value) => value !== '', 'is empty'),
  price: z.number('must be a number').nonnegative('must not be negative').finite(),
  service: services,
  sold_count: z
    .number()
    .nonnegative()
    .max(MAX_SOLD_COUNT)
    .nullish()
    .transform((value) => Math.floor(value ?? 0)),
  brand: text,
  category: z
    .union([z.array(z.string()), z.string()])
    .nullish()
    .transform((value) => (typeof value === 'string' ? value.split(/\s*[>/]\s*/).filter(Boolean) : (value ?? []))),
  short_description: text,
  description: text,
  sku_options: z
    .union([z.record(z.string(), z.record(z.string(), scalar)), emptyList], 'must be {variant: {axis: value}}')
    .nullish()
    .transform((value) => value ?? {}),
  attributes: z
    .union([z.record(z.string(), attributeValues), emptyList], 'must be {key: [value]}')
    .nullish()
    .transform((value) => withoutEmpty(value ?? {})),
});

/**
 * Parses one line of a product file: a plain product, a document of the ShoppingBench catalogue with the product under
 * `product`, or one of its knowledge problems with the product under `reward`. Fields that published documents omit get
 * their empty value. Invalid values are reported, never guessed.
 */
export function parseProduct(line: string): ParsedProduct {
  const json = parseJson(line);
  if (!json.ok) return { ok: false, reason: `is not JSON: ${json.reason}` };
  const { value } = json;
  const candidate = recordIn(value);
  if (line.includes('__proto__') && holdsPrototypeKey(candidate)) {
    return { ok: false, reason: 'holds the key "__proto__", which objects cannot keep' };
  }
  return checkProduct(candidate);
}

/** Returns the validated product, or what is wrong with it. */
export function checkProduct(candidate: unknown): ParsedProduct {
  const parsed = productSchema.safeParse(candidate);
  if (parsed.success) return { ok: true, product: parsed.data };
  const issue = parsed.error.issues[0]!;
  const field = issue.path.join('.');
  return { ok: false, reason: field === '' ? issue.message : `${field}: ${issue.message}` };
}

function recordIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('product' in value) return value.product;
  return 'reward' in value && !('product_id' in value) ? value.reward : value;
}

function holdsPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsPrototypeKey);
}
