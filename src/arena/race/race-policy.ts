import { z } from 'zod';

const share = z.number().min(0, 'is below 0').max(1, 'is above 1');

export const racePolicySchema = z.strictObject({
  /** An IANA zone: noon in it is another hour of the world in summer than in winter. */
  timeZone: z.string().refine(isTimeZone, 'is not a time zone').default('America/Los_Angeles'),
  /** When qualifying closes, every day, and when a winner's code is released. */
  closesAt: z.stringFormat('time', /^([01]\d|2[0-3]):[0-5]\d$/).default('12:00'),
  /** The share of the champion's qualifying score that a challenger needs. */
  qualifyingShare: share.default(0.95),
  /** Racers without which there is no race; the incumbent counts. */
  fewestRacers: z.int().positive().default(2),
  /** How long validators are waited for whose signatures a draw depends on; only where no chain has the beacon. */
  beaconSeconds: z.number().min(0, 'is below 0').default(60),
  /** How far runs of the same version may lie apart before one more is asked for. */
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
