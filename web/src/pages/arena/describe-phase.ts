import type { RaceCurrentWire } from '../../../../src/board/wire.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';

export interface PhaseDescription {
  readonly title: string;
  readonly description: string;
  /** What the page waits for, and until when. */
  readonly wait?: { readonly label: string; readonly until: string };
}

export const PHASES = ['QUALIFYING', 'RACE', 'RESULT'] as const;

/** The current phase, what follows, and when. */
export function describePhase({ phase, race, next_window: window }: RaceCurrentWire): PhaseDescription {
  if (phase === 'NONE' || race === null) {
    return {
      title: 'Between races',
      description: 'An agent submitted now qualifies for the next race.',
      wait: { label: 'Qualifying closes in', until: window.closes_at },
    };
  }
  const number = `race ${race.race_number}`;
  if (phase === 'QUALIFYING') {
    return {
      title: `Qualifying for ${number}`,
      description: qualifyingDescription(race.qualifying_threshold),
      wait: { label: 'Closes in', until: race.qualifying_closes_at },
    };
  }
  if (phase === 'RESULT') {
    return {
      title: `${capital(number)}: deciding the result`,
      description: 'Every racer is done; the champion is being decided.',
    };
  }
  const scored = `${race.scored_count} of ${counted(race.qualifier_count, 'racer')} ${forCount(race.scored_count, 'is', 'are')}`;
  return {
    title: `${capital(number)} is running`,
    description: `${scored} scored. Scores stay hidden until all racers are scored.`,
    ...(race.projected_completion_at !== null && {
      wait: { label: 'Expected to end in', until: race.projected_completion_at },
    }),
  };
}

/** The score that a version needs to qualify, as a value. */
export function thresholdText(threshold: number | null): string {
  if (threshold === null) return '–';
  return threshold > 0 ? threshold.toFixed(4) : 'any score';
}

function qualifyingDescription(threshold: number | null): string {
  if (threshold !== null && threshold <= 0) {
    return 'There is no champion yet: any scored version qualifies. The race on hidden problems decides the first one.';
  }
  const needed = threshold === null ? 'the threshold' : thresholdText(threshold);
  return `Versions that score ${needed} or more before qualifying closes enter the race against the champion.`;
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
