import { QUARANTINE_REASONS } from '../intake/quarantine.ts';
import type { Reason } from './filter-rule.ts';

/** Stages between reading and keeping, in the order of the rules: an attempt at a stage passed every rule before it. */
const STAGES = ['with a conversation', 'judged', 'rendered', 'passed agency', 'kept by the filter'] as const;

type Stage = (typeof STAGES)[number];

const STAGE_OF: Readonly<Record<Reason, Stage>> = {
  PROBE: 'with a conversation',
  NOT_NORMALISED: 'with a conversation',
  QUALITY_LOW: 'judged',
  CALL_UNPAIRED: 'rendered',
  RECOMMEND_COUNT: 'rendered',
  ARGUMENTS_BAD: 'rendered',
  PRODUCT_UNSEEN: 'rendered',
  PRODUCT_UNKNOWN: 'rendered',
  TOO_LONG: 'rendered',
  ENDS_ON_THOUGHT: 'rendered',
  ERROR_LOOP: 'rendered',
  NOT_AGENTIC: 'passed agency',
  PROBLEM_WITHHELD: 'kept by the filter',
  WITHDRAWN: 'kept by the filter',
  DUPLICATE: 'kept by the filter',
  RANKED_OUT: 'kept by the filter',
};

/** Attempts lost for one reason, each counted once, under the first reason that applied. */
interface Loss {
  readonly reason: string;
  readonly rows: number;
}

export interface FunnelStage<Lost extends Loss> {
  readonly stage: string;
  /** Attempts that passed this stage. */
  readonly rows: number;
  readonly lost: readonly Lost[];
}

/** From the attempts read to those kept. The command line and the corpus page count with it, so that they agree. */
export function filterFunnel<Lost extends Loss>(read: number, losses: readonly Lost[]): readonly FunnelStage<Lost>[] {
  const byStage = Map.groupBy(losses, ({ reason }) => stageOf(reason));
  let rows = read;
  const stages = STAGES.map((stage) => {
    const lost = byStage.get(stage) ?? [];
    rows -= lost.reduce((sum, loss) => sum + loss.rows, 0);
    return { stage, rows, lost };
  });
  return [{ stage: 'attempts read', rows: read, lost: [] }, ...stages];
}

/** Reasons of other versions, and rows from logs, are counted before the last stage. */
function stageOf(reason: string): Stage {
  if ((QUARANTINE_REASONS as readonly string[]).includes(reason)) return 'with a conversation';
  return Object.hasOwn(STAGE_OF, reason) ? STAGE_OF[reason as Reason] : 'kept by the filter';
}
