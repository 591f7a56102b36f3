import { discloseMessages, discloseRun, type MessageDisclosure, publicComponents } from '../../arena/secrecy.ts';
import { isFaultCode, remedyOf } from '../../fault/fault-table.ts';
import type { JsonValue } from '../../store/database.ts';
import type { Viewer } from '../viewer.ts';
import type { RunWire } from '../wire/run-wire.ts';
import { toTimestampOrNull } from '../wire/timestamp.ts';
import type { RunRow } from './run-rows.ts';

/** What the viewer may see of a run's outcome. All views of a run use it. */
export function runOutcome(run: RunRow, viewer: Viewer) {
  const { scores } = discloseRun(run, viewer);
  const messages = discloseMessages({ ...run, has_twins: Boolean(run.has_twins) }, viewer);
  return {
    score: scores === 'none' ? null : run.score,
    status: run.status,
    completed_at: toTimestampOrNull(run.completed_at),
    failure_reason: failureReason(run, messages),
    failure_owner: run.failure_owner,
    is_included: run.is_included,
    invalidated_at: toTimestampOrNull(run.invalidated_at),
    invalidation_reason: run.invalidation_reason,
    score_components_summary: publicComponents(run.score_components, scores),
    sandbox_metadata: scores === 'all' ? sandboxFor(run, messages) : null,
    phase: run.phase,
    race_id: run.race_id,
    race_number: run.race_number,
  };
}

/** A generic text for viewers that may not read the validator's: the text of an exception can contain anything. */
function failureReason(run: RunRow, messages: MessageDisclosure): string | null {
  const { failure_reason, failure_code: code } = run;
  if (failure_reason === null || messages === 'all') return failure_reason;
  const isKnown = messages === 'public_problems' && isFaultCode(code);
  return isKnown ? `${inOurWords(run)} ${code}: ${remedyOf(code)}` : inOurWords(run);
}

function inOurWords(run: RunRow): string {
  switch (run.failure_owner) {
    case 'agent':
      return 'The agent failed.';
    case 'validator':
      return 'The validator failed; it is run again and costs the contestant nothing.';
    case 'platform':
      return 'The arena failed; it is run again and costs the contestant nothing.';
    case null:
      return run.status === 'CANCELLED' ? 'It was cancelled.' : 'It did not end.';
  }
}

function sandboxFor(run: RunRow, messages: MessageDisclosure): RunWire['sandbox_metadata'] {
  const metadata = run.sandbox_metadata;
  if (metadata === null) return null;
  const number = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null);
  const tail = metadata.stderr_tail;
  const isPublic = typeof metadata.public_problem_id === 'string';
  const isShown = messages === 'all' || (messages === 'public_problems' && isPublic);
  const exitCode = number(metadata.exit_code);
  // An agent chooses its exit code, so it could encode a hidden twin in it.
  const isExitCodeShown = exitCode === 0 || isPublic || !run.has_twins || messages === 'all';
  return {
    exit_code: isExitCodeShown ? exitCode : null,
    duration_seconds: number(metadata.duration_seconds),
    stderr_tail: isShown && typeof tail === 'string' ? tail : null,
  };
}
