import { z } from 'zod';
import { rowMessageSchema } from '../../chat/schema.ts';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { claimedMarkSchema } from '../logs/claimed-conversation.ts';

const tokenIds = z.array(z.number().int()).nullable();

/** The fields of a row that do not depend on its split. Unknown fields are preserved. */
const common = {
  schema: z.literal('traj/1'),
  id: z.string().min(1),
  problem_id: z.string().min(1),
  query: z.string(),
  source: z.string(),
  trains: z.enum(['text', 'text+outcome', 'token-exact']),
  policy: z.looseObject({ name: z.string(), simulated: z.boolean() }),
  agent: z.string(),
  attempt: z.looseObject({
    attempt_id: z.string(),
    run_id: z.string().nullable(),
    validator: z.string().nullable(),
  }),
  receipt: z.looseObject({ hash: z.string(), sequence: z.number() }).nullable(),
  tools_ref: z.string(),
  tools_given: z.boolean(),
  fidelity: z.enum(['as-seen', 'normalised', 'executed', 'rewritten', 'claimed']),
  supplied_results: z.number(),
  /** Rows written by older filters have none. */
  replaced_prompts: z.array(z.enum(['system', 'user'])).optional(),
  messages: z.array(rowMessageSchema).min(1),
  steps: z.array(
    z.looseObject({
      message: z.number().int().nonnegative(),
      model: z.string().nullable().optional(),
      finish_reason: z.string().nullable(),
      latency_ms: z.number(),
      prompt_token_ids: tokenIds,
      token_ids: tokenIds,
      /** Rows written by older filters have none. */
      logprobs: z.array(z.number()).nullable().optional(),
    }),
  ),
  outcome: z
    .looseObject({
      success: z.boolean(),
      score: z.number(),
      rule_set: z.string(),
      judge: z.looseObject({ judge: z.string(), version: z.number(), quality: z.number().nullable() }),
    })
    .nullable(),
  tokens: z.looseObject({ rendered: z.number(), counter: z.string(), exact: z.boolean() }),
  kept: z.looseObject({ because: z.string() }),
};

/** Permanent record of how the reasoning of a row was made. */
export const rewrittenMarkSchema = z.looseObject({
  version: z.number(),
  model: z.string(),
  simulated: z.boolean(),
  checker: z.string(),
  checker_simulated: z.boolean(),
  gain: z.number(),
  worst: z.number(),
  steps: z.array(z.looseObject({ message: z.number(), bare: z.number(), informed: z.number() })),
});

/** Every rewritten row has all of these marks, so that checking any one of them is enough to recognise it. */
export const REWRITTEN_MARKS = {
  source: z.literal('rewritten'),
  fidelity: z.literal('rewritten'),
  trains: z.literal('text'),
  rewritten: rewrittenMarkSchema,
};

/** Every row from a log has all of these marks, so that checking any one of them tells it from a recorded row. */
export const CLAIMED_MARKS = {
  source: z.literal('claimed'),
  fidelity: z.literal('claimed'),
  trains: z.literal('text'),
  receipt: z.null(),
  outcome: z.null(),
  claimed: claimedMarkSchema,
};

export const filteredRowSchema = z.looseObject({ ...common, licence: z.string().min(1).optional() });

/** A row as `corpus filter` writes it. */
export type FilteredRow = z.infer<typeof filteredRowSchema>;

export const releaseRowSchema = z.looseObject({
  ...common,
  leak_cluster: z.string(),
  split: z.enum(SPLIT_NAMES),
  licence: z.string().min(1),
});

/** A row of a release whose calls are real and whose reasoning was written afterwards. */
export const rewrittenRowSchema = releaseRowSchema.extend({
  ...REWRITTEN_MARKS,
});

/** A row of a release from a log that no gateway recorded. */
export const claimedRowSchema = releaseRowSchema.extend(CLAIMED_MARKS);

export type ClaimedReleaseRow = z.infer<typeof claimedRowSchema>;

export type RewrittenReleaseRow = z.infer<typeof rewrittenRowSchema>;

/** A row of a release, with its split and the licence under which its contestant provided it. */
export type ReleaseRow = z.infer<typeof releaseRowSchema>;

/** An unstated licence must not look like a licence. */
export const UNSTATED_LICENCE = 'unstated';

/** The choice of a contestant who allows nothing. */
export const NO_LICENCE = 'none';

/** Recognises `none` in any spelling. */
export function plainLicence(licence: string): string {
  return licence.trim().toLowerCase() === NO_LICENCE ? NO_LICENCE : licence;
}

export interface RowSplit {
  readonly cluster: string;
  readonly split: SplitName;
}

/** Any one of the marks is enough: the reasoning of such a row was not written by the model that acted. */
export function isRewritten(row: {
  readonly source: string;
  readonly fidelity: string;
  readonly rewritten?: unknown;
}): boolean {
  return row.source === 'rewritten' || row.fidelity === 'rewritten' || row.rewritten !== undefined;
}

/** Any one of the marks is enough: such a row was not recorded by a gateway. */
export function isClaimed(row: {
  readonly source: string;
  readonly fidelity: string;
  readonly claimed?: unknown;
}): boolean {
  return row.source === 'claimed' || row.fidelity === 'claimed' || row.claimed !== undefined;
}

/** The licence in the row, else the contestant's choice. If either is `none`, nothing is allowed. */
export function licenceOf(row: FilteredRow, licences: ReadonlyMap<string, string>): string {
  const own = row.licence === undefined ? undefined : plainLicence(row.licence);
  // A log may state any licence, so the contestant's choice takes precedence.
  const said = isClaimed(row) ? [licences.get(row.agent), own] : [own, licences.get(row.agent)];
  return said.includes(NO_LICENCE) ? NO_LICENCE : (said.find((each) => each !== undefined) ?? UNSTATED_LICENCE);
}

export function releaseRow(
  row: FilteredRow,
  { cluster, split }: RowSplit,
  licences: ReadonlyMap<string, string>,
): ReleaseRow {
  return { ...row, leak_cluster: cluster, split, licence: licenceOf(row, licences) };
}
