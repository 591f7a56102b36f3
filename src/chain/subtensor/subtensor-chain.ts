import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { FairLock } from '../../store/database.ts';
import type { Chain, WeightsConfirmation } from '../chain.ts';
import type { ChainView } from '../chain-view.ts';
import { type Metagraph, uidOf } from '../metagraph.ts';
import { refuseWeights, weightsRefusal } from '../weights/check-signed-weights.ts';
import type { SignedWeights } from '../weights/signed-weights.ts';
import { assertWeightVector, U16_MAX } from '../weights/weight-vector.ts';
import { chainFault } from './chain-fault.ts';
import { revealCall, weightsCall } from './commit/commit-weights.ts';
import { type PendingReveal, type PendingReveals, pendingRevealsInMemory } from './commit/pending-reveals.ts';
import { readStoredCommits } from './commit/read-commit-rules.ts';
import { dispatchFault } from './extrinsic/dispatch-fault.ts';
import { ERA_BLOCKS } from './extrinsic/mortal-era.ts';
import { type SignedExtrinsic, signExtrinsic } from './extrinsic/sign-extrinsic.ts';
import { submitExtrinsic } from './extrinsic/submit-extrinsic.ts';
import { hexHash, hexText } from './hex.ts';
import { type Head, readBestHead, readBlockHash, readFinalizedHead } from './read-blocks.ts';
import { readChainView } from './read-chain-view.ts';
import { readOutcome } from './read-outcome.ts';
import { StorageReader } from './read-storage.ts';
import { readStoredSubnet } from './read-stored-subnet.ts';
import { describesSubnets, readSubnet, type Subnet } from './read-subnet.ts';
import { NodeClient } from './rpc/node-client.ts';
import { Runtimes } from './runtimes.ts';
import { type ChainTiming, DEFAULT_CHAIN_TIMING, type SubtensorSettings } from './subtensor-settings.ts';

/** The last blocks of an era are left out, because an extrinsic needs a few blocks to be included. */
const WEIGHTS_BLOCKS = ERA_BLOCKS - 8;

/** A subnet on a real Bittensor chain. Everything it returns is from finalized blocks, so it never changes later. */
export class SubtensorChain implements Chain {
  readonly #settings: SubtensorSettings;
  readonly #timing: ChainTiming;
  readonly #client: NodeClient;
  readonly #runtimes: Runtimes;
  readonly #reveals: PendingReveals;
  /** Two concurrent extrinsics would get the same nonce, and one of them would be lost. */
  readonly #turns = new FairLock();

  constructor(settings: SubtensorSettings) {
    this.#settings = checkSettings(settings);
    this.#timing = { ...DEFAULT_CHAIN_TIMING, ...settings.timing };
    this.#client = new NodeClient({ ...settings, timing: this.#timing });
    this.#runtimes = new Runtimes(this.#client);
    this.#reveals = settings.reveals ?? pendingRevealsInMemory();
  }

