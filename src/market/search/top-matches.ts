/**
 * The best matches so far, best first. Products are offered in ascending order, so of two with equal scores the earlier
 * one, which has the smaller id, stays ahead.
 */
export class TopMatches {
  readonly docs: Uint32Array;
  readonly #scores: Float64Array;
  readonly #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.docs = new Uint32Array(capacity);
    this.#scores = new Float64Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** Score that a product must exceed to be added. */
  get threshold(): number {
    return this.#size < this.#capacity ? 0 : this.#scores[this.#capacity - 1]!;
  }

  offer(doc: number, score: number): void {
    if (score <= this.threshold) return;
    let place = this.#size < this.#capacity ? this.#size++ : this.#capacity - 1;
    for (; place > 0 && this.#scores[place - 1]! < score; place--) {
      this.#scores[place] = this.#scores[place - 1]!;
      this.docs[place] = this.docs[place - 1]!;
    }
    this.#scores[place] = score;
    this.docs[place] = doc;
  }
}
