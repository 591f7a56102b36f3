import { parentPort, workerData } from 'node:worker_threads';
import { prepareProducts } from '../index/prepared-products.ts';
import { Marketplace } from './marketplace.ts';

/** Thread of `generate-products.ts`: makes and prepares the products of the ranks it is asked for. */
const { products, seed } = workerData as { readonly products: number; readonly seed: number };
const marketplace = new Marketplace(products, seed);

parentPort!.on('message', ({ from, to }: { readonly from: number; readonly to: number }) => {
  const batch = Array.from({ length: to - from }, (_, place) => marketplace.productAt(from + place));
  parentPort!.postMessage(prepareProducts(batch));
});
