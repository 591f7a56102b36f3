import { describe, expect, it } from 'vitest';
import { AttemptBuilder } from '../attacks/attempt-builder.ts';
import { RUBRIC_VERSION } from '../panel/rubric.ts';
import { readLabelledAttempts } from './labelled-attempt.ts';
import { RecordedPanel } from './recorded-panel.ts';

const panel = RecordedPanel.read();

describe('a recorded panel', () => {
  it('a recorded panel judges labelled attempts by the current rubric', async () => {
    expect(panel.rubric).toBe(RUBRIC_VERSION);
    const hearings = await Promise.all(readLabelledAttempts().map((attempt) => panel.hear(attempt)));
    // It gave a readable answer for this many of the 105 attempts. With another description of attempts, none would be
    // found.
    expect(hearings.filter(({ votes }) => votes.length === 1)).toHaveLength(47);
  });

  it('a recorded panel gives the same answer for the same attempt, whatever the marker', async () => {
    const attempt = readLabelledAttempts().at(-1)!;
    expect(await panel.hear(attempt)).toEqual(await panel.hear(attempt));
  });

  it('a recorded panel leaves an unknown attempt unjudged', async () => {
    const attempt = new AttemptBuilder('A request of today').narrate('Nothing.').build();
    expect((await panel.hear(attempt)).judgement.quality).toBeNull();
  });
});
