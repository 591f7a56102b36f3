import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import { type PreparedProducts, prepareProducts } from '../index/prepared-products.ts';
import { Marketplace } from '../marketplace.ts';
import type { RankRange } from './generate-products.ts';

/** Thread of `generate-products.ts`: generates and prepares the products of the requested ranks. */
const { products, seed } = threadData<{ readonly products: number; readonly seed: number }>();
const marketplace = new Marketplace(products, seed);

answerRequests<RankRange, PreparedProducts>(({ from, to }) =>
  prepareProducts(Array.from({ length: to - from }, (_, place) => marketplace.productAt(from + place))),
);
