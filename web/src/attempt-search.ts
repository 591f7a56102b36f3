/** How the steps are shown. The default is the conversation. */
export const ATTEMPT_VIEWS = ['conversation', 'claimed'] as const;

export type AttemptView = (typeof ATTEMPT_VIEWS)[number];

/** URL search parameters of an attempt page. */
export interface AttemptSearch {
  /** Missing for the conversation. */
  readonly view?: AttemptView;
  /** The number of a step, or `call-N` for a recorded call that belongs to no step. */
  readonly step?: number | string;
  /** Text to find in the steps. */
  readonly find?: string;
}

const CALL = /^call-\d{1,9}$/;
const MOST_LETTERS = 200;

/** URLs are untrusted: invalid values are ignored. */
export function readAttemptSearch({ view, step, find }: Readonly<Record<string, unknown>>): AttemptSearch {
  const isStep =
    (typeof step === 'number' && Number.isSafeInteger(step)) || (typeof step === 'string' && CALL.test(step));
  // The router parses a value of digits as a number.
  const wanted = typeof find === 'number' ? String(find) : find;
  return {
    ...(view === 'claimed' && { view }),
    ...(isStep && { step }),
    ...(typeof wanted === 'string' && wanted !== '' && { find: wanted.slice(0, MOST_LETTERS) }),
  };
}
