import { z } from 'zod';
import { hexBytes } from './hex.ts';
import type { NodeClient } from './rpc/node-client.ts';
import { Runtime } from './runtime.ts';

const versionSchema = z.object({ specVersion: z.int().nonnegative(), transactionVersion: z.int().nonnegative() });

/** 15 in SCALE encoding: the first metadata version that also describes runtime calls. */
const METADATA_VERSION = '0x0f000000';

/** The chain's runtime at a block. Reading it takes a second and half a megabyte, so it is read once per version. */
export class Runtimes {
  readonly #client: NodeClient;
  readonly #known = new Map<number, Promise<Runtime>>();

  constructor(client: NodeClient) {
    this.#client = client;
  }

  async at(blockHash: string): Promise<Runtime> {
    const version = await this.#client.read('state_getRuntimeVersion', [blockHash], versionSchema);
    const known = this.#known.get(version.specVersion);
    if (known !== undefined) return await known;
    const reading = this.#read(blockHash, version);
    this.#known.set(version.specVersion, reading);
    reading.catch(() => this.#known.delete(version.specVersion));
    return await reading;
  }

  async #read(blockHash: string, version: z.infer<typeof versionSchema>): Promise<Runtime> {
    const question = ['Metadata_metadata_at_version', METADATA_VERSION, blockHash];
    return new Runtime(await this.#client.read('state_call', question, hexBytes), version);
  }
}
