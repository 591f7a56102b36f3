import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleHotkey } from '../../identity/testing/sample-hotkeys.ts';
import { verifyEvents } from '../../store/database/verify-events.ts';
import { type JsonValue, json, readEvents, storeMigrations } from '../../store/database.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import { signWeights } from '../weights/signed-weights.ts';
import { type ChainTables, chainMigrations } from './chain-tables.ts';
import { LocalChain } from './local-chain.ts';
import { type LocalChainRules, parseLocalChainRules } from './local-chain-rules.ts';
import type { RegistrationTerms } from './registration-price.ts';
import { uidForNewcomer } from './uid-for-newcomer.ts';

const TAO = 1_000_000_000n;
const BLOCK = 12_000;
const alice = sampleHotkey('alice');
const bob = sampleHotkey('bob');

onBothEngines('the local chain', (makeDatabase) => {
  let place: TestDatabase;
  let now: number;
  beforeEach(async () => {
    place = await makeDatabase([storeMigrations, chainMigrations]);
    now = 1_000_000_000_000;
  });
  afterEach(async () => await place.remove());

  const open = async (rules: Partial<LocalChainRules> = {}, registration?: RegistrationTerms): Promise<LocalChain> =>
    await LocalChain.open({
      database: (await place.open()).tables<ChainTables>(),
      now: () => now,
      rules: parseLocalChainRules(rules),
      ...(registration && { registration }),
    });

  const terms: RegistrationTerms = {
    startPrice: TAO / 10n,
    minPrice: TAO / 2_000n,
    maxPrice: 100n * TAO,
    raisedBy: 1.26,
    halfLifeBlocks: 360,
    startBalance: TAO,
  };

  /** The owner, two validators and a contestant. */
  const openSubnet = async (): Promise<LocalChain> => {
    const chain = await open();
    await chain.register('owner', 0n);
    await chain.register(alice.address, 600n * TAO);
    await chain.register(bob.address, 400n * TAO);
    await chain.register('contestant', 0n);
    now += BLOCK;
    return chain;
  };

  const vector = { uids: [0, 1, 2, 3], values: [20_695, 0, 0, 65_535] };
  const weights = (block: number, hotkey = alice, netuid = 15, said = vector) =>
    signWeights(said, { netuid, block }, hotkey);

  it('the local chain counts blocks from its first opening, on every machine', async () => {
    const chain = await open();
    expect(await chain.currentBlock()).toBe(0);
    now += 5 * BLOCK + 11_999;
    expect(await chain.currentBlock()).toBe(5);
    expect(await (await open()).currentBlock()).toBe(5);
    await expect(open({ maxNeurons: 3 })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(open({ netuid: 3 })).rejects.toThrow('was created with other rules');
  });

  it('the block number does not go back when the clock is set back', async () => {
    const chain = await openSubnet();
    now += 10 * BLOCK;
    await chain.setStake('contestant', 1n);
    now -= 8 * BLOCK;
    expect(await chain.currentBlock()).toBe(11);
    await chain.setStake('contestant', 2n);
    expect((await chain.metagraph()).neurons[3]!.stake).toBe(2n);
  });

  it('the local chain pays what its validators agree on, to the last rao', async () => {
    const chain = await openSubnet();
    for (const hotkey of [alice, bob]) await chain.setWeights(weights(1, hotkey));
    expect(await chain.endEpochsDue(TAO)).toBe(0);
    now += 360 * BLOCK;
    expect(await chain.endEpochsDue(TAO)).toBe(1);
    expect(await chain.endEpochsDue(TAO)).toBe(0);
    const view = await chain.ledgerView();
    expect(Number(view.balances.contestant) / 1e9).toBeCloseTo(0.38, 5);
    expect(view.balances[alice.address]).toBe('300000000');
    expect(Number(view.burned) / 1e9).toBeCloseTo(0.12, 5);
    const paid = Object.values(view.balances).reduce((sum, amount) => sum + BigInt(amount), BigInt(view.burned));
    expect(paid).toBe(TAO);
    expect(view.latestEpoch).toMatchObject({
      block: 360,
      hotkeys: ['owner', alice.address, bob.address, 'contestant'],
    });
    expect(view.latestEpoch!.incentive[3]).toBeCloseTo(0.76, 4);
    expect(view.latestEpoch!.consensus[3]).toBeCloseTo(0.76, 4);
    expect(view.neurons[1]).toMatchObject({ stake: '600000000000', validatorPermit: true, lastUpdate: 1 });
  });

  it('the local chain ends the epochs missed while no process was running', async () => {
    const chain = await openSubnet();
    for (const hotkey of [alice, bob]) await chain.setWeights(weights(1, hotkey));
    now += 5 * 360 * BLOCK;
    expect(await chain.endEpochsDue(TAO)).toBe(5);
    expect(await chain.ledgerView()).toMatchObject({ epochs: 5, latestEpoch: { block: 1_800 } });
  });

  it('the payments of the epochs add up to what the chain has paid and burned', async () => {
    const chain = await openSubnet();
    now += 360 * BLOCK;
    await chain.endEpochsDue(TAO);
    for (const hotkey of [alice, bob]) await chain.setWeights(weights(360, hotkey));
    now += 3 * 360 * BLOCK;
    expect(await chain.endEpochsDue(TAO)).toBe(3);
    const database = (await place.open()).tables<ChainTables>();
    const read = () => database.reader.selectFrom('ledger_payments').selectAll().orderBy('epoch').execute();
    const payments = await read();
    const total = (part: 'to_contestants' | 'to_validators' | 'burned') =>
      payments.reduce((sum, payment) => sum + BigInt(payment[part]), 0n);
    const { earned, burned } = await chain.ledgerView();
    expect(payments.map(({ epoch, block }) => [epoch, block])).toEqual([
      [1, 360],
      [2, 720],
      [3, 1_080],
      [4, 1_440],
    ]);
    expect(payments[0]).toMatchObject({ to_contestants: '0', to_validators: `${TAO}`, burned: '0' });
    expect(total('to_contestants')).toBe(BigInt(earned.contestant!));
    expect(total('to_validators')).toBe(BigInt(earned[alice.address]!) + BigInt(earned[bob.address]!));
    expect(total('burned')).toBe(BigInt(burned));
    // An arena from before payments were stored.
    await database.withTransaction(async (transaction) => {
      await transaction.deleteFrom('ledger_payments').where('epoch', '<', 4).execute();
    });
    await open();
    expect(await read()).toEqual(payments);
  });

  it('every reader of the local chain computes the same state from its events', async () => {
    const chain = await openSubnet();
    await chain.setWeights(weights(1));
    now += 360 * BLOCK;
    await chain.endEpochsDue(TAO);
    await chain.setStake(bob.address, 5n * TAO);
    expect(await (await open()).ledgerView()).toEqual(await chain.ledgerView());
  });

  it('opening from the newest snapshot gives the same state as from the first event', async () => {
    const chain = await openSubnet();
    for (const hotkey of [alice, bob]) await chain.setWeights(weights(1, hotkey));
    now += 23 * 360 * BLOCK;
    expect(await chain.endEpochsDue(TAO)).toBe(23);
    const view = await chain.ledgerView();
    const database = (await place.open()).tables<ChainTables>();
    await database.withTransaction(async (transaction) => {
      await transaction.deleteFrom('ledger_events').where('sequence', '<', 20).execute();
    });
    const [snapshot] = await database.reader.selectFrom('ledger_snapshots').select('sequence').execute();
    expect(snapshot!.sequence).toBe(26);
    const late = await open();
    expect(await late.ledgerView()).toEqual(view);
    now += 360 * BLOCK;
    await late.endEpochsDue(TAO);
    expect(await chain.ledgerView()).toEqual(await late.ledgerView());
  });

  it('the local chain accepts the same weights once, however often they are sent', async () => {
    const chain = await openSubnet();
    const signed = weights(1);
    const receipt = await chain.setWeights(signed);
    expect(receipt).toMatchObject({ block: 1, reference: expect.stringMatching(/^[0-9a-f]{64}$/) });
    now += 3 * BLOCK;
    expect(await chain.setWeights(signed)).toEqual(receipt);
    const told = (await readEvents(await place.open(), 0, 100)).filter(({ what }) => what === 'weights.set');
    expect(told).toMatchObject([{ who: alice.address, data: { uid: 1, reference: receipt.reference } }]);
  });

  it('rejected weights say whether sending them again can help', async () => {
    const chain = await openSubnet();
    now += 200 * BLOCK;
    await chain.setWeights(weights(150));
    const refused = async (signed: ReturnType<typeof weights>, sendAgain: boolean, message: string): Promise<void> => {
      const refusal = { code: 'INPUT_INVALID', message: expect.stringContaining(message), remedy: expect.any(String) };
      await expect(chain.setWeights(signed)).rejects.toMatchObject({ ...refusal, extra: { send_again: sendAgain } });
    };
    await refused(weights(201, alice, 16), false, 'for subnet 16');
    await refused({ ...weights(201), values: [1, 0, 0, 0] }, false, 'not signed by');
    await refused(weights(202), true, 'it is block 201');
    await refused(weights(100), false, 'more than 100 blocks ago');
    await refused(weights(149), false, 'for block 150 are already set');
    await refused(weights(150, alice, 15, { ...vector, values: [1, 0, 0, 1] }), false, 'are already set');
    await refused(weights(201, sampleHotkey('stranger')), false, 'is not registered');
    await refused(weights(201, bob, 15, { uids: [9], values: [1] }), false, 'uid 9');
    await chain.setStake(bob.address, 0n);
    await refused(weights(201, bob), false, 'no validator permit');
  });

  it('a new neuron replaces the lowest-ranked one when the subnet is full', async () => {
    const chain = await open({ maxNeurons: 3, immunityBlocks: 10 });
    await chain.register('owner', 0n);
    await chain.register('old', 0n);
    await chain.register('staked', 5n);
    await expect(chain.register('newcomer', 0n)).rejects.toMatchObject({
      code: 'CHAIN_FAILED',
      extra: { send_again: true },
    });
    now += 10 * BLOCK;
    expect(await chain.register('newcomer', 0n)).toEqual({ uid: 1, paid: 0n });
    expect(await chain.register('newcomer', 0n)).toEqual({ uid: 1, paid: 0n });
    await expect(chain.register('newcomer', 7n)).rejects.toThrow('registered already');
    expect((await chain.metagraph()).neurons.map(({ hotkey }) => hotkey)).toEqual(['owner', 'newcomer', 'staked']);
  });

  it('registering charges the current price, grants the start balance once and keeps the books balanced', async () => {
    const chain = await open({ maxNeurons: 4, immunityBlocks: 10 }, terms);
    expect(await chain.register('owner', 0n, 'arena')).toEqual({ uid: 0, paid: 0n });
    expect(await chain.register(alice.address, 600n * TAO, 'operator')).toEqual({ uid: 1, paid: 0n });
    expect(await chain.register('one', 0n)).toEqual({ uid: 2, paid: 100_000_000n });
    expect(await chain.register('two', 0n)).toEqual({ uid: 3, paid: 126_000_000n });
    expect(await chain.register('two', 0n)).toEqual({ uid: 3, paid: 0n });
    const sum = (amounts: Readonly<Record<string, string>>): bigint =>
      Object.values(amounts).reduce((total, amount) => total + BigInt(amount), 0n);
    const view = await chain.ledgerView();
    expect(view).toMatchObject({
      balances: { one: '900000000', two: '874000000' },
      granted: '2000000000',
      fees: '226000000',
      registration: { price: '158760000', immunityBlocks: 10, maxNeurons: 4 },
    });
    expect(view.neurons[2]).toMatchObject({ hotkey: 'one', immuneUntil: 10 });
    await expect(chain.register('three', 0n)).rejects.toMatchObject({ code: 'CHAIN_FAILED' });
    expect(await chain.ledgerView()).toEqual(view);
    now += 360 * BLOCK;
    await chain.endEpochsDue(TAO);
    expect(await chain.register('three', 0n)).toEqual({ uid: 2, paid: 79_380_000n });
    now += 10 * BLOCK;
    const back = await chain.register('one', 0n);
    expect(back.paid).toBeGreaterThan(0n);
    expect(await chain.fund('stranger', 5n, 'operator')).toBe(5n);
    const after = await chain.ledgerView();
    expect(after.granted).toBe(`${3n * TAO + 5n}`);
    expect(BigInt(after.balances.one!)).toBe(900_000_000n - back.paid);
    expect(sum(after.balances) + BigInt(after.fees) + BigInt(after.burned)).toBe(TAO + BigInt(after.granted));
    expect(await (await open({ maxNeurons: 4, immunityBlocks: 10 }, terms)).ledgerView()).toEqual(after);
  });

  it('refuses a registration that cannot be paid, without writing anything, until the price has fallen', async () => {
    const chain = await open({}, { ...terms, startBalance: 50_000_000n });
    await expect(chain.register('poor', 0n)).rejects.toMatchObject({
      code: 'BALANCE_TOO_LOW',
      message: 'Registering costs 0.1 TAO now, and poor has 0.05 TAO (simulated money).',
      extra: { price: '100000000', balance: '50000000' },
    });
    expect(await chain.ledgerView()).toMatchObject({ neurons: [], balances: {}, granted: '0' });
    now += 360 * BLOCK;
    expect(await chain.register('poor', 0n)).toEqual({ uid: 0, paid: 50_000_000n });
    await chain.fund('rich', TAO, 'operator');
    expect(await chain.register('rich', 0n)).toEqual({ uid: 1, paid: 63_000_000n });
    expect((await chain.ledgerView()).balances).toEqual({ poor: '0', rich: '987000000' });
  });

  it('opens a ledger written before registration had a price, and charges from then on', async () => {
    const before = await openSubnet();
    for (const hotkey of [alice, bob]) await before.setWeights(weights(1, hotkey));
    now += 20 * 360 * BLOCK;
    await before.endEpochsDue(TAO);
    const database = (await place.open()).tables<ChainTables>();
    await database.withTransaction(async (transaction) => {
      const { state } = await transaction.selectFrom('ledger_snapshots').select('state').executeTakeFirstOrThrow();
      const { granted, fees, ...old } = state as Record<string, JsonValue>;
      expect([granted, fees]).toEqual([[], []]);
      await transaction
        .updateTable('ledger_snapshots')
        .set({ state: json(old) })
        .execute();
      // Only the snapshot contains the effects of these events.
      await transaction.deleteFrom('ledger_events').where('sequence', '<', 5).execute();
    });
    const chain = await open({}, terms);
    const view = await chain.ledgerView();
    expect(view).toMatchObject({ granted: '0', fees: '0', registration: { price: '500000' } });
    expect(view.balances).toEqual(view.earned);
    expect(await chain.register('newcomer', 0n)).toEqual({ uid: 4, paid: 500_000n });
  });

  it('the local chain never forks with concurrent writers', async () => {
    const chains = [await open(), await open(), await open()];
    const registered = await Promise.all(
      Array.from({ length: 24 }, (_, number) => chains[number % 3]!.register(`hotkey-${number % 12}`, 1n)),
    );
    expect(new Set(registered.map(({ uid }) => uid))).toEqual(new Set(Array.from({ length: 12 }, (_, uid) => uid)));
    now += 720 * BLOCK;
    const ended = await Promise.all(chains.map((chain) => chain.endEpochsDue(TAO)));
    expect(ended.reduce((sum, each) => sum + each, 0)).toBe(2);
    const database = (await place.open()).tables<ChainTables>();
    const events = await database.reader.selectFrom('ledger_events').selectAll().orderBy('sequence').execute();
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    for (const [index, { previous }] of events.entries()) {
      expect(previous).toBe(index === 0 ? '0'.repeat(64) : events[index - 1]!.hash);
    }
    expect(await verifyEvents(database)).toMatchObject({ ok: true });
    for (const chain of chains) expect(await chain.ledgerView()).toEqual(await chains[0]!.ledgerView());
  });
});

describe('replacement in a full subnet', () => {
  const neuron = (uid: number, stake: bigint, registeredAt: number) => ({
    uid,
    hotkey: `hotkey-${uid}`,
    stake,
    registeredAt,
    lastUpdate: registeredAt,
  });
  const rules = { maxNeurons: 4, immunityBlocks: 100, ownerUid: 0 };

  it('a full subnet replaces the neuron with the least stake, then the least incentive, then the longest stay', () => {
    const places = [neuron(0, 0n, 0), neuron(1, 9n, 0), neuron(2, 0n, 5), neuron(3, 0n, 1)];
    const newcomer = { stake: 0n, byOperator: false };
    const place = (incentive: readonly number[] | undefined, block = 200): number | undefined =>
      uidForNewcomer({ places, latestEpoch: incentive && { incentive } }, block, rules, newcomer);
    expect(place(undefined)).toBe(3);
    expect(place([0, 0, 0.1, 0.9])).toBe(2);
    expect(place(undefined, 101)).toBe(3);
    expect(place([0, 0, 0.1, 0.9], 104)).toBe(3);
    expect(place(undefined, 99)).toBeUndefined();
  });

  it('a full subnet replaces a staked neuron only for a larger stake, and the operator need not wait', () => {
    const places = [neuron(0, 0n, 0), neuron(1, 9n, 0), neuron(2, 9n, 5), neuron(3, 12n, 1)];
    const place = (stake: bigint, byOperator = false, block = 200): number | undefined =>
      uidForNewcomer({ places, latestEpoch: undefined }, block, rules, { stake, byOperator });
    expect([place(0n), place(9n), place(10n), place(0n, true)]).toEqual([undefined, undefined, 1, undefined]);
    expect([place(10n, false, 50), place(10n, true, 50)]).toEqual([undefined, 1]);
  });
});
