import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Call } from '../calls/call.ts';

/** A model call of an earlier attempt at the same problem. Without the request, which may have megabytes. */
export interface EarlierCall {
  readonly attemptId: string;
  readonly requestHash: string;
  readonly call: Pick<Call, 'sequence' | 'status' | 'response' | 'usage' | 'answered_by'>;
}

/** The model calls of an attempt. Replayed calls are left out, because they are copies of an earlier attempt's. */
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
  /** Model calls of earlier attempts in order, including failed ones. */
  readonly calls: readonly EarlierCall[];
  /**
   * Whether the agent may make a different request than before. Called when it does so for the first time. If not, the
   * attempt ends as the agent's failure.
   */
  readonly mayDepart: () => boolean;
}

/**
 * Replays the completions of the earlier attempt to a repeated attempt, so that repeating is not a second draw. The
 * n-th identical request gets the n-th answer. A new request before the earlier answers are used up is a departure.
 * Requests that failed earlier are not: they are the reason for repeating the attempt.
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

  /**
   * @param request In the form of `Call.request`.
   */
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
