import type { JudgedAttempt } from '../judged-attempt.ts';

/** An attempt that no contestant wrote. Judges that grade it work, whatever they answer about another attempt. */
export const SAMPLE_ATTEMPT: JudgedAttempt = {
  problem: { query: 'A red desk lamp for less than 500 pesos.' },
  calls: [],
  dialogue: [{ completion: { message: { think: 'I looked for a desk lamp and took the first one.', tool_call: [] } } }],
};
