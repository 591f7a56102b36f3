import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setChampion } from '../../arena/champion.ts';
import { currentEpoch } from '../../arena/emission.ts';
import { stopClaims } from '../../arena/operator.ts';
import { SubtensorChain } from '../../chain/subtensor.ts';
import { ChopsticksNode, findChopsticks } from '../../chain/testing/chopsticks/chopsticks-node.ts';
import { SAMPLE_EPOCH_BLOCKS, sampleSubnet } from '../../chain/testing/chopsticks/sample-subnet.ts';
import { scaled } from '../../testing/scaled.ts';
import { SampleContest, walletOf } from '../testing/sample-contest.ts';
import { singleSearchAgent } from '../testing/single-search-agent.ts';
import { until } from '../testing/until.ts';
import { ValidatorSetup } from '../testing/validator-process.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const NETUID = 1;
const found = findChopsticks();
const [VALIDATOR, MINER] = [1, 2];

describe.skipIf('why' in found)(
  'why' in found ? `assay validator --chain (skipped: ${found.why})` : 'assay validator --chain on a real runtime',
  { timeout: scaled(300_000) },
  () => {
    let node: ChopsticksNode;
    let contest: SampleContest;
    let chain: SubtensorChain;
    let place: ValidatorSetup;

    beforeAll(async () => {
      node = await ChopsticksNode.start(found as Exclude<typeof found, { why: string }>);
      const { url, genesisHash } = node;
      contest = await SampleContest.open({
        config: { chain: { kind: 'subtensor', netuid: NETUID, endpoints: [url], genesisHash } },
        policy: { epochSeconds: 5 },
      });
      place = new ValidatorSetup(PROGRAM, contest, 'bittensor');
      chain = new SubtensorChain({ endpoints: [url], genesisHash, netuid: NETUID });
      await join(false);
      const { arena } = contest.arena;
      await stopClaims(arena, { who: 'operator', reason: 'only weights are looked at' });
      const version = await contest.submit('crowned', singleSearchAgent());
      await setChampion(arena, { agentVersionId: version, force: true, who: 'operator' });
      await until(async () => (await currentEpoch(arena.database.reader))?.top_hotkey);
    }, scaled(600_000));

    afterAll(async () => {
      await chain?.close();
      await contest?.close();
      await node?.stop();
    });

    async function join(commitReveal: boolean): Promise<void> {
      const hotkeys = [walletOf('owner').address, place.hotkey, walletOf('miner').address];
      await node.setStorage(sampleSubnet({ netuid: NETUID, hotkeys, validator: VALIDATOR, commitReveal }));
      await contest.arena.services.refreshMetagraph();
    }

    async function validateOnce() {
      const { url, genesisHash } = node;
      const ended = place.start('--chain', url, '--genesis-hash', genesisHash, '--netuid', `${NETUID}`, '--once').ended;
      const { code, log } = await ended;
      expect(code, log).toBe(0);
      return log;
    }

    const row = async () => (await chain.view()).weights.find(({ uid }) => uid === VALIDATOR);

    it('assay validator --chain sets the weights that the arena agreed on, and reads them back', async () => {
      const log = await validateOnce();
      expect(log).toContain('Weights are set.');
      const weights = await row();
      expect(weights!.uids).toEqual([0, VALIDATOR, MINER]);
      expect(weights!.values[MINER]).toBe(65_535);
      expect(weights!.values[VALIDATOR]).toBe(0);
      const { neurons } = await chain.metagraph();
      expect(neurons[VALIDATOR]!.lastUpdate).toBeGreaterThan(0);
    });

    it('assay validator --chain commits weights if the subnet requires it, and reveals them in the reveal epoch', async () => {
      await join(true);
      const nothing = { pallet: 'SubtensorModule', entry: 'Weights', keys: [NETUID, VALIDATOR], value: [] };
      await node.setStorage([nothing]);
      await validateOnce();
      expect(await row()).toBeUndefined();
      await node.nextEpoch(NETUID, SAMPLE_EPOCH_BLOCKS);
      expect(await validateOnce()).toContain('Committed weights are revealed.');
      expect((await row())!.values[MINER]).toBe(65_535);
    });
  },
);
