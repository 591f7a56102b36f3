import type { Racer } from './qualify.ts';

/** Events of a race. Each has a timestamp. */
export type RaceEvent =
  | { readonly kind: 'qualifying-closed'; readonly at: Temporal.Instant; readonly racers: readonly Racer[] }
  | { readonly kind: 'too-few-racers'; readonly at: Temporal.Instant }
  | { readonly kind: 'draw-committed'; readonly at: Temporal.Instant; readonly commitment: string }
  | { readonly kind: 'problems-drawn'; readonly at: Temporal.Instant }
  | { readonly kind: 'racer-scored'; readonly at: Temporal.Instant }
  | { readonly kind: 'race-completed'; readonly at: Temporal.Instant }
  | { readonly kind: 'crown-decided'; readonly at: Temporal.Instant; readonly outcome: RaceOutcome }
  | { readonly kind: 'race-cancelled'; readonly at: Temporal.Instant; readonly reason: string }
  | { readonly kind: 'window-opened'; readonly at: Temporal.Instant };

export type RaceEventKind = RaceEvent['kind'];

export interface RaceOutcome {
  /** The current champion; `null` if there has never been one. */
  readonly topAgentVersionId: string | null;
  readonly changed: boolean;
}
