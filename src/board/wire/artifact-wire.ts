import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

const artifactTypeSchema = z.enum(['AGENT_CODE', 'EVAL_LOGS_BUNDLE', 'EVAL_PROBLEM_LOGS', 'REASONING_DETAILS']);

export const artifactRequestSchema = z.object({
  artifact_type: artifactTypeSchema,
  agent_version_id: uuidSchema,
  eval_run_id: uuidSchema.nullish(),
  problem_id: uuidSchema.nullish(),
});

export const artifactDownloadSchema = z.object({ download_url: z.string(), expires_at: timestampSchema });

export type ArtifactRequest = z.output<typeof artifactRequestSchema>;
