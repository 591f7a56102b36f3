import { describe, expect, it } from 'vitest';
import { AttemptBuilder } from '../attacks/attempt-builder.ts';
import { RUBRIC_VERSION } from '../panel/rubric.ts';
import { readLabelledAttempts } from './labelled-attempt.ts';
import { RecordedPanel } from './recorded-panel.ts';

const panel = RecordedPanel.read();

describe('a recorded panel', () => {
  it('judges labelled attempts by the rubric in force', async () => {
    expect(panel.rubric).toBe(RUBRIC_VERSION);
    const hearings = await Promise.all(readLabelledAttempts().map((attempt) => panel.hear(attempt)));
    // It gave a readable answer to so many of the 105; another description of attempts would find none of them.
    expect(hearings.filter(({ votes }) => votes.length === 1)).toHaveLength(47);
  });

  it('says the same about the same attempt each time, whatever the mark', async () => {
    const attempt = readLabelledAttempts().at(-1)!;
    expect(await panel.hear(attempt)).toEqual(await panel.hear(attempt));
  });

  it('leaves an attempt unjudged that it was never asked about', async () => {
    const attempt = new AttemptBuilder('A request of today').narrate('Nothing.').build();
    expect((await panel.hear(attempt)).judgement.quality).toBeNull();
  });
});
