import { Fault } from '../../fault/fault.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { neededBefore, STAGES, type Stage } from '../recipe/stage.ts';

/** A later stage needs what earlier ones made: by this execution, or by one before it in the same folder. */
export function requireStages(recipe: Recipe, picked: readonly Stage[], isTrained: (stage: Stage) => boolean): void {
  for (const stage of STAGES.filter((each) => picked.includes(each))) {
    const missing = neededBefore(stage, recipe.stages[stage].start).find(
      (each) => !picked.includes(each) && !isTrained(each),
    );
    if (missing === undefined) continue;
    throw new Fault('USAGE', {
      message: `Stage ${stage} needs what ${missing} makes, and it is neither picked nor in the folder.`,
      remedy: `Pick it too: --stage ${[missing, ...picked].join(',')}`,
    });
  }
}
