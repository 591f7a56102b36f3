import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../fault/fault.ts';
import { sampleHotkey } from '../../identity/testing/sample-hotkeys.ts';
import type { Neuron } from '../metagraph.ts';
import { RECORDED, RECORDED_VERSION, recordedRuntime } from '../testing/recorded/recorded-node.ts';
import { isExtrinsicSigned, readExtrinsic } from '../testing/simulated/read-extrinsic.ts';
import { SimulatedNode } from '../testing/simulated/simulated-node.ts';
import { type SignedWeights, signWeights } from '../weights/signed-weights.ts';
import { QUICKNET } from './commit/timelock.ts';
import { hexText } from './hex.ts';
import { SubtensorChain } from './subtensor-chain.ts';
import type { SubtensorSettings } from './subtensor-settings.ts';

const NETUID = 15;
const validator = sampleHotkey('validator');
const QUICK = { open: 10_000, answer: 10_000, retry: 5, quiet: 10_000, poll: 10, settle: 10_000 };

function neuron(uid: number, hotkey: string, more: Partial<Neuron> = {}): Neuron {
  const base = { stake: 41_000_000_000_000n, validatorPermit: true, active: true, registeredAt: 500, lastUpdate: 900 };
  return { uid, hotkey, ...base, ...more };
}

const NEURONS = [
  neuron(0, sampleHotkey('owner').address, { stake: 0n, validatorPermit: false, active: false }),
  neuron(1, validator.address),
  neuron(2, sampleHotkey('miner').address, { stake: 2n ** 63n, lastUpdate: 700 }),
];

let node: SimulatedNode;
let chain: SubtensorChain;

function open(more: Partial<SubtensorSettings> = {}): SubtensorChain {
  const genesisHash = RECORDED.network.genesis_hash;
  return new SubtensorChain({
    endpoints: [node.url],
    genesisHash,
    netuid: NETUID,
    hotkey: validator,
    timing: QUICK,
    ...more,
  });
}

beforeEach(async () => {
  node = await SimulatedNode.start();
  node.subnet = { netuid: NETUID, neurons: NEURONS, commitReveal: false };
  chain = open();
});
afterEach(async () => {
  chain.close();
  await node.stop();
});

function weightsFor(block: number, uids = [0, 1, 2], values = [65_535, 0, 21_845]): SignedWeights {
  return signWeights({ uids, values }, { netuid: NETUID, block }, validator);
}

async function failure(work: Promise<unknown>): Promise<Fault> {
  return await work.then(
    () => expect.unreachable(),
    (error: Fault) => error,
  );
}

describe('subtensor chain with the recorded metadata', () => {
  it('reads the newest final block and the subnet at that block', async () => {
    expect(await chain.currentBlock()).toBe(1000);
    expect(await chain.metagraph()).toEqual({ block: 1000, neurons: NEURONS });
    node.head = 1001;
    expect((await chain.metagraph()).block).toBe(1001);
    expect(node.asked.filter((method) => method === 'state_getMetadata')).toEqual([]);
  });

  it('reads the metadata once per runtime version', async () => {
    await Promise.all([chain.metagraph(), chain.metagraph()]);
    await chain.setWeights(weightsFor(1000));
    // Metadata once; the subnet twice for metagraphs and once for weights.
    expect(node.asked.filter((method) => method === 'state_call')).toHaveLength(4);
  });

  it('rejects impossible settings of a subtensor chain', () => {
    const cases: [settings: Partial<SubtensorSettings>, message: RegExp][] = [
      [{ endpoints: [] }, /no node/],
      [{ genesisHash: '0xABC' }, /genesis hash/],
      [{ netuid: 65_536 }, /65536 is not a subnet number/],
      [{ versionKey: -1n }, /-1 is not a version key/],
    ];
    for (const [settings, message] of cases) expect(() => open(settings)).toThrow(message);
  });

  it('reports a subnet that does not exist', async () => {
    node.subnet = undefined;
    expect(await failure(chain.metagraph())).toMatchObject({
      code: 'CHAIN_FAILED',
      message: 'The chain has no subnet 15.',
    });
  });
});

function currentRound(): bigint {
  return BigInt(Math.floor((Date.now() / 1_000 - QUICKNET.genesisSeconds) / QUICKNET.periodSeconds));
}

