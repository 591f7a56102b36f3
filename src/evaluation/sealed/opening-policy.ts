import type { OpeningRecord } from './opening-event.ts';

export interface OpeningRequest {
  readonly problemIds: readonly string[];
  readonly line: string;
  readonly checkpoint: string;
  /** `choose` if the result is used to select a checkpoint. */
  readonly purpose: 'report' | 'choose';
  /** The plan that the run follows, with its checkpoints. */
  readonly plan: { readonly hash: string; readonly checkpoints: readonly string[] } | null;
}

export interface OpeningHistory {
  /** Earlier openings with these problems by this checkpoint. */
  readonly looks: number;
  /** Other checkpoints of the same experiment that were measured on them. */
  readonly others: readonly string[];
  /** Whether they were used for model selection. */
  readonly burned: boolean;
}

/** Earlier uses of any of these problems. A new suite with the same problems does not reset the history. */
export function openingHistory(records: readonly OpeningRecord[], request: OpeningRequest): OpeningHistory {
  const wanted = new Set(request.problemIds);
  const touched = new Set<string>();
  const others = new Set<string>();
  let looks = 0;
  for (const record of records) {
    if (record.kind !== 'opened' || !record.problem_ids.some((id) => wanted.has(id))) continue;
    touched.add(record.suite);
    if (record.line !== request.line) continue;
    if (record.checkpoint === request.checkpoint) looks++;
    else others.add(record.checkpoint);
  }
  const burned = records.some((record) => record.kind === 'burned' && touched.has(record.suite));
  return { looks, others: [...others].sort(), burned };
}

/**
 * Why a held-out suite may not be opened for this request; `null` if it may. Measuring a second checkpoint of the same
 * experiment allows picking the better one, whatever the stated purpose. So that needs a plan, registered before the
 * first opening, that names all checkpoints.
 */
export function whyClosed(records: readonly OpeningRecord[], request: OpeningRequest): string | null {
  if (request.purpose === 'choose') return 'a checkpoint would be selected on it';
  const { others } = openingHistory(records, request);
  if (others.length === 0) return null;
  const { plan, checkpoint, line } = request;
  const underPlan = records
    .filter((record) => record.kind === 'opened' && record.line === line && others.includes(record.checkpoint))
    .every((record) => record.kind === 'opened' && record.plan !== null && record.plan === plan?.hash);
  if (plan !== null && underPlan && [...others, checkpoint].every((each) => plan.checkpoints.includes(each)))
    return null;
  return `${others.join(', ')} of the same experiment ${others.length === 1 ? 'was' : 'were'} measured on it before, so ${checkpoint} would be selected or rejected by it`;
}
