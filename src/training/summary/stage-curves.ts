import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import type { Stage } from '../recipe/stage.ts';
import { thinned } from './thinned.ts';
import type { TrainingCurve } from './training-summary.ts';

const lineSchema = z.object({
  step: z.number(),
  loss: z.number().nullable(),
  reward: z.number().nullable().optional(),
});

const MOST_POINTS = 500;

const recordSchema = z.looseObject({
  held_out: z.object({ losses: z.array(z.tuple([z.number(), z.number().nullable()])) }).nullish(),
});

/** Loss on held-out problems, which the trainer measures for early stopping and writes to `run.json`. */
function heldOutCurve(stage: Stage, trainFolder: string): readonly TrainingCurve[] {
  const path = join(trainFolder, 'run.json');
  if (!existsSync(path)) return [];
  const json = parseJson(readTextFile(path));
  const losses = recordSchema.safeParse(json.ok ? json.value : undefined).data?.held_out?.losses ?? [];
  const points = losses.flatMap(([step, value]) => (value === null ? [] : [{ step, value }]));
  return points.length === 0 ? [] : [{ stage, what: 'held-out loss', points: thinned(points, MOST_POINTS) }];
}

/** Curves of a stage from the trainer's metrics. A crash may leave an incomplete last line. */
export function stageCurves(stage: Stage, trainFolder: string): readonly TrainingCurve[] {
  const path = join(trainFolder, 'metrics.jsonl');
  const heldOut = heldOutCurve(stage, trainFolder);
  if (!existsSync(path)) return heldOut;
  const lines = readTextFile(path)
    .split('\n')
    .flatMap((text) => {
      const json = parseJson(text);
      return lineSchema.safeParse(json.ok ? json.value : undefined).data ?? [];
    });
  const curves = (['loss', 'reward'] as const).flatMap((what): TrainingCurve[] => {
    const points = lines.flatMap(({ step, [what]: value }) => (value == null ? [] : [{ step, value }]));
    return points.length === 0 ? [] : [{ stage, what, points: thinned(points, MOST_POINTS) }];
  });
  return [...curves, ...heldOut];
}
