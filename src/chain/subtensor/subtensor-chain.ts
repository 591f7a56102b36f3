import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { Turns } from '../../store/database.ts';
import type { Chain, WeightsReceipt } from '../chain.ts';
import { type Metagraph, uidOf } from '../metagraph.ts';
import { refuseWeights, weightsRefusal } from '../weights/check-signed-weights.ts';
import type { SignedWeights } from '../weights/signed-weights.ts';
import { assertWeightVector, U16_MAX } from '../weights/weight-vector.ts';
import { chainFault } from './chain-fault.ts';
import { dispatchFault } from './extrinsic/dispatch-fault.ts';
import { ERA_BLOCKS } from './extrinsic/mortal-era.ts';
import { type SignedExtrinsic, signExtrinsic } from './extrinsic/sign-extrinsic.ts';
import { submitExtrinsic } from './extrinsic/submit-extrinsic.ts';
import { hexHash, hexText } from './hex.ts';
import { type Head, readBlockHash, readFinalizedHead } from './read-blocks.ts';
import { readOutcome } from './read-outcome.ts';
import { readSubnet, type Subnet } from './read-subnet.ts';
import { NodeClient } from './rpc/node-client.ts';
import { Runtimes } from './runtimes.ts';
import { type ChainTiming, DEFAULT_CHAIN_TIMING, type SubtensorSettings } from './subtensor-settings.ts';

/** Of their era's blocks the last ones are no use: an extrinsic needs some to come into one. */
const WEIGHTS_BLOCKS = ERA_BLOCKS - 8;

/**
 * A subnet on a real Bittensor chain. Everything is read from finalized blocks: what it says once it never takes back.
 */
export class SubtensorChain implements Chain {
  readonly #settings: SubtensorSettings;
  readonly #timing: ChainTiming;
  readonly #client: NodeClient;
  readonly #runtimes: Runtimes;
  /** Two extrinsics at once would get the same number, and one of them be lost. */
  readonly #turns = new Turns();

  constructor(settings: SubtensorSettings) {
    this.#settings = checkSettings(settings);
    this.#timing = { ...DEFAULT_CHAIN_TIMING, ...settings.timing };
    this.#client = new NodeClient({ ...settings, timing: this.#timing });
    this.#runtimes = new Runtimes(this.#client);
  }

