import type { RaceEventKind } from './race-event.ts';
import type { RaceState } from './race-state.ts';

export interface RaceTransition {
  readonly from: RaceState;
  readonly event: RaceEventKind;
  readonly to: RaceState;
}

/** All allowed transitions. `window-opened` starts the next race. */
export const RACE_TRANSITIONS: readonly RaceTransition[] = [
  { from: 'qualifying_open', event: 'qualifying-closed', to: 'qualifying_closed' },
  { from: 'qualifying_open', event: 'race-cancelled', to: 'cancelled' },
  { from: 'qualifying_closed', event: 'draw-committed', to: 'qualifying_closed' },
  { from: 'qualifying_closed', event: 'problems-drawn', to: 'race_running' },
  { from: 'qualifying_closed', event: 'too-few-racers', to: 'uncontested' },
  { from: 'qualifying_closed', event: 'race-cancelled', to: 'cancelled' },
  { from: 'race_running', event: 'racer-scored', to: 'race_running' },
  { from: 'race_running', event: 'race-completed', to: 'race_complete' },
  { from: 'race_running', event: 'race-cancelled', to: 'cancelled' },
  { from: 'race_complete', event: 'crown-decided', to: 'promoted' },
  { from: 'race_complete', event: 'race-cancelled', to: 'cancelled' },
  { from: 'promoted', event: 'window-opened', to: 'qualifying_open' },
  { from: 'uncontested', event: 'window-opened', to: 'qualifying_open' },
  { from: 'cancelled', event: 'window-opened', to: 'qualifying_open' },
];
