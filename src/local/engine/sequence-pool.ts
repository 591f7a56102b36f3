import type { LlamaSequence } from './llama.ts';

interface Waiting {
  readonly ids: readonly number[];
  readonly taken: (sequence: LlamaSequence) => void;
}

/** Sequences of one context. Each answers one request at a time, and all are computed in the same batches. */
export class SequencePool {
  readonly #all: readonly LlamaSequence[];
  readonly #free: Set<LlamaSequence>;
  readonly #waiting = new Set<Waiting>();

  constructor(sequences: readonly LlamaSequence[]) {
    this.#all = sequences;
    this.#free = new Set(sequences);
  }

  placeOf(sequence: LlamaSequence): number {
    return this.#all.indexOf(sequence);
  }

  /** The free sequence that has computed the largest part of this prompt. Queues if none is free. */
  async take(ids: readonly number[], signal: AbortSignal): Promise<LlamaSequence> {
    signal.throwIfAborted();
    const best = this.#best(ids);
    if (best !== undefined) return best;
    const { promise, resolve, reject } = Promise.withResolvers<LlamaSequence>();
    const waiting: Waiting = { ids, taken: resolve };
    const abort = () => {
      this.#waiting.delete(waiting);
      reject(signal.reason);
    };
    this.#waiting.add(waiting);
    signal.addEventListener('abort', abort, { once: true });
    return await promise.finally(() => signal.removeEventListener('abort', abort));
  }

  release(sequence: LlamaSequence): void {
    this.#free.add(sequence);
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next.taken(this.#best(next.ids)!);
  }

  #best(ids: readonly number[]): LlamaSequence | undefined {
    let best: LlamaSequence | undefined;
    let shared = -1;
    for (const sequence of this.#free) {
      const { firstDifferentIndex } = sequence.compareContextTokens(ids);
      // In a tie, the one with the fewest computed tokens to lose.
      if (
        firstDifferentIndex > shared ||
        (firstDifferentIndex === shared && sequence.nextTokenIndex < best!.nextTokenIndex)
      ) {
        best = sequence;
        shared = firstDifferentIndex;
      }
    }
    if (best !== undefined) this.#free.delete(best);
    return best;
  }
}
