import type { JsonObject } from '../../json/json-object.ts';

/** The public format in which a model wrote a call. */
export type CallForm = 'native' | 'tagged' | 'json' | 'named';

/** A tool call in a recorded completion, whether or not it was executed. */
export interface EmittedCall {
  readonly name: string;
  /** `null` if the arguments cannot be parsed: no harness could have executed the call as written. */
  readonly arguments: JsonObject | null;
  readonly form: CallForm;
  /** The id that the provider gave a native call. */
  readonly id?: string;
  /** The arguments as written, if they are a separate text. */
  readonly written?: string;
}