  async currentBlock(): Promise<number> {
    return (await readFinalizedHead(this.#client)).block;
  }

  /** Hash of a finalized block; `undefined` if the block is not finalized yet. */
  async blockHash(block: number): Promise<string | undefined> {
    return block > (await this.currentBlock()) ? undefined : await readBlockHash(this.#client, block);
  }

  async metagraph(): Promise<Metagraph> {
    return (await this.#subnetAt(await readFinalizedHead(this.#client))).metagraph;
  }

  /**
   * Weights are valid from the block they were made for: the era of their extrinsic begins with it, so that old weights
   * expire.
   */
  async setWeights(weights: SignedWeights): Promise<WeightsConfirmation> {
    const hotkey = this.#signerOf(weights);
    const endTurn = await this.#turns.acquire();
    try {
      return await this.#setWeights(weights, hotkey);
    } finally {
      endTurn();
    }
  }

  /** Reveals hash commits that are due. The chain reveals timelocked commits itself. */
  async revealDue(): Promise<readonly WeightsConfirmation[]> {
    const { hotkey, netuid } = this.#settings;
    if (hotkey === undefined) return [];
    const endTurn = await this.#turns.acquire();
    try {
      const pending = await this.#reveals.load();
      const isOwn = (reveal: PendingReveal) => reveal.hotkey === hotkey.address && reveal.netuid === netuid;
      const others = pending.filter((reveal) => !isOwn(reveal));
      return await this.#revealDue(hotkey, pending.filter(isOwn), others);
    } finally {
      endTurn();
    }
  }

  /** The neurons of the subnet, their weights and the results of the latest epoch. */
  async view(): Promise<ChainView> {
    const head = await readFinalizedHead(this.#client);
    const { metagraph } = await this.#subnetAt(head);
    return await readChainView(await this.#storageAt(head), metagraph, this.#settings.netuid);
  }

  close(): void {
    this.#client.close();
  }

  async #setWeights(weights: SignedWeights, hotkey: Hotkey): Promise<WeightsConfirmation> {
    const head = await readFinalizedHead(this.#client);
    const { netuid, versionKey = 0n } = this.#settings;
    const refusal = weightsRefusal(weights, { netuid, block: head.block, weightsBlocks: WEIGHTS_BLOCKS });
    if (refusal !== undefined) refuseWeights(refusal);
    const subnet = await this.#subnetAt(head);
    checkSubnet(weights, subnet);
    // The epoch of a commit depends on the newest block, which may be after the end of an epoch that is not finalized
    // yet.
    const best = await readBestHead(this.#client);
    const { call, revealRound, reveal } = await weightsCall(weights, await this.#storageAt(best), {
      netuid,
      versionKey,
      publicKey: hotkey.publicKey,
      commitReveal: subnet.commitReveal,
      currentBlock: best.block,
      nowSeconds: Date.now() / 1_000,
    });
    // Saved before it is sent: if a crash lost the salt, the commit could never be revealed.
    if (reveal !== undefined) await this.#reveals.save([...(await this.#reveals.load()), reveal]);
    const receipt = await this.#send(call, hotkey, { head, birth: weights.block });
    return revealRound === undefined ? receipt : { ...receipt, revealRound };
  }

  async #revealDue(
    hotkey: Hotkey,
    pending: readonly PendingReveal[],
    others: readonly PendingReveal[],
  ): Promise<readonly WeightsConfirmation[]> {
    const receipts: WeightsConfirmation[] = [];
    const kept = new Set([...others, ...pending]);
    for (const reveal of pending) {
      const head = await readFinalizedHead(this.#client);
      const best = await readBestHead(this.#client);
      const storage = await this.#storageAt(best);
      const at = { netuid: reveal.netuid, hotkey: hotkey.address, currentBlock: best.block };
      const stored = (await readStoredCommits(storage, at)).find(({ hash }) => hash === reveal.hash);
      // Not on the chain after the commit's era: it never arrived, or it has been revealed or has expired.
      const isGone = stored === undefined && best.block > reveal.block + ERA_BLOCKS;
      if (stored?.state === 'due') {
        receipts.push(await this.#send(revealCall(reveal, storage), hotkey, { head, birth: head.block }));
      }
      if (!isGone && stored?.state !== 'due' && stored?.state !== 'expired') continue;
      kept.delete(reveal);
      await this.#reveals.save([...kept]);
    }
    return receipts;
  }

  /** Signs a call, waits until it is in a finalized block and reads its outcome. */
  async #send(
    call: Uint8Array,
    hotkey: Hotkey,
    { head, birth }: { readonly head: Head; readonly birth: number },
  ): Promise<WeightsConfirmation> {
    const extrinsic = await this.#sign(call, hotkey, { head, birth });
    const { block, blockHash, index } = await submitExtrinsic(this.#client, extrinsic, { birth, timing: this.#timing });
    // A block is executed, and its events are written, by the runtime as of the previous block.
    const runtime = await this.#runtimes.at(await this.#hashOf(block - 1));
    const outcome = await readOutcome(this.#client, runtime, { blockHash, index });
    if (!outcome.ok) throw dispatchFault(outcome.error);
    return { block, reference: hexText(extrinsic.hash) };
  }

  async #sign(
    call: Uint8Array,
    hotkey: Hotkey,
    { head, birth }: { readonly head: Head; readonly birth: number },
  ): Promise<SignedExtrinsic> {
    const runtime = await this.#runtimes.at(head.hash);
    const terms = {
      nonce: await readNonce(this.#client, hotkey.address),
      birth: { block: birth, hash: bytesOf(await this.#hashOf(birth)) },
      genesisHash: bytesOf(this.#settings.genesisHash),
    };
    return signExtrinsic(runtime, call, terms, hotkey);
  }

  async #storageAt({ hash }: Head): Promise<StorageReader> {
    return new StorageReader(this.#client, await this.#runtimes.at(hash), hash);
  }

  async #subnetAt({ block, hash }: Head): Promise<Subnet> {
    const runtime = await this.#runtimes.at(hash);
    const { netuid } = this.#settings;
    if (describesSubnets(runtime)) return await readSubnet(this.#client, runtime, { netuid, blockHash: hash });
    return await readStoredSubnet(new StorageReader(this.#client, runtime, hash), { netuid, block });
  }

  /** Hash of a finalized block. */
  async #hashOf(block: number): Promise<string> {
    const hash = await readBlockHash(this.#client, block);
    if (hash !== undefined) return hash;
    throw chainFault({
      message: `The chain's node does not know block ${block}, though it is final.`,
      remedy: 'The node is behind the others: wait, or name another.',
      sendAgain: true,
    });
  }

  /** The chain requires an extrinsic signed with our key, so weights of other hotkeys cannot be sent. */
  #signerOf(weights: SignedWeights): Hotkey {
    const { hotkey } = this.#settings;
    if (hotkey === undefined)
      throw new Fault('USAGE', { message: 'Setting weights needs a hotkey, and none was given.' });
    if (weights.hotkey === hotkey.address) return hotkey;
    refuseWeights({
      message: `These weights are signed by ${weights.hotkey}; the loaded key is ${hotkey.address}.`,
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
  if (!Number.isInteger(netuid) || netuid < 0 || netuid > U16_MAX) return `${netuid} is not a subnet number`;
  if (versionKey < 0n || versionKey >= 2n ** 64n) return `${versionKey} is not a version key`;
  return undefined;
}

/** Rejects early what the chain would reject in the block. */
function checkSubnet(weights: SignedWeights, { metagraph: { neurons } }: Subnet): void {
  const uid = uidOf(neurons, weights.hotkey);
  if (uid === undefined) throw dispatchFault('SubtensorModule.HotKeyNotRegisteredInSubNet');
  if (!neurons[uid]!.validatorPermit) throw dispatchFault('SubtensorModule.NeuronNoValidatorPermit');
  assertWeightVector(weights, neurons.length);
}

function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash.slice(2), 'hex');
}

/** The nonce of the account's next extrinsic, counting those that wait in the node's pool. */
async function readNonce(client: NodeClient, address: string): Promise<number> {
  return await client.read('system_accountNextIndex', [address], z.int().min(0).max(0xffff_ffff));
}
