import type { ProblemAttemptWire } from '../../../../src/board/wire.ts';
import type { Tone } from '../../parts/badge.tsx';

interface ResultWords {
  readonly tone: Tone;
  readonly sign: string;
  readonly text: string;
}

/** A result as one word or sign. `HIDDEN`: there is no result, or none that the reader may see. */
export const PROBLEM_RESULTS: Readonly<Record<ProblemAttemptWire['status'] | 'HIDDEN', ResultWords>> = {
  SUCCESS: { tone: 'good', sign: '✓', text: 'solved' },
  FAILED: { tone: 'bad', sign: '✗', text: 'not solved' },
  TIMED_OUT: { tone: 'bad', sign: '⧗', text: 'out of time' },
  RUNNING: { tone: 'ours', sign: '◐', text: 'running' },
  PENDING: { tone: 'quiet', sign: '·', text: 'waiting' },
  SKIPPED: { tone: 'quiet', sign: '↷', text: 'skipped' },
  HIDDEN: { tone: 'quiet', sign: '·', text: 'no public result' },
};
