import { qualify, type Racer, racersOf } from '../race/qualify.ts';

/** This many racers of different contestants, best first. */
export function sampleRacers(count: number): Racer[] {
  const candidates = Array.from({ length: count }, (_, index) => ({
    agentVersionId: `version-${index + 1}`,
    hotkey: `hotkey-${index + 1}`,
    qualifyingScore: 1 - index / 100,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(1_000_000 * index),
  }));
  return racersOf(qualify({ candidates, incumbent: null, pins: new Map() }));
}
