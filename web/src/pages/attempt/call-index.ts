import type { RecordedCall } from './recorded-call.ts';

/** Recorded calls that no claim is about yet, by some key and in their order; made to be asked tens of thousands of times. */
export class CallIndex {
  readonly #lists: ReadonlyMap<string, readonly RecordedCall[]>;
  readonly #free: ReadonlySet<RecordedCall>;

  /** What is taken out of `free` later is not found any more. */
  constructor(free: ReadonlySet<RecordedCall>, keyOf: (call: RecordedCall) => string) {
    this.#free = free;
    const ordered = [...free].sort((left, right) => left.sequence - right.sequence);
    this.#lists = Map.groupBy(ordered, keyOf);
  }

  /** Those between two others, the first `most` of them. */
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
