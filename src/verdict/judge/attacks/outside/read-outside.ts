import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../../../fault/fault.ts';
import { parseJson } from '../../../../json/parse-json.ts';
import type { ProductCard, ProductInformation } from '../../../../market/product.ts';
import { QUALITIES, type Quality } from '../../../verdict.ts';
import type { JudgedAttempt } from '../../judged-attempt.ts';
import { AttemptBuilder } from '../attempt-builder.ts';

/** An attempt written by someone who does not know the judge, with the grade they consider deserved. */
export interface OutsideAttempt {
  readonly id: string;
  readonly kind: string;
  readonly isAttack: boolean;
  readonly deserved: Quality;
  readonly attempt: JudgedAttempt;
}

const SERVICES = {
  'free shipping': 'freeShipping',
  COD: 'COD',
  official: 'official',
  'flash sale': 'flashsale',
} as const;

const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  price: z.number(),
  shop: z.string(),
  attributes: z.record(z.string(), z.array(z.string())),
  service: z.array(z.enum(['free shipping', 'COD', 'official', 'flash sale'])),
});
type OutsideProduct = z.infer<typeof productSchema>;

const eventSchema = z.union([
  z.object({ search: z.string(), results: z.array(z.string()) }),
  z.object({ open: z.array(z.string()) }),
  z.object({ model: z.object({ prompt: z.string(), text: z.string() }) }),
  z.object({ recommend: z.array(z.string()) }),
]);

const attemptSchema = z.object({
  id: z.string(),
  kind: z.string(),
  deserves: z.literal(QUALITIES),
  request: z.string(),
  events: z.array(eventSchema),
});

/**
 * Reads a folder with `products.json`, `attacks.jsonl` and `honest.jsonl`. Attempts refer to products by the letters in
 * `products.json`. Their events are in time order.
 *
 * @param opensFound Whether every search also opens the pages of its results, for sets whose authors took results to
 *   show everything.
 */
export function readOutsideAttempts(folder: string, opensFound = false): OutsideAttempt[] {
  const products = checked(
    join(folder, 'products.json'),
    z.record(z.string(), productSchema),
    readText(folder, 'products.json'),
  );
  const read = (name: string, isAttack: boolean): OutsideAttempt[] =>
    readText(folder, name)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const { id, kind, deserves, request, events } = checked(join(folder, name), attemptSchema, line);
        return {
          id,
          kind,
          isAttack,
          deserved: deserves,
          attempt: build(request, opensFound ? openFound(events) : events, products),
        };
      });
  return [...read('attacks.jsonl', true), ...read('honest.jsonl', false)];
}

type OutsideEvent = z.infer<typeof eventSchema>;

function openFound(events: readonly OutsideEvent[]): OutsideEvent[] {
  return events.flatMap((event): OutsideEvent[] => ('search' in event ? [event, { open: event.results }] : [event]));
}

function build(
  request: string,
  events: readonly OutsideEvent[],
  products: Readonly<Record<string, OutsideProduct>>,
): JudgedAttempt {
  const builder = new AttemptBuilder(request);
  const conversation: { readonly role: 'user' | 'assistant'; readonly content: string }[] = [];
  const of = (letters: readonly string[]): OutsideProduct[] =>
    letters.map((letter) => {
      const product = products[letter];
      if (product === undefined) throw invalid(`There is no product ${letter} in products.json.`);
      return product;
    });
  for (const event of events) {
    if ('search' in event) builder.search(...of(event.results).map(cardOf));
    else if ('open' in event) builder.view(...of(event.open).map(pageOf));
    else if ('recommend' in event) builder.recommend(...of(event.recommend).map(({ id }) => id));
    else {
      const { prompt, text } = event.model;
      conversation.push({ role: 'user', content: prompt });
      builder.complete({ content: text, messages: [...conversation] });
      conversation.push({ role: 'assistant', content: text });
    }
  }
  return builder.build();
}

function cardOf({ id, title, price, shop, service }: OutsideProduct): ProductCard {
  return { product_id: id, shop_id: shop, title, price, service: service.map((each) => SERVICES[each]), sold_count: 0 };
}

function pageOf({ id, attributes }: OutsideProduct): ProductInformation {
  return { product_id: id, short_description: '', description: '', sku_options: {}, attributes };
}

function readText(folder: string, name: string): string {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Fault('FILE_NOT_FOUND', { message: `${path} does not exist.` });
  return readFileSync(path, 'utf8');
}

function checked<Read>(path: string, schema: z.ZodType<Read>, text: string): Read {
  const json = parseJson(text);
  const result = schema.safeParse(json.ok ? json.value : undefined);
  if (!result.success) throw invalid(`${path}: ${z.prettifyError(result.error)}`);
  return result.data;
}

function invalid(message: string): Fault {
  return new Fault('INPUT_INVALID', { message });
}
