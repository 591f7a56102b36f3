import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { chainFault } from '../chain-fault.ts';
import { hexText } from '../hex.ts';
import { readBlock, readBlockHash, readFinalizedHead } from '../read-blocks.ts';
import type { NodeClient } from '../rpc/node-client.ts';
import { NodeRefusal } from '../rpc/node-refusal.ts';
import type { ChainTiming } from '../subtensor-settings.ts';
import { ERA_BLOCKS } from './mortal-era.ts';
import { poolFault } from './pool-fault.ts';
import type { SignedExtrinsic } from './sign-extrinsic.ts';

/** Position of an extrinsic in a finalized block. */
export interface Inclusion {
  readonly block: number;
  readonly blockHash: string;
  readonly index: number;
}

const statusSchema = z.union([z.string(), z.record(z.string(), z.unknown())]);

/**
 * Sends an extrinsic once and waits until it is in a finalized block. The node reports its status. If the connection
 * breaks, the blocks are searched until the extrinsic is found or its era has ended, so that its outcome is known and
 * it is never sent twice.
 */
export async function submitExtrinsic(
  client: NodeClient,
  { bytes }: SignedExtrinsic,
  { birth, timing }: { readonly birth: number; readonly timing: ChainTiming },
): Promise<Inclusion> {
  const text = hexText(bytes);
  const blockHash = await watch(client, text, timing);
  if (blockHash === undefined) return await find(client, text, birth, timing);
  const { block, extrinsics } = await readBlock(client, blockHash);
  const index = extrinsics.indexOf(text);
  if (index >= 0) return { block, blockHash, index };
  throw chainFault({
    message: `The chain's node reports the extrinsic in block ${block}, but that block does not contain it.`,
    remedy: 'Name another node. The metagraph shows whether the weights were accepted.',
    sendAgain: false,
  });
}

/** Hash of the finalized block with the extrinsic; `undefined` when the node reports no further status. */
async function watch(client: NodeClient, text: string, timing: ChainTiming): Promise<string | undefined> {
  const connection = await client.connected();
  let reader: ReadableStreamDefaultReader<unknown>;
  try {
    const news = await connection.subscribe('author_submitAndWatchExtrinsic', [text], 'author_unwatchExtrinsic');
    reader = news.getReader();
  } catch (error) {
    if (error instanceof NodeRefusal) throw poolFault(error);
    // The connection broke after the extrinsic was written to it, so it may have arrived.
    return undefined;
  }
  try {
    return await lastNews(reader, timing.quiet);
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function lastNews(reader: ReadableStreamDefaultReader<unknown>, quiet: number): Promise<string | undefined> {
  for (;;) {
    const next = await Promise.race([reader.read().catch(() => undefined), sleep(quiet, undefined, { ref: false })]);
    const status = statusSchema.safeParse(next?.value);
    if (!status.success) return undefined;
    const said = typeof status.data === 'string' ? status.data : Object.keys(status.data)[0]!;
    const about = typeof status.data === 'string' ? undefined : status.data[said];
    if (said === 'finalized' && typeof about === 'string') return about;
    if (said === 'finalityTimeout') return undefined;
    if (GONE.has(said)) throw goneFault(said);
  }
}

/** Statuses after which this node will not include the extrinsic in a block. */
const GONE: ReadonlySet<string> = new Set(['invalid', 'dropped', 'usurped']);

function goneFault(status: string): Error {
  return chainFault({
    message: `The chain did not accept the weights: its node dropped the extrinsic (${status}).`,
    remedy:
      status === 'usurped'
        ? 'Another extrinsic of this hotkey replaced it. Make sure that only one validator signs with the hotkey.'
        : 'Send again after a few blocks.',
    sendAgain: status !== 'usurped',
    chainError: status,
  });
}

async function find(client: NodeClient, text: string, birth: number, timing: ChainTiming): Promise<Inclusion> {
  const giveUp = Date.now() + timing.settle;
  const last = birth + ERA_BLOCKS;
  for (let next = birth + 1; ; ) {
    const head = await readFinalizedHead(client);
    for (; next <= Math.min(head.block, last); next++) {
      const blockHash = await readBlockHash(client, next);
      if (blockHash === undefined) break;
      const index = (await readBlock(client, blockHash)).extrinsics.indexOf(text);
      if (index >= 0) return { block: next, blockHash, index };
    }
    if (next > last) break;
    if (Date.now() >= giveUp) throw unknownFault(last);
    await sleep(timing.poll);
  }
  throw chainFault({
    message: 'The weights were not included in a block before they expired.',
    remedy: 'Create new weights for the current block and send those.',
    sendAgain: true,
  });
}

function unknownFault(last: number): Error {
  return chainFault({
    message: `It is unknown whether the chain accepted the weights: the connection was lost, and the chain has not reached block ${last} since.`,
    remedy: 'Check that blocks are being finalized. The metagraph shows whether the weights were accepted.',
    sendAgain: false,
  });
}
