import { hostname, userInfo } from 'node:os';
import type { Extra } from '../../chat/client.ts';
import { Fault } from '../../fault/fault.ts';
import { departures } from '../sealed/check-plan.ts';
import type { HashedPlan } from '../sealed/evaluation-plan.ts';
import { heldOutName } from '../sealed/known-held-out.ts';
import { recordOpening, requireOpenable, type SealedOpening } from '../sealed/open-sealed.ts';
import { readOpenings } from '../sealed/opening-ledger.ts';
import { plannedRun } from '../sealed/planned-run.ts';
import type { EvaluationKind, EvaluationSuite } from '../suites/evaluation-suite.ts';
import { describeRun, type RunSettings } from './describe-run.ts';
import { hasRun, type RunRecord, readRun, requireSameRun, writeRun } from './run-record.ts';

export interface RunStart {
  readonly folder: string;
  readonly settings: RunSettings & { readonly suite: EvaluationSuite };
  /** Finds out which request fields the endpoint accepts. Not called when a run is resumed. */
  readonly negotiate: () => Promise<readonly Extra[]>;
  /** Access ledger of held-out suites. */
  readonly ledger: string;
  readonly plan: HashedPlan | null;
  /** Whether the result is used to select a checkpoint. */
  readonly choose: boolean;
  /** Allow model selection on a held-out suite. */
  readonly burn: boolean;
  /** Name for the access ledger; default: user and host. */
  readonly who?: string;
}

/**
 * Returns the record of a run: the existing one if the folder holds the same run, otherwise a new one. A new record is
 * written after the seal was checked and before anything is sent. Call it under the folder's lock.
 */
export async function beginRun(start: RunStart): Promise<RunRecord> {
  const { folder, settings, plan } = start;
  const before = hasRun(folder) ? readRun(folder) : undefined;
  const extras = before?.extras ?? (await start.negotiate());
  const kind = kindOf(start);
  const record = describeRun(settings, { extras, kind, plan: plan?.hash ?? null });
  const heldOut = kind === 'dev' ? undefined : heldOutLook(start, before?.run_id ?? record.run_id);
  if (before !== undefined) {
    requireSameRun(folder, before, record);
    if (heldOut !== undefined) await recordOpening(heldOut);
    return before;
  }
  requirePlanned(record, plan);
  const opening = heldOut === undefined ? null : requireOpenable(heldOut);
  const run = { ...record, opening: opening && { looks_before: opening.looks, burned: opening.burned } };
  await writeRun(folder, run);
  if (heldOut !== undefined) await recordOpening(heldOut);
  return run;
}

function kindOf({ settings: { suite }, ledger }: RunStart): EvaluationKind {
  const ids = suite.problems.map(({ id }) => id);
  return suite.kind === 'heldout' || heldOutName(ids, readOpenings(ledger)) !== undefined ? 'heldout' : 'dev';
}

function heldOutLook({ settings, ledger, plan, choose, burn, who }: RunStart, runId: string): SealedOpening {
  const { suite, line, checkpoint } = settings;
  return {
    ledger,
    suite,
    runId,
    problemIds: suite.problems.map(({ id }) => id),
    line,
    checkpoint,
    purpose: choose ? 'choose' : 'report',
    plan: plan && {
      hash: plan.hash,
      checkpoints: plan.plan.models.map((arm) => arm.checkpoint ?? arm.label),
    },
    who: who ?? `${userInfo().username}@${hostname()}`,
    burn,
    now: () => new Date(),
  };
}

function requirePlanned(run: RunRecord, plan: HashedPlan | null): void {
  if (plan === null) return;
  const found = departures(plan.plan, plannedRun(run, false));
  if (found.length === 0) return;
  throw new Fault('INPUT_INVALID', {
    message: `This run differs from its plan: ${found.join('; ')}.`,
    remedy: 'Use the options of the plan, or run without --plan; the report then calls the run exploratory.',
  });
}
