import { z } from 'zod';
import { rowMessageSchema } from '../../chat/schema.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import { OtherParquet, readParquet } from '../parquet/read-parquet.ts';
import { hub } from '../render/hub.ts';
import { type ClaimedConversation, claimedMarkIn, exportedFactsSchema, isRewrittenId } from './claimed-conversation.ts';
import { parseLogJson } from './parse-log-json.ts';
import { readGuarded } from './read-guarded.ts';

/** A dictionary can repeat a long text at the cost of a few bits. */
const MAX_GROUP_CHARACTERS = 512 * 1024 ** 2;

const call = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

/** Missing values are an empty text or an empty list. */
const message = z
  .object({
    role: z.string(),
    content: z.string(),
    tool_calls: z.array(call),
    tool_call_id: z.string(),
    name: z.string(),
  })
  .transform(({ role, content, tool_calls, tool_call_id, name }): unknown => {
    if (role === 'tool') return { role, tool_call_id, name, content };
    return { role, content, ...(role === 'assistant' && tool_calls.length > 0 && { tool_calls }) };
  });

const rowSchema = z.object({
  id: z.string().min(1),
  problem_id: z.string().min(1),
  leak_cluster: z.string(),
  query: z.string(),
  messages: z.array(message).min(1).pipe(z.array(rowMessageSchema)),
  tools: z.string(),
  source: z.string(),
  trains: z.string(),
  fidelity: z.string(),
  /** Separated by commas; `unknown` in rows from before they were recorded. */
  replaced_prompts: z.string(),
  tools_given: z.boolean().optional(),
  supplied_results: z.int().optional(),
  outcome: z.string(),
  verdict: z.string(),
  model: z.string(),
  simulated: z.boolean(),
  licence: z.string(),
  agent: z.string(),
  receipt: z.string(),
  steps: z.array(
    z.object({
      message: z.int().nonnegative(),
      model: z.string(),
      finish_reason: z.string(),
      latency_ms: z.number(),
      prompt_token_ids: z.array(z.int()),
      token_ids: z.array(z.int()),
      logprobs: z.array(z.number()),
    }),
  ),
  claimed: z.string(),
  rewritten: z.string(),
});

/**
 * The rows of a Parquet file that `assay corpus export --format hub` wrote. Like those of a release, they are claims: the
 * evidence for them is not here.
 */
export async function* hubRows(path: string, maxRowBytes: number): AsyncGenerator<ClaimedConversation | Quarantined> {
  try {
    for await (const rows of readParquet(path, hub.columns!)) {
      let characters = 0;
      for (const row of rows) {
        const length = lengthOf(row);
        characters += length;
        if (characters > MAX_GROUP_CHARACTERS) {
          yield quarantine('ROW_TOO_LARGE', `a row group has more than ${MAX_GROUP_CHARACTERS} characters`);
          return;
        }
        if (length > maxRowBytes) yield quarantine('ROW_TOO_LARGE', `the row is longer than ${maxRowBytes} characters`);
        else yield readGuarded(() => readHubRow(row));
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    yield error instanceof OtherParquet
      ? quarantine(
          'SCHEMA_UNKNOWN',
          `the Parquet file is not from \`corpus export --format hub\`: ${error.message}. ${REMEDY}`,
        )
      : quarantine('TRUNCATED_FILE', `the Parquet file cannot be read: ${error.message}`);
  }
}

const REMEDY = 'Convert it to JSON lines with `messages`, or export with --format trl-sft';

function readHubRow(value: unknown): ClaimedConversation | Quarantined {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message: why } = parsed.error.issues[0]!;
    return quarantine('NOT_AN_ATTEMPT', `hub: ${path.join('.')}: ${why}`);
  }
  const row = parsed.data;
  if (row.source === 'rewritten' || row.rewritten !== '' || isRewrittenId(row.id))
    return quarantine('REWRITTEN', 'its reasoning was written afterwards', row.id);
  const { trains, fidelity, leak_cluster, receipt, tools_given, supplied_results } = row;
  const replaced = row.replaced_prompts;
  const replaced_prompts = replaced === 'unknown' ? undefined : replaced.split(',').filter(Boolean);
  const verdict = row.verdict === '' ? null : parseLogJson(row.verdict);
  return {
    format: 'assay',
    producer: 'assay',
    id: row.id,
    problem: row.problem_id,
    query: row.query,
    agent: row.agent === '' ? null : row.agent,
    licence: row.licence === '' ? null : row.licence,
    model: row.model,
    simulated: row.simulated,
    messages: row.messages,
    tools: row.tools === '' ? null : row.tools,
    turns: row.steps.map((step) => ({
      ...step,
      model: step.model === '' ? null : step.model,
      finish_reason: step.finish_reason === '' ? null : step.finish_reason,
      prompt_token_ids: step.prompt_token_ids.length === 0 ? null : step.prompt_token_ids,
      token_ids: step.token_ids.length === 0 ? null : step.token_ids,
      logprobs: step.logprobs.length === 0 ? null : step.logprobs,
    })),
    side_completions: 0,
    fault: null,
    said: {
      ...{ trains, fidelity, leak_cluster },
      ...(replaced_prompts && { replaced_prompts }),
      ...(receipt !== '' && { receipt: { hash: receipt } }),
      ...(verdict?.ok === true && { outcome: verdict.value }),
    },
    earlier: claimedMarkIn(row.claimed),
    exported: exportedFactsSchema.safeParse({ tools_given, supplied_results, replaced_prompts }).data,
  };
}

/** Number of characters of its texts, and of its numbers as if each had eight. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let length = 0;
  for (const each of Array.isArray(value) ? value : Object.values(value)) length += lengthOf(each);
  return length;
}
