import type { Recipe } from '../recipe/recipe-schema.ts';
import type { Stage } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';

export interface StageConfigInputs {
  readonly modelFolder: string;
  /** Folder of the adapter that training starts from; `null` for the base model. */
  readonly start: string | null;
  readonly templateSha256: string;
  readonly rows: readonly { readonly file: string; readonly sha256: string }[];
  /** Problems for rollouts; `null` means all problems in the rows. */
  readonly problems: readonly string[] | null;
  readonly deadlineSeconds: number | null;
  readonly harness: { readonly url: string; readonly token: string } | null;
}

/** The trainer's configuration of one stage. The trainer rejects unknown fields, so no setting is silently ignored. */
export function stageConfig(
  recipe: Recipe,
  stage: Stage,
  circumstances: StageConfigInputs,
): Readonly<Record<string, unknown>> {
  const { model, stages } = recipe;
  const { optimiser, length } = stages[stage];
  return {
    stage,
    name: stage,
    seed: recipe.seed,
    model: {
      folder: circumstances.modelFolder,
      dtype: model.dtype,
      device: model.device,
      gradient_checkpointing: model.gradient_checkpointing,
    },
    start: circumstances.start,
    template_sha256: circumstances.templateSha256,
    rows: circumstances.rows,
    lora: recipe.lora,
    context: recipe.context,
    over_context: recipe.over_context,
    optimiser,
    length,
    checkpoint: recipe.checkpoint,
    deadline_seconds: circumstances.deadlineSeconds,
    loss_chunk: recipe.loss_chunk,
    ...STAGE_TABLE[stage].trainerSettings?.(recipe, circumstances),
  };
}
