import type { QueuePosition } from '../queue/queue-position.ts';
import type { Licence } from './licence.ts';

/** API answer to an accepted submission. */
export interface SubmissionAnswer {
  readonly admission_status: 'ACCEPTED';
  readonly hotkey: string;
  readonly agent_id: string;
  readonly agent_version_id: string;
  readonly admission_reason: null;
  readonly next_allowed_at: string;
  readonly message: string;
  /** An operator will review it; the reason is not disclosed. */
  readonly is_flagged: boolean;
  /** Another contestant submitted the same program before; it is not evaluated unless an operator clears it. */
  readonly is_duplicate: boolean;
  /** Licence for training data from its attempts; `null` in answers stored before licences existed. */
  readonly licence: Licence | null;
  /** Whether the licence is the arena's default because none was chosen. */
  readonly licence_is_default: boolean;
  /** Position at the time of the submission. */
  readonly queue: QueuePosition;
}
