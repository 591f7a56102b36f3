/** The catalogue from which products are generated. */
export { CATALOGUE } from './catalogue/catalogue.ts';
export type { LeafCategory } from './catalogue/leaf-category.ts';
