import type { WorkReport } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import type { ArenaApi, ClaimedRun } from '../arena/arena-api.ts';
import { isBan, isTransient } from '../arena/retry-until-answered.ts';
import { isUnstaked, notStaked } from '../arena/unstaked.ts';

export type WorkAnswer =
  | { readonly kind: 'work'; readonly claim: ClaimedRun }
  | { readonly kind: 'nothing' }
  /** This validator already holds the run, from before a crash or because a response was lost. */
  | { readonly kind: 'held'; readonly runId: string }
  | { readonly kind: 'banned'; readonly error: Fault }
  /** Stake or permit is missing, or was lost. */
  | { readonly kind: 'unstaked'; readonly error: Fault }
  | { readonly kind: 'refused'; readonly error: Fault }
  | { readonly kind: 'unreachable'; readonly error: Fault };

/** Requests a run from the arena, and classifies the answer. */
export async function askForWork(api: ArenaApi, address: string, report: WorkReport): Promise<WorkAnswer> {
  try {
    const claim = await api.claim(report);
    return claim === undefined ? { kind: 'nothing' } : { kind: 'work', claim };
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    if (isTransient(error)) return { kind: 'unreachable', error };
    const { eval_run_id: runId } = error.extra;
    if (error.code === 'AT_CAPACITY' && typeof runId === 'string') return { kind: 'held', runId };
    if (isBan(error)) return { kind: 'banned', error };
    if (isUnstaked(error)) return { kind: 'unstaked', error: notStaked(address, error) };
    return { kind: 'refused', error };
  }
}
