import { relative } from 'node:path';
import { z } from 'zod';
import type { Stage } from '../recipe/stage.ts';
import { requireTrainable } from '../rows/require-trainable.ts';
import { rowsAsked } from '../rows/rows-asked.ts';
import { writeRows } from '../rows/write-rows.ts';
import { readMark, writeMark } from './finished-mark.ts';
import { keptTraining } from './train-stage.ts';
import type { TrainingContext } from './training-context.ts';

const rowsMark = z.object({
  file: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.int().nonnegative(),
  counts: z.record(z.string(), z.unknown()),
  /** Problems for the student's own rollouts; `null` means all. */
  problems: z.array(z.string()).nullable(),
  /** Manifest of the corpus of the run that created the rows; `null` if they were placed in the folder from outside. */
  made_from: z.string().nullable().default(null),
});

export type RowsMark = z.infer<typeof rowsMark>;

export interface PreparedRows {
  readonly rows: readonly object[];
  readonly counts: Readonly<Record<string, unknown>>;
  readonly problems?: readonly string[] | null;
}

export function keptRows(context: Pick<TrainingContext, 'folder'>, stage: Stage): RowsMark | undefined {
  return readMark(context.folder.stage(stage).mark('rows'), rowsMark);
}

/**
 * Returns the rows of a stage, creating them if necessary. The trainer verifies their hash. Rows are checked for
 * leaks like a corpus, whatever their mark says: anyone can put rows into a folder, and later rows are made from
 * earlier ones.
 */
export async function stageRows(
  context: TrainingContext,
  stage: Stage,
  prepare: () => Promise<PreparedRows>,
): Promise<RowsMark> {
  const place = context.folder.stage(stage);
  const kept = keptRows(context, stage);
  if (kept !== undefined) {
    if (keptTraining(context, stage)?.cut !== false) await requireTrainableRows(context, stage);
    context.watch({ event: 'kept', stage, doing: 'rows' });
    return kept;
  }
  context.watch({ event: 'begin', stage, doing: 'rows' });
  const { rows, counts, problems = null } = await prepare();
  const written = await writeRows(place.rows, 'rows.jsonl', rows);
  const mark = {
    ...written,
    rows: rows.length,
    counts: { ...counts },
    problems: problems && [...problems],
    made_from: context.inputs.corpus.manifest,
  };
  await writeMark(place.mark('rows'), mark);
  await requireTrainableRows(context, stage);
  context.watch({ event: 'rows', stage, rows: rows.length, counts });
  return mark;
}

async function requireTrainableRows({ folder, suites, search }: TrainingContext, stage: Stage): Promise<void> {
  const { rows } = folder.stage(stage);
  const asked = await rowsAsked(rows, relative(folder.root, rows), suites, search.index);
  requireTrainable([asked], suites.guarded, search.index);
}
