import type { ReadMessage } from '../../chat/read-message.ts';

/** A tool call in a request, from an earlier answer of the model. */
export interface PastCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One message of a request as a simulated model sees it, with parsed call parameters. */
export interface Message extends Omit<ReadMessage, 'toolCalls'> {
  readonly calls: readonly PastCall[];
  /** Id of the call that a tool message answers. */
  readonly answers?: string;
}

export interface OfferedTool {
  readonly name: string;
  /** JSON types of the parameters, if the schema has them. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The JSON Schema of its parameters. */
  readonly schema: unknown;
  /** Approximate size of its description in a prompt. */
  readonly tokens: number;
}

/** The parts of a request that a simulated model sees. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly temperature: number;
  readonly seed: string;
  /** Which calls the answer must have; with `none` it must have no call, although there are tools. */
  readonly demand: 'none' | 'auto' | 'any' | { readonly name: string };
  /** Whether several calls in one answer are allowed. */
  readonly inParallel: boolean;
  /** Whether `response_format` demands JSON; without a schema it must be an object. */
  readonly wantsJson: boolean;
  /** The schema of `response_format`, if there is one. */
  readonly jsonSchema?: unknown;
  readonly maxTokens: number;
}
