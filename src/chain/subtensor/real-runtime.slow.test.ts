import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleHotkey } from '../../identity/testing/sample-hotkeys.ts';
import { scaled } from '../../testing/scaled.ts';
import { ChopsticksNode, findChopsticks, type StorageChange } from '../testing/chopsticks/chopsticks-node.ts';
import { SAMPLE_EPOCH_BLOCKS, sampleSubnet } from '../testing/chopsticks/sample-subnet.ts';
import { signWeights } from '../weights/signed-weights.ts';
import { pendingRevealsInMemory } from './commit/pending-reveals.ts';
import { SubtensorChain } from './subtensor-chain.ts';

const found = findChopsticks();
const NETUID = 1;
const TAO = 1_000_000_000n;
const validator = sampleHotkey('validator');
const miners = [sampleHotkey('miner-1'), sampleHotkey('miner-2')];

/** Subnet 1 of the chain specification, with a validator with much stake at uid 0 and two miners. */
function subnetWith({ commitReveal }: { readonly commitReveal: boolean }): StorageChange[] {
  const hotkeys = [validator, ...miners].map(({ address }) => address);
  return sampleSubnet({ netuid: NETUID, hotkeys, validator: 0, commitReveal });
}

describe.skipIf('why' in found)(
  'why' in found ? `a real subtensor runtime (skipped: ${found.why})` : 'a real subtensor runtime',
  { timeout: scaled(300_000) },
  () => {
    let node: ChopsticksNode;
    let chain: SubtensorChain;
    const reveals = pendingRevealsInMemory();

    beforeAll(async () => {
      node = await ChopsticksNode.start(found as Exclude<typeof found, { why: string }>);
      const { url, genesisHash } = node;
      chain = new SubtensorChain({ endpoints: [url], genesisHash, netuid: NETUID, hotkey: validator, reveals });
    }, scaled(300_000));

    afterAll(async () => {
      chain?.close();
      await node?.stop();
    });

    async function setWeights(values: readonly number[], hotkey = validator) {
      const { block } = await chain.metagraph();
      return await chain.setWeights(signWeights({ uids: [0, 1, 2], values }, { netuid: NETUID, block }, hotkey));
    }

    const row = async () => (await chain.view()).weights.find(({ uid }) => uid === 0);

    it('a real runtime accepts plain weights, and they are read back', async () => {
      await node.setStorage(subnetWith({ commitReveal: false }));
      expect((await chain.metagraph()).neurons).toMatchObject([
        { hotkey: validator.address, stake: 100_000n * TAO, validatorPermit: true },
        { hotkey: miners[0]!.address, validatorPermit: false },
        { hotkey: miners[1]!.address, validatorPermit: false },
      ]);
      const receipt = await setWeights([20_695, 65_535, 0]);
      expect(receipt.block).toBe(await chain.currentBlock());
      expect(await row()).toEqual({ uid: 0, uids: [0, 1, 2], values: [20_695, 65_535, 0] });
      expect((await chain.metagraph()).neurons[0]!.lastUpdate).toBe(receipt.block);
    });

    it('a real runtime accepts a commit by hash, and its reveal only in the reveal epoch', async () => {
      await node.setStorage(subnetWith({ commitReveal: true }));
      // A commit in the last block of an epoch could be revealed in the very next block.
      await node.nextEpoch(NETUID, SAMPLE_EPOCH_BLOCKS);
      const before = await row();
      await setWeights([0, 30_000, 65_535]);
      expect(await row()).toEqual(before);
      expect(await reveals.load()).toHaveLength(1);
      expect(await chain.revealDue()).toEqual([]);
      await node.nextEpoch(NETUID, SAMPLE_EPOCH_BLOCKS);
      expect(await chain.revealDue()).toHaveLength(1);
      expect(await row()).toEqual({ uid: 0, uids: [0, 1, 2], values: [0, 30_000, 65_535] });
      expect(await reveals.load()).toEqual([]);
      expect(await chain.revealDue()).toEqual([]);
    });

    it('a real runtime forgets commits that expired without a reveal', async () => {
      await node.setStorage(subnetWith({ commitReveal: true }));
      await setWeights([1, 2, 3]);
      await node.newBlocks(3 * SAMPLE_EPOCH_BLOCKS);
      expect(await chain.revealDue()).toEqual([]);
      await node.newBlocks(SAMPLE_EPOCH_BLOCKS);
      expect(await chain.revealDue()).toEqual([]);
      expect(await reveals.load()).toEqual([]);
    });

    it('a real runtime rejects the weights of an outdated validator and says why', async () => {
      const newer = { pallet: 'SubtensorModule', entry: 'WeightsVersionKey', keys: [NETUID], value: 7n };
      await node.setStorage([...subnetWith({ commitReveal: false }), newer]);
      await expect(setWeights([1, 2, 3])).rejects.toMatchObject({
        code: 'CHAIN_FAILED',
        extra: { chain_error: 'SubtensorModule.IncorrectWeightVersionKey' },
      });
    });
  },
);
