import type { Random } from '../../random/random.ts';
import { analyse } from '../analysis/analyse.ts';
import type { Product, ProductCard } from '../product.ts';
import { MAX_PAGE, type ProductQuery, SORT_ORDERS } from '../search/search.ts';
import { SERVICES } from '../service.ts';

/** `count` words of a product's title in random order, like a shopper who has seen such a product. */
export function titleWords(random: Random, { title }: Pick<ProductCard, 'title'>, count: number): string {
  return random.sample(title.split(/[\s,/]+/).filter(Boolean), count).join(' ');
}

/** A query for one of the products, with a random mix of filters, some of them impossible. */
export function randomQuery(random: Random, products: readonly Product[]): ProductQuery {
  const product = random.pick(products);
  const other = random.pick(products);
  const words = [titleWords(random, product, 1 + random.integer(6))];
  if (random.chance(0.2)) words.push(titleWords(random, other, 2), product.brand);
  if (random.chance(0.1)) words.push(words[0]!, 'zzzunknownzzz the');
  const low = Math.floor(product.price * random.next());
  return {
    terms: analyse(words.join(' ')),
    page: random.chance(0.6) ? 1 : 1 + random.integer(MAX_PAGE),
    services: random.chance(0.4) ? random.sample(SERVICES, 1 + random.integer(3)) : [],
    sort: random.chance(0.6) ? 'default' : random.pick(SORT_ORDERS),
    ...(random.chance(0.3) && { shopId: random.chance(0.9) ? product.shop_id : 'nobody' }),
    ...(random.chance(0.4) && {
      price: { low, high: random.chance(0.3) ? Infinity : low + product.price * random.next() * 2 },
    }),
  };
}
