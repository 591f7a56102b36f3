import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Call } from '../calls/call.ts';

/** A model call of an earlier attempt at the same problem, without what was asked: prompts may be megabytes. */
export interface EarlierCall {
  readonly attemptId: string;
  readonly requestHash: string;
  readonly call: Pick<Call, 'sequence' | 'status' | 'response' | 'usage' | 'answered_by'>;
}

/** The model calls among the calls of an attempt. A replayed one is the copy of one that an attempt before it made. */
export function earlierCalls(attemptId: string, calls: readonly Call[]): readonly EarlierCall[] {
  return calls
    .filter(({ kind, replayed }) => kind === 'inference' && replayed === undefined)
    .map(({ request, sequence, status, response, usage, answered_by }) => ({
      attemptId,
      requestHash: requestHash(request),
      call: { sequence, status, response, usage, ...(answered_by && { answered_by }) },
    }));
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
      const { requestHash: asked, call } = each;
      if (call.status !== 200) {
        this.#failed.add(asked);
        continue;
      }
      this.#answers.set(asked, [...(this.#answers.get(asked) ?? []), each]);
      this.#left++;
    }
  }

  /** @param request In the form in which a call keeps it. */
  take(request: unknown): { readonly earlier?: EarlierCall; readonly departs: boolean } {
    const asked = requestHash(request);
    const earlier = this.#answers.get(asked)?.shift();
    if (earlier !== undefined) {
      this.#left--;
      return { earlier, departs: false };
    }
    if (this.#left === 0 || this.#departed || this.#failed.has(asked)) return { departs: false };
    this.#departed = true;
    return { departs: true };
  }
}

function requestHash(request: unknown): string {
  return sha256(canonicalJson(request));
}
