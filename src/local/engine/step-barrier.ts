/**
 * Makes all generating sequences request their next token at the same time, so that they are computed in one batch.
 * Without it they diverge: the first to sample is computed alone, and the weights are read once for each sequence.
 */
export class StepBarrier {
  #generating = 0;
  #waiting: { readonly place: number; readonly resolve: () => void }[] = [];

  /** Call when a sequence starts to generate. */
  enter(): void {
    this.#generating++;
  }

  /**
   * Waits until every other sequence requests its next token or has ended. They continue in the order of their places.
   */
  async arrive(place: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ place, resolve });
    // Deferred until this sequence waits as well. Otherwise it would continue after all others, whatever its place.
    queueMicrotask(() => this.#check());
    await promise;
  }

  leave(): void {
    this.#generating--;
    this.#check();
  }

  #check(): void {
    if (this.#waiting.length < this.#generating) return;
    // llama.cpp computes neighbouring sequences together; in any other order it splits the batch.
    const all = this.#waiting.splice(0).sort((one, other) => one.place - other.place);
    for (const { resolve } of all) resolve();
  }
}
