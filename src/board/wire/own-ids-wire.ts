import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';

/** A prefix of an id. Shorter prefixes match too much to be useful. */
export const idPrefixQuerySchema = z.object({ prefix: z.string().regex(/^[0-9a-f-]{4,36}$/) });

/** The caller's versions and attempts whose ids begin with the prefix. */
export const ownIdsSchema = z.object({
  versions: z.array(z.object({ agent_version_id: uuidSchema, agent_name: z.string(), version_number: z.int() })),
  attempts: z.array(
    z.object({
      attempt_id: z.string(),
      eval_run_id: uuidSchema,
      problem_id: uuidSchema,
      agent_version_id: uuidSchema,
    }),
  ),
});

export type OwnIdsWire = z.infer<typeof ownIdsSchema>;
