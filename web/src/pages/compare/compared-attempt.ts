import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import type { Row } from '../attempt/build-rows.ts';
import type { Evidence } from '../attempt/read-evidence.ts';

/** One side of a comparison. */
export interface ComparedAttempt {
  readonly attempt: AttemptPageWire;
  /** `null` if it is not public or cannot be read. */
  readonly evidence: Evidence | null;
  readonly rows: readonly Row[];
}
