import { type Neuron, uidOf } from '../../chain/metagraph.ts';
import { U16_MAX, type WeightVector } from '../../chain/weights.ts';
import { divideHalfToEven } from './divide-half-to-even.ts';
import type { EmissionPolicy } from './emission-policy.ts';
import { type Finisher, orderFinishers } from './finisher.ts';
import { splitShares } from './split-shares.ts';

interface PaidTop {
  readonly hotkey: string;
  /** As published by the arena with the champion, not computed from a validator's clock. */
  readonly share: number;
}

export interface WeightsInput {
  readonly neurons: readonly Pick<Neuron, 'uid' | 'hotkey'>[];
  /** `null` if there is no champion; then everything is burned. */
  readonly top: PaidTop | null;
  /** All racers of the newest complete race. Only `top-half` uses them. */
  readonly racers: readonly Finisher[];
}

/**
 * The weights that a validator sends to the chain: one 16-bit number for each uid from 0. Consensus takes a
 * stake-weighted median, so validators must send the same bytes: nothing here depends on a clock, on the input order or
 * on floating point beyond the published share.
 */
export function weightVectorFor(input: WeightsInput, policy: EmissionPolicy): WeightVector {
  const { neurons } = input;
  const values = neurons.map(() => 0);
  for (const { uid, weight } of payments(input, policy)) {
    if (uid < values.length) values[uid]! += weight;
  }
  return { uids: neurons.map((_, uid) => uid), values: fitU16(values) };
}

interface Payment {
  readonly uid: number;
  readonly weight: number;
}

function payments({ neurons, top, racers }: WeightsInput, { weights, burnUid }: EmissionPolicy): Payment[] {
  const everything = [{ uid: burnUid, weight: U16_MAX }];
  if (top === null) return everything;
  const tail = weights === 'top-half' ? tailOf(racers, top.hotkey) : [];
  if (tail === undefined) return everything;
  const present = tail.flatMap(({ hotkey, weight }) => {
    const uid = uidOf(neurons, hotkey);
    return uid === undefined ? [] : [{ uid, weight }];
  });
  const topUid = uidOf(neurons, top.hotkey);
  // If the champion has left the subnet, its share is burned and the tail is still paid.
  const split = splitShares(
    topUid === undefined ? 0 : top.share,
    present.map(({ weight }) => weight),
  );
  return [
    { uid: burnUid, weight: split.burn },
    ...(topUid === undefined ? [] : [{ uid: topUid, weight: split.top }]),
    ...present.map(({ uid }, index) => ({ uid, weight: split.tail[index]! })),
  ];
}

/**
 * The better half of the finishers behind the champion. The last has weight 1 and each one ahead has 1 more.
 * `undefined` if the half is empty. The champion counts as first even if a challenger beat it by less than the margin.
 */
function tailOf(racers: readonly Finisher[], top: string): { hotkey: string; weight: number }[] | undefined {
  const finishers = orderFinishers(racers);
  const half = Math.floor(finishers.length / 2);
  if (half === 0) return undefined;
  const others = finishers.filter(({ hotkey }) => hotkey !== top).slice(0, half - 1);
  return others.map(({ hotkey }, index) => ({ hotkey, weight: half - 1 - index }));
}

/** One uid may be paid twice, as champion and as burn, and its sum may then exceed 16 bits. */
function fitU16(values: readonly number[]): number[] {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return largest <= U16_MAX ? [...values] : values.map((value) => divideHalfToEven(value * U16_MAX, largest));
}
