import { z } from 'zod';
import { hexHash, hexNumber } from './hex.ts';
import type { NodeClient } from './rpc/node-client.ts';

export interface Head {
  readonly block: number;
  readonly hash: string;
}

const headerSchema = z.object({ number: hexNumber });

/** The newest finalized block. Later blocks, and anything read from them, may still be replaced. */
export async function readFinalizedHead(client: NodeClient): Promise<Head> {
  const hash = await client.read('chain_getFinalizedHead', [], hexHash);
  const { number } = await client.read('chain_getHeader', [hash], headerSchema);
  return { block: number, hash };
}

/** The newest block, finalized or not: an extrinsic sent now is executed after it. */
export async function readBestHead(client: NodeClient): Promise<Head> {
  const hash = await client.read('chain_getBlockHash', [], hexHash);
  const { number } = await client.read('chain_getHeader', [hash], headerSchema);
  return { block: number, hash };
}

/** `undefined` for a block that does not exist yet. */
export async function readBlockHash(client: NodeClient, block: number): Promise<string | undefined> {
  return (await client.read('chain_getBlockHash', [block], hexHash.nullable())) ?? undefined;
}

const blockSchema = z.object({
  block: z.object({ header: headerSchema, extrinsics: z.array(z.string()) }),
});

export interface Block extends Head {
  /** In order, in hexadecimal. */
  readonly extrinsics: readonly string[];
}

export async function readBlock(client: NodeClient, hash: string): Promise<Block> {
  const { block } = await client.read('chain_getBlock', [hash], blockSchema);
  return { block: block.header.number, hash, extrinsics: block.extrinsics };
}
