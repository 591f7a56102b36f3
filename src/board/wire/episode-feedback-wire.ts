import { z } from 'zod';
import { phaseSchema, uuidSchema } from './identifiers.ts';

const interactionCallSchema = z.object({
  call_id: z.string(),
  tool_name: z.string(),
  args: z.record(z.string(), z.unknown()).nullable(),
  /** The result that the agent reports; a list or a text is under `result`. */
  observation: z.record(z.string(), z.unknown()).nullable(),
  done: z.boolean().nullable(),
  error_code: z.string().nullable(),
});

const interactionStepSchema = z.object({
  step_index: z.int(),
  turn: z.int().nullable(),
  calls: z.array(interactionCallSchema),
  shopper_message: z.string().nullable(),
  message: z.string().nullable(),
});

const observableIssueSchema = z.object({
  code: z.string(),
  count: z.int(),
  /** Step of the first occurrence; null if it does not belong to a step. */
  step_index: z.int().nullable(),
});

/**
 * One attempt in the original platform's form of feedback on an episode. `diagnostics_unavailable` means that there is
 * no log, that the viewer may not read it, or that it cannot be read here. Counts are then 0 and the interaction is
 * empty, because they are unknown.
 */
export const episodeFeedbackSchema = z.object({
  schema_version: z.literal('oro.episode_feedback.v1'),
  episode_result_id: uuidSchema,
  task_id: z.string(),
  family: z.string(),
  phase: phaseSchema,
  outcome: z.enum(['agent_error', 'completed', 'environment_error', 'exploit', 'leakage', 'partial', 'verifier_error']),
  /** Null if the query is not public. */
  query: z.string().nullable(),
  passed: z.boolean().nullable(),
  paid_reward: z.number().nullable(),
  step_count: z.int(),
  tool_call_count: z.int(),
  search_call_count: z.int(),
  termination_code: z.enum([
    'agent_error',
    'infrastructure_error',
    'no_final_order',
    'placed_order',
    'step_limit',
    'unknown',
  ]),
  interaction: z.array(interactionStepSchema),
  observable_issues: z.array(observableIssueSchema),
  diagnostics_state: z.enum(['available', 'diagnostics_unavailable']),
  failure_category: z
    .enum([
      'changes_missed',
      'did_not_finish',
      'infrastructure',
      'needs_not_found',
      'not_the_best_option',
      'process_requirement_missed',
      'request_not_met',
    ])
    .nullable(),
  /** Assay's own fields: the attempt's run and the reasoning judge's opinion. */
  eval_run_id: uuidSchema,
  reasoning_score: z.number().nullable(),
  /** Only for viewers that may read the logs. */
  reasoning_explanation: z.string().nullable(),
});

export type EpisodeFeedbackWire = z.infer<typeof episodeFeedbackSchema>;
