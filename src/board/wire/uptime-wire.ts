import { z } from 'zod';

/** Slots before the validator registered, slots in which the arena did not run and the current slot are not measured. */
const uptimePeriodSchema = z.object({
  /** `seen_slots` of `measured_slots`; null if no slot is measured yet. */
  share: z.number().nullable(),
  /** Slots with at least one claim or heartbeat that the arena accepted. */
  seen_slots: z.int(),
  measured_slots: z.int(),
});

/** Share of the last 24 hours, 7 days and 30 days in which a validator was connected, in slots of ten minutes. */
export const uptimeSchema = z.object({
  slot_seconds: z.int(),
  last_24_hours: uptimePeriodSchema,
  last_7_days: uptimePeriodSchema,
  last_30_days: uptimePeriodSchema,
});

export type UptimePeriodWire = z.infer<typeof uptimePeriodSchema>;
export type UptimeWire = z.infer<typeof uptimeSchema>;
