import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { scaled } from '../../../testing/scaled.ts';
import { NodeClient } from '../../subtensor/rpc/node-client.ts';
import type { Runtime } from '../../subtensor/runtime.ts';
import { Runtimes } from '../../subtensor/runtimes.ts';
import { DEFAULT_CHAIN_TIMING } from '../../subtensor/subtensor-settings.ts';

const PROGRAM = '.cache/chopsticks/node_modules/@acala-network/chopsticks/chopsticks.cjs';

export type FoundChopsticks = { readonly program: string; readonly specification: string } | { readonly why: string };

/** What a test of the real runtime needs, or why it is missing. */
export function findChopsticks(): FoundChopsticks {
  const program = resolve(process.env.ASSAY_CHOPSTICKS ?? PROGRAM);
  if (!existsSync(program)) return { why: 'chopsticks is not installed: npm run fetch:chopsticks' };
  const specification = process.env.ASSAY_SUBTENSOR_SPEC;
  if (specification !== undefined && existsSync(specification))
    return { program, specification: resolve(specification) };
  return { why: 'ASSAY_SUBTENSOR_SPEC does not name a chain specification of subtensor (raonet.json)' };
}

export interface StorageChange {
  readonly pallet: string;
  readonly entry: string;
  readonly keys: readonly unknown[];
  readonly value: unknown;
}

/**
 * A subtensor chain in one process that executes the real runtime. Each extrinsic immediately gets a block, which is
 * final.
 */
export class ChopsticksNode {
  readonly url: string;
  readonly genesisHash: string;
  readonly #process: ChildProcess;
  readonly #client: NodeClient;

  private constructor(child: ChildProcess, port: number, genesisHash: string) {
    this.#process = child;
    this.url = `ws://127.0.0.1:${port}`;
    this.genesisHash = genesisHash;
    // A request that times out is retried, and would produce the same blocks twice.
    const timing = { ...DEFAULT_CHAIN_TIMING, answer: scaled(300_000) };
    this.#client = new NodeClient({ endpoints: [this.url], genesisHash, timing });
  }

  static async start(found: Exclude<FoundChopsticks, { why: string }>): Promise<ChopsticksNode> {
    const options = ['--genesis', found.specification, '--port', '0', '--addr', '127.0.0.1'];
    const child = spawn(process.execPath, [found.program, ...options, '--build-block-mode', 'Instant'], {
      cwd: join(found.program, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const port = await listeningPort(child);
    await makeFirstBlock(port);
    const { result } = z.object({ result: z.string() }).parse(await ask(port, 'chain_getBlockHash', [0]));
    return new ChopsticksNode(child, port, result);
  }

  async runtime(): Promise<Runtime> {
    return await new Runtimes(this.#client).at(await this.#client.read('chain_getBlockHash', [], z.string()));
  }

  /** Sets storage values as if the newest block had written them. */
  async setStorage(changes: readonly StorageChange[]): Promise<void> {
    const runtime = await this.runtime();
    const pairs = changes.map(({ pallet, entry, keys, value }) => [
      runtime.storageKey(pallet, entry, keys),
      runtime.encodeStorage(pallet, entry, value),
    ]);
    await this.#client.read('dev_setStorage', [pairs], z.unknown());
  }

  async newBlocks(count: number): Promise<void> {
    for (let made = 0; made < count; made++) await this.#client.read('dev_newBlock', [{ count: 1 }], z.unknown());
  }

  /** Produces blocks up to the first block of a subnet's next epoch, so that what follows is in that epoch too. */
  async nextEpoch(netuid: number, epochBlocks: number): Promise<void> {
    const { result } = headerSchema.parse(await ask(Number(new URL(this.url).port), 'chain_getHeader', []));
    await this.newBlocks(epochBlocks - ((Number(result.number) + netuid + 1) % epochBlocks));
  }

  async stop(): Promise<void> {
    this.#client.close();
    this.#process.kill();
    if (this.#process.exitCode === null) await new Promise((over) => this.#process.once('exit', over));
  }
}

async function ask(port: number, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return await answer.json();
}

const TRIES = 20;
const headerSchema = z.object({ result: z.object({ number: z.string() }) });

/**
 * The node creates the first block itself, with the slot and the time of the clock. On a slow machine a new slot may
 * begin between the two, and the runtime rejects the block; later blocks count on from the first.
 */
async function makeFirstBlock(port: number): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    const { result } = headerSchema.parse(await ask(port, 'chain_getHeader', []));
    if (Number(result.number) > 0) return;
    await ask(port, 'dev_newBlock', [{ count: 1 }]);
  }
  throw new Error('chopsticks could not make a first block: this machine is too slow for its slots');
}

async function listeningPort(child: ChildProcess): Promise<number> {
  const said: string[] = [];
  child.stderr!.on('data', (chunk) => said.push(String(chunk)));
  for await (const line of createInterface({ input: child.stdout! })) {
    said.push(line);
    const port = /RPC listening on .*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout!.resume();
      return Number(port);
    }
  }
  throw new Error(`chopsticks ended: ${said.join('\n').slice(-2000)}`);
}
