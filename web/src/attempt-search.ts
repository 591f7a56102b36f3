/** How the steps are shown: as one conversation unless the address says otherwise. */
export const ATTEMPT_VIEWS = ['conversation', 'claimed'] as const;

export type AttemptView = (typeof ATTEMPT_VIEWS)[number];

/** What the address of an attempt says beside the attempt. */
export interface AttemptSearch {
  /** Missing for the conversation. */
  readonly view?: AttemptView;
  /** The number of a step, or `call-N` for a recorded call that belongs to none. */
  readonly step?: number | string;
  /** What to find in the steps. */
  readonly find?: string;
}

const CALL = /^call-\d{1,9}$/;
const MOST_LETTERS = 200;

/** URLs are untrusted: invalid values are ignored. */
export function readAttemptSearch({ view, step, find }: Readonly<Record<string, unknown>>): AttemptSearch {
  const isStep =
    (typeof step === 'number' && Number.isSafeInteger(step)) || (typeof step === 'string' && CALL.test(step));
  // A text of digits arrives as a number.
  const wanted = typeof find === 'number' ? String(find) : find;
  return {
    ...(view === 'claimed' && { view }),
    ...(isStep && { step }),
    ...(typeof wanted === 'string' && wanted !== '' && { find: wanted.slice(0, MOST_LETTERS) }),
  };
}
