import type { QueuePosition } from '../queue/queue-position.ts';
import type { Licence } from './licence.ts';

/** What is answered to a submission that was accepted, as it stands on the wire. */
export interface SubmissionAnswer {
  readonly admission_status: 'ACCEPTED';
  readonly hotkey: string;
  readonly agent_id: string;
  readonly agent_version_id: string;
  readonly admission_reason: null;
  readonly next_allowed_at: string;
  readonly message: string;
  /** An operator will review it; the reason is not told. */
  readonly is_flagged: boolean;
  /** Another contestant submitted the same program before; it is not evaluated unless an operator clears it. */
  readonly is_duplicate: boolean;
  /** For what its attempts become; `null` in answers from before there was a choice. */
  readonly licence: Licence | null;
  /** Whether it is the arena's, because none was chosen. */
  readonly licence_is_default: boolean;
  /** At that moment. */
  readonly queue: QueuePosition;
}
