/** What the thread of a local model is started with. */
export interface EmbeddingThreadData {
  /** The folder of all models, and the name of this one. */
  readonly folder: string;
  readonly model: string;
}

export type EmbeddingRequest = readonly string[];
export type EmbeddingAnswer = readonly Float32Array[];
