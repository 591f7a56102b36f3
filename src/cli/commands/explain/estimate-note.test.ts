import { describe, expect, it } from 'vitest';
import { estimateNote } from './estimate-note.ts';

const COUNTED = { prompt_tokens: 10, completion_tokens: 2 };

describe('estimateNote', () => {
  it('the estimate note is empty when the provider counted tokens, or nothing was counted', () => {
    expect(estimateNote([])).toBe('');
    expect(estimateNote([{ usage: null }, { usage: COUNTED }])).toBe('');
  });

  it('the estimate note gives the number of estimates for each reason', () => {
    const estimates = (['missing', 'implausible', 'missing'] as const).map((estimated) => ({
      usage: { ...COUNTED, estimated },
    }));
    expect(estimateNote([{ usage: COUNTED }, ...estimates])).toBe(
      ' (estimated; 2 calls: the provider reported none; 1 call: the provider reported counts that cannot be true)',
    );
  });
});
