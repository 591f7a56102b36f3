import { z } from 'zod';
import { rowMessageSchema } from '../../chat/schema.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import { isRewritten } from '../release/release-row.ts';
import { type ClaimedConversation, claimedMarkIn, exportedFactsSchema } from './claimed-conversation.ts';

const ids = z.array(z.number().int()).nullable();

const rowSchema = z.looseObject({
  schema: z.literal('traj/1'),
  id: z.string().min(1),
  problem_id: z.string().min(1),
  query: z.string(),
  source: z.string(),
  fidelity: z.string(),
  trains: z.string(),
  policy: z.looseObject({ name: z.string(), simulated: z.boolean() }),
  agent: z.string(),
  tools_ref: z.string(),
  ...exportedFactsSchema.shape,
  messages: z.array(rowMessageSchema).min(1),
  side_completions: z.number().catch(0),
  steps: z.array(
    z.looseObject({
      message: z.number().int().nonnegative(),
      model: z.string().nullish(),
      finish_reason: z.string().nullable(),
      latency_ms: z.number(),
      prompt_token_ids: ids,
      token_ids: ids,
      logprobs: z.array(z.number()).nullish(),
    }),
  ),
  licence: z.string().optional(),
});

/** Whether it is a row of one of our filtered corpora or releases. */
export function isAssayRow(document: unknown): boolean {
  return isJsonObject(document) && document.schema === 'traj/1' && Array.isArray(document.messages);
}

/**
 * Reads back one of our own rows. The evidence that its receipt covers is not here, so the row is a claim like any
 * other log. What it says about itself is kept in the mark.
 *
 * @param tools Schemas by the name that rows use for them.
 */
export function readAssayRow(document: unknown, tools: ReadonlyMap<string, string>): ClaimedConversation | Quarantined {
  const parsed = rowSchema.safeParse(document);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return quarantine('NOT_AN_ATTEMPT', `traj/1: ${path.join('.')}: ${message}`);
  }
  const row = parsed.data;
  if (isRewritten(row)) return quarantine('REWRITTEN', 'its reasoning was written afterwards', row.id);
  const { trains, fidelity, replaced_prompts, receipt, outcome, split, leak_cluster } = row;
  const { tools_given, supplied_results } = row;
  return {
    format: 'assay',
    producer: 'assay',
    id: row.id,
    problem: row.problem_id,
    query: row.query,
    agent: row.agent === '' ? null : row.agent,
    licence: row.licence ?? null,
    model: row.policy.name,
    simulated: row.policy.simulated,
    messages: row.messages,
    tools: tools.get(row.tools_ref) ?? null,
    turns: row.steps.map((step) => ({ ...step, model: step.model ?? null, logprobs: step.logprobs ?? null })),
    side_completions: row.side_completions,
    fault: null,
    said: Object.fromEntries(
      Object.entries({ trains, fidelity, replaced_prompts, receipt, outcome, split, leak_cluster }).filter(
        ([, value]) => value != null,
      ),
    ),
    earlier: claimedMarkIn(row.claimed),
    exported: { tools_given, supplied_results, replaced_prompts },
  };
}
