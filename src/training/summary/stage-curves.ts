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

/** The curves of a stage, from the trainer's metrics; a half line at the end is the mark of a crash. */
export function stageCurves(stage: Stage, trainFolder: string): readonly TrainingCurve[] {
  const path = join(trainFolder, 'metrics.jsonl');
  if (!existsSync(path)) return [];
  const lines = readTextFile(path)
    .split('\n')
    .flatMap((text) => {
      const json = parseJson(text);
      return lineSchema.safeParse(json.ok ? json.value : undefined).data ?? [];
    });
  return (['loss', 'reward'] as const).flatMap((what) => {
    const points = lines.flatMap(({ step, [what]: value }) => (value == null ? [] : [{ step, value }]));
    return points.length === 0 ? [] : [{ stage, what, points: thinned(points, MOST_POINTS) }];
  });
}
