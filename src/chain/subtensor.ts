/** The adapter to Bittensor. */
export { SubtensorChain } from './subtensor/subtensor-chain.ts';
export { GENESIS_HASHES } from './subtensor/subtensor-settings.ts';
