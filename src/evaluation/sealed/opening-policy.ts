import type { OpeningRecord } from './opening-event.ts';

export interface OpeningRequest {
  readonly problemIds: readonly string[];
  readonly line: string;
  readonly checkpoint: string;
  /** Whether what comes out decides which checkpoint goes on. */
  readonly purpose: 'report' | 'choose';
  /** The plan that names what is measured, with the checkpoints it names. */
  readonly plan: { readonly hash: string; readonly checkpoints: readonly string[] } | null;
}

export interface OpeningHistory {
  /** Earlier looks at these problems by this checkpoint. */
  readonly looks: number;
  /** Other checkpoints of the same line that were measured on them. */
  readonly others: readonly string[];
  /** Whether they were used for model selection. */
  readonly burned: boolean;
}

/** What happened before to any of these problems; a suite that was cut anew from them is no new suite. */
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
 * Why a held-out suite stays closed to this request; `null` when it may be opened. An operator who measures a second checkpoint of
 * the same line on it can pick the better one, whatever they call it; so that needs a plan, made before the first look,
 * that names them all.
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
