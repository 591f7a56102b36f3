/** Setting weights. */
export { ArenaChain } from './weights/arena-chain.ts';
