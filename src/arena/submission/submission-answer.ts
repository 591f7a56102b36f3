import type { QueuePlace } from '../queue/queue-place.ts';

/** What is answered to a submission that was accepted, as it stands on the wire. */
export interface SubmissionAnswer {
  readonly admission_status: 'ACCEPTED';
  readonly hotkey: string;
  readonly agent_id: string;
  readonly agent_version_id: string;
  readonly admission_reason: null;
  readonly next_allowed_at: string;
  readonly message: string;
  /** Somebody will look at it; why is not said. */
  readonly is_flagged: boolean;
  /** At that moment. */
  readonly queue: QueuePlace;
}
