import { z } from 'zod';

const share = z.number().min(0, 'is below 0').max(1, 'is above 1');

export const racePolicySchema = z.strictObject({
  /** An IANA time zone; its noon is at a different UTC hour in summer and winter. */
  timeZone: z.string().refine(isTimeZone, 'is not a time zone').default('America/Los_Angeles'),
  /** Daily time at which qualifying closes and winners' code is released. */
  closesAt: z.stringFormat('time', /^([01]\d|2[0-3]):[0-5]\d$/).default('12:00'),
  /** Share of the champion's qualifying score that a challenger needs. */
  qualifyingShare: share.default(0.95),
  /** Minimum number of racers, including the incumbent; with fewer there is no race. */
  fewestRacers: z.int().positive().default(2),
  /** How long to wait for validators whose signatures a draw depends on; only used if no chain supplies the beacon. */
  beaconSeconds: z.number().min(0, 'is below 0').default(60),
  /** How far the scores of the same version may differ before one more run is requested. */
  disagreement: share.default(0.1),
});

export type RacePolicy = Readonly<z.infer<typeof racePolicySchema>>;

export const DEFAULT_RACE_POLICY: RacePolicy = racePolicySchema.parse({});

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
