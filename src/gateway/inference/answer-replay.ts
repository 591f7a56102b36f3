import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Call } from '../calls/call.ts';

/** A completion that an earlier attempt at the same problem got. */
export interface EarlierCall {
  readonly attemptId: string;
  readonly call: Call;
}

export interface EarlierAnswers {
  /** The model calls of earlier attempts, failed ones included, in order. */
  readonly calls: readonly EarlierCall[];
  /**
   * Whether the agent may ask something else than before; asked when it does so for the first time. If not, that ends the
   * attempt as its own failure.
   */
  readonly mayDepart: () => boolean;
}

/**
 * Gives a repeated attempt the completions that the earlier attempt got, so that repeating is not a second draw. The n-th
 * request that says the same gets the n-th answer. A request that was never made before the earlier answers are used up
 * is a departure; requests that failed earlier are not, they are what the attempt is repeated for.
 */
export class AnswerReplay {
  readonly #answers = new Map<string, EarlierCall[]>();
  readonly #failed = new Set<string>();
  #left = 0;
  #departed = false;

  constructor(earlier: readonly EarlierCall[]) {
    for (const each of earlier) {
      const { kind, status, request, replayed } = each.call;
      // A replayed call is the copy of one that an earlier attempt of the list made.
      if (kind !== 'inference' || replayed !== undefined) continue;
      const key = requestKey(request);
      if (status !== 200) {
        this.#failed.add(key);
        continue;
      }
      this.#answers.set(key, [...(this.#answers.get(key) ?? []), each]);
      this.#left++;
    }
  }

  /** @param request In the form in which a call keeps it. */
  take(request: unknown): { readonly earlier?: EarlierCall; readonly departs: boolean } {
    const key = requestKey(request);
    const earlier = this.#answers.get(key)?.shift();
    if (earlier !== undefined) {
      this.#left--;
      return { earlier, departs: false };
    }
    if (this.#left === 0 || this.#departed || this.#failed.has(key)) return { departs: false };
    this.#departed = true;
    return { departs: true };
  }
}

function requestKey(request: unknown): string {
  return sha256(canonicalJson(request));
}
