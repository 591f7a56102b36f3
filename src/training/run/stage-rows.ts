import { z } from 'zod';
import type { Stage } from '../recipe/stage.ts';
import { writeRows } from '../rows/write-rows.ts';
import { readMark, writeMark } from './finished-mark.ts';
import type { TrainingContext } from './training-context.ts';

const rowsMark = z.object({
  file: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.int().nonnegative(),
  counts: z.record(z.string(), z.unknown()),
  /** For own rollouts; `null` where all will do. */
  problems: z.array(z.string()).nullable(),
});

export type RowsMark = z.infer<typeof rowsMark>;

export interface PreparedRows {
  readonly rows: readonly object[];
  readonly counts: Readonly<Record<string, unknown>>;
  readonly problems?: readonly string[] | null;
}

export function keptRows(context: TrainingContext, stage: Stage): RowsMark | undefined {
  return readMark(context.folder.stage(stage).mark('rows'), rowsMark);
}

/** The rows of a stage, made when they are not there yet. Their hash is what the trainer is told to expect. */
export async function stageRows(
  context: TrainingContext,
  stage: Stage,
  prepare: () => Promise<PreparedRows>,
): Promise<RowsMark> {
  const place = context.folder.stage(stage);
  const kept = keptRows(context, stage);
  if (kept !== undefined) {
    context.watch({ event: 'kept', stage, doing: 'rows' });
    return kept;
  }
  context.watch({ event: 'begin', stage, doing: 'rows' });
  const { rows, counts, problems = null } = await prepare();
  const written = await writeRows(place.rows, 'rows.jsonl', rows);
  const mark = { ...written, rows: rows.length, counts: { ...counts }, problems: problems && [...problems] };
  await writeMark(place.mark('rows'), mark);
  context.watch({ event: 'rows', stage, rows: rows.length, counts });
  return mark;
}
