/** The seeded marketplace. */
export { MAX_PRODUCTS } from './generator/marketplace.ts';
