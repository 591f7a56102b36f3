import type { Hotkey } from '../../identity/hotkey.ts';
import type { PendingReveals } from './commit/pending-reveals.ts';

export interface SubtensorSettings {
  /** WebSocket addresses of nodes, preferred first; the next is tried when one cannot be reached. */
  readonly endpoints: readonly string[];
  /** Hash of the chain's first block. A node with another hash is on another chain and is not used. */
  readonly genesisHash: string;
  readonly netuid: number;
  /** Sets weights; without it the chain can only be read. */
  readonly hotkey?: Hotkey;
  /** Version of the validator as the subnet counts it; the chain rejects weights from versions that are too old. */
  readonly versionKey?: bigint;
  /** Stores salts until hash commits are revealed; by default in memory. */
  readonly reveals?: PendingReveals;
  readonly timing?: Partial<ChainTiming>;
}

/** Timeouts and intervals in milliseconds. */
export interface ChainTiming {
  /** Timeout for opening a connection. */
  readonly open: number;
  /** Timeout for a response; a node that takes longer is considered gone. */
  readonly answer: number;
  /** Delay before the first retry to reach a node; doubled each time. */
  readonly retry: number;
  /** Maximum time without a status update of an extrinsic; after that its outcome is read from the blocks. */
  readonly quiet: number;
  /** Interval for polling the head of the chain. */
  readonly poll: number;
  /** Maximum time for an extrinsic to be settled; after that its outcome is unknown. */
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
