import type { RecordedCall } from './recorded-call.ts';

/**
 * Recorded calls not yet paired with a claim, indexed by a key and in order. Fast enough for tens of thousands of
 * lookups.
 */
export class CallIndex {
  readonly #lists: ReadonlyMap<string, readonly RecordedCall[]>;
  readonly #free: ReadonlySet<RecordedCall>;

  /** Calls removed from `free` later are no longer found. */
  constructor(free: ReadonlySet<RecordedCall>, keyOf: (call: RecordedCall) => string) {
    this.#free = free;
    const ordered = [...free].sort((left, right) => left.sequence - right.sequence);
    this.#lists = Map.groupBy(ordered, keyOf);
  }

  /** The first `most` calls between two sequence numbers. */
  between(key: string, after: number, before: number, most = Infinity): RecordedCall[] {
    const list = this.#lists.get(key) ?? [];
    const found: RecordedCall[] = [];
    for (let place = firstAfter(list, after); place < list.length && found.length < most; place++) {
      const call = list[place]!;
      if (call.sequence >= before) break;
      if (this.#free.has(call)) found.push(call);
    }
    return found;
  }
}

function firstAfter(list: readonly RecordedCall[], sequence: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]!.sequence > sequence) high = middle;
    else low = middle + 1;
  }
  return low;
}
