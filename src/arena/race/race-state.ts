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

/** The status in the API, which has fewer states. */
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

/** Whether the race is finished, so that the next may open. */
export function isSettled(state: RaceState): boolean {
  return state === 'promoted' || state === 'uncontested' || state === 'cancelled';
}

/** Scores are private until a race is complete: they could still influence submissions. */
export function areScoresPublic(state: RaceState): boolean {
  return state === 'race_complete' || state === 'promoted';
}

/** The racers are fixed from the close of qualifying until the champion is decided. */
export function areRacersFixed(state: RaceState): boolean {
  return state === 'qualifying_closed' || state === 'race_running' || state === 'race_complete';
}
