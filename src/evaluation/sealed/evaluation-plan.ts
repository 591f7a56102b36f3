import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';

const name = z.string().min(1).max(200);

const planSchema = z.strictObject({
  version: z.literal(1),
  /** Name of the suite. */
  suite: name,
  /** Label of the run (`--label`), and its checkpoint if that has another name. */
  models: z.array(z.strictObject({ label: name, checkpoint: name.optional() })).min(1),
  /** Pairs of labels, in the planned order. Every other comparison is exploratory. */
  comparisons: z.array(z.tuple([name, name])),
  k: z.int().min(1).max(1_000),
  /** Seeds of the runs. They determine the seed of every episode. */
  seeds: z.array(z.int().nonnegative()).min(1),
  temperature: z.number().min(0).max(2),
  harness: z.union([z.literal(4), z.literal(7)]),
  /** Describes when measuring ends. In any case our runs end when every episode is measured, never earlier. */
  stop_rule: z.string().min(1),
});

/** What will be measured and compared, registered in advance. */
export type EvaluationPlan = Readonly<z.infer<typeof planSchema>>;

export interface HashedPlan {
  readonly plan: EvaluationPlan;
  /** Hash of the content, not of the formatting. */
  readonly hash: string;
}

export function readPlan(path: string): HashedPlan {
  const json = parseJson(readTextFile(path));
  const parsed = planSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) throw badPlan(path, json.ok ? describeIssue(parsed.error) : `it is not JSON: ${json.reason}`);
  const plan = parsed.data;
  const labels = new Set(plan.models.map(({ label }) => label));
  if (labels.size < plan.models.length) throw badPlan(path, 'models: a label is used twice');
  const unknown = plan.comparisons.flat().find((label) => !labels.has(label));
  if (unknown !== undefined) throw badPlan(path, `comparisons: ${unknown} is not a label of models`);
  return { plan, hash: sha256(canonicalJson(plan)) };
}

function badPlan(path: string, reason: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${path} is not a valid plan: ${reason}.`,
    remedy: 'docs/evaluation.md lists the fields of a plan.',
  });
}
