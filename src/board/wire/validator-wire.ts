import { z } from 'zod';
import { validatorAuditSchema } from './audit-wire.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

export const validatorSchema = z.object({
  hotkey: hotkeySchema,
  name: z.string().nullable(),
  status: z.enum(['available', 'evaluating']),
  registered_at: timestampSchema,
  last_claim_at: timestampSchema.nullable(),
  last_seen_at: timestampSchema.nullable(),
  /** Share of the measured ten-minute slots of the last 24 hours; null if none is measured yet. Older arenas leave it out. */
  uptime_24_hours: z.number().nullable().optional(),
  /** Agent of its newest run. */
  current_agent: z
    .object({ agent_name: z.string(), version_id: uuidSchema, version_number: z.int(), started_at: timestampSchema })
    .nullable(),
  active_runs: z.int(),
  service_versions: z.record(z.string(), z.string()).nullable(),
  identity_url: z.string().nullable(),
  identity_image: z.string().nullable(),
  identity_description: z.string().nullable(),
  cpu_pct: z.number().nullable(),
  ram_pct: z.number().nullable(),
  disk_pct: z.number().nullable(),
  docker_container_count: z.int().nullable(),
  metrics_reported_at: timestampSchema.nullable(),
  audit: validatorAuditSchema,
});

export const validatorsSchema = z.array(validatorSchema);

export type ValidatorWire = z.infer<typeof validatorSchema>;
