/** The local chain, kept in our own database. */
export { type ChainTables, chainMigrations } from './local/chain-tables.ts';
export { LocalChain } from './local/local-chain.ts';
export { parseLocalChainRules } from './local/local-chain-rules.ts';
export type { RegistrationTerms } from './local/registration-price.ts';
export { verifyHistory } from './local/verify-history.ts';
