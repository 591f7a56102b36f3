import type { InferenceModelsWire, RankedInferenceModelsWire } from '../wire/inference-models-wire.ts';

/** Models that agents may ask, in the operator's order. */
export function inferenceModels(models: readonly string[]): InferenceModelsWire {
  return { models: [...models] };
}

/** The same for clients that expect an order by load: we measure none, and say so. */
export function rankedInferenceModels(models: readonly string[]): RankedInferenceModelsWire {
  return { models: models.map((id) => ({ id, rank_metric: {}, healthy: true })), ranked_by: null, as_of: null };
}
