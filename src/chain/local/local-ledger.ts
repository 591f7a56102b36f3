import { Fault } from '../../fault/fault.ts';
import { type Metagraph, type Neuron, uidOf } from '../metagraph.ts';
import { assertWeightVector, type WeightVector } from '../weights/weight-vector.ts';
import type { Matrix } from '../yuma/matrix.ts';
import { type Epoch, runEpoch } from '../yuma/run-epoch.ts';
import type { LedgerEvent, NeuronRegistered, WeightsSet } from './ledger-event.ts';
import type { LedgerPolicy } from './ledger-policy.ts';
import { type EpochPayment, payEpoch } from './pay-epoch.ts';
import type { PaidRegistration } from './registration-price.ts';

type RegisteredNeuron = Omit<Neuron, 'validatorPermit' | 'active'>;

/** A subnet without a chain. It is defined by its events: applying the same events gives the same ledger. */
export interface LocalLedger {
  readonly block: number;
  readonly places: readonly RegisteredNeuron[];
  readonly weights: ReadonlyMap<number, WeightVector>;
  readonly bonds: Matrix;
  readonly latestEpoch: Epoch | undefined;
  /** Payment of that epoch; `undefined` also after a ledger was opened from a snapshot. */
  readonly latestPayment: EpochPayment | undefined;
  /** Rao by hotkey, over all epochs. */
  readonly earned: ReadonlyMap<string, bigint>;
  /** Burned rao: the incentive of the burning uid. */
  readonly burned: bigint;
  /** Simulated money granted, rao by hotkey. */
  readonly granted: ReadonlyMap<string, bigint>;
  /** Registration fees, rao by hotkey. They are paid to no hotkey. */
  readonly fees: ReadonlyMap<string, bigint>;
  readonly latestPaid: PaidRegistration | undefined;
}

export const EMPTY_LEDGER: LocalLedger = {
  block: 0,
  places: [],
  weights: new Map(),
  bonds: [],
  latestEpoch: undefined,
  latestPayment: undefined,
  earned: new Map(),
  burned: 0n,
  granted: new Map(),
  fees: new Map(),
  latestPaid: undefined,
};

/** The ledger after the event; throws if the event is not possible. */
export function applyLedgerEvent(ledger: LocalLedger, event: LedgerEvent, policy: LedgerPolicy): LocalLedger {
  if (!Number.isSafeInteger(event.block) || event.block < ledger.block) {
    refuse(`block ${event.block} is before block ${ledger.block}`, 'Events are applied in the order of their blocks.');
  }
  const next = { ...ledger, block: event.block };
  switch (event.kind) {
    case 'neuron-registered':
      return register(next, event, policy);
    case 'balance-granted':
      return grant(next, event.hotkey, event.amount);
    case 'stake-changed':
      return changeStake(next, event.hotkey, event.stake);
    case 'weights-set':
      return setWeights(next, event, policy);
    case 'epoch-ended':
      return endEpoch(next, event.emission, policy);
  }
}

/** The neurons with the most stake get permits; the lower uid wins ties. */
export function metagraphOf({ block, places }: LocalLedger, policy: LedgerPolicy): Metagraph {
  const permitted = new Set(
    places
      .filter(({ stake }) => stake > 0n)
      .toSorted((one, other) => (one.stake === other.stake ? one.uid - other.uid : one.stake > other.stake ? -1 : 1))
      .slice(0, policy.maxValidators)
      .map(({ uid }) => uid),
  );
  const neurons = places.map((place) => ({
    ...place,
    validatorPermit: permitted.has(place.uid),
    active: place.lastUpdate + policy.activityCutoff >= block,
  }));
  return { block, neurons };
}

function register(ledger: LocalLedger, event: NeuronRegistered, policy: LedgerPolicy): LocalLedger {
  const { uid, hotkey, stake, block } = event;
  const { places } = ledger;
  if (!Number.isInteger(uid) || uid < 0 || uid > places.length || uid >= policy.maxNeurons) {
    refuse(
      `uid ${uid} is neither taken nor the next free one`,
      `Places are filled in order, up to ${policy.maxNeurons}.`,
    );
  }
  if (places.some((place) => place.hotkey === hotkey)) refuse(`${hotkey} is registered already`);
  if (stake < 0n) refuse(`a stake of ${stake} is below zero`);
  const paid = event.price === undefined ? ledger : payFee(ledger, hotkey, event.price);
  const weights = new Map(ledger.weights);
  weights.delete(uid);
  // A newcomer does not inherit the bonds that its predecessor held or that others held in its predecessor.
  const size = Math.max(places.length, uid + 1);
  const bonds = Array.from({ length: size }, (_, giver) =>
    Array.from({ length: size }, (_, getter) => (giver === uid || getter === uid ? 0 : ledger.bonds[giver]![getter]!)),
  );
  return {
    ...paid,
    places: replaceAt(places, { uid, hotkey, stake, registeredAt: block, lastUpdate: block }),
    weights,
    bonds,
  };
}

