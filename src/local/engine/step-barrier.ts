/**
 * Lets all sequences that are generating ask for their next token at the same moment, so that they are computed in one
 * batch. Without it they drift apart: whichever has sampled first is computed alone, and the weights are read once for each.
 */
export class StepBarrier {
  #generating = 0;
  #waiting: { readonly place: number; readonly resolve: () => void }[] = [];

  /** A sequence begins to generate. */
  enter(): void {
    this.#generating++;
  }

  /** Waits until every other one has its token and asks for the next, or has ended. They go on in the order of places. */
  async arrive(place: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ place, resolve });
    // Later, when this one waits as well: it would otherwise go on after all others, whatever its place.
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
