/** Start data of a local model's thread. */
export interface EmbeddingThreadData {
  /** The models folder, and the name of this model. */
  readonly folder: string;
  readonly model: string;
}

export type EmbeddingRequest = readonly string[];
export type EmbeddingAnswer = readonly Float32Array[];
