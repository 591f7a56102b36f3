import type { ReadMessage } from '../../chat/read-message.ts';

/** A tool call as it stands in a request: the model's own, from an earlier answer. */
export interface PastCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One message of a request as a simulated model sees it: calls with their parameters parsed. */
export interface Message extends Omit<ReadMessage, 'toolCalls'> {
  readonly calls: readonly PastCall[];
  /** Which call a tool's message answers. */
  readonly answers?: string;
}

export interface OfferedTool {
  readonly name: string;
  /** Parameter to its JSON type, as far as the schema says. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Roughly what its description costs in a prompt. */
  readonly tokens: number;
}

/** What a simulated model gets to see of a request. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly temperature: number;
  readonly seed: string;
  readonly wantsJson: boolean;
  /** The schema of `response_format`, where one was sent. */
  readonly jsonSchema?: unknown;
  readonly maxTokens: number;
}
