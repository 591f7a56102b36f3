import { z } from 'zod';
import { parseJson } from '../../store/parse-json.ts';
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
  // Ids travel as comma lists through every tool; one that holds a comma could never be asked for.
  .refine((value) => !/[,\p{Cc}]/u.test(value) && value.length <= 128, 'must be at most 128 characters, no commas');

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** "default" stands in published documents for a product that promises nothing. */
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
    .record(z.string(), z.record(z.string(), scalar))
    .nullish()
    .transform((value) => value ?? {}),
  attributes: z
    .record(z.string(), z.union([z.array(scalar), scalar.transform((value) => [value])]))
    .nullish()
    .transform((value) => value ?? {}),
});

/**
 * One line of a product file: a product as such, or a document of the ShoppingBench catalogue with the product under
 * `product`. Fields that published documents leave out get their empty value; anything wrong is named, not guessed.
 */
export function parseProduct(line: string): ParsedProduct {
  const json = parseJson(line);
  if (!json.ok) return { ok: false, reason: `is not JSON: ${json.reason}` };
  const { value } = json;
  const candidate = typeof value === 'object' && value !== null && 'product' in value ? value.product : value;
  const parsed = productSchema.safeParse(candidate);
  if (parsed.success) return { ok: true, product: parsed.data };
  const issue = parsed.error.issues[0]!;
  const field = issue.path.join('.');
  return { ok: false, reason: field === '' ? issue.message : `${field}: ${issue.message}` };
}
