import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../fault/fault.ts';
import { sampleHotkey } from '../../../identity/testing/sample-hotkeys.ts';
import { scaled } from '../../../testing/scaled.ts';
import type { WeightsConfirmation } from '../../chain.ts';
import { RECORDED } from '../../testing/recorded/recorded-node.ts';
import { type ExtrinsicResult, SimulatedNode } from '../../testing/simulated/simulated-node.ts';
import { signWeights } from '../../weights/signed-weights.ts';
import { SubtensorChain } from '../subtensor-chain.ts';
import type { ChainTiming } from '../subtensor-settings.ts';

const NETUID = 15;
const validator = sampleHotkey('validator');
const TIMING = { open: 10_000, answer: 10_000, retry: 5, quiet: 10_000, poll: 5, settle: 20_000 };

let node: SimulatedNode;
let chain: SubtensorChain;

beforeEach(async () => {
  node = await SimulatedNode.start();
  const base = { stake: 1n, validatorPermit: true, active: true, registeredAt: 1, lastUpdate: 1 };
  node.subnet = { netuid: NETUID, neurons: [{ uid: 0, hotkey: validator.address, ...base }], commitReveal: false };
  chain = open();
});
afterEach(async () => {
  chain.close();
  await node.stop();
});

function open(timing: Partial<ChainTiming> = {}): SubtensorChain {
  const genesisHash = RECORDED.network.genesis_hash;
  const settings = { endpoints: [node.url], genesisHash, netuid: NETUID, hotkey: validator };
  return new SubtensorChain({ ...settings, timing: { ...TIMING, ...timing } });
}

/** Connects to the same node with other timeouts. */
function reopen(timing: Partial<ChainTiming>): void {
  chain.close();
  chain = open(timing);
}

async function setWeights(fate: ExtrinsicResult): Promise<WeightsConfirmation> {
  node.fate = fate;
  const at = { netuid: NETUID, block: await chain.currentBlock() };
  return await chain.setWeights(signWeights({ uids: [0], values: [65_535] }, at, validator));
}

async function failure(fate: ExtrinsicResult): Promise<Fault> {
  return await setWeights(fate).then(
    () => expect.unreachable(),
    (error: Fault) => error,
  );
}

/** Produces blocks while `work` runs. */
async function whileBlocksCome<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    node.head += 4;
  }, scaled(5));
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

describe('submitted extrinsics', () => {
  it('an extrinsic is settled only by a final block', async () => {
    const retracted = { retracted: node.hashOf(1) };
    const news = ['future', 'ready', { inBlock: node.hashOf(1) }, retracted, { inBlock: node.hashOf(2) }, 'finalized'];
    expect(await setWeights({ news })).toMatchObject({ block: 1001 });
  });

  it('searches the blocks for an extrinsic when the connection breaks, and does not send it again', async () => {
    expect(await setWeights({ cut: true })).toMatchObject({ block: 1001 });
    expect(node.arrived).toHaveLength(1);
  });

  it('searches the blocks for an extrinsic when updates or finality do not arrive', async () => {
    reopen({ quiet: 200 });
    expect(await setWeights({ news: ['ready'] })).toMatchObject({ block: 1001 });
    expect(await setWeights({ news: [{ finalityTimeout: node.hashOf(1) }] })).toMatchObject({ block: 1002 });
    expect(await setWeights({ news: [42] })).toMatchObject({ block: 1003 });
    expect(node.arrived).toHaveLength(3);
  });

  it('an extrinsic is dead when its era is over and no block has it', async () => {
    const fault = await whileBlocksCome(failure({ cut: true, lost: true }));
    expect(fault).toMatchObject({ code: 'CHAIN_FAILED', extra: { send_again: true } });
    expect(fault.message).toContain('were not included in a block before they expired');
    expect(node.arrived).toHaveLength(1);
  });

  it('the outcome of an extrinsic is unknown when the chain stops', async () => {
    reopen({ settle: 200 });
    const fault = await failure({ cut: true, lost: true });
    expect(fault.message).toContain('unknown whether the chain accepted the weights');
    expect(fault.extra).toEqual({ send_again: false });
  });

  it('stops following an extrinsic when the chain is closed', async () => {
    const failed = failure({ news: ['ready'], lost: true });
    await vi.waitFor(() => expect(node.arrived).toHaveLength(1), { timeout: scaled(10_000) });
    chain.close();
    expect((await failed).message).toContain('was closed');
  });

  it('does not trust a node that names a block without the extrinsic', async () => {
    const fault = await failure({ news: [{ finalized: node.hashOf(999) }] });
    expect(fault.message).toContain('in block 999, but that block does not contain it');
  });

  it('fails an extrinsic that the node drops, invalidates or replaces', async () => {
    for (const [status, send_again] of [
      ['invalid', true],
      ['dropped', true],
      [{ usurped: node.hashOf(1) }, false],
    ] as const) {
      expect(await failure({ news: ['ready', status] })).toMatchObject({ code: 'CHAIN_FAILED', extra: { send_again } });
    }
  });
});

