import type { VersionPhase } from '../../../../src/board/wire.ts';
import type { Tone } from '../../parts/badge.tsx';

export interface Standing {
  readonly tone: Tone;
  readonly words: string;
}

/** Text for each phase of a version. */
export const STANDINGS: Readonly<Record<VersionPhase, Standing>> = {
  EVALUATION: { tone: 'quiet', words: 'being evaluated' },
  RETIRED: { tone: 'quiet', words: 'scored on an earlier suite' },
  BELOW_THRESHOLD: { tone: 'quiet', words: 'below the threshold' },
  OUTRANKED: { tone: 'quiet', words: 'outranked by another version of its contestant' },
  QUALIFIED: { tone: 'good', words: 'qualified' },
  RACING: { tone: 'ours', words: 'racing' },
  TOP: { tone: 'good', words: 'champion' },
  ELIMINATED: { tone: 'bad', words: 'eliminated' },
  DISCARDED: { tone: 'bad', words: 'discarded' },
  CANCELLED: { tone: 'bad', words: 'cancelled' },
  BANNED: { tone: 'bad', words: 'contestant banned' },
};
