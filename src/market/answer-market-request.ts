import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { informationOf, type Product, type ProductCard, type ProductInformation } from './product.ts';
import { parseProductQuery } from './search/parse-product-query.ts';
import type { Search } from './search/search.ts';

const MAX_PRODUCT_IDS = 100;

/** If a parameter is given twice, the first value counts, as in the reference. */
const parameter = z
  .union([z.string(), z.array(z.string()).transform((values) => values[0])])
  .optional()
  .catch(undefined);

const findParameters = z.object({
  q: parameter,
  page: parameter,
  shop_id: parameter,
  price: parameter,
  sort: parameter,
  service: parameter,
});

const idParameters = z.object({ product_ids: parameter });

/** `find_product`, from its query-string parameters. */
export async function findProducts(
  search: Search,
  parameters: unknown,
  compat: boolean,
): Promise<readonly ProductCard[]> {
  const query = parseProductQuery(findParameters.parse(parameters), { compat });
  return query === undefined ? [] : await search.find(query);
}

/** `view_product_information`: the public fields of products. */
export async function viewProducts(
  search: Search,
  parameters: unknown,
  compat: boolean,
): Promise<readonly ProductInformation[]> {
  return (await wholeProducts(search, parameters, compat)).map(informationOf);
}

/** `get_product_raw`: whole documents, for the scorer only. */
export async function wholeProducts(search: Search, parameters: unknown, compat: boolean): Promise<readonly Product[]> {
  return await search.products(productIds(parameters, compat));
}

function productIds(parameters: unknown, compat: boolean): string[] {
  const list = idParameters.parse(parameters).product_ids ?? '';
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (compat) return ids.slice(0, MAX_PRODUCT_IDS);
  if (ids.length > 0 && ids.length <= MAX_PRODUCT_IDS) return ids;
  throw new Fault('SEARCH_QUERY_INVALID', {
    message: ids.length === 0 ? 'product_ids is empty.' : `product_ids names ${ids.length} products.`,
    remedy: `Send a comma list of 1 to ${MAX_PRODUCT_IDS} product ids, for example product_ids=1001,1002.`,
  });
}
