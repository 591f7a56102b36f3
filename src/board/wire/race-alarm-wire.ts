import { z } from 'zod';
import type { InversionAlarm } from '../../arena/race.ts';
import { uuidSchema } from './identifiers.ts';

export const RACE_ALARM_STATES = [
  'ok',
  'scripted ahead',
  'judge decided',
  'too little',
] as const satisfies readonly InversionAlarm['state'][];

const agencySchema = z.enum(['agentic', 'scripted', 'mixed', 'unknown']);

export const raceAlarmQuerySchema = z.object({
  /** Number of newest decided races to examine. */
  races: z.coerce.number().int().min(1).max(100).default(10),
});

/** Whether the newest races rewarded scripts, or were decided by the judge. */
export const raceAlarmSchema = z.object({
  /** The first of the two alarms that applies; `too little` if neither does and the kinds could not be compared. */
  state: z.enum(RACE_ALARM_STATES),
  races: z.int(),
  scripted: z.object({
    /** Races in which both scripted and agentic versions finished. */
    compared: z.int(),
    /** Of these, races in which scripted versions had the higher mean score. */
    ahead: z.int(),
    /** Mean over these races of scripted minus agentic. */
    difference: z.number().nullable(),
    /** Exact one-sided sign-flip test over races; null if there are too few. */
    probability: z.number().nullable(),
  }),
  judge: z.object({
    compared: z.int(),
    decided: z.array(
      z.object({
        race_number: z.int(),
        top_agent_version_id: uuidSchema.nullable(),
        top_agency: agencySchema,
        judge_off_top_agent_version_id: uuidSchema.nullable(),
        judge_off_top_agency: agencySchema,
      }),
    ),
  }),
  sentence: z.string(),
});

export type RaceAlarmQuery = z.output<typeof raceAlarmQuerySchema>;
export type RaceAlarmWire = z.infer<typeof raceAlarmSchema>;