  async currentBlock(): Promise<number> {
    return (await readFinalizedHead(this.#client)).block;
  }

  /** Of a final block; `undefined` while it is not final. */
  async blockHash(block: number): Promise<string | undefined> {
    return block > (await this.currentBlock()) ? undefined : await readBlockHash(this.#client, block);
  }

  async metagraph(): Promise<Metagraph> {
    return (await this.#subnetAt(await readFinalizedHead(this.#client))).metagraph;
  }

  /** Weights live from the block they were made for: their extrinsic's era begins with it, so that old ones die. */
  async setWeights(weights: SignedWeights): Promise<WeightsReceipt> {
    const hotkey = this.#signerOf(weights);
    const endTurn = await this.#turns.take();
    try {
      return await this.#setWeights(weights, hotkey);
    } finally {
      endTurn();
    }
  }

  close(): void {
    this.#client.close();
  }

  async #setWeights(weights: SignedWeights, hotkey: Hotkey): Promise<WeightsReceipt> {
    const head = await readFinalizedHead(this.#client);
    const { netuid } = this.#settings;
    const refusal = weightsRefusal(weights, { netuid, block: head.block, weightsBlocks: WEIGHTS_BLOCKS });
    if (refusal !== undefined) refuseWeights(refusal);
    checkSubnet(weights, await this.#subnetAt(head));
    const extrinsic = await this.#sign(weights, hotkey, head);
    const options = { birth: weights.block, timing: this.#timing };
    const { block, blockHash, index } = await submitExtrinsic(this.#client, extrinsic, options);
    // A block is executed, and its events are written, by the program that the block before it left behind.
    const runtime = await this.#runtimes.at(await this.#hashOf(block - 1));
    const outcome = await readOutcome(this.#client, runtime, { blockHash, index });
    if (!outcome.ok) throw dispatchFault(outcome.error);
    return { block, reference: hexText(extrinsic.hash) };
  }

  async #sign(weights: SignedWeights, hotkey: Hotkey, head: Head): Promise<SignedExtrinsic> {
    const { netuid, genesisHash, versionKey = 0n } = this.#settings;
    const runtime = await this.#runtimes.at(head.hash);
    const call = runtime.encodeCall('SubtensorModule', 'set_weights', {
      netuid,
      dests: [...weights.uids],
      weights: [...weights.values],
      version_key: versionKey,
    });
    const birth = { block: weights.block, hash: bytesOf(await this.#hashOf(weights.block)) };
    const nonce = await readNonce(this.#client, hotkey.address);
    return signExtrinsic(runtime, call, { nonce, birth, genesisHash: bytesOf(genesisHash) }, hotkey);
  }

  async #subnetAt({ hash }: Head): Promise<Subnet> {
    const runtime = await this.#runtimes.at(hash);
    return await readSubnet(this.#client, runtime, { netuid: this.#settings.netuid, blockHash: hash });
  }

  /** Of a block that is final. */
  async #hashOf(block: number): Promise<string> {
    const hash = await readBlockHash(this.#client, block);
    if (hash !== undefined) return hash;
    throw chainFault({
      message: `The chain's node does not know block ${block}, though it is final.`,
      remedy: 'The node is behind the others: wait, or name another.',
      sendAgain: true,
    });
  }

  /** The chain wants a signature of its own, for which our key is needed: nobody else's weights can be sent. */
  #signerOf(weights: SignedWeights): Hotkey {
    const { hotkey } = this.#settings;
    if (hotkey === undefined) throw new Fault('USAGE', { message: 'No hotkey was given that could set weights.' });
    if (weights.hotkey === hotkey.address) return hotkey;
    refuseWeights({
      message: `These weights are of ${weights.hotkey}; the key that is here is that of ${hotkey.address}.`,
      remedy: 'Sign them with the hotkey that the chain was opened with.',
      sendAgain: false,
    });
  }
}

function checkSettings(settings: SubtensorSettings): SubtensorSettings {
  const flaw = flawOf(settings);
  if (flaw === undefined) return settings;
  throw new Fault('USAGE', { message: `The chain cannot be used: ${flaw}.` });
}

function flawOf({ endpoints, genesisHash, netuid, versionKey = 0n }: SubtensorSettings): string | undefined {
  if (endpoints.length === 0) return 'no node is named';
  if (!hexHash.safeParse(genesisHash).success) return 'its genesis hash is not 0x and 64 digits, letters in lower case';
  if (!Number.isInteger(netuid) || netuid < 0 || netuid > U16_MAX) return `${netuid} is no number of a subnet`;
  if (versionKey < 0n || versionKey >= 2n ** 64n) return `${versionKey} is no version key`;
  return undefined;
}

/** What the chain would refuse as well, only later and in the block. */
function checkSubnet(weights: SignedWeights, { metagraph: { neurons }, commitReveal }: Subnet): void {
  if (commitReveal) throw dispatchFault('SubtensorModule.CommitRevealEnabled');
  const uid = uidOf(neurons, weights.hotkey);
  if (uid === undefined) throw dispatchFault('SubtensorModule.HotKeyNotRegisteredInSubNet');
  if (!neurons[uid]!.validatorPermit) throw dispatchFault('SubtensorModule.NeuronNoValidatorPermit');
  assertWeightVector(weights, neurons.length);
}

function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash.slice(2), 'hex');
}

/** The number that the next extrinsic of an account must carry, those counted that wait in the node's pool. */
async function readNonce(client: NodeClient, address: string): Promise<number> {
  return await client.read('system_accountNextIndex', [address], z.int().min(0).max(0xffff_ffff));
}