describe('weights that the chain rejects', () => {
  it('weights rejected in a block: the fault says why, and whether sending them again can help', async () => {
    const cases: [dispatchError: string, chain_error: string, send_again: boolean, message: RegExp][] = [
      ['03071d000000', 'SubtensorModule.SettingWeightsTooFast', true, /fewer blocks ago/],
      ['03070a000000', 'SubtensorModule.NotEnoughStakeToSetWeights', false, /less stake/],
      ['03070f000000', 'SubtensorModule.NeuronNoValidatorPermit', false, /no validator permit/],
      ['030735000000', 'SubtensorModule.CommitRevealEnabled', true, /commit-reveal/],
      ['03071e000000', 'SubtensorModule.IncorrectWeightVersionKey', false, /newer version/],
      ['030713000000', 'SubtensorModule.WeightVecLengthIsLow', false, /such a vector/],
      ['030005000000', 'System.CallFiltered', true, /temporarily disabled/],
      ['02', 'BadOrigin', false, /it says BadOrigin/],
    ];
    for (const [dispatchError, chain_error, send_again, message] of cases) {
      const fault = await failure({ dispatchError });
      expect(fault).toMatchObject({ code: 'CHAIN_FAILED', extra: { chain_error, send_again } });
      expect(fault.message).toMatch(message);
      expect(fault.remedy).toBeDefined();
    }
  });

  it('weights rejected before any block: the fault says why, and whether sending them again can help', async () => {
    const cases: [code: number, data: string, send_again: boolean, message: RegExp][] = [
      [1010, 'Custom error: 6', true, /fewer blocks ago/],
      [1010, 'Custom error: 1', false, /less stake/],
      [1010, 'Custom error: 10', false, /not registered/],
      [1010, 'Custom error: 200', false, /it says "Invalid Transaction Custom error: 200"/],
      [1010, 'Transaction is outdated', true, /pool does not accept/],
      [1010, 'Transaction has an ancient birth block', true, /pool does not accept/],
      [1010, 'Inability to pay some fees (e.g. account balance too low)', false, /cannot pay/],
      [1014, 'The transaction has too low priority to replace another', true, /pool does not accept/],
      [1012, 'Transaction is temporarily banned', true, /pool does not accept/],
      [9999, 'something new', false, /something new/],
    ];
    for (const [code, data, send_again, message] of cases) {
      const fault = await failure({ refusal: { code, message: 'Invalid Transaction', data } });
      expect(fault).toMatchObject({ code: 'CHAIN_FAILED', extra: { send_again } });
      expect(fault.message).toMatch(message);
    }
  });

  it('the chain rejects weights that were signed for another version or another chain', async () => {
    for (const believes of [{ specVersion: 462 }, { transactionVersion: 2 }, { genesisHash: node.hashOf(1) }]) {
      node.believes = believes;
      expect((await failure({})).message).toContain('it rejected the signature');
    }
    node.believes = {};
    expect(await setWeights({})).toMatchObject({ block: 1001 });
  });
});
