/** The adapter to Bittensor. */
export { pendingRevealsInFile } from './subtensor/commit/pending-reveals.ts';
export { SubtensorChain } from './subtensor/subtensor-chain.ts';
export { GENESIS_HASHES } from './subtensor/subtensor-settings.ts';
