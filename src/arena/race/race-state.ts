export const RACE_STATES = [
  'qualifying_open',
  'qualifying_closed',
  'race_running',
  'race_complete',
  'promoted',
  'uncontested',
  'cancelled',
] as const;

export type RaceState = (typeof RACE_STATES)[number];

export type RaceStatus = 'QUALIFYING_OPEN' | 'RACE_RUNNING' | 'RACE_COMPLETE' | 'CANCELLED';

/** What others call it; they know fewer states than we. */
export function raceStatusOf(state: RaceState): RaceStatus {
  switch (state) {
    case 'qualifying_open':
      return 'QUALIFYING_OPEN';
    case 'qualifying_closed':
    case 'race_running':
      return 'RACE_RUNNING';
    case 'race_complete':
    case 'promoted':
      return 'RACE_COMPLETE';
    case 'uncontested':
    case 'cancelled':
      return 'CANCELLED';
  }
}

/** Whether nothing more happens to the race itself, so that the next may open. */
export function isSettled(state: RaceState): boolean {
  return state === 'promoted' || state === 'uncontested' || state === 'cancelled';
}

/** Scores are private until a race is complete: they could still influence submissions. */
export function areScoresPublic(state: RaceState): boolean {
  return state === 'race_complete' || state === 'promoted';
}

/** From the close of qualifying until the champion is decided: the racers are fixed. */
export function areRacersFixed(state: RaceState): boolean {
  return state === 'qualifying_closed' || state === 'race_running' || state === 'race_complete';
}
