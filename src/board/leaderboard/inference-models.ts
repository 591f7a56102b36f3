import type { InferenceModelsWire, RankedInferenceModelsWire } from '../wire/inference-models-wire.ts';

/** A model that agents may use. */
export interface OfferedModel {
  readonly id: string;
  /** Dollars per million tokens; `null` if contestants pay their providers' prices. */
  readonly promptPrice: number | null;
  readonly completionPrice: number | null;
  /** Other names under which a provider may report it. */
  readonly answersAs: readonly string[];
}

export interface InferenceOffer {
  readonly simulated: boolean;
  /** In the operator's order. */
  readonly models: readonly OfferedModel[];
  /** Pattern to model: other names that agents may use. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Handles invalid search parameters as the reference does. */
  readonly compat?: boolean;
}

/** Models that agents may use, in the operator's order. */
export function inferenceModels({
  simulated,
  models,
  aliases = {},
  compat = false,
}: InferenceOffer): InferenceModelsWire {
  return {
    models: models.map(({ id }) => id),
    simulated,
    details: models.map(({ id, promptPrice, completionPrice, answersAs }) => ({
      id,
      prompt_price: promptPrice,
      completion_price: completionPrice,
      answers_as: [...answersAs],
    })),
    aliases,
    search_compat: compat,
  };
}

/** The same for clients that expect an order by load. We do not measure load, so `ranked_by` is null. */
export function rankedInferenceModels({ models }: InferenceOffer): RankedInferenceModelsWire {
  return { models: models.map(({ id }) => ({ id, rank_metric: {}, healthy: true })), ranked_by: null, as_of: null };
}
