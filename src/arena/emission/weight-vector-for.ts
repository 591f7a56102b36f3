import { type Neuron, uidOf } from '../../chain/metagraph.ts';
import { U16_MAX, type WeightVector } from '../../chain/weights.ts';
import { divideHalfToEven } from './divide-half-to-even.ts';
import type { EmissionPolicy } from './emission-policy.ts';
import { type Finisher, orderFinishers } from './finisher.ts';
import { splitShares } from './split-shares.ts';

interface PaidTop {
  readonly hotkey: string;
  /** As the arena published it with the champion, not as anybody's clock says now. */
  readonly share: number;
}

export interface WeightsInput {
  readonly neurons: readonly Pick<Neuron, 'uid' | 'hotkey'>[];
  /** `null` while there is no champion: then everything burns. */
  readonly top: PaidTop | null;
  /** All racers of the newest complete race. Only `top-half` uses them. */
  readonly racers: readonly Finisher[];
}

/**
 * What a validator sends to the chain: one 16-bit number for each uid from 0 up. Consensus takes a median over stake, so
 * validators must send the same bytes; nothing here depends on a clock, on the order of the input or on floating point
 * beyond the published share.
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
  // Without its top a race pays its tail as if the champion's share were burned.
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
 * The better half behind the champion, the last of them with weight 1 and each before with one more. `undefined` when there is
 * no half. The champion leads even when a challenger beat it by less than the margin.
 */
function tailOf(racers: readonly Finisher[], top: string): { hotkey: string; weight: number }[] | undefined {
  const finishers = orderFinishers(racers);
  const half = Math.floor(finishers.length / 2);
  if (half === 0) return undefined;
  const others = finishers.filter(({ hotkey }) => hotkey !== top).slice(0, half - 1);
  return others.map(({ hotkey }, index) => ({ hotkey, weight: half - 1 - index }));
}

/** One uid may be paid twice, as top and as burn, and then hold more than 16 bits do. */
function fitU16(values: readonly number[]): number[] {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return largest <= U16_MAX ? [...values] : values.map((value) => divideHalfToEven(value * U16_MAX, largest));
}
