import type { Racer } from './qualify.ts';
import type { QualifyingWindow } from './qualifying-window.ts';
import type { RaceOutcome } from './race-event.ts';
import type { RaceState } from './race-state.ts';

/** One race from the opening of its window to its result, or to the reason why it was cancelled. */
export interface Race {
  readonly number: number;
  readonly state: RaceState;
  readonly window: QualifyingWindow;
  /** Fixed when qualifying closes. */
  readonly racers: readonly Racer[];
  /** The hash of the hidden draw, published before any run starts, so that the problems cannot be chosen afterwards. */
  readonly drawCommitment: string | undefined;
  /** How many racers have been scored. Nothing else of a running race is public. */
  readonly scoredCount: number;
  readonly outcome: RaceOutcome | undefined;
  /** Why it was cancelled. */
  readonly reason: string | undefined;
  /** When it entered its state. */
  readonly since: Temporal.Instant;
}
