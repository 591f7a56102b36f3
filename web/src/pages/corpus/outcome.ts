import type { CorpusRow } from '../../../../src/corpus/corpus-rows-schema.ts';
import type { Tone } from '../../parts/badge.tsx';

const TEXTS = { success: 'solved', failure: 'failed', unknown: 'not graded' } as const;
const TONES = { success: 'good', failure: 'bad', unknown: 'quiet' } as const;

export function outcomeText(outcome: CorpusRow['outcome']): string {
  return TEXTS[outcome];
}

export function outcomeTone(outcome: CorpusRow['outcome']): Tone {
  return TONES[outcome];
}
