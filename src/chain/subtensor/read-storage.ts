import { z } from 'zod';
import { chainFault } from './chain-fault.ts';
import { hexBytes } from './hex.ts';
import type { NodeClient } from './rpc/node-client.ts';
import type { Runtime } from './runtime.ts';

export const PALLET = 'SubtensorModule';

/** Counts and block numbers, which are decoded as numbers up to 32 bits and as bigints above. */
export const storedCount = z.union([
  z.int().nonnegative(),
  z.bigint().nonnegative().max(BigInt(Number.MAX_SAFE_INTEGER)).transform(Number),
]);

/** Reads entries of the SubtensorModule pallet, all at one block. */
export class StorageReader {
  readonly runtime: Runtime;
  readonly #client: NodeClient;
  readonly #blockHash: string;

  constructor(client: NodeClient, runtime: Runtime, blockHash: string) {
    this.runtime = runtime;
    this.#client = client;
    this.#blockHash = blockHash;
  }

  async read<T>(entry: string, keys: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
    const key = this.runtime.storageKey(PALLET, entry, keys);
    const bytes = await this.#client.read('state_getStorage', [key, this.#blockHash], hexBytes.nullable());
    const value = schema.safeParse(this.runtime.decodeStorage(PALLET, entry, bytes));
    if (value.success) return value.data;
    throw chainFault({
      message: `Version ${this.runtime.version.specVersion} of the chain's program stores ${entry} in an unknown form.`,
      remedy: 'Use a version of Assay that knows this version of the chain.',
      sendAgain: false,
      cause: value.error,
    });
  }
}
