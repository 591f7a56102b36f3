import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { FIRST_STAGE, STAGES, type Stage } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import { keptRows, type RowsMark } from './stage-rows.ts';
import type { TrainingContext } from './training-context.ts';

const ablationSchema = z.object({ arms: z.array(z.object({ arm: z.string().max(100), sha256: z.string() })) });

/** Describes what a run was trained on: its release, or rows in the folder that the run did not create. */
export function describeTrainedOn(context: Pick<TrainingContext, 'folder' | 'inputs' | 'recipe'>): string {
  const { folder, inputs, recipe } = context;
  const found = STAGES.flatMap((stage) => {
    const mark = keptRows(context, stage);
    return mark === undefined || mark.made_from === inputs.corpus.manifest ? [] : [{ stage, mark }];
  });
  const isFound = (stage: Stage): boolean => found.some((each) => each.stage === stage);
  const takesCorpus = STAGES.some((stage) => {
    if (isFound(stage) || !STAGE_TABLE[stage].sources(recipe).includes('corpus')) return false;
    // The corpus is read for the first stage even before its rows exist.
    return stage === FIRST_STAGE || keptRows(context, stage) !== undefined;
  });
  const said = found.map(({ stage, mark }) => `${stage}: ${describeFound(folder.root, mark)}`);
  return [...(takesCorpus ? [inputs.corpus.name.slice(0, 80)] : []), ...said].join('; ').slice(0, 200);
}

/**
 * Identifies an arm by its hash in the `ablation.json` above the run, because a folder name alone proves nothing. The
 * runs of an arm with several seeds are one folder deeper.
 */
function describeFound(root: string, { sha256 }: RowsMark): string {
  const above = dirname(resolve(root));
  const beside = [above, dirname(above)]
    .map((folder) => join(folder, 'ablation.json'))
    .find((path) => existsSync(path));
  const json = beside === undefined ? undefined : parseJson(readTextFile(beside));
  const ablation = ablationSchema.safeParse(json?.ok === true ? json.value : undefined);
  const arm = ablation.data?.arms.find((each) => each.sha256 === sha256)?.arm;
  const rows = sha256.slice(0, 12);
  return arm === undefined ? `rows found in the folder (${rows})` : `rows of the ablation arm ${arm} (${rows})`;
}
