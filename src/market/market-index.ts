/** The index file of a market. */
export { MarketIndex, type SharedIndex } from './index/market-index.ts';
