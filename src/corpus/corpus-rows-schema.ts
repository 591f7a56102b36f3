import { z } from 'zod';
import { rowMessageSchema } from '../chat/schema.ts';
import { ROW_FILTERS } from './row-filters.ts';

/** `recorded` by a gateway, `claimed` by a log, or `rewritten`: real calls with reasoning written afterwards. */
const ROW_ORIGINS = ['recorded', 'claimed', 'rewritten'] as const;

const OUTCOMES = ['success', 'failure', 'unknown'] as const;
const SHOWN_SPLITS = ['train', 'dev'] as const;

const text = z.string().min(1).max(200);

export const corpusRowsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z
    .string()
    .max(1_000)
    .regex(/^[\w-]+$/, 'is not a valid cursor')
    .optional(),
  /** Why the filter kept the row. */
  reason: text.optional(),
  category: text.optional(),
  model: text.optional(),
  agency: text.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  split: z.enum(SHOWN_SPLITS).optional(),
  origin: z.enum(ROW_ORIGINS).optional(),
});

const shortRow = {
  id: z.string(),
  origin: z.enum(ROW_ORIGINS),
  split: z.enum(SHOWN_SPLITS),
  reason: z.string(),
  /** `unknown` if the arena does not have the problem. */
  category: z.string(),
  model: z.string(),
  simulated: z.boolean(),
  agency: z.string(),
  outcome: z.enum(OUTCOMES),
  calls: z.int(),
  tokens: z.number(),
};

/** Rows of the published release that anyone can download, without the held-out split. */
export const corpusRowsSchema = z.object({
  release: z.string(),
  /** Number of rows that can be read here, and how many of them match. */
  total: z.int(),
  matching: z.int(),
  /** Rows beyond the limit of the list; they are only in the files. */
  beyond: z.int(),
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: z.string().nullable(),
  /** Every filter value with its number of rows in the whole list. */
  filters: z.array(
    z.object({
      name: z.enum(ROW_FILTERS),
      values: z.array(z.object({ value: z.string(), rows: z.int() })),
    }),
  ),
  rows: z.array(z.object({ ...shortRow, /** Beginning of the query. */ query: z.string() })),
});

/** One row as in its file, with its origin. */
export const corpusRowSchema = z.object({
  ...shortRow,
  release: z.string(),
  query: z.string(),
  messages: z.array(rowMessageSchema),
  /** Names of the tools offered in the conversation. */
  tools: z.array(z.string()),
  tools_given: z.boolean(),
  /** Results at the end that appear in no request. */
  supplied_results: z.int(),
  /** Prompts that are not as they were sent. Null for rows of older filters, which do not say. */
  replaced_prompts: z.array(z.enum(['system', 'user'])).nullable(),
  provenance: z.object({
    attempt_id: z.string(),
    eval_run_id: z.string().nullable(),
    /** The arena's id of the problem. */
    problem_id: z.string(),
    validator_hotkey: z.string().nullable(),
    /** Null if the arena does not know the run or may not disclose whose it is. */
    version: z
      .object({
        agent_version_id: z.string(),
        agent_name: z.string(),
        version_number: z.int(),
        miner_hotkey: z.string(),
      })
      .nullable(),
    /** Whether anyone can open the attempt. */
    is_attempt_public: z.boolean(),
    models: z.array(z.object({ name: z.string(), simulated: z.boolean(), completions: z.int().nullable() })),
    licence: z.string(),
    leak_cluster: z.string(),
    trains: z.string(),
    fidelity: z.string(),
    agency_because: z.string().nullable(),
    receipt: z.object({ hash: z.string(), sequence: z.number() }).nullable(),
    rule_set: z.string().nullable(),
    score: z.number().nullable(),
    judge: z.string().nullable(),
    quality: z.number().nullable(),
    file: z.string(),
    /** As in `rows.jsonl` of the release: the hash of the row in canonical JSON. */
    sha256: z.string(),
  }),
});

export type CorpusRowsQuery = z.output<typeof corpusRowsQuerySchema>;
export type CorpusRows = z.infer<typeof corpusRowsSchema>;
export type CorpusRow = z.infer<typeof corpusRowSchema>;
