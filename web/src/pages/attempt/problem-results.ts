import type { ProblemAttemptWire } from '../../../../src/board/wire.ts';
import type { Tone } from '../../parts/badge.tsx';

interface ResultWords {
  readonly tone: Tone;
  readonly sign: string;
  readonly text: string;
}

/** How a result is shown where there is room for a word or a sign. `HIDDEN`: there is none, or none that may be seen. */
export const PROBLEM_RESULTS: Readonly<Record<ProblemAttemptWire['status'] | 'HIDDEN', ResultWords>> = {
  SUCCESS: { tone: 'good', sign: '✓', text: 'solved' },
  FAILED: { tone: 'bad', sign: '✗', text: 'not solved' },
  TIMED_OUT: { tone: 'bad', sign: '⧗', text: 'out of time' },
  RUNNING: { tone: 'ours', sign: '◐', text: 'running' },
  PENDING: { tone: 'quiet', sign: '·', text: 'waiting' },
  SKIPPED: { tone: 'quiet', sign: '↷', text: 'skipped' },
  HIDDEN: { tone: 'quiet', sign: '·', text: 'no public result' },
};
