import { Fault } from '../../fault/fault.ts';

export const U16_MAX = 65_535;

/** The weights of one validator, as the chain stores them: integers from 0 to 65535. */
export interface WeightVector {
  readonly uids: readonly number[];
  readonly values: readonly number[];
}

/** Throws if a chain would reject the vector; `size` is the number of neurons. */
export function assertWeightVector({ uids, values }: WeightVector, size: number): void {
  const flaw = flawOf(uids, values, size);
  if (flaw === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: `These weights cannot be set: ${flaw}.`,
    remedy: 'Send one whole number from 0 to 65535 for each uid, each uid once, at least one of them above zero.',
  });
}

/** One weight per neuron, zero for those not in the vector. */
export function weightRow({ uids, values }: WeightVector, size: number): number[] {
  const row = new Array<number>(size).fill(0);
  for (const [position, uid] of uids.entries()) if (uid < size) row[uid] = values[position]!;
  return row;
}

function flawOf(uids: readonly number[], values: readonly number[], size: number): string | undefined {
  if (uids.length !== values.length) return `there are ${uids.length} uids and ${values.length} values`;
  const unknown = uids.find((uid) => !Number.isInteger(uid) || uid < 0 || uid >= size);
  if (unknown !== undefined) return `uid ${unknown} is not one of the ${size} neurons`;
  if (new Set(uids).size !== uids.length) return 'a uid is named twice';
  const outside = values.find((value) => !Number.isInteger(value) || value < 0 || value > U16_MAX);
  if (outside !== undefined) return `${outside} is not a whole number from 0 to ${U16_MAX}`;
  if (values.every((value) => value === 0)) return 'they are all zero';
  return undefined;
}
