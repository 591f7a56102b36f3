import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';

/** What begins with a prefix; runs for operators only. */
export const foundIdsSchema = z.object({
  versions: z.array(z.object({ agent_version_id: uuidSchema, agent_name: z.string(), version_number: z.int() })),
  races: z.array(z.object({ race_id: uuidSchema, race_number: z.int() })),
  runs: z.array(z.object({ run_id: uuidSchema, agent_version_id: uuidSchema })),
});

export type FoundIdsWire = z.infer<typeof foundIdsSchema>;
