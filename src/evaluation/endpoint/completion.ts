import type { ChatUsage } from '../../inference/inference.ts';

/** A native tool call as a provider hands it on. */
export interface NativeCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it; nobody has checked it. */
  readonly arguments: string;
}

/** What training needs and text cannot give back: which tokens they were, and how probable each was. */
export interface TokenTrace {
  readonly prompt: readonly number[] | null;
  readonly completion: readonly number[] | null;
  readonly logProbabilities: readonly number[] | null;
}

/** One answer of a model. */
export interface Completion {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly NativeCall[];
  readonly finishReason: string | null;
  readonly usage: ChatUsage | null;
  readonly tokens: TokenTrace;
  /** From the request to the first token, and to the last; `null` where time says nothing, as for a simulated model. */
  readonly secondsToFirst: number | null;
  readonly seconds: number | null;
}
