/** Import of foreign products. */
export { type BadLine, importMarket } from './import/import-market.ts';
