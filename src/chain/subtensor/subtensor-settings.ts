import type { Hotkey } from '../../identity/hotkey.ts';
import type { PendingReveals } from './commit/pending-reveals.ts';

export interface SubtensorSettings {
  /** WebSocket addresses of nodes, the preferred one first; the next is tried when one cannot be reached. */
  readonly endpoints: readonly string[];
  /** Hash of the chain's first block. A node that has another is on another chain, and is not listened to. */
  readonly genesisHash: string;
  readonly netuid: number;
  /** Who sets weights; without one the chain can only be read. */
  readonly hotkey?: Hotkey;
  /** Version of the validator as the subnet counts it; the chain refuses weights of versions it calls too old. */
  readonly versionKey?: bigint;
  /** Where salts are kept until commits by hash are revealed; in memory when left out. */
  readonly reveals?: PendingReveals;
  readonly timing?: Partial<ChainTiming>;
}

/** All in milliseconds. */
export interface ChainTiming {
  /** For a connection to open. */
  readonly open: number;
  /** For an answer to one question; a node that takes longer is taken for gone. */
  readonly answer: number;
  /** Before the first new attempt to reach a node; doubled each time. */
  readonly retry: number;
  /** Without any news of an extrinsic; after that its fate is read from the blocks. */
  readonly quiet: number;
  /** Between two looks at the head of the chain. */
  readonly poll: number;
  /** For an extrinsic to be settled, before its fate is given up as unknown. */
  readonly settle: number;
}

export const DEFAULT_CHAIN_TIMING: ChainTiming = {
  open: 15_000,
  answer: 30_000,
  retry: 1_000,
  quiet: 120_000,
  poll: 6_000,
  settle: 1_800_000,
};

export const GENESIS_HASHES = {
  finney: '0x2f0555cc76fc2840a25a6ea3b9637146806f1f44b090c175ffde2a7e5ab36c03',
  test: '0x8f9cf856bf558a14440e75569c9e58594757048d7b3a84b5d25f6bd978263105',
} as const;
