import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';
import type { MinerAgentsWire, OwnVersionStatusWire } from '../../../../src/board/wire.ts';
import { objectOf } from '../../../../src/json/json-object.ts';
import { counted } from '../../../../src/text/counted.ts';
import type { Tone } from '../../parts/badge.tsx';

export type LatestSubmission =
  | { readonly kind: 'accepted'; readonly versionId: string }
  | { readonly kind: 'refused'; readonly at: string; readonly why: string; readonly codes: readonly string[] };

/**
 * The newest submission of a hotkey: an accepted version, or a rejected file that cost a cooldown. Other rejections are
 * recorded nowhere.
 */
export function latestSubmission(
  { agents }: Pick<MinerAgentsWire, 'agents'>,
  refused: LedgerEventWire | undefined,
): LatestSubmission | undefined {
  const versions = agents.flatMap(({ latest_version }) => latest_version ?? []);
  const newest = versions.toSorted((one, other) => Date.parse(other.submitted_at) - Date.parse(one.submitted_at))[0];
  if (refused !== undefined && (newest === undefined || Date.parse(refused.when) > Date.parse(newest.submitted_at))) {
    const { codes } = objectOf(refused.data);
    const named = Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [];
    return { kind: 'refused', at: refused.when, why: refused.why, codes: named };
  }
  return newest === undefined ? undefined : { kind: 'accepted', versionId: newest.agent_version_id };
}

export interface SubmissionState {
  readonly tone: Tone;
  readonly text: string;
}

type Standing = Pick<
  OwnVersionStatusWire,
  'state' | 'active_count' | 'success_count' | 'required_successes' | 'final_score' | 'queue'
>;

/** Where a version is between submission and score, in a few words. */
export function submissionState(status: Standing): SubmissionState {
  const { state, active_count: active, success_count: done, required_successes: required, queue } = status;
  switch (state) {
    case 'RECEIVED':
      return { tone: 'ours', text: 'received' };
    case 'QUEUED':
      return { tone: 'ours', text: queue.position === null ? 'queued' : `queued, number ${queue.position}` };
    case 'RUNNING': {
      const ended = done === 0 ? '' : `, ${done} done`;
      return { tone: 'ours', text: `running on ${active} of ${counted(required, 'validator')}${ended}` };
    }
    case 'ELIGIBLE':
      return { tone: 'good', text: status.final_score === null ? 'scored' : `scored ${status.final_score.toFixed(4)}` };
    case 'DISCARDED':
      return { tone: 'bad', text: 'rejected' };
    case 'CANCELLED':
      return { tone: 'bad', text: 'cancelled' };
  }
}
