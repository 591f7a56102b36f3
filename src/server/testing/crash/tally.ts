import type { RequestKind } from './request-kind.ts';

/** What all simulated clients did together, and how long the arena took. */
export class Tally {
  requests = 0;
  answers = 0;
  duplicates = 0;
  lost = 0;
  crashes = 0;
  wrongClocks = 0;
  /** Signatures that were valid when made and too old when checked. */
  tooOld = 0;
  readonly #times = new Map<RequestKind, number[]>();

  time(kind: RequestKind, milliseconds: number): void {
    this.answers++;
    const known = this.#times.get(kind);
    if (known === undefined) this.#times.set(kind, [milliseconds]);
    else known.push(milliseconds);
  }

  timesOf(kind: RequestKind): readonly number[] {
    return this.#times.get(kind) ?? [];
  }
}