/** What a hotkey can spend: grants plus earnings, less fees. */
export function balanceOf({ granted, earned, fees }: LocalLedger, hotkey: string): bigint {
  return (granted.get(hotkey) ?? 0n) + (earned.get(hotkey) ?? 0n) - (fees.get(hotkey) ?? 0n);
}

function payFee(ledger: LocalLedger, hotkey: string, price: bigint): LocalLedger {
  if (price < 0n) refuse(`a price of ${price} is below zero`);
  if (balanceOf(ledger, hotkey) < price) refuse(`${hotkey} has less than the price of ${price} rao`);
  return { ...ledger, fees: added(ledger.fees, hotkey, price), latestPaid: { block: ledger.block, price } };
}

function grant(ledger: LocalLedger, hotkey: string, amount: bigint): LocalLedger {
  if (amount <= 0n) refuse(`a grant of ${amount} rao is not above zero`);
  return { ...ledger, granted: added(ledger.granted, hotkey, amount) };
}

function added(amounts: ReadonlyMap<string, bigint>, hotkey: string, amount: bigint): ReadonlyMap<string, bigint> {
  return new Map(amounts).set(hotkey, (amounts.get(hotkey) ?? 0n) + amount);
}

function changeStake(ledger: LocalLedger, hotkey: string, stake: bigint): LocalLedger {
  if (stake < 0n) refuse(`a stake of ${stake} is below zero`);
  return { ...ledger, places: replaceAt(ledger.places, { ...placeOf(ledger, hotkey), stake }) };
}

function setWeights(
  ledger: LocalLedger,
  { hotkey, uids, values, block }: WeightsSet,
  policy: LedgerPolicy,
): LocalLedger {
  const place = placeOf(ledger, hotkey);
  assertWeightVector({ uids, values }, ledger.places.length);
  if (!metagraphOf(ledger, policy).neurons[place.uid]!.validatorPermit) {
    refuse(
      `${hotkey} has no validator permit`,
      `Only the ${policy.maxValidators} neurons with most stake set weights.`,
    );
  }
  return {
    ...ledger,
    places: replaceAt(ledger.places, { ...place, lastUpdate: block }),
    weights: new Map(ledger.weights).set(place.uid, { uids, values }),
  };
}

function endEpoch(ledger: LocalLedger, emission: bigint, policy: LedgerPolicy): LocalLedger {
  if (emission < 0n) refuse(`an emission of ${emission} is below zero`);
  const metagraph = metagraphOf(ledger, policy);
  const epoch = runEpoch({ metagraph, weights: ledger.weights, bonds: ledger.bonds }, policy.yuma);
  const payment = payEpoch(epoch, emission, policy.yuma.ownerUid);
  const earned = new Map(ledger.earned);
  for (const { uid, hotkey } of ledger.places) {
    if (payment.paid[uid]! > 0n) earned.set(hotkey, (earned.get(hotkey) ?? 0n) + payment.paid[uid]!);
  }
  const burned = ledger.burned + payment.burned;
  return { ...ledger, bonds: epoch.bonds, latestEpoch: epoch, latestPayment: payment, earned, burned };
}

function placeOf(ledger: LocalLedger, hotkey: string): RegisteredNeuron {
  const uid = uidOf(ledger.places, hotkey);
  if (uid === undefined) refuse(`${hotkey} is not registered`, 'Register the hotkey first.');
  return ledger.places[uid]!;
}

function replaceAt(places: readonly RegisteredNeuron[], neuron: RegisteredNeuron): readonly RegisteredNeuron[] {
  return neuron.uid === places.length ? [...places, neuron] : places.with(neuron.uid, neuron);
}

function refuse(what: string, remedy?: string): never {
  throw new Fault('INPUT_INVALID', { message: `The chain ledger rejected this: ${what}.`, ...(remedy && { remedy }) });
}
