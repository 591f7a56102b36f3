import type { JudgedAttempt } from '../judged-attempt.ts';

/** Written by no contestant: judges that grade it are in order, whatever they say of another attempt. */
export const SAMPLE_ATTEMPT: JudgedAttempt = {
  problem: { query: 'A red desk lamp for less than 500 pesos.' },
  calls: [],
  dialogue: [{ completion: { message: { think: 'I looked for a desk lamp and took the first one.', tool_call: [] } } }],
};
