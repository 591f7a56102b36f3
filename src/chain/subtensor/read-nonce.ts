import { z } from 'zod';
import type { NodeClient } from './rpc/node-client.ts';

/** The number that the next extrinsic of an account must carry, those counted that wait in the node's pool. */
export async function readNonce(client: NodeClient, address: string): Promise<number> {
  return await client.read('system_accountNextIndex', [address], z.int().min(0).max(0xffff_ffff));
}