describe('weights on a subtensor chain with the recorded metadata', () => {
  it('sets weights with one mortal extrinsic, correct to the last byte, signed by the hotkey', async () => {
    node.nonces.set(validator.address, 77);
    const receipt = await chain.setWeights(weightsFor(998));
    expect(node.arrived).toHaveLength(1);
    const extrinsic = readExtrinsic(node.arrived[0]!);
    expect(extrinsic).toMatchObject({
      version: 0x84,
      addressKind: 0,
      signatureKind: 1,
      // Block 998 is at position 38 in a period of 64.
      era: [0x65, 0x02],
      nonce: 77,
      tip: 0,
      metadataHashMode: 0,
      pallet: 7,
      call: 0,
      netuid: 15,
      uids: [0, 1, 2],
      values: [65_535, 0, 21_845],
      versionKey: 0n,
    });
    expect(hexText(extrinsic.publicKey)).toBe(hexText(validator.publicKey));
    const terms = { ...RECORDED_VERSION, genesisHash: RECORDED.network.genesis_hash, birthHash: node.hashOf(998) };
    expect(isExtrinsicSigned(extrinsic, terms)).toBe(true);
    for (const other of [
      { specVersion: 462 },
      { transactionVersion: 2 },
      { genesisHash: node.hashOf(1) },
      { birthHash: node.hashOf(997) },
    ]) {
      expect(isExtrinsicSigned(extrinsic, { ...terms, ...other })).toBe(false);
    }
    expect(receipt).toEqual({ block: 1001, reference: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  });

  it('signs many weights by their hash', async () => {
    const neurons = Array.from({ length: 256 }, (_, uid) =>
      neuron(uid, uid === 1 ? validator.address : sampleHotkey(`${uid}`).address),
    );
    node.subnet = { netuid: NETUID, neurons, commitReveal: false };
    const uids = neurons.map(({ uid }) => uid);
    await chain.setWeights(
      weightsFor(
        1000,
        uids,
        uids.map((uid) => (uid * 257) % 65_536),
      ),
    );
    const { values, versionKey } = readExtrinsic(node.arrived[0]!);
    expect(values[255]).toBe(65_535);
    expect(versionKey).toBe(0n);
  });

  it('weights carry the version of the validator', async () => {
    chain.close();
    chain = open({ versionKey: 2n ** 64n - 1n });
    await chain.setWeights(weightsFor(1000));
    expect(readExtrinsic(node.arrived[0]!).versionKey).toBe(2n ** 64n - 1n);
  });

  it('weights set concurrently get consecutive nonces', async () => {
    const receipts = await Promise.all([1000, 999, 998].map((block) => chain.setWeights(weightsFor(block))));
    expect(node.arrived.map((bytes) => readExtrinsic(bytes).nonce)).toEqual([0, 1, 2]);
    expect(receipts.map(({ block }) => block)).toEqual([1001, 1002, 1003]);
  });

  it('rejects impossible weights before anything is sent', async () => {
    const cases: [weights: SignedWeights, code: string, message: RegExp][] = [
      [{ ...weightsFor(1000), values: [1, 2, 3] }, 'INPUT_INVALID', /not signed/],
      [signWeights({ uids: [0], values: [1] }, { netuid: 14, block: 1000 }, validator), 'INPUT_INVALID', /subnet 14/],
      [
        signWeights({ uids: [0], values: [1] }, { netuid: NETUID, block: 1000 }, sampleHotkey('miner')),
        'INPUT_INVALID',
        /the loaded key is/,
      ],
      [weightsFor(1001), 'INPUT_INVALID', /for block 1001/],
      [weightsFor(900), 'INPUT_INVALID', /for block 900/],
      [weightsFor(1000, [0, 3], [1, 1]), 'INPUT_INVALID', /uid 3 is not one of the 3 neurons/],
      [weightsFor(1000, [0, 1], [1, 70_000]), 'INPUT_INVALID', /70000/],
    ];
    for (const [weights, code, message] of cases) {
      expect(await failure(chain.setWeights(weights))).toMatchObject({ code, message: expect.stringMatching(message) });
    }
    expect(node.arrived).toEqual([]);
  });

  it('commits weights with a timelock when the subnet requires commit-reveal', async () => {
    node.subnet = { netuid: NETUID, neurons: NEURONS, commitReveal: true };
    const before = currentRound();
    const receipt = await chain.setWeights(weightsFor(1000));
    const { call, netuid, commit } = readExtrinsic(node.arrived[0]!);
    expect([call, netuid, commit?.version]).toEqual([113, NETUID, 4]);
    // The recorded defaults: an epoch every 10 blocks of a quarter of a second, revealed one epoch later.
    expect(commit!.round).toBe(receipt.revealRound);
    expect(commit!.round).toBeGreaterThanOrEqual(before);
    expect(commit!.round).toBeLessThanOrEqual(currentRound() + 10n);
    expect(commit!.bytes.length).toBeGreaterThan(96 + 32 + 32);
  });

  it('rejects weights when the chain uses another commit version', async () => {
    node.subnet = { netuid: NETUID, neurons: NEURONS, commitReveal: true };
    node.stored.set(recordedRuntime().storageKey('SubtensorModule', 'CommitRevealWeightsVersion'), '0x0500');
    expect(await failure(chain.setWeights(weightsFor(1000)))).toMatchObject({
      code: 'CHAIN_FAILED',
      message: expect.stringContaining('version 5'),
    });
    expect(node.arrived).toEqual([]);
  });

  it('rejects weights on a chain that was opened without a hotkey', async () => {
    const { hotkey, ...readOnly } = {
      endpoints: [node.url],
      genesisHash: RECORDED.network.genesis_hash,
      netuid: NETUID,
      hotkey: validator,
    };
    const reader = new SubtensorChain(readOnly);
    expect(await reader.currentBlock()).toBe(1000);
    expect(await failure(reader.setWeights(weightsFor(1000)))).toMatchObject({ code: 'USAGE' });
    reader.close();
    expect(hotkey).toBe(validator);
  });

  it('rejects weights of a hotkey that is not registered or has no permit', async () => {
    const without = (uid: number, more: Partial<Neuron>) => NEURONS.with(uid, { ...NEURONS[uid]!, ...more });
    const cases: [change: Partial<NonNullable<SimulatedNode['subnet']>>, error: string, message: RegExp][] = [
      [
        { neurons: without(1, { hotkey: sampleHotkey('x').address }) },
        'SubtensorModule.HotKeyNotRegisteredInSubNet',
        /not registered/,
      ],
      [
        { neurons: without(1, { validatorPermit: false }) },
        'SubtensorModule.NeuronNoValidatorPermit',
        /no validator permit/,
      ],
    ];
    for (const [change, chain_error, message] of cases) {
      node.subnet = { netuid: NETUID, neurons: NEURONS, commitReveal: false, ...change };
      expect(await failure(chain.setWeights(weightsFor(1000)))).toMatchObject({
        code: 'CHAIN_FAILED',
        message: expect.stringMatching(message),
        extra: { send_again: false, chain_error },
      });
    }
    expect(node.arrived).toEqual([]);
  });
});
