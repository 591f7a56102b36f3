import type { ArenaQueries } from '../../arena/race.ts';
import type { RunRow } from '../runs/run-rows.ts';
import type { MissingLog } from '../wire/attempt-wire.ts';
import type { Artifact } from './artifact-for.ts';

/** A file of an attempt, uploaded by a validator. */
export interface AttemptLog extends Artifact {
  readonly bytes: number;
}

export interface UploadedLog {
  readonly problemId: string;
  readonly log: AttemptLog;
}

/** The key comes from a validator, so it gives access only to uploads of this run. */
export async function uploadedLog(
  reader: ArenaQueries,
  { run_id }: Pick<RunRow, 'run_id'>,
  key: unknown,
): Promise<UploadedLog | undefined> {
  if (typeof key !== 'string') return undefined;
  const found = await reader
    .selectFrom('uploads')
    .select(['sha256', 'content_type', 'content_length', 'problem_id'])
    .where('upload_key', '=', key)
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  if (found === undefined || found.sha256 === null) return undefined;
  const ending = found.content_type === 'application/gzip' ? 'json.gz' : 'json';
  const log = {
    sha256: found.sha256,
    fileName: `attempt-${run_id}-${found.problem_id}.${ending}`,
    contentType: found.content_type,
    bytes: found.content_length,
  };
  return { problemId: found.problem_id, log };
}

/** Why only the owner and the operator may read the logs of a run. */
export function closedBecause({
  phase,
  released_at,
  closed_at,
}: Pick<RunRow, 'phase' | 'released_at' | 'closed_at'>): MissingLog {
  if (phase === 'RACE') return 'race_problems_are_drawn_again';
  return released_at !== null && closed_at === null ? 'others_still_run' : 'not_released';
}
