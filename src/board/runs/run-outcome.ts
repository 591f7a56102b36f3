import type { JsonValue } from '../../store/database.ts';
import type { Viewer } from '../viewer.ts';
import { momentOrNull } from '../wire/moment.ts';
import type { RunWire } from '../wire/run-wire.ts';
import type { RunRow } from './run-rows.ts';
import { readsMessages, seesScores } from './run-secrecy.ts';

type Json = Readonly<Record<string, JsonValue>> | null;

/** What the viewer may know of how a run went. Every view of a run is made of this. */
export function runOutcome(run: RunRow, viewer: Viewer) {
  const scored = seesScores(viewer, run);
  const components = scored ? numbersIn(run.score_components) : null;
  return {
    score: scored ? run.score : null,
    status: run.status,
    completed_at: momentOrNull(run.completed_at),
    failure_reason: failureReason(run, viewer),
    failure_owner: run.failure_owner,
    is_included: run.is_included,
    invalidated_at: momentOrNull(run.invalidated_at),
    invalidation_reason: run.invalidation_reason,
    score_components_summary: components,
    sandbox_metadata: scored ? sandboxFor(run, viewer) : null,
    phase: run.phase,
    race_id: run.race_id,
    race_number: run.race_number,
  };
}

export function numbersIn(record: Json): Record<string, number> | null {
  if (record === null) return null;
  const numbers = Object.entries(record).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(numbers);
}

/** In our words for those who may not read the validator's: an exception's text can hold anything. */
function failureReason(run: RunRow, viewer: Viewer): string | null {
  if (run.failure_reason === null || readsMessages(viewer, run)) return run.failure_reason;
  switch (run.failure_owner) {
    case 'agent':
      return 'The agent failed.';
    case 'validator':
      return 'The validator failed; it is run again and costs the contestant nothing.';
    case 'platform':
      return 'The arena failed; it is run again and costs the contestant nothing.';
    case null:
      return run.status === 'CANCELLED' ? 'It was called off.' : 'It came to no end.';
  }
}

function sandboxFor(run: RunRow, viewer: Viewer): RunWire['sandbox_metadata'] {
  const metadata = run.sandbox_metadata;
  if (metadata === null) return null;
  const number = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null);
  const tail = metadata.stderr_tail;
  return {
    exit_code: number(metadata.exit_code),
    duration_seconds: number(metadata.duration_seconds),
    stderr_tail: readsMessages(viewer, run) && typeof tail === 'string' ? tail : null,
  };
}
