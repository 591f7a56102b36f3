/** The local chain, kept in our own database. */
export { type ChainTables, chainMigrations } from './local/chain-tables.ts';
export type { LedgerView } from './local/ledger-view.ts';
export { LocalChain } from './local/local-chain.ts';
export { parseLocalChainRules } from './local/local-chain-rules.ts';
