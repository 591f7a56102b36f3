import type { JsonObject } from '../../json/json-object.ts';

/** In which of the public forms a model wrote a call. */
export type CallForm = 'native' | 'tagged' | 'json' | 'named';

/** A tool call that stands in a recorded completion, whatever became of it. */
export interface EmittedCall {
  readonly name: string;
  /** `null` when what stands there cannot be read: no harness could have run it as it was written. */
  readonly arguments: JsonObject | null;
  readonly form: CallForm;
  /** The id the provider gave a native call. */
  readonly id?: string;
  /** The arguments as they were written, where they stand by themselves. */
  readonly written?: string;
}
